//! Corners: holes whose pegs no jump takes, so each leaves by its own move.

use crate::{Board, Pegs};

/// The holes that are not the middle of any line.
#[must_use]
pub fn corners(board: &Board) -> Pegs {
    board.jumps().iter().fold(board.all(), |corners, jump| corners & !(1 << jump.over))
}
