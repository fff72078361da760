//! Moves in words: writing and reading them.

use patience_core::text::{ParseError, Word};

use super::Step;
use crate::{Move, Place, Position};

/// A move in words: `QH, column 8, onto KC in column 3`.
pub(crate) fn sentence(mv: Move, before: &Position) -> String {
    let cards = match mv.count {
        1 => mv.card.to_string(),
        count => format!("{count} cards from {}", mv.card),
    };
    let from = match mv.from {
        Place::Column(_) => format!("column {}", mv.from),
        Place::Cell(_) => format!("cell {}", mv.from),
        Place::Home => "home".to_owned(),
    };
    let to = match mv.to {
        Place::Column(at) => match before.columns[usize::from(at)].last() {
            Some(on) => format!("onto {on} in column {}", mv.to),
            None => format!("to the empty column {}", mv.to),
        },
        Place::Cell(_) => format!("to cell {}", mv.to),
        Place::Home => "home".to_owned(),
    };
    format!("{cards}, {from}, {to}")
}

/// Whether the words are such a sentence: a card, or a number of cards, and a comma.
pub(super) fn is_sentence(words: &[Word<'_>]) -> bool {
    match words {
        [first, from, ..] if matches!(from.text, "column" | "cell") => first.text.ends_with(','),
        [_, cards, from, ..] => cards.text == "cards" && from.text == "from",
        _ => false,
    }
}

/// The move of such a sentence.
pub(super) fn read_sentence(
    words: &[Word<'_>],
    place: impl Fn(&str) -> Option<Place>,
) -> Result<Step, ParseError> {
    let texts: Vec<&str> = words.iter().map(|word| word.text.trim_end_matches(',')).collect();
    let (count, rest) = match texts[..] {
        [count, "cards", "from", _, ref rest @ ..] => (count.parse().ok(), rest),
        [_, ref rest @ ..] => (Some(1), rest),
        [] => (None, &texts[..]),
    };
    let places = match *rest {
        ["column" | "cell", from, "home"] => Some((from, "h")),
        ["column" | "cell", from, "to", "cell", to]
        | ["column" | "cell", from, "to", "the", "empty", "column", to]
        | ["column" | "cell", from, "onto", _, "in", "column", to] => Some((from, to)),
        _ => None,
    };
    let step = places.and_then(|(from, to)| {
        Some(Step { from: place(from)?, to: place(to)?, count: Some(count?) })
    });
    step.ok_or_else(|| {
        let first = words.first().copied().unwrap_or(Word { text: "", line: 1, column: 1 });
        first.error("expected a sentence such as `QH, column 8, onto KC in column 3`")
    })
}
