//! Holes where a move that lowers the bound can begin, for positions without a move to spare.
//!
//! A move lowers the part of the corners only if it starts in one, the part of the regions only if it starts in one, and the part of the
//! types only if it can take pegs of every type that determines it. Backwards, the first hole of a move is the last of the chain,
//! so every hole counts from which such a hole can be reached.

use std::cmp::Ordering;

use super::hops::Direction;
use super::jump_bitboard::{JumpBitboard, Word};
use crate::analysis::{PegType, can_take, reach};
use crate::{Board, Pegs, members};

/// The holes where helpful moves may begin.
#[derive(Clone, Debug)]
pub(super) struct Helpful {
    /// To lower the part of the corners: sets of corners, and the holes for them.
    corners: Vec<(Pegs, Word)>,
    /// To lower the part of the regions.
    regions: Word,
    /// To lower the part of some types, by set of types.
    types: [Word; 16],
}

impl Helpful {
    /// The holes for an end that requires these corners, and regions with these holes.
    pub(super) fn new(
        board: &Board,
        jump_bitboard: &JumpBitboard,
        direction: Direction,
        corners: Pegs,
        regions: Pegs,
    ) -> Self {
        let reached_from = |set: Pegs| match direction {
            Direction::Forth => set,
            Direction::Back => members(set).fold(0, |all, hole| all | reach(board, hole)),
        };
        let mut by_holes: Vec<(Pegs, Pegs)> = Vec::new();
        for corner in members(corners) {
            let holes = match direction {
                // Other corners have no peg.
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

    /// The holes where a move that lowers the bound can begin, given the corners that require a move, the parts of regions and types, and the
    /// types with the greatest part, a bit each.
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
