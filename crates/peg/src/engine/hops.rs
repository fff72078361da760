//! Steps of a side as it sees them: a peg hops from where it stands to where it stands then.

use crate::{Board, Jump, Pegs};

/// In which direction a side plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the start: jumps are played.
    Forth,
    /// From the goals: jumps are taken back.
    Back,
}

impl Direction {
    /// All ones if the hole that is hopped over is to be empty.
    pub(super) fn flip(self) -> Pegs {
        match self {
            Self::Forth => 0,
            Self::Back => Pegs::MAX,
        }
    }
}

/// A jump, played or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    /// The jump.
    pub(super) jump: Jump,
    /// Where the peg stands before.
    pub(super) begin: u8,
    /// Where it stands after.
    pub(super) end: u8,
    /// The way from the one to the other: right, down, left, up.
    pub(super) way: usize,
    /// What it needs: of the holes of the jump these have a peg and the others none.
    pub(super) pattern: Pegs,
}

impl Hop {
    /// All hops of a board.
    pub(super) fn all(board: &Board, direction: Direction) -> Vec<Self> {
        let hop = |&jump: &Jump| {
            let (begin, end, pattern): (u8, u8, Pegs) = match direction {
                Direction::Forth => (jump.from, jump.to, 1 << jump.from | 1 << jump.over),
                Direction::Back => (jump.to, jump.from, 1 << jump.to),
            };
            Self { jump, begin, end, way: way(board, begin, end), pattern }
        };
        board.jumps().iter().map(hop).collect()
    }

    /// Whether it can be made where these pegs stand.
    #[cfg(test)]
    pub(super) fn is_legal(&self, pegs: Pegs) -> bool {
        pegs & self.jump.holes() == self.pattern
    }
}

fn way(board: &Board, begin: u8, end: u8) -> usize {
    let [begin, end] = [begin, end].map(|hole| board.holes()[usize::from(hole)]);
    match (begin.row.cmp(&end.row), begin.column < end.column) {
        (std::cmp::Ordering::Equal, true) => 0,
        (std::cmp::Ordering::Less, _) => 1,
        (std::cmp::Ordering::Equal, false) => 2,
        (std::cmp::Ordering::Greater, _) => 3,
    }
}
