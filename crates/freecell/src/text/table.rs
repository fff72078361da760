//! A position as a table for terminals.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use patience_cards::{Card, Suit};

use crate::Position;

/// Cells and foundations in the first line, then the columns downwards. Red suits are red; a printer without colours strips that.
pub(crate) fn table(position: &Position) -> String {
    let mut out = String::new();
    for cell in &position.cells {
        out += &face(*cell, "--");
    }
    out += "  |";
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
