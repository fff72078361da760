//! Corners: holes whose pegs nobody can take, so that each leaves by a move of its own.

use crate::{Board, Pegs};

/// The holes that no line has in its middle.
#[must_use]
pub fn corners(board: &Board) -> Pegs {
    board.jumps().iter().fold(board.all(), |corners, jump| corners & !(1 << jump.over))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_boards_have_the_known_numbers_of_corners() {
        let corners = Board::NAMES.map(|name| {
            let board = Board::named(name).expect("a named board");
            corners(&board).count_ones()
        });
        assert_eq!(corners, [8, 12, 16, 8]);
    }
}
