//! Pegs of each region and type, packed so that a hop updates them by one addition.

use super::bytes::ByteSums;
use super::hops::Hop;
use crate::{Board, Pegs};

/// The regions of a word, four bits each; one fewer than fit, so that four bits can hold the number of full ones.
const REGIONS: usize = 15;

/// The most regions that there can be.
pub(super) const MOST_REGIONS: usize = 2 * REGIONS;

/// The highest bit of every region, which is set if the region is full.
const FULL: u64 = 0x8888_8888_8888_8888;

/// The byte of the corners in the last word.
const CORNERS: usize = 4;

/// The highest bits of the bytes of the types.
const TYPES: u64 = 0x8080_8080;

/// Two words of regions, each with its pegs plus eight minus its size; one word with a byte for the pegs of each type and a byte for the
/// corners that require a move.
pub(super) type PackedCounts = [u64; 3];

/// A set of regions: their bits in both words.
pub(super) type Chosen = [u64; 2];

/// Computes packed counts.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    /// The regions in their order.
    regions: Vec<Pegs>,
    sums: ByteSums<3>,
    base: PackedCounts,
}

impl Counter {
    /// A counter for up to [`MOST_REGIONS`] regions of at most eight holes, these types, and these corners, which require a move while
    /// full or, if `flip` is all ones, while empty.
    pub(super) fn new(
        board: &Board,
        regions: Vec<Pegs>,
        types: [Pegs; 4],
        corners: Pegs,
        flip: Pegs,
    ) -> Self {
        let has = |set: Pegs, hole: usize| set >> hole & 1;
        let of_hole = |hole: usize| {
            let mut words = [0; 3];
            for (at, &region) in regions.iter().enumerate() {
                words[at / REGIONS] |= has(region, hole) << (4 * (at % REGIONS));
            }
            words[2] = (0..4).map(|at| has(types[at], hole) << (8 * at)).sum();
            let corner = has(corners, hole) << (8 * CORNERS);
            words[2] = if flip == 0 { words[2] + corner } else { words[2].wrapping_sub(corner) };
            words
        };
        let of_holes: Vec<PackedCounts> = (0..board.holes().len()).map(of_hole).collect();
        let mut base = [0; 3];
        for (at, region) in regions.iter().enumerate() {
            base[at / REGIONS] |= u64::from(8 - region.count_ones()) << (4 * (at % REGIONS));
        }
        base[2] = u64::from((corners & flip).count_ones()) << (8 * CORNERS);
        Self { sums: ByteSums::new(&of_holes), regions, base }
    }

    /// The counts of a position.
    #[inline]
    pub(super) fn packed_counts(&self, pegs: Pegs) -> PackedCounts {
        added(self.base, &self.sums.of(pegs))
    }

    /// The change by a hop.
    pub(super) fn change(&self, hop: &Hop) -> PackedCounts {
        let (before, after) =
            (self.packed_counts(hop.pattern), self.packed_counts(hop.jump.holes() & !hop.pattern));
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

/// The counts after a change.
#[inline]
pub(super) fn added(packed_counts: PackedCounts, change: &PackedCounts) -> PackedCounts {
    std::array::from_fn(|at| packed_counts[at].wrapping_add(change[at]))
}

/// The pegs of a type.
#[inline]
pub(super) fn of_type(packed_counts: &PackedCounts, at: usize) -> usize {
    usize::from(packed_counts[2].to_le_bytes()[at])
}

/// The corners that require a move.
#[inline]
pub(super) fn corners(packed_counts: &PackedCounts) -> i32 {
    i32::from(packed_counts[2].to_le_bytes()[CORNERS])
}

/// Whether no type has more pegs than allowed or, if `flip` is all ones, fewer.
#[inline]
pub(super) fn types_within(packed_counts: &PackedCounts, allowed: u64, flip: u64) -> bool {
    let (less, more) =
        if flip == 0 { (packed_counts[2], allowed) } else { (allowed, packed_counts[2]) };
    // No byte borrows from the next, since all are below 128. The bytes above the types are ignored.
    (more & !TYPES | TYPES).wrapping_sub(less & (TYPES - (TYPES >> 7))) & TYPES == TYPES
}

/// The number of chosen regions that are full or, if `flip` is all ones, not full.
#[inline]
pub(super) fn count(packed_counts: &PackedCounts, chosen: &Chosen, flip: u64) -> i32 {
    let count = |at: usize| {
        if chosen[at] == 0 {
            return 0;
        }
        let bits = (packed_counts[at] ^ flip) & chosen[at] & FULL;
        // The highest four bits of the product are the sum of all.
        (bits >> 3).wrapping_mul(FULL >> 3) >> 60
    };
    // At most thirty.
    #[allow(clippy::cast_possible_truncation)]
    let count = (count(0) + count(1)) as i32;
    count
}

/// The chosen regions that are full or, if `flip` is all ones, not full: a bit each, in their order.
#[inline]
pub(super) fn set(packed_counts: &PackedCounts, chosen: &Chosen, flip: u64) -> u32 {
    let gathered = |at: usize| {
        let bits = ((packed_counts[at] ^ flip) & chosen[at] & FULL) >> 3;
        // Every fourth bit: pairs, then fours, eights and sixteens move together.
        let pairs = (bits | bits >> 3) & 0x0303_0303_0303_0303;
        let fours = (pairs | pairs >> 6) & 0x000f_000f_000f_000f;
        let eights = (fours | fours >> 12) & 0x0000_00ff_0000_00ff;
        (eights | eights >> 24) & 0xffff
    };
    // Thirty bits.
    #[allow(clippy::cast_possible_truncation)]
    let set = (gathered(0) | gathered(1) << REGIONS) as u32;
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_a_bit_for_every_full_region() {
        let board =
            Board::new((0..60).map(|column| crate::Hole { row: 0, column })).expect("a row");
        let regions: Vec<Pegs> = (0..30).map(|at| 0b11 << (2 * at)).collect();
        let counter = Counter::new(&board, regions.clone(), [0; 4], 0, 0);
        let all = counter.choose(|_| true);
        for (at, &region) in regions.iter().enumerate() {
            let counts = counter.packed_counts(region);
            assert_eq!(set(&counts, &all, 0), 1 << at);
            assert_eq!(set(&counts, &all, u64::MAX), !(1 << at) & ((1 << 30) - 1));
            assert_eq!(set(&counts, &counter.choose(|it| it != region), 0), 0);
            assert_eq!(set(&counter.packed_counts(region & (region - 1)), &all, 0), 0);
        }
    }
}
