//! Hops: jumps as a side makes them, played or taken back.

use crate::{Board, Jump, Pegs};

/// The direction of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engines) enum Direction {
    /// From the start: jumps are played.
    Forth,
    /// From the goals: jumps are taken back.
    Back,
}

impl Direction {
    /// All ones if a hop needs the hole in its middle to be empty.
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
    /// The hole of the peg before it.
    pub(super) begin: u8,
    /// The hole of the peg after it.
    pub(super) end: u8,
    /// The direction on the board, by its index in [`Lattice::steps`](crate::Lattice::steps).
    pub(super) way: usize,
    /// The holes of the jump that must have a peg; the others must be empty.
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
