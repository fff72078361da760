//! Rendering a solution: notation, sentences, positions, an animated picture.

use std::fmt::Write;

use patience_klondike::{Played, Position, Step, picture};

use super::play::Play;
use crate::args::TurningFormat;
use crate::output::{PACE, rows};

/// Steps in a format; empty for the format that is one line.
pub(super) fn render(play: &Play, format: TurningFormat) -> String {
    let steps = play.played.iter().map(|(step, _)| step);
    match format {
        TurningFormat::Line => String::new(),
        TurningFormat::Notation => rows(&steps.map(Step::to_string).collect::<Vec<_>>()),
        TurningFormat::Text => {
            let mut out = String::new();
            for (number, sentence) in (1..).zip(sentences(play)) {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{number:4}. {sentence}");
            }
            out
        }
        TurningFormat::Positions => {
            let mut out = format!("{}\n", play.positions[0]);
            for (step, after) in steps.zip(&play.positions[1..]) {
                let _ = writeln!(out, "Move: {step}\n\n{after}");
            }
            out
        }
    }
}

/// Steps with the positions around them as an animated picture.
pub(super) fn animation(play: &Play) -> String {
    let captions: Vec<String> = sentences(play).collect();
    picture::animation(&play.positions, &captions, PACE)
}

fn sentences(play: &Play) -> impl Iterator<Item = String> {
    let steps = play.played.iter().zip(&play.positions);
    steps.map(|(&(step, played), before)| sentence(step, played, before))
}

/// A step as a person would say it.
pub(super) fn sentence(step: Step, played: Played, before: &Position) -> String {
    let Played { card, count, turned } = played;
    let name = card.map_or_else(String::new, |card| card.to_string());
    let onto = |column: u8| {
        let number = u16::from(column) + 1;
        match before.columns.get(usize::from(column)).and_then(|column| column.up.last()) {
            Some(on) => format!("onto {on} in column {number}"),
            None => format!("to the empty column {number}"),
        }
    };
    let rendered = match step {
        Step::Turn if count == 1 => format!("one card is turned: {name}"),
        Step::Turn => format!("{count} cards are turned, {name} on top"),
        Step::Redeal => "the waste is turned over".to_owned(),
        Step::WasteHome => format!("{name}, waste, home"),
        Step::WasteColumn { to } => format!("{name}, waste, {}", onto(to)),
        Step::Home { from } => format!("{name}, column {}, home", u16::from(from) + 1),
        Step::Run { from, to, .. } => {
            let cards = if count == 1 { name } else { format!("{count} cards from {name}") };
            format!("{cards}, column {}, {}", u16::from(from) + 1, onto(to))
        }
        Step::Back { to, .. } => format!("{name}, home, back {}", onto(to)),
    };
    match turned {
        Some(card) => format!("{rendered}; {card} comes to light"),
        None => rendered,
    }
}
