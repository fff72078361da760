//! The places of a picture, and the ground below the vehicles.

use std::fmt::Write as _;

use super::colour::colour;
use super::shape::{SIDE, WALL, centre, name};
use crate::{Axis, Board, Vehicle};
use patience_draw::{MARGIN, marks};

/// The length of the lane behind the exit beyond the margin.
const LANE: u32 = 16;
/// The distance of the kerb's middle from the lot.
const KERB: u32 = 3;

/// The id of the exit in the view.
pub(crate) const EXIT: &str = "exit";

/// The places of a board.
pub(super) struct Layout<'a> {
    board: &'a Board,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl<'a> Layout<'a> {
    pub(super) fn of(board: &'a Board) -> Self {
        Self {
            board,
            width: 2 * MARGIN + LANE + along(board.width()),
            height: 2 * MARGIN + along(board.height()),
        }
    }

    /// The ground, the grid, the kerb with its gap at the exit, and the walls; `height` may have room for more below.
    pub(super) fn lot(&self, height: u32) -> String {
        let (width, board) = (self.width, self.board);
        let (right, bottom) = (MARGIN + along(board.width()), MARGIN + along(board.height()));
        let exit = MARGIN + along(board.target().row);
        let mut grid = String::new();
        for column in 1..board.width() {
            let _ = write!(grid, "M{} {MARGIN}V{bottom}", MARGIN + along(column));
        }
        for row in 1..board.height() {
            let _ = write!(grid, "M{MARGIN} {}H{right}", MARGIN + along(row));
        }
        let (near, far, low) = (MARGIN - KERB, right + KERB, bottom + KERB);
        let (upper, lower) = (exit.saturating_sub(KERB), exit + SIDE + KERB);
        let mut out = format!(
            r##"<rect class="ground" width="{width}" height="{height}" rx="14" fill="#2b3039"/>
<path class="board" d="M{MARGIN} {MARGIN}H{right}V{bottom}H{MARGIN}zM{right} {exit}H{width}v{SIDE}H{right}z" fill="#525a68"/>
<path class="grid" d="{grid}" fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="1.5"/>
<path class="edge" d="M{width} {upper}H{far}V{near}H{near}V{low}H{far}V{lower}H{width}" fill="none" stroke="#b4bbc7" stroke-width="6" stroke-linejoin="round"/>
<path class="exit" d="M{} {}l9 10-9 10m11-20l9 10-9 10" fill="none" stroke="#e9b949" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
"##,
            right + 10,
            exit + SIDE / 2 - 10
        );
        for &(row, column) in board.walls() {
            let (x, y) = (MARGIN + along(column), MARGIN + along(row));
            let _ = writeln!(out, r##"<use href="#{WALL}" transform="translate({x} {y})"/>"##);
        }
        out
    }

    /// What covers every cell and the exit, each with its id in the view.
    pub(super) fn areas(&self) -> String {
        let (columns, rows) = (self.board.width(), self.board.height());
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let area = |row, column| ((MARGIN + along(column), MARGIN + along(row)), (SIDE, SIDE));
        let cells = cells.map(|(row, column)| {
            let (corner, size) = area(row, column);
            (cell_id((row, column)), corner, size)
        });
        let (corner, (_, height)) = area(self.board.target().row, columns);
        let exit = (EXIT.to_owned(), corner, (self.width - corner.0, height));
        marks::areas(cells.chain([exit]))
    }

    /// The upper left corner of a vehicle.
    pub(super) fn corner(vehicle: Vehicle) -> (u32, u32) {
        (MARGIN + along(vehicle.column), MARGIN + along(vehicle.row))
    }

    /// All vehicles; `attributes` of each, by its place among those of the board, begin with a space.
    pub(super) fn vehicles(&self, attributes: impl Fn(usize) -> String) -> String {
        let mut out = String::from(
            "<g class=\"vehicles\" font-size=\"25\" font-weight=\"700\" text-anchor=\"middle\">\n",
        );
        for (index, &vehicle) in self.board.vehicles().iter().enumerate() {
            let Vehicle { letter, axis, length, .. } = vehicle;
            let (x, y) = Self::corner(vehicle);
            let (paint, shape) = (colour(self.board, letter), name(length));
            // Horizontal vehicles face right, vertical ones face up.
            let (turn, centre) = match axis {
                Axis::Horizontal => (String::new(), (centre(length), SIDE / 2)),
                Axis::Vertical => {
                    let end = along(length);
                    let turn = format!(r#" transform="translate(0 {end}) rotate(-90)""#);
                    (turn, (SIDE / 2, end - centre(length)))
                }
            };
            let role = if letter == self.board.target().letter { "target" } else { "other" };
            let _ = writeln!(
                out,
                r##"<g class="vehicle" data-role="{role}" transform="translate({x} {y})" fill="{paint}"{}><use href="#{shape}"{turn}/><text x="{}" y="{}" fill="{}">{letter}</text></g>"##,
                attributes(index),
                centre.0,
                // From the middle of a capital to its foot.
                centre.1 + 9,
                paint.ink(),
            );
        }
        out + "</g>\n"
    }
}

/// The id of a cell in the view.
pub(crate) fn cell_id((row, column): (u8, u8)) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// The length of some cells in a row.
fn along(cells: u8) -> u32 {
    SIDE * u32::from(cells)
}
