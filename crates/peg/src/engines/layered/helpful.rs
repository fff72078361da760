//! Which pegs can begin a move that lowers the bound, for positions with no move to spare.
//!
//! A move lowers what the corners ask for only if it starts in one, what the regions ask for only if it starts in one, and what the
//! types ask for only if it can take pegs of all those that ask for most. Played from the goals, the hole where it starts is the last
//! of the chain, so any hole counts from which such a one can be reached.

use std::cmp::Ordering;

use super::hops::Direction;
use super::jump_bitboard::{JumpBitboard, Word};
use crate::analysis::{PegType, can_take};
use crate::{Board, Pegs, members};

/// The holes where helpful moves may begin.
#[derive(Clone, Debug)]
pub(super) struct Helpful {
    /// For corners to ask for less: sets of corners, and the holes for them.
    corners: Vec<(Pegs, Word)>,
    /// For regions to ask for less.
    regions: Word,
    /// For all of some types to ask for less.
    types: [Word; 16],
}

impl Helpful {
    /// For an end that asks for corners, and for regions with these holes.
    pub(super) fn new(
        board: &Board,
        jump_bitboard: &JumpBitboard,
        direction: Direction,
        corners: Pegs,
        regions: Pegs,
    ) -> Self {
        let reached_from = |set: Pegs| match direction {
            Direction::Forth => set,
            Direction::Back => members(set).fold(0, |all, hole| all | around(board, hole)),
        };
        let mut by_holes: Vec<(Pegs, Pegs)> = Vec::new();
        for corner in members(corners) {
            let holes = match direction {
                // Corners that are not asked for have no peg to begin with.
                Direction::Forth => corners,
                Direction::Back => reached_from(1 << corner),
            };
            if by_holes.iter().all(|(_, known)| *known != holes) {
                by_holes.push((corners & holes, holes));
            }
        }
        let can_take_all = |hole: u8, types: usize| {
            (0..4).all(|at| types >> at & 1 == 0 || can_take(board, hole, PegType::ALL[at]))
        };
        let takers = |types: usize| {
            let all = members(board.all()).filter(|&hole| 0 < types && can_take_all(hole, types));
            jump_bitboard.word(all.map(|hole| 1 << hole).sum())
        };
        Self {
            corners: by_holes
                .into_iter()
                .map(|(set, holes)| (set, jump_bitboard.word(holes)))
                .collect(),
            regions: jump_bitboard.word(reached_from(regions)),
            types: std::array::from_fn(takers),
        }
    }

    /// The holes where a move can begin that lowers the bound, given the corners that ask for a move, and what regions and types ask for,
    /// and which types ask for most, a bit each.
    #[inline]
    pub(super) fn begins(&self, corners: Pegs, regions: i32, types: i32, most: usize) -> Word {
        let from_corners = self.corners.iter().filter(|(set, _)| set & corners != 0);
        let from_corners = from_corners.fold(0, |all, (_, holes)| all | holes);
        let takers = self.types[most & 15];
        from_corners
            | match regions.cmp(&types) {
                Ordering::Greater => self.regions,
                Ordering::Equal => self.regions & takers,
                Ordering::Less => takers,
            }
    }
}

/// All holes that a peg in this one can come to.
fn around(board: &Board, hole: u8) -> Pegs {
    let mut reached: Pegs = 1 << hole;
    loop {
        let from = board.jumps().iter().filter(|jump| reached >> jump.from & 1 == 1);
        let next = from.fold(reached, |all, jump| all | 1 << jump.to);
        if next == reached {
            return reached;
        }
        reached = next;
    }
}
