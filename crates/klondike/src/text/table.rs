//! A position as a table for terminals, and the cards of such a table.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use patience_cards::{Card, Suit};
use patience_core::text::{ParseError, Word, is_number};

use crate::{Position, Rules, Stock};

/// Characters of a column.
const WIDTH: usize = 5;

/// The table of a position after the rules that are not standard, so that it reads back.
pub(crate) fn table_with_rules(rules: &Rules, position: &Position) -> String {
    let standard = Rules::default();
    let mut out = String::new();
    let mut line = |differs: bool, name: &str, value: String| {
        if differs {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{name} {value}");
        }
    };
    line(rules.draw != standard.draw, "draw", rules.draw.to_string());
    let passes = rules.passes.map_or_else(|| "unlimited".to_owned(), |passes| passes.to_string());
    line(rules.passes != standard.passes, "passes", passes);
    line(!rules.bring_back, "bring-back", "no".to_owned());
    line(rules.stock == Stock::Unseen, "stock", "unseen".to_owned());
    line(rules.columns != standard.columns, "columns", rules.columns.to_string());
    line(position.passes != 1, "pass", position.passes.to_string());
    out + &table(position)
}

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
                (None, None) => " ".repeat(WIDTH),
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

/// A card of a table.
#[derive(Clone, Copy)]
pub(super) struct TableCard<'t> {
    /// Its column, from 0.
    pub(super) column: usize,
    /// Its name.
    pub(super) word: Word<'t>,
    /// Whether it is in brackets.
    pub(super) is_down: bool,
}

/// The cards of a row below the stock and the waste; none if it has the numbers of the columns. `left` is the place of the left edge.
pub(super) fn row<'t>(left: usize, words: &[Word<'t>]) -> Result<Vec<TableCard<'t>>, ParseError> {
    if words.iter().all(|word| is_number(word.text)) {
        return Ok(Vec::new());
    }
    words.iter().map(|&word| card(left, word)).collect()
}

fn card(left: usize, word: Word<'_>) -> Result<TableCard<'_>, ParseError> {
    let inner = word.text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let (name, begin) = match inner {
        Some(inner) => (inner, word.column + 1),
        None => (word.text, word.column),
    };
    // Tens may have two digits, and stand one place further left.
    let wide = name.chars().count().saturating_sub(2).min(1);
    let place = (begin + wide).checked_sub(left + 2).filter(|place| place.is_multiple_of(WIDTH));
    let column = place.ok_or_else(|| {
        word.error("expected a card in a column of the table: columns are five characters wide")
    })?;
    let word = Word { text: name, column: begin, ..word };
    Ok(TableCard { column: column / WIDTH, word, is_down: inner.is_some() })
}
