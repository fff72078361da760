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
    /// The way from the one to the other, by its number in [`Lattice::steps`](crate::Lattice::steps).
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
    let [begin, end] = [begin, end].map(|hole| {
        let hole = board.holes()[usize::from(hole)];
        (i16::from(hole.row), i16::from(hole.column))
    });
    let step = ((end.0 - begin.0) / 2, (end.1 - begin.1) / 2);
    let way = board.lattice().steps().iter().position(|it| *it == step);
    way.expect("a hop goes along a step of the lattice")
}
