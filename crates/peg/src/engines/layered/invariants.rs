//! What positions are measured by: pagodas and types, none of which a jump raises.

use serde::{Deserialize, Serialize};

use super::bytes::ByteSums;
use super::hops::Direction;
use super::packed_invariants::LANES;
use super::symmetry::Symmetries;
use crate::analysis::{PegType, strong_pagodas};
use crate::{Board, Pegs, Problem};

/// The most invariants that both sides use together.
const MOST: usize = 32;

/// How far apart the values of a invariant may be, so that they fit into a byte.
const WIDEST: i32 = 255;

/// The least and the greatest value that some positions have, invariant by invariant, counted from the least that there can be.
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
pub(super) struct Invariants {
    /// The weights of the holes, invariant by invariant.
    weights: Vec<Vec<i8>>,
    /// Which of them each side uses.
    own: [Vec<usize>; 2],
    /// Their values, a byte each, counted from the least that there can be.
    values: ByteSums<4>,
    /// The least that there can be.
    offsets: Vec<i32>,
    /// What to add to the values so that they count from there.
    base: [u64; 4],
}

impl Invariants {
    /// No invariant at all.
    pub(super) fn none(board: &Board) -> Self {
        Self::of(board, Vec::new(), [Vec::new(), Vec::new()])
    }

    /// Strong pagodas for a problem and these of its goals, and the four types.
    pub(super) fn new(problem: &Problem, goals: &[Pegs]) -> Self {
        let board = problem.board();
        let rest = |pegs: Pegs| board.all() & !pegs;
        let ends: Vec<Pegs> = goals.iter().map(|&goal| rest(goal)).collect();
        let forth = strong_pagodas(board, &[problem.start()], goals);
        let back = if ends.is_empty() {
            Vec::new()
        } else {
            strong_pagodas(board, &ends, &[rest(problem.start())])
        };
        let types: Vec<Vec<i8>> = PegType::ALL
            .iter()
            .map(|it| {
                board.holes().iter().map(|&hole| i8::from(PegType::of(hole) == *it)).collect()
            })
            .collect();
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
        // Lanes that are left take what the other side has.
        let filled = |own: &[usize], other: &[usize]| -> Vec<usize> {
            let more = other.iter().filter(|it| !own.contains(it));
            own.iter().chain(more).copied().take(LANES).collect()
        };
        let own = [filled(&forth, &back), filled(&back, &forth)];
        Self::of(board, weights, own)
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

    /// The least value of a invariant within bounds.
    pub(super) fn least(&self, invariant: usize, bounds: &Bounds) -> i32 {
        i32::from(bounds.least[invariant]) + self.offsets[invariant]
    }

    /// The greatest value of a invariant within bounds.
    pub(super) fn greatest(&self, invariant: usize, bounds: &Bounds) -> i32 {
        i32::from(bounds.greatest[invariant]) + self.offsets[invariant]
    }

    /// Leaves out of bounds what has less of a invariant than this.
    pub(super) fn raise(&self, invariant: usize, least: i32, bounds: &mut Bounds) {
        match u8::try_from((least - self.offsets[invariant]).max(0)) {
            Ok(least) => bounds.least[invariant] = bounds.least[invariant].max(least),
            Err(_) => *bounds = Bounds::NOTHING,
        }
    }

    /// Leaves out of bounds what has more of a invariant than this.
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

/// Small numbers, a byte each: their sums have the right bytes whenever the sums fit into bytes.
pub(super) fn packed(bytes: impl Iterator<Item = i32>) -> u64 {
    // Less than nothing borrows from the byte above, and gives it back when something is added.
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
