//! The layout of a picture, and the board itself.
//!
//! Each row of a triangular board is shifted by half the distance of two holes, and rows are closer together: all six neighbours of a hole
//! are equally far away.

use std::fmt::Write as _;

use super::shape::{HOLE, PEG};
use crate::text::hole_id;
use crate::{Board, Hole, Lattice, Pegs, members};
use patience_draw::{MARGIN, marks};

/// The distance of neighbouring holes in a row.
pub(super) const SIDE: u32 = 56;
/// The distance of rows of a triangular board: the height of a triangle with that side.
const ROW: u32 = 48;
/// The width of the rim around the outermost cells.
const RIM: u32 = 3;
/// The least width: room for the counter and a short move below a narrow board.
const NARROWEST: u32 = 320;

/// The places of a board.
pub(super) struct Layout<'a> {
    pub(super) board: &'a Board,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The left edge of the leftmost cells.
    left: u32,
}

impl<'a> Layout<'a> {
    /// The places of a still picture.
    pub(super) fn of(board: &'a Board) -> Self {
        Self::at_least(board, 0)
    }

    /// The places of an animation, which has captions below the board.
    pub(super) fn of_film(board: &'a Board) -> Self {
        Self::at_least(board, NARROWEST)
    }

    fn at_least(board: &'a Board, width: u32) -> Self {
        let places = board.holes().iter().map(|&hole| offset(board, hole));
        let (right, low) = places.fold((0, 0), |(x, y), place| (place.0.max(x), place.1.max(y)));
        let needed = 2 * MARGIN + right + SIDE;
        let width = needed.max(width);
        let height = 2 * MARGIN + low + SIDE;
        Self { board, width, height, left: MARGIN + (width - needed) / 2 }
    }

    /// The middle of a hole.
    pub(super) fn middle(&self, hole: Hole) -> (u32, u32) {
        let (x, y) = offset(self.board, hole);
        (self.left + x + SIDE / 2, MARGIN + y + SIDE / 2)
    }

    /// The middle of the hole of a number.
    pub(super) fn place(&self, number: u8) -> (u32, u32) {
        self.middle(self.board.holes()[usize::from(number)])
    }

    /// The background, the board, and the row and column numbers; `height` may include space below the board.
    pub(super) fn ground(&self, height: u32) -> String {
        let width = self.width;
        let wood = self.trail(self.board.all());
        let mut out = format!(
            r##"<rect class="ground" width="{width}" height="{height}" rx="14" fill="#2a2420"/>
<g stroke-linecap="round" stroke-linejoin="round"><path class="rim" d="{wood}" fill="#5e3b1e" stroke="#5e3b1e" stroke-width="{}"/><path class="wood" d="{wood}" fill="#b98450" stroke="#b98450" stroke-width="{}"/></g>
<g class="label" fill="#fff" fill-opacity=".55" font-size="11" text-anchor="middle">
"##,
            SIDE + 2 * RIM,
            SIDE - RIM
        );
        for (x, y, number) in self.numbers() {
            let _ = writeln!(out, r#"<text x="{x}" y="{y}">{number}</text>"#);
        }
        out + "</g>\n"
    }

    /// The numbers of columns and rows, with their places: around the box of a square board, and at the first hole of each column and
    /// row of a triangular one.
    fn numbers(&self) -> Vec<(u32, u32, u8)> {
        let board = self.board;
        let (columns, rows) = (0..board.columns(), 0..board.rows());
        match board.lattice() {
            Lattice::Square => {
                let above =
                    columns.map(|column| (self.middle(Hole { row: 0, column }).0, 15, column));
                let beside = rows
                    .map(|row| (self.left - 12, self.middle(Hole { row, column: 0 }).1 + 4, row));
                above.chain(beside).collect()
            }
            Lattice::Triangular => {
                let holes = board.holes();
                let above = columns.filter_map(|column| {
                    let (x, y) = self.middle(*holes.iter().find(|hole| hole.column == column)?);
                    Some((x + 19, y - 26, column))
                });
                let beside = rows.filter_map(|row| {
                    let (x, y) = self.middle(*holes.iter().find(|hole| hole.row == row)?);
                    Some((x - 40, y + 4, row))
                });
                above.chain(beside).collect()
            }
        }
    }

    /// All holes.
    pub(super) fn holes(&self) -> String {
        let mut out = String::from("<g class=\"holes\">\n");
        for &hole in self.board.holes() {
            let (x, y) = self.middle(hole);
            let id = marks::place(&hole_id(self.board, hole));
            let _ = writeln!(out, r##"<use href="#{HOLE}" transform="translate({x} {y})"{id}/>"##);
        }
        out + "</g>\n"
    }

    /// Pegs in drawing order; the attributes of each begin with a space.
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
        let mut out = String::new();
        for number in members(set & self.board.all()) {
            let here = self.board.holes()[usize::from(number)];
            let there = |down: u8, right: u8| {
                let (row, column) = (here.row.checked_add(down)?, here.column.checked_add(right)?);
                let hole = self.board.number(Hole { row, column });
                hole.filter(|&hole| set >> hole & 1 == 1).map(|hole| self.place(hole))
            };
            let (x, y) = self.place(number);
            // Writing to a string cannot fail.
            let _ = match (self.board.lattice(), there(0, 1), there(1, 0), there(1, 1)) {
                // Four holes in a square: what is between them as well.
                (Lattice::Square, Some(_), Some(_), Some(_)) => {
                    write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")
                }
                (Lattice::Square, Some(_), Some(_), None) => {
                    write!(out, "M{x} {y}h{SIDE}M{x} {y}v{SIDE}")
                }
                (Lattice::Square, Some(_), None, _) => write!(out, "M{x} {y}h{SIDE}"),
                (Lattice::Square, None, Some(_), _) => write!(out, "M{x} {y}v{SIDE}"),
                (Lattice::Triangular, beside, below, across)
                    if beside.or(below).or(across).is_some() =>
                {
                    let line = |(to_x, to_y)| format!("M{x} {y}L{to_x} {to_y}");
                    let ends = [beside, below, across].into_iter().flatten();
                    out.extend(ends.map(line));
                    // Three holes in a triangle: what is between them as well.
                    for pair in [[beside, across], [below, across]] {
                        if let [Some((one_x, one_y)), Some((x_two, y_two))] = pair {
                            let _ = write!(out, "M{x} {y}L{one_x} {one_y}L{x_two} {y_two}z");
                        }
                    }
                    Ok(())
                }
                // Nothing goes on from here: a dot.
                _ => write!(out, "M{x} {y}h0"),
            };
        }
        out
    }
}

/// The offset of a hole from the leftmost and the topmost holes.
fn offset(board: &Board, Hole { row, column }: Hole) -> (u32, u32) {
    match board.lattice() {
        Lattice::Square => (SIDE * u32::from(column), SIDE * u32::from(row)),
        Lattice::Triangular => {
            let halves = |hole: Hole| 2 * i32::from(hole.column) - i32::from(hole.row);
            let least = board.holes().iter().map(|&hole| halves(hole)).min().unwrap_or(0);
            let halves = u32::try_from(halves(Hole { row, column }) - least).unwrap_or(0);
            (SIDE / 2 * halves, ROW * u32::from(row))
        }
    }
}
