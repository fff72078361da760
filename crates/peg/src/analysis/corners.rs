//! Corners: holes whose pegs no jump takes, so each leaves by its own move.

use crate::{Board, Pegs};

/// The holes that are not the middle of any line.
///
/// ```
/// use patience_peg::{Board, Drawing, analysis::corners};
///
/// assert_eq!(corners(&Drawing::parse("....")?.board), 0b1001);
/// let english = Board::named("english").expect("a board of that name");
/// assert_eq!(corners(&english).count_ones(), 8);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn corners(board: &Board) -> Pegs {
    board.jumps().iter().fold(board.all(), |corners, jump| corners & !(1 << jump.over))
}
