//! Invariants: pagodas and peg counts of types, none of which a jump raises.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::bytes::ByteSums;
use super::hops::Direction;
use super::packed_invariants::LANES;
use crate::analysis::{MOST_PAGODAS, PegType, strong_pagodas_while};
use crate::rules::Symmetries;
use crate::{Board, Pegs, Problem};

/// The most invariants that both sides use together.
const MOST: usize = 32;

/// The widest range of an invariant: its values fit into a byte.
const WIDEST: i32 = 255;

/// The least and the greatest value of each invariant over some positions, counted from the least possible value.
///
/// ```
/// use patience_core::Layered;
/// use patience_peg::engines::layered::{Bounds, Options, Side};
/// use patience_peg::{Drawing, Problem};
///
/// let (forth, _) = Side::both(&Problem::vacancy(Drawing::parse("....")?.board, 2, 1)?, Options::default());
/// let bounds_of = |pegs| {
///     let mut bounds: Bounds = forth.unbounded();
///     forth.survey(pegs, &mut bounds);
///     bounds
/// };
/// // Every jump takes a peg of some type.
/// let (start, goal) = (0b1011, 0b0010);
/// assert!(forth.can_follow(goal, &bounds_of(start)));
/// assert!(!forth.can_follow(start, &bounds_of(goal)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    least: [u8; MOST],
    greatest: [u8; MOST],
}

impl Bounds {
    /// The bounds of no position.
    pub(super) const NOTHING: Self = Self { least: [u8::MAX; MOST], greatest: [0; MOST] };

    /// The bounds of all positions.
    pub(super) const EVERYTHING: Self = Self { least: [0; MOST], greatest: [u8::MAX; MOST] };

    /// Widens them by others.
    pub(super) fn unite(&mut self, others: &Self) {
        self.widen(&others.least, &others.greatest);
    }

    /// Whether no position has a greater value than some within others.
    pub(super) fn are_at_most(&self, others: &Self) -> bool {
        self.greatest.iter().zip(&others.greatest).all(|(here, there)| here <= there)
    }

    /// Whether no position has a lesser value than some within others.
    pub(super) fn are_at_least(&self, others: &Self) -> bool {
        self.least.iter().zip(&others.least).all(|(here, there)| there <= here)
    }

    #[inline]
    fn widen(&mut self, least: &[u8; MOST], greatest: &[u8; MOST]) {
        for at in 0..MOST {
            self.least[at] = self.least[at].min(least[at]);
            self.greatest[at] = self.greatest[at].max(greatest[at]);
        }
    }
}

/// The invariants of a problem, those of both sides.
#[derive(Clone, Debug)]
pub(in crate::engines) struct Invariants {
    /// The weights of the holes, invariant by invariant.
    weights: Vec<Vec<i8>>,
    /// Those that each side uses.
    own: [Vec<usize>; 2],
    /// Their values, a byte each.
    values: ByteSums<4>,
    /// The least possible values.
    offsets: Vec<i32>,
    /// What to add so that the values count from the least.
    base: [u64; 4],
}

impl Invariants {
    /// No invariant at all.
    pub(super) fn none(board: &Board) -> Self {
        Self::of(board, Vec::new(), [Vec::new(), Vec::new()])
    }

