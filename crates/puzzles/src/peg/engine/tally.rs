//! Which regions are full and how many pegs there are of each type, packed so that a hop changes them by one addition.

use super::bytes::ByteSums;
use super::hops::Hop;
use crate::peg::{Board, Pegs};

/// The regions of a word, four bits each; one less than there is room for, so that four bits can hold how many are full.
const REGIONS: usize = 15;

/// The most regions there can be.
pub(super) const MOST_REGIONS: usize = 2 * REGIONS;

/// The highest bit of every region, which is set if the region is full.
const FULL: u64 = 0x8888_8888_8888_8888;

/// Two words of regions, each with the pegs in it, and eight less its size; one word of types, a byte each with its pegs.
pub(super) type Tally = [u64; 3];

/// Some regions: their bits in both words.
pub(super) type Chosen = [u64; 2];

/// Makes tallies.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    /// Which are counted, in their order.
    regions: Vec<Pegs>,
    sums: ByteSums<3>,
    base: Tally,
}

impl Counter {
    /// For up to [`MOST_REGIONS`] regions of at most eight holes, and these types.
    pub(super) fn new(board: &Board, regions: Vec<Pegs>, types: [Pegs; 4]) -> Self {
        let has = |set: Pegs, hole: usize| set >> hole & 1;
        let of_hole = |hole: usize| {
            let mut words = [0; 3];
            for (at, &region) in regions.iter().enumerate() {
                words[at / REGIONS] |= has(region, hole) << (4 * (at % REGIONS));
            }
            words[2] = (0..4).map(|at| has(types[at], hole) << (8 * at)).sum();
            words
        };
        let of_holes: Vec<Tally> = (0..board.holes().len()).map(of_hole).collect();
        let mut base = [0; 3];
        for (at, region) in regions.iter().enumerate() {
            base[at / REGIONS] |= u64::from(8 - region.count_ones()) << (4 * (at % REGIONS));
        }
        Self { sums: ByteSums::new(&of_holes), regions, base }
    }

    /// The tally of a position.
    #[inline]
    pub(super) fn tally(&self, pegs: Pegs) -> Tally {
        added(self.base, &self.sums.of(pegs))
    }

    /// What a hop adds.
    pub(super) fn change(&self, hop: &Hop) -> Tally {
        let (before, after) =
            (self.tally(hop.pattern), self.tally(hop.jump.holes() & !hop.pattern));
        std::array::from_fn(|at| after[at].wrapping_sub(before[at]))
    }

    /// Some of the regions.
    pub(super) fn choose(&self, chosen: impl Fn(Pegs) -> bool) -> Chosen {
        let mut words = [0; 2];
        for (at, _) in self.regions.iter().enumerate().filter(|(_, region)| chosen(**region)) {
            words[at / REGIONS] |= 8 << (4 * (at % REGIONS));
        }
        words
    }
}

/// A tally after a change.
#[inline]
pub(super) fn added(tally: Tally, change: &Tally) -> Tally {
    std::array::from_fn(|at| tally[at].wrapping_add(change[at]))
}

/// How many pegs of a type there are.
#[inline]
pub(super) fn of_type(tally: &Tally, at: usize) -> usize {
    usize::from(tally[2].to_le_bytes()[at])
}

/// How many of the chosen regions are full, or, if `flip` is all ones, not full.
#[inline]
pub(super) fn count(tally: &Tally, chosen: &Chosen, flip: u64) -> i32 {
    let count = |at: usize| {
        let bits = (tally[at] ^ flip) & chosen[at] & FULL;
        // The highest four bits of the product are the sum of all.
        (bits >> 3).wrapping_mul(FULL >> 3) >> 60
    };
    // At most thirty.
    #[allow(clippy::cast_possible_truncation)]
    let count = (count(0) + count(1)) as i32;
    count
}
