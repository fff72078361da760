//! Where everything stands, and the board below it.

use std::fmt::Write as _;

use super::shape::{HOLE, PEG};
use crate::{Board, Hole, Pegs, members};
use patience_draw::MARGIN;

/// How far it is from each hole to the next.
pub(super) const SIDE: u32 = 56;
/// How wide the rim around the outermost holes is, beyond half the way to the next hole.
const RIM: u32 = 3;
/// The least width: room for the counter and a short move below a narrow board.
const NARROWEST: u32 = 320;

/// The places of a board.
pub(super) struct Layout<'a> {
    pub(super) board: &'a Board,
    pub(super) width: u32,
    pub(super) height: u32,
    /// Where column 0 begins.
    left: u32,
}

impl<'a> Layout<'a> {
    /// The places of a still picture.
    pub(super) fn of(board: &'a Board) -> Self {
        Self::at_least(board, 0)
    }

    /// The places of a film, which has something to tell below the board.
    pub(super) fn of_film(board: &'a Board) -> Self {
        Self::at_least(board, NARROWEST)
    }

    fn at_least(board: &'a Board, width: u32) -> Self {
        let needed = 2 * MARGIN + along(board.columns());
        let width = needed.max(width);
        let height = 2 * MARGIN + along(board.rows());
        Self { board, width, height, left: MARGIN + (width - needed) / 2 }
    }

    /// The middle of a hole.
    pub(super) fn middle(&self, hole: Hole) -> (u32, u32) {
        (self.left + along(hole.column) + SIDE / 2, MARGIN + along(hole.row) + SIDE / 2)
    }

    /// The middle of the hole of a number.
    pub(super) fn place(&self, number: u8) -> (u32, u32) {
        self.middle(self.board.holes()[usize::from(number)])
    }

    /// The ground, the wood, and the numbers of rows and columns; `height` may have room for more below.
    pub(super) fn ground(&self, height: u32) -> String {
        let width = self.width;
        let wood = self.trail(self.board.all());
        let mut out = format!(
            r##"<rect width="{width}" height="{height}" rx="14" fill="#2a2420"/>
<g stroke-linecap="round" stroke-linejoin="round"><path d="{wood}" fill="#5e3b1e" stroke="#5e3b1e" stroke-width="{}"/><path d="{wood}" fill="#b98450" stroke="#b98450" stroke-width="{}"/></g>
<g class="numbers" fill="#fff" fill-opacity=".55" font-size="11" text-anchor="middle">
"##,
            SIDE + 2 * RIM,
            SIDE - RIM
        );
        for column in 0..self.board.columns() {
            let (x, _) = self.middle(Hole { row: 0, column });
            let _ = writeln!(out, r#"<text x="{x}" y="15">{column}</text>"#);
        }
        for row in 0..self.board.rows() {
            let (_, y) = self.middle(Hole { row, column: 0 });
            let _ = writeln!(out, r#"<text x="{}" y="{}">{row}</text>"#, self.left - 12, y + 4);
        }
        out + "</g>\n"
    }

    /// All holes.
    pub(super) fn holes(&self) -> String {
        let mut out = String::from("<g class=\"holes\">\n");
        for &hole in self.board.holes() {
            let (x, y) = self.middle(hole);
            let _ = writeln!(out, r##"<use href="#{HOLE}" transform="translate({x} {y})"/>"##);
        }
        out + "</g>\n"
    }

    /// Pegs in the order that they are drawn in; the attributes of each begin with a space.
    pub(super) fn pegs(&self, pegs: impl Iterator<Item = (u8, String)>) -> String {
        let mut out = String::from("<g class=\"pegs\">\n");
        for (hole, attributes) in pegs {
            let (x, y) = self.place(hole);
            let _ = writeln!(
                out,
                r##"<use class="peg" href="#{PEG}" transform="translate({x} {y})"{attributes}/>"##
            );
        }
        out + "</g>\n"
    }

    /// A path from hole to neighbouring hole through a set; a broad stroke along it covers the set.
    pub(super) fn trail(&self, set: Pegs) -> String {
        let has = |row: Option<u8>, column: Option<u8>| {
            let hole =
                row.zip(column).and_then(|(row, column)| self.board.number(Hole { row, column }));
            hole.is_some_and(|hole| set >> hole & 1 == 1)
        };
        let mut out = String::new();
        for number in members(set & self.board.all()) {
            let Hole { row, column } = self.board.holes()[usize::from(number)];
            let (here, below) = (Some(row), row.checked_add(1));
            let (upright, beside) = (Some(column), column.checked_add(1));
            let (x, y) = self.place(number);
            let _ = match (has(here, beside), has(below, upright)) {
                // Four holes in a square: what is between them as well.
                (true, true) if has(below, beside) => {
                    write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")
                }
                (true, true) => write!(out, "M{x} {y}h{SIDE}M{x} {y}v{SIDE}"),
                (true, false) => write!(out, "M{x} {y}h{SIDE}"),
                (false, true) => write!(out, "M{x} {y}v{SIDE}"),
                // Nothing goes on from here: a dot.
                (false, false) => write!(out, "M{x} {y}h0"),
            };
        }
        out
    }
}

/// The length of some holes in a row.
fn along(holes: u8) -> u32 {
    SIDE * u32::from(holes)
}
