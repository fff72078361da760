//! Notes on piles: small labels, each shown while it stays the same.

use std::fmt::Write as _;

use super::super::{HEIGHT, WIDTH};
use super::TableLayout;
use patience_draw::escape;
use patience_draw::film::{Clock, Film};

/// A note on a pile while it stays the same.
pub(super) struct Note {
    /// The place of its pile.
    spot: (u32, u32),
    text: String,
    /// The frame that it begins with.
    begins: usize,
    /// The frame that has another, if there is one.
    ends: Option<usize>,
}

impl Note {
    /// The notes of a game.
    pub(super) fn all<L: TableLayout>(layout: &L, frames: &[L::Position]) -> Vec<Self> {
        let mut notes: Vec<Self> = Vec::new();
        for pile in layout.piles() {
            let mut last: Option<usize> = None;
            for (frame, position) in frames.iter().enumerate() {
                let text = L::note(position, pile);
                if let Some(note) = last.map(|at| &mut notes[at]) {
                    if text.as_ref() == Some(&note.text) {
                        continue;
                    }
                    note.ends = Some(frame);
                }
                last = text.map(|text| {
                    notes.push(Self { spot: layout.place(pile), text, begins: frame, ends: None });
                    notes.len() - 1
                });
            }
        }
        notes
    }

    /// The element that shows the note, with this number in the film.
    pub(super) fn drawn(&self, film: &Film<'_>, number: usize) -> String {
        drawn_note(self.spot, &self.text, &self.attributes(film, number))
    }

    pub(super) fn keyframes(&self, clock: &Clock) -> String {
        let mut frames = String::new();
        // Writing to a string cannot fail.
        if 0 < self.begins {
            let _ = write!(frames, "{}{{visibility:visible}}", Self::seen(clock, self.begins));
        }
        if let Some(ends) = self.ends {
            let _ = write!(frames, "{}{{visibility:hidden}}", Self::seen(clock, ends));
        }
        frames
    }

    /// When a frame is seen: with the first movement of its move.
    fn seen(clock: &Clock, frame: usize) -> String {
        clock.percent(frame.checked_sub(1).map_or(0.0, |mv| clock.start(mv)))
    }

    fn attributes(&self, film: &Film<'_>, number: usize) -> String {
        match (self.begins, self.ends) {
            (0, None) => String::new(),
            (0, Some(_)) => film.moves(number),
            _ => format!(r#" visibility="hidden"{}"#, film.moves(number)),
        }
    }
}

/// A note at the foot of a pile; its attributes begin with a space.
pub(super) fn drawn_note((x, y): (u32, u32), text: &str, attributes: &str) -> String {
    let (left, top) = (x + WIDTH / 2 - 17, y + HEIGHT - 24);
    format!(
        "<g class=\"note\" font-size=\"14\" font-weight=\"700\" text-anchor=\"middle\" pointer-events=\"none\"{attributes}>\
         <rect x=\"{left}\" y=\"{top}\" width=\"34\" height=\"18\" rx=\"9\" fill=\"#fffdf7\" stroke=\"#c9a24a\"/>\
         <text x=\"{}\" y=\"{}\" fill=\"#1d1d24\">{}</text></g>\n",
        x + WIDTH / 2,
        top + 14,
        escape(text)
    )
}
