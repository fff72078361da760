//! Rendering a line of play: notation, sentences, positions, an animated picture.

use std::fmt::Write;

use patience_kit::{Lengths, rows};

use crate::text::sentence;
use crate::{Line, Position, Step, picture};

impl patience_kit::Line for Line {
    fn notation(&self) -> Vec<String> {
        self.notation()
    }

    fn length(&self) -> usize {
        self.moves().len()
    }

    fn lengths(&self) -> Lengths {
        let crate::Lengths { m1, m2, m3 } = self.lengths();
        Lengths(vec![m1.into(), m2.into(), m3])
    }

    fn render(&self, format: &str) -> String {
        let mut out = String::new();
        match format {
            "notation" => out = rows(&self.notation()),
            "single" => {
                let singles = self.singles();
                let steps: Vec<String> =
                    singles.iter().map(|&mv| Step::from(mv).to_string()).collect();
                out = rows(&steps);
            }
            "text" => {
                for (at, caption) in self.words().iter().enumerate() {
                    // Writing to a string cannot fail.
                    let _ = writeln!(out, "{:4}. {caption}", at + 1);
                }
            }
            "positions" => {
                let positions = self.positions();
                out = format!("{}\n", with_colons(&positions[0]));
                for (notation, after) in self.notation().iter().zip(&positions[1..]) {
                    let _ = writeln!(out, "Move: {notation}\n\n{}", with_colons(after));
                }
            }
            _ => {}
        }
        out
    }

    fn words(&self) -> Vec<String> {
        captions(self, &self.positions())
    }

    fn animate(&self, pace: f64) -> String {
        let positions = self.positions();
        picture::animation(&positions, &captions(self, &positions), pace)
    }
}

/// A sentence for every move.
fn captions(line: &Line, positions: &[Position]) -> Vec<String> {
    line.moves().iter().zip(positions).map(|(&mv, before)| sentence(mv, before)).collect()
}

/// A board with a colon before every column, so that readers of the whole text do not take cards for moves.
fn with_colons(position: &Position) -> String {
    let text = position.to_string();
    if position.is_begun() {
        return text;
    }
    text.lines().flat_map(|line| [": ", line, "\n"]).collect()
}
