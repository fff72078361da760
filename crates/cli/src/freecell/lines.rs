//! Rendering a solution: notation, sentences, positions, an animated picture.

use std::fmt::Write;

use patience_freecell::{Line, Move, Place, Position, Step, picture};

use crate::args::SolutionFormat;
use crate::output::{PACE, rows};

/// The solution in a format; empty for the format that is one line.
pub(crate) fn render(line: &Line, format: SolutionFormat) -> String {
    match format {
        SolutionFormat::Line => String::new(),
        SolutionFormat::Notation => rows(&line.notation()),
        SolutionFormat::Single => {
            let singles: Vec<String> =
                line.singles().iter().map(|&mv| Step::from(mv).to_string()).collect();
            rows(&singles)
        }
        SolutionFormat::Text => {
            let mut out = String::new();
            for (number, (mv, before)) in (1..).zip(line.moves().iter().zip(&line.positions())) {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{number:4}. {}", sentence(*mv, before));
            }
            out
        }
        SolutionFormat::Positions => {
            let positions = line.positions();
            let mut out = format!("{}\n", with_colons(&positions[0]));
            for (notation, after) in line.notation().iter().zip(&positions[1..]) {
                let _ = writeln!(out, "Move: {notation}\n\n{}", with_colons(after));
            }
            out
        }
    }
}

/// Moves with the positions around them as an animated picture.
pub(crate) fn animation(moves: &[Move], positions: &[Position]) -> String {
    let captions: Vec<String> =
        moves.iter().zip(positions).map(|(&mv, before)| sentence(mv, before)).collect();
    picture::animation(positions, &captions, PACE)
}

/// A board with a colon before every column, so that a reader of the whole tells cards from moves.
fn with_colons(position: &Position) -> String {
    let text = position.to_string();
    if position.is_begun() {
        return text;
    }
    text.lines().flat_map(|line| [": ", line, "\n"]).collect()
}

/// A move as a person would say it.
fn sentence(mv: Move, before: &Position) -> String {
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
