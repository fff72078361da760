//! A position as a table for terminals.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use patience_cards::{Card, Suit};

use crate::Position;

/// Foundations, stock and waste on top, columns downwards. Face-down cards are in brackets. Red suits are red; a printer without colours
/// strips that.
pub(crate) fn table(position: &Position) -> String {
    let mut out = String::from("home: ");
    for (suit, &rank) in Suit::ALL.into_iter().zip(&position.foundations) {
        let card = (1..=13).contains(&rank).then(|| Card::new(rank, suit));
        out +=
            &card.map_or_else(|| format!("  {}- ", suit.letter()), |card| face(Some(card), false));
    }
    for (name, cards) in [
        ("stock:", position.stock.clone()),
        ("waste:", position.waste.iter().copied().map(Some).collect()),
    ] {
        let row: String = cards.iter().map(|&card| face(card, false)).collect();
        // Writing to a string cannot fail.
        let _ = write!(out, "\n{name}{row}");
    }
    let mut out: String = out.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
    out.push('\n');
    let height = position.columns.iter().map(|column| column.down.len() + column.up.len()).max();
    for row in 0..height.unwrap_or(0) {
        let mut line = String::new();
        for column in &position.columns {
            let down = column.down.len();
            line += &match (column.down.get(row), column.up.get(row.wrapping_sub(down))) {
                (Some(&card), _) => face(card, true),
                (None, Some(&card)) => face(Some(card), false),
                (None, None) => " ".repeat(5),
            };
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// The same with the numbers of the columns above them.
pub(crate) fn numbered(position: &Position) -> String {
    let numbers: Vec<String> = (1..=position.columns.len()).map(|at| format!("{at:>3}")).collect();
    let numbers = numbers.join("  ");
    let table = table(position);
    match table.split_once("\n\n") {
        Some((top, columns)) => format!("{top}\n\n{numbers}\n{columns}"),
        None => table,
    }
}

/// A card in five characters.
fn face(card: Option<Card>, is_down: bool) -> String {
    let style = match card {
        Some(card) if card.is_red() => Style::new().fg_color(Some(AnsiColor::BrightRed.into())),
        _ => Style::new(),
    };
    let name = card.map_or_else(|| "??".to_owned(), |card| card.to_string());
    let (open, close) = if is_down { ('[', ']') } else { (' ', ' ') };
    format!(" {open}{style}{name}{style:#}{close}")
}
