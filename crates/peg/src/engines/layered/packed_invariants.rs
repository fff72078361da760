//! Positions that lead nowhere, by sixteen invariants at once: a byte of two words each.
//!
//! A lane holds how far a position is from having too little left, plus 128. Steps only take from it, and never more than 127 at once:
//! so from a position that has enough in every lane one subtraction serves all, and a lane below 128 shows that nothing is to be hoped for.

use super::bytes::ByteSums;
use super::hops::{Direction, Hop};
use super::invariants::{Bounds, Invariants, packed};
use crate::{Board, Pegs, members};

/// How many invariants there is room for.
pub(super) const LANES: usize = 16;

/// What a lane has at least where there is hope.
const ENOUGH: i32 = 128;

/// The highest bit of every lane.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The most that a lane may have left at the roots: positions stay within a byte, whatever is narrowed.
const WIDEST: i32 = 100;

/// The most that a step may take.
const LARGEST: i32 = 127;

/// What a position has left, lane by lane.
pub(super) type Rest = [u64; 2];

/// The invariants of a side and what they allow.
#[derive(Clone, Debug)]
pub(super) struct PackedInvariants {
    each: Vec<Lane>,
    sums: ByteSums<2>,
    base: Rest,
    /// What narrowing took.
    narrowed: Rest,
    direction: Direction,
}

#[derive(Clone, Debug)]
struct Lane {
    invariant: usize,
    /// The weights as the side sees them, so that no step raises the value.
    weights: Vec<i32>,
    /// The least value with which there is hope.
    limit: i32,
    /// The least value of an end.
    end: i32,
    /// The greatest value of a root.
    top: i32,
}

impl PackedInvariants {
    /// The lanes of a side that begins with `roots` and wants to reach one of `ends`.
    pub(super) fn new(
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

    /// What a position has left, if it was reached from a root with enough everywhere.
    #[inline]
    pub(super) fn rest(&self, pegs: Pegs) -> Rest {
        let [first, second] = self.sums.of(pegs);
        [first.wrapping_add(self.base[0]), second.wrapping_add(self.base[1])]
    }

    /// What is left if the ends themselves are to be reached: positions beyond what the other side has seen may have less than those.
    #[inline]
    pub(super) fn to_the_end(&self, rest: Rest) -> Rest {
        [rest[0].wrapping_add(self.narrowed[0]), rest[1].wrapping_add(self.narrowed[1])]
    }

    /// What a hop takes.
    pub(super) fn drop(&self, hop: &Hop) -> Rest {
        pack(&self.each, |lane| taken(&lane.weights, hop))
    }

    /// Leaves no hope for positions that can reach none within bounds of the other side.
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

    /// Leaves hope wherever an end may be reached.
    pub(super) fn widen(&mut self) {
        self.each.iter_mut().for_each(|lane| lane.limit = lane.end);
        self.rebase();
    }

    /// What positions may have that have enough everywhere.
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

    pub(super) fn direction(&self) -> Direction {
        self.direction
    }

    fn rebase(&mut self) {
        let base = pack(&self.each, |lane| ENOUGH - lane.limit);
        self.narrowed = pack(&self.each, |lane| lane.limit - lane.end);
        // Lanes that are not in use always have enough.
        let unused = pack(&self.each, |_| ENOUGH);
        self.base = std::array::from_fn(|at| base[at].wrapping_add(HIGH.wrapping_sub(unused[at])));
    }
}

/// What is left after a hop.
#[inline]
pub(super) fn after(rest: Rest, drop: &Rest) -> Rest {
    [rest[0].wrapping_sub(drop[0]), rest[1].wrapping_sub(drop[1])]
}

/// Whether some lane has too little.
#[inline]
pub(super) fn is_dead(rest: Rest) -> bool {
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
