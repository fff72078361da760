//! The whole screen: title, board, messages, keys.

use super::app::App;
use super::buffer::{Buffer, Tone};
use super::layout::{Layout, needs};
use super::paint::{Marks, Painter};
use super::targets;

const KEYS: [&str; 2] = [
    "arrows move  Enter picks up, puts down  Tab next  Esc cancel  / type a move",
    "u undo  r redo  h hint  x restart  s save  q quit",
];
/// Lines above the board, and below it: what lies under the cursor, messages, keys.
const ABOVE: u16 = 2;
const BELOW: u16 = 2 + MESSAGES + 2;
const MESSAGES: u16 = 3;

impl App<'_, '_> {
    /// The screen of a terminal of this size.
    pub(super) fn draw(&self, painter: Painter, width: u16, height: u16) -> Buffer {
        let mut out = Buffer::new(width, height);
        let room = height.saturating_sub(ABOVE + BELOW);
        let Some(layout) = Layout::fit(&self.view, ABOVE, width, room) else {
            self.draw_small(&mut out);
            return out;
        };
        out.write(0, 0, &self.game.title(), Tone::Strong);
        let (played, undone) = (self.game.session.moves().len(), self.game.session.undone());
        let count = format!(" {played} played, {undone} to redo");
        let length = u16::try_from(count.chars().count()).unwrap_or(0);
        out.write(width.saturating_sub(length), 0, &count, Tone::Plain);
        painter.board(&self.view, &layout, &self.marks(), &mut out);
        self.draw_below(&mut out);
        out
    }

    fn marks(&self) -> Marks {
        let Some(selected) = self.selected else {
            return Marks { cursor: self.cursor, ..Marks::default() };
        };
        let moves = targets::moves_from(&self.view, &self.legal, selected);
        let here = moves.iter().find(|(to, _)| *to == self.cursor);
        let piece = here.map(|(_, mv)| mv.piece.clone());
        let targets = moves.iter().map(|(to, _)| *to).collect();
        Marks { cursor: self.cursor, selected: Some((selected, piece)), targets }
    }

    fn draw_below(&self, out: &mut Buffer) {
        let top = out.height.saturating_sub(BELOW) + 1;
        out.write(0, top, &self.detail(), Tone::Plain);
        match &self.typed {
            Some(typed) => {
                out.write(0, top + 1, "move: ", Tone::Strong);
                out.write(6, top + 1, &format!("{typed}_"), Tone::Plain);
            }
            None => {
                for (line, message) in (1..=MESSAGES).zip(&self.messages) {
                    out.write(0, top + line, message, Tone::Strong);
                }
            }
        }
        for (line, keys) in (1..).zip(KEYS.iter().rev()) {
            out.write(0, out.height.saturating_sub(line), keys, Tone::Faint);
        }
    }

    /// There is no room for the board.
    fn draw_small(&self, out: &mut Buffer) {
        let (wide, high) = needs(&self.view, 1);
        let high = high.saturating_add(ABOVE + BELOW);
        let (width, height) = (out.width, out.height);
        out.write(0, 0, "terminal too small", Tone::Strong);
        out.write(0, 1, &format!("it has {width} x {height}"), Tone::Plain);
        out.write(0, 2, &format!("needed: {wide} x {high}"), Tone::Plain);
        out.write(0, 3, "q quits", Tone::Plain);
    }
}