    /// Strong pagodas for a problem and these of its goals, and the four types.
    pub(super) fn new(
        problem: &Problem,
        goals: &[Pegs],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Self {
        let board = problem.board();
        let rest = |pegs: Pegs| board.all() & !pegs;
        let ends: Vec<Pegs> = goals.iter().map(|&goal| rest(goal)).collect();
        let forth = strong_pagodas_while(board, &[problem.start()], goals, MOST_PAGODAS, goes_on);
        let back = if ends.is_empty() {
            Vec::new()
        } else {
            strong_pagodas_while(board, &ends, &[rest(problem.start())], MOST_PAGODAS, goes_on)
        };
        let types = type_weights(board);
        let mut weights: Vec<Vec<i8>> = Vec::new();
        let mut add = |of: Vec<i8>| {
            let known = weights.iter().position(|it| *it == of);
            known.or_else(|| {
                let fits = weights.len() < MOST && width(&of) <= WIDEST;
                fits.then(|| {
                    weights.push(of);
                    weights.len() - 1
                })
            })
        };
        let [forth, back] = [forth, back].map(|pagodas| -> Vec<usize> {
            let weights = pagodas.iter().map(|it| it.weights().to_vec());
            weights.chain(types.iter().cloned()).filter_map(&mut add).collect()
        });
        // Free lanes take the invariants of the other side.
        let filled = |own: &[usize], other: &[usize]| -> Vec<usize> {
            let more = other.iter().filter(|it| !own.contains(it));
            own.iter().chain(more).copied().take(LANES).collect()
        };
        let own = [filled(&forth, &back), filled(&back, &forth)];
        Self::of(board, weights, own)
    }

    /// The first of these weights that fit, for both sides.
    pub(in crate::engines) fn shared(board: &Board, mut weights: Vec<Vec<i8>>) -> Self {
        let mut seen = BTreeSet::new();
        weights.retain(|of| width(of) <= WIDEST && seen.insert(of.clone()));
        weights.truncate(LANES);
        let own: Vec<usize> = (0..weights.len()).collect();
        Self::of(board, weights, [own.clone(), own])
    }

    fn of(board: &Board, weights: Vec<Vec<i8>>, own: [Vec<usize>; 2]) -> Self {
        let offsets: Vec<i32> = weights.iter().map(|it| least(it)).collect();
        let of_holes: Vec<[u64; 4]> = (0..board.holes().len())
            .map(|hole| {
                std::array::from_fn(|word| {
                    let of_word = weights.iter().skip(8 * word).take(8);
                    packed(of_word.map(|weights| i32::from(weights[hole])))
                })
            })
            .collect();
        let base = std::array::from_fn(|word| {
            packed(offsets.iter().skip(8 * word).take(8).map(|least| -least))
        });
        Self { values: ByteSums::new(&of_holes), weights, own, offsets, base }
    }

    /// The invariants of one side: their numbers and weights.
    pub(super) fn own(&self, direction: Direction) -> impl Iterator<Item = (usize, &[i8])> {
        let own = match direction {
            Direction::Forth => &self.own[0],
            Direction::Back => &self.own[1],
        };
        own.iter().map(|&invariant| (invariant, &self.weights[invariant][..]))
    }

    /// The least value of an invariant within bounds.
    pub(super) fn least(&self, invariant: usize, bounds: &Bounds) -> i32 {
        i32::from(bounds.least[invariant]) + self.offsets[invariant]
    }

    /// The greatest value of an invariant within bounds.
    pub(super) fn greatest(&self, invariant: usize, bounds: &Bounds) -> i32 {
        i32::from(bounds.greatest[invariant]) + self.offsets[invariant]
    }

    /// Raises the lower bound of an invariant.
    pub(super) fn raise(&self, invariant: usize, least: i32, bounds: &mut Bounds) {
        match u8::try_from((least - self.offsets[invariant]).max(0)) {
            Ok(least) => bounds.least[invariant] = bounds.least[invariant].max(least),
            Err(_) => *bounds = Bounds::NOTHING,
        }
    }

    /// Lowers the upper bound of an invariant.
    pub(super) fn lower(&self, invariant: usize, greatest: i32, bounds: &mut Bounds) {
        match u8::try_from((greatest - self.offsets[invariant]).min(WIDEST)) {
            Ok(greatest) => bounds.greatest[invariant] = bounds.greatest[invariant].min(greatest),
            Err(_) => *bounds = Bounds::NOTHING,
        }
    }

    /// Widens bounds by all images of a position.
    pub(super) fn survey(&self, symmetries: &Symmetries, pegs: Pegs, bounds: &mut Bounds) {
        symmetries.for_each(pegs, |image| {
            let mut bytes = [0; MOST];
            let values = self.values.of(image).into_iter().zip(self.base);
            for (to, (value, base)) in bytes.as_chunks_mut().0.iter_mut().zip(values) {
                *to = value.wrapping_add(base).to_le_bytes();
            }
            bounds.widen(&bytes, &bytes);
        });
    }
}

/// A weight of one for the holes of each type: no jump raises the number of pegs of a type.
pub(in crate::engines) fn type_weights(board: &Board) -> Vec<Vec<i8>> {
    let weights =
        |it: PegType| board.holes().iter().map(|&hole| i8::from(PegType::of(hole) == it)).collect();
    PegType::ALL.map(weights).to_vec()
}

/// Small numbers, a byte each. Sums of packed words are right if all sums of bytes fit into bytes.
pub(super) fn packed(bytes: impl Iterator<Item = i32>) -> u64 {
    // A negative byte borrows from the byte above, and returns it when a sum is positive again.
    #[allow(clippy::cast_sign_loss)]
    let word = |(at, byte): (usize, i32)| (i64::from(byte) as u64) << (8 * at);
    bytes.enumerate().map(word).fold(0, u64::wrapping_add)
}

fn least(weights: &[i8]) -> i32 {
    weights.iter().map(|&weight| i32::from(weight).min(0)).sum()
}

fn width(weights: &[i8]) -> i32 {
    weights.iter().map(|&weight| i32::from(weight).abs()).sum()
}
