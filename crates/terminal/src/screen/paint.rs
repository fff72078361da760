//! Drawing a view: places, pieces, and the marks of cursor, selection and targets.

use patience_kit::{Ink, Label, Piece, Place, Spread, View};

use super::buffer::{Buffer, Tone};
use super::layout::{FAN, Layout, Rect};

/// What is marked.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// The index of the place under the cursor.
    pub(super) cursor: usize,
    /// The index of the place that is selected, and the id of the piece that would move.
    pub(super) selected: Option<(usize, Option<String>)>,
    /// The indices of places where the selected piece can go.
    pub(super) targets: Vec<usize>,
}

/// Draws with symbols, or with ASCII only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Painter {
    pub(super) is_ascii: bool,
}

impl Painter {
    fn text(self, label: &Label) -> &str {
        if self.is_ascii { &label.ascii } else { &label.text }
    }

    fn symbol(self, symbol: char, ascii: char) -> char {
        if self.is_ascii { ascii } else { symbol }
    }

    /// Draws everything.
    pub(super) fn board(self, view: &View, layout: &Layout, marks: &Marks, out: &mut Buffer) {
        for place in &view.places {
            self.empty(place, layout, out);
        }
        for place in &view.places {
            self.pieces(place, layout, out);
        }
        for (at, place) in view.places.iter().enumerate() {
            let is_selected = marks.selected.as_ref().is_some_and(|(index, _)| *index == at);
            let (marks, piece, tone) = if at == marks.cursor {
                (['[', ']'], None, Tone::Cursor)
            } else if is_selected {
                let piece = marks.selected.as_ref().and_then(|(_, piece)| piece.as_deref());
                (['{', '}'], piece, Tone::Cursor)
            } else if marks.targets.contains(&at) {
                (['(', ')'], None, Tone::Target)
            } else {
                continue;
            };
            let Rect { x, width, .. } = layout.rect(place.area);
            let y = layout.line_of(place, piece);
            let last = match place.spread {
                Spread::Right => (FAN * layout.shown_right(place).1.max(1)) + 1,
                Spread::Down => width - 1,
                // A large piece is marked as a whole.
                Spread::Stack => {
                    let piece = place.pieces.last();
                    piece.map_or(width, |piece| layout.piece(place.area, piece).width + 2) - 1
                }
            };
            out.put(x, y, marks[0], tone);
            out.put(x + last, y, marks[1], tone);
        }
    }

    /// The label of a place: in an empty one, or above a pile that is fanned down.
    fn empty(self, place: &Place, layout: &Layout, out: &mut Buffer) {
        let Rect { x, y, .. } = layout.rect(place.area);
        let text = self.text(&place.label);
        if place.spread == Spread::Down && 1 < layout.row {
            out.centre(x + 1, y.saturating_sub(1), 4, text, Tone::Faint);
        }
        if place.pieces.is_empty() {
            let text = match place.spread {
                Spread::Down if 1 < layout.row => "",
                _ => text,
            };
            let tone = if place.solid { Tone::Strong } else { Tone::Faint };
            out.centre(x + 1, y, 4, text, tone);
        }
    }

    fn pieces(self, place: &Place, layout: &Layout, out: &mut Buffer) {
        let Rect { x, y, .. } = layout.rect(place.area);
        match place.spread {
            Spread::Stack => {
                if let Some(piece) = place.pieces.last() {
                    self.piece(piece, layout.piece(place.area, piece), layout.row, out);
                }
            }
            Spread::Down => {
                let (hidden, lines) = layout.fanned(place);
                if 0 < hidden {
                    let more = format!("{}{hidden}", self.symbol('⋮', ':'));
                    out.centre(x + 1, y, 4, &more, Tone::Faint);
                }
                for (piece, line) in place.pieces.iter().skip(hidden).zip(lines) {
                    out.centre(x + 1, line, 4, self.text(&piece.label), tone(piece));
                }
            }
            Spread::Right => {
                let (hidden, _) = layout.shown_right(place);
                for (at, piece) in (0..).zip(place.pieces.iter().skip(hidden)) {
                    out.centre(x + 1 + at * FAN, y, FAN, self.text(&piece.label), tone(piece));
                }
            }
        }
    }

    /// A piece with its label in every cell that it covers, and lines between them: shapes do not depend on colour.
    fn piece(self, piece: &Piece, rect: Rect, row: u16, out: &mut Buffer) {
        let (label, tone) = (self.text(&piece.label), tone(piece));
        let (across, down) = (u16::from(piece.size.0.max(1)), u16::from(piece.size.1.max(1)));
        for line in 0..rect.height {
            out.centre(rect.x, rect.y + line, rect.width, "", tone);
        }
        let step = (rect.width + 2) / across;
        let level = self.symbol('─', '-');
        for letter in 2..(across - 1) * step + 2 {
            out.put(rect.x + letter, rect.y, level, tone);
        }
        let upright = self.symbol('│', '|');
        for line in 0..rect.height {
            if 1 < down {
                out.put(rect.x + 2, rect.y + line, upright, tone);
            }
        }
        for column in 0..across {
            for line in 0..down {
                let (x, y) = (rect.x + column * step, rect.y + line * row);
                let length = u16::try_from(label.chars().count()).unwrap_or(4).min(4);
                out.write(x + (4 - length).div_ceil(2), y, label, tone);
            }
        }
    }
}

fn tone(piece: &Piece) -> Tone {
    match (piece.is_down, piece.ink) {
        (true, _) => Tone::Back,
        (false, Ink::Red) => Tone::RedCard,
        (false, Ink::Black) => Tone::BlackCard,
        (false, Ink::Neutral) if piece.size != (1, 1) => Tone::Body,
        (false, Ink::Neutral) => Tone::Neutral,
        (false, Ink::Accent) => Tone::Accent,
    }
}
