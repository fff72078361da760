//! Pictures of positions, animated pictures of solutions, and charts of boards: SVG without scripts or references.

mod chart;
mod film;
mod layout;
mod shape;
mod sheet;

use std::fmt::Write as _;

use self::layout::Layout;
use crate::text::{hole_id, hole_list};
use crate::{Board, Pegs, members};
use patience_draw::{marks, opening};

pub use self::chart::Chart;
pub use self::film::animation;
pub(crate) use self::film::animation_of_moves;
pub use self::sheet::{Sheet, sheet};

/// A picture of a position: the board, its holes and pegs, with row and column numbers.
///
/// ```
/// use patience_peg::Board;
/// use patience_peg::picture::svg;
///
/// let board = Board::named("english").expect("a board of that name");
/// let picture = svg(&board, board.all() & !(1 << 16));
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// ```
#[must_use]
pub fn svg(board: &Board, pegs: Pegs) -> String {
    let layout = Layout::of(board);
    let mut out = opening(layout.width, layout.height, "");
    out += &description("A peg solitaire position", board, pegs);
    out += shape::DEFINITIONS;
    out += &layout.ground(layout.height);
    out += &layout.holes();
    out += &layout.pegs(members(pegs & board.all()).map(|number| {
        let hole = board.holes()[usize::from(number)];
        (number, marks::piece(&hole_id(board, hole)))
    }));
    out + "</svg>\n"
}

/// The title, and the position in words, for screen readers.
fn description(title: &str, board: &Board, pegs: Pegs) -> String {
    let mut out = format!(
        "<title>{title}</title>\n<desc>{} rows, {} columns, {} holes.\n",
        board.rows(),
        board.columns(),
        board.holes().len()
    );
    let all = board.all();
    for (name, set) in [("Pegs", pegs & all), ("Empty", all & !pegs)] {
        if set != 0 {
            let _ = writeln!(out, "{name}: {}.", hole_list(board, set));
        }
    }
    out + "</desc>\n"
}
