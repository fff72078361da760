//! The lower bound of Barker and Korf (2012): corners, plus the greater of types and Merson regions.
//!
//! Each full *corner* that the goal leaves empty takes a move that starts there. Excess pegs of a *type* that no such move can take need
//! their number divided by the most that one move takes. Each of some disjoint full *regions* that are not full in the goal takes
//! a move that starts there. A move starts in one hole, so corners and regions add up, and so do corners and types.

use super::corners::corners;
use super::merson::{family, images};
use super::trails::{can_take, caps};
use super::types::{PegType, counts};
use crate::{Board, Pegs, members};

/// A lower bound on the moves to the nearest goal, which no move lowers by more than one.
///
/// ```
/// use patience_peg::{Board, analysis::PaperBound};
///
/// let board = Board::named("english").expect("a board of that name");
/// let bound = PaperBound::towards(&board, &[1 << 16]);
/// // Each of the eight corners takes a move. The central game has a solution of 18 moves.
/// assert!((8..=18).contains(&bound.estimate(board.all() & !(1 << 16))));
/// assert_eq!(bound.estimate(1 << 16), 0);
/// ```
#[derive(Clone, Debug)]
pub struct PaperBound {
    /// The holes of the types that no move from a corner takes, and the most that one move takes.
    types: Vec<(Pegs, u32)>,
    /// One for each goal, without duplicates.
    wants: Vec<Wants>,
}

/// What a goal requires.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wants {
    /// The corners that are empty in the goal.
    corners: Pegs,
    /// The pegs of each type in the goal.
    counts: Vec<u32>,
    /// The regions that are not full in the goal and belong to all images of the family.
    regions: Vec<Pegs>,
    /// The other regions that are not full in the goal, image by image.
    others: Vec<Vec<Pegs>>,
}

impl PaperBound {
    /// The bound for these goals; 0 if there is none.
    #[must_use]
    pub fn towards(board: &Board, goals: &[Pegs]) -> Self {
        let corners = corners(board);
        let is_spared = |taken: &PegType| !members(corners).any(|it| can_take(board, it, *taken));
        let spared: Vec<PegType> = PegType::ALL.into_iter().filter(is_spared).collect();
        let caps = caps(board);
        let types = spared.iter().map(|&it| (it.holes(board), caps[it as usize])).collect();
        let families = images(board, &family(board));
        let mut wants: Vec<Wants> = Vec::new();
        for &goal in goals {
            let counts = counts(board, goal);
            let is_common = |region: &Pegs| families.iter().all(|family| family.contains(region));
            let regions = |family: &[Pegs], common: bool| -> Vec<Pegs> {
                let is_asked = |it: &&Pegs| goal & **it != **it && is_common(it) == common;
                family.iter().filter(is_asked).copied().collect()
            };
            let asked = Wants {
                corners: corners & !goal,
                counts: spared.iter().map(|&it| counts[it as usize]).collect(),
                regions: families.first().map_or(Vec::new(), |family| regions(family, true)),
                others: families.iter().map(|family| regions(family, false)).collect(),
            };
            if !wants.contains(&asked) {
                wants.push(asked);
            }
        }
        Self { types, wants }
    }

    /// The bound for these pegs.
    #[must_use]
    pub fn estimate(&self, pegs: Pegs) -> u8 {
        let moves = self.wants.iter().map(|wants| self.moves(wants, pegs)).min().unwrap_or(0);
        // No more than there are holes.
        #[allow(clippy::cast_possible_truncation)]
        let moves = moves as u8;
        moves
    }

    fn moves(&self, wants: &Wants, pegs: Pegs) -> u32 {
        let types = self.types.iter().zip(&wants.counts).map(|(&(holes, cap), &left)| {
            let too_many = (pegs & holes).count_ones().saturating_sub(left);
            // A cap of 0 means that no move takes these pegs; any bound holds.
            too_many.div_ceil(cap.max(1))
        });
        let full = |regions: &Vec<Pegs>| -> u32 {
            regions.iter().map(|&region| u32::from(pegs & region == region)).sum()
        };
        let regions = full(&wants.regions) + wants.others.iter().map(full).max().unwrap_or(0);
        (pegs & wants.corners).count_ones() + types.max().unwrap_or(0).max(regions)
    }
}
