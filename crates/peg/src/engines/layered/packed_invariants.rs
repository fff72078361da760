//! Refutes positions by sixteen invariants at once: a byte of two words each.
//!
//! A lane holds how much a position exceeds the least admissible value, plus 128. A step only lowers it, by at most 127. So after a position
//! with enough in every lane one subtraction updates all lanes, and a lane below 128 refutes the new position.

use super::bytes::ByteSums;
use super::hops::{Direction, Hop};
use super::invariants::{Bounds, Invariants, packed};
use crate::{Board, Pegs, members};

/// The number of lanes.
pub(super) const LANES: usize = 16;

/// The least value of a lane of an admissible position.
const ENOUGH: i32 = 128;

/// The highest bit of every lane.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The most that a root may exceed the least admissible value: all values stay within a byte.
const WIDEST: i32 = 100;

/// The most by which a step may lower a lane.
const LARGEST: i32 = 127;

/// The lanes of a position.
pub(in crate::engines) type Rest = [u64; 2];

/// The invariants of a side with their bounds.
#[derive(Clone, Debug)]
pub(in crate::engines) struct PackedInvariants {
    each: Vec<Lane>,
    sums: ByteSums<2>,
    base: Rest,
    /// By how much narrowing has raised the bounds.
    narrowed: Rest,
    direction: Direction,
}

#[derive(Clone, Debug)]
struct Lane {
    invariant: usize,
    /// The weights, with the sign with which no step raises the value.
    weights: Vec<i32>,
    /// The least admissible value.
    limit: i32,
    /// The least value of an end.
    end: i32,
    /// The greatest value of a root.
    top: i32,
}

impl PackedInvariants {
    /// The lanes of a side that starts at `roots` and searches for one of `ends`.
    pub(in crate::engines) fn new(
        board: &Board,
        invariants: &Invariants,
        direction: Direction,
        roots: &[Pegs],
        ends: &[Pegs],
    ) -> Self {
        let sign = match direction {
            Direction::Forth => 1,
            Direction::Back => -1,
        };
        let lane = |(invariant, weights): (usize, &[i8])| {
            let weights: Vec<i32> = weights.iter().map(|&it| sign * i32::from(it)).collect();
            let value = |pegs: &Pegs| value(&weights, *pegs);
            let top = roots.iter().map(value).max()?;
            let limit = ends.iter().map(value).min()?.min(top + 1);
            let takes = |hop: &Hop| taken(&weights, hop) <= LARGEST;
            let fits = top - limit <= WIDEST && Hop::all(board, direction).iter().all(takes);
            fits.then_some(Lane { invariant, weights, limit, end: limit, top })
        };
        let each: Vec<Lane> = invariants.own(direction).filter_map(lane).take(LANES).collect();
        let of_hole = |hole: usize| pack(&each, |lane| lane.weights[hole]);
        let of_holes: Vec<Rest> = (0..board.holes().len()).map(of_hole).collect();
        let sums = ByteSums::new(&of_holes);
        let mut side = Self { each, sums, base: [HIGH; 2], narrowed: [0; 2], direction };
        side.rebase();
        side
    }

    /// The lanes of a position that was reached from the roots through admissible positions.
    #[inline]
    pub(in crate::engines) fn rest(&self, pegs: Pegs) -> Rest {
        let [first, second] = self.sums.of(pegs);
        [first.wrapping_add(self.base[0]), second.wrapping_add(self.base[1])]
    }

    /// The lanes without narrowing, for positions that may reach an end beyond the frontier of the other side.
    #[inline]
    pub(super) fn to_the_end(&self, rest: Rest) -> Rest {
        [rest[0].wrapping_add(self.narrowed[0]), rest[1].wrapping_add(self.narrowed[1])]
    }

    /// By how much a hop lowers each lane.
    pub(super) fn drop(&self, hop: &Hop) -> Rest {
        pack(&self.each, |lane| taken(&lane.weights, hop))
    }

    /// Refutes positions that cannot reach the bounds of the other side.
    pub(super) fn narrow(&mut self, invariants: &Invariants, bounds: &Bounds) {
        for lane in &mut self.each {
            let least = match self.direction {
                Direction::Forth => invariants.least(lane.invariant, bounds),
                Direction::Back => -invariants.greatest(lane.invariant, bounds),
            };
            lane.limit = lane.limit.max(least).min(lane.top + 1);
        }
        self.rebase();
    }

    /// Undoes all narrowing.
    pub(super) fn widen(&mut self) {
        self.each.iter_mut().for_each(|lane| lane.limit = lane.end);
        self.rebase();
    }

    /// The bounds of admissible positions.
    pub(super) fn within(&self, invariants: &Invariants) -> Bounds {
        let mut bounds = Bounds::EVERYTHING;
        for lane in &self.each {
            match self.direction {
                Direction::Forth => invariants.raise(lane.invariant, lane.limit, &mut bounds),
                Direction::Back => invariants.lower(lane.invariant, -lane.limit, &mut bounds),
            }
        }
        bounds
    }

    /// The part of each hole, and what to add, without narrowing.
    #[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
    pub(super) fn parts(&self, holes: usize) -> (Vec<Rest>, Rest) {
        let of_hole = |hole: usize| pack(&self.each, |lane| lane.weights[hole]);
        ((0..holes).map(of_hole).collect(), self.to_the_end(self.base))
    }

    pub(super) fn direction(&self) -> Direction {
        self.direction
    }

    fn rebase(&mut self) {
        let base = pack(&self.each, |lane| ENOUGH - lane.limit);
        self.narrowed = pack(&self.each, |lane| lane.limit - lane.end);
        // Unused lanes never refute.
        let unused = pack(&self.each, |_| ENOUGH);
        self.base = std::array::from_fn(|at| base[at].wrapping_add(HIGH.wrapping_sub(unused[at])));
    }
}

/// The lanes after a hop.
#[inline]
pub(super) fn after(rest: Rest, drop: &Rest) -> Rest {
    [rest[0].wrapping_sub(drop[0]), rest[1].wrapping_sub(drop[1])]
}

/// Whether some lane refutes the position.
#[inline]
pub(in crate::engines) fn is_dead(rest: Rest) -> bool {
    rest[0] & rest[1] & HIGH != HIGH
}

fn pack(lanes: &[Lane], number: impl Fn(&Lane) -> i32) -> Rest {
    std::array::from_fn(|word| packed(lanes.iter().skip(8 * word).take(8).map(&number)))
}

fn value(weights: &[i32], pegs: Pegs) -> i32 {
    members(pegs).map(|hole| weights[usize::from(hole)]).sum()
}

/// By how much a hop lowers the value.
fn taken(weights: &[i32], hop: &Hop) -> i32 {
    value(weights, hop.pattern) - value(weights, hop.jump.holes() & !hop.pattern)
}
