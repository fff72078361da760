//! Pictures of boards and animations of solutions: self-contained SVG.

mod colour;
mod film;
mod layout;
mod shape;

use std::fmt::Write as _;

use self::layout::Layout;
use crate::{Axis, Board};
use patience_draw::{marks, opening};

pub use self::film::animation;
pub(crate) use self::layout::{EXIT, cell_id};

/// A picture of a board: vehicles with their letters, the target in red, walls, and the exit.
///
/// The colour of a vehicle depends on its letter and on those of the others, not on where it stands.
///
/// ```
/// use patience_rush_hour::Board;
/// use patience_rush_hour::picture::svg;
///
/// let picture = svg(&Board::parse("BB...C..D..CAAD..CE.D..FE..GGFE.HH.F")?);
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn svg(board: &Board) -> String {
    let layout = Layout::of(board);
    let mut out = opening(layout.width, layout.height, "");
    out += &description("A Rush Hour board", board);
    out += &shape::definitions(board);
    out += &layout.lot(layout.height);
    out += &layout.areas();
    out += &layout.vehicles(|index| marks::piece(&board.vehicles()[index].letter.to_string()));
    out + "</svg>\n"
}

/// The title, and the board in words, for screen readers.
fn description(title: &str, board: &Board) -> String {
    let target = board.target();
    let mut out = format!(
        "<title>{title}</title>\n<desc>{} rows, {} columns, exit at the right of row {}.\n",
        board.height(),
        board.width(),
        target.row + 1
    );
    for vehicle in board.vehicles() {
        let role = if vehicle.letter == target.letter { ", the target" } else { "" };
        let (line, cells) = match vehicle.axis {
            Axis::Horizontal => ("row", "columns"),
            Axis::Vertical => ("column", "rows"),
        };
        let (first, last) = (vehicle.offset() + 1, vehicle.offset() + vehicle.length);
        let _ = writeln!(
            out,
            "{}{role}: {line} {}, {cells} {first} to {last}.",
            vehicle.letter,
            vehicle.line() + 1
        );
    }
    for (row, column) in board.walls() {
        let _ = writeln!(out, "Wall: row {}, column {}.", row + 1, column + 1);
    }
    out + "</desc>\n"
}
