//! A position as a table for terminals, and the words of such a table.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use patience_cards::{Card, Suit};
use patience_core::text::{ParseError, Word, words};

use crate::Position;

/// What separates the cells from the foundations.
const BAR: &str = "|";
/// Characters of a column.
const WIDTH: usize = 4;
/// The character where the first column begins, from 1.
const MARGIN: usize = 3;

/// Cells and foundations in the first line, then the columns downwards. Red suits are red; a printer without colours strips that.
pub(crate) fn table(position: &Position) -> String {
    let mut out = String::new();
    for cell in &position.cells {
        out += &face(*cell, "--");
    }
    out += "  ";
    out += BAR;
    for (suit, &rank) in Suit::ALL.into_iter().zip(&position.foundations) {
        let empty = format!("{}-", suit.letter());
        let card = (1..=13).contains(&rank).then(|| Card::new(rank, suit));
        out += &face(card, &empty);
    }
    out += "\n\n";
    let height = position.columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let mut line = String::new();
        for column in &position.columns {
            line += &face(column.get(row).copied(), "");
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// A card, or a mark for none, in four characters.
fn face(card: Option<Card>, empty: &str) -> String {
    let style = match card {
        Some(card) if card.is_red() => Style::new().fg_color(Some(AnsiColor::BrightRed.into())),
        _ => Style::new(),
    };
    let text = card.map_or_else(|| empty.to_owned(), |card| card.to_string());
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write!(out, "  {style}{text:2}{style:#}");
    out
}

/// Whether a line is the first one of a table: cells, a bar, foundations.
pub(super) fn is_table(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.any(|word| word == BAR) && words.count() == Suit::ALL.len()
}

/// The places of a table that are read: cells and foundations, then cards with the numbers of their columns, row by row.
pub(super) struct TableWords<'t> {
    pub(super) cells: Vec<Word<'t>>,
    /// In the order of [`Suit::ALL`].
    pub(super) foundations: Vec<Word<'t>>,
    pub(super) cards: Vec<(usize, Word<'t>)>,
}

/// Finds the words of a table whose first line has this number.
pub(super) fn table_words(text: &str, first: usize) -> Result<TableWords<'_>, ParseError> {
    let mut lines = (1..).zip(text.lines()).skip(first - 1);
    let top: Vec<Word<'_>> =
        lines.next().into_iter().flat_map(|(at, line)| words(at, line)).collect();
    let mut parts = top.split(|word| word.text == BAR);
    let mut part = || parts.next().unwrap_or_default().to_vec();
    let (cells, foundations) = (part(), part());
    // A table that was moved to the right is still a table.
    let left = top.first().map_or(MARGIN, |word| word.column);
    let mut cards = Vec::new();
    for (at, line) in lines {
        for word in words(at, line) {
            // Tens may have two digits, and stand one place further left.
            let wide = word.text.chars().count().saturating_sub(2).min(1);
            let place = (word.column + wide).checked_sub(left);
            let column = place.filter(|place| place.is_multiple_of(WIDTH)).map(|it| it / WIDTH);
            let expected = || {
                word.error(
                    "expected a card in a column of the table: columns are four characters wide",
                )
            };
            cards.push((column.ok_or_else(expected)?, word));
        }
    }
    Ok(TableWords { cells, foundations, cards })
}
