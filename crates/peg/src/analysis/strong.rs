//! Strong pagodas for a problem: each refutes most of the positions that the ones before it do not.

use patience_core::SplitMix;

use super::pagoda::Pagoda;
use super::program::strongest;
use crate::{Board, Pegs};

/// The most pagodas that are worth their time.
pub const MOST_PAGODAS: usize = 11;

/// Positions kept of every level of random play.
const WIDTH: usize = 120;

/// Linear programs for each pagoda.
const PROGRAMS: usize = 10;

/// Candidates that are kept for later rounds.
const POOL: usize = 60;

/// The largest weight: few vertices of the program need more, and sums of these stay small.
const LARGEST: i8 = 7;

/// Fixed, so that the pagodas are reproducible.
const SEED: u64 = 2012;

/// Up to `most` pagodas, strongest first, that show of many positions reached from the starts that they reach none of the goals.
///
/// All starts have the same number of pegs, and all goals. For play from the end, give the complements: the rest of the board without
/// the goals as starts, and without the starts as goals.
///
/// Every round plays at random from the starts, level by level, without the positions that earlier pagodas refute, solves the linear
/// program for some of the middle levels, and takes the pagoda that refutes most of them. The same call gives the same pagodas, whose
/// values are bytes.
///
/// ```
/// use patience_peg::{Board, analysis::strong_pagodas};
///
/// let board = Board::named("english").expect("a board of that name");
/// let (start, goal) = (board.all() & !(1 << 16), 1 << 16);
/// let pagodas = strong_pagodas(&board, &[start], &[goal], 1);
/// assert_eq!(pagodas.len(), 1);
/// // The central game has a solution, so no pagoda refutes its start.
/// assert!(!pagodas[0].refutes(start, &[goal]));
/// assert_eq!(strong_pagodas(&board, &[start], &[goal], 1), pagodas);
/// ```
#[must_use]
pub fn strong_pagodas(board: &Board, starts: &[Pegs], goals: &[Pegs], most: usize) -> Vec<Pagoda> {
    strong_pagodas_while(board, starts, goals, most, &mut || true)
}

/// Up to `most` [strong pagodas](strong_pagodas): fewer if `goes_on` says no, which is asked every few milliseconds.
pub(crate) fn strong_pagodas_while(
    board: &Board,
    starts: &[Pegs],
    goals: &[Pegs],
    most: usize,
    goes_on: &mut dyn FnMut() -> bool,
) -> Vec<Pagoda> {
    if goals.is_empty() {
        return Vec::new();
    }
    let mut random = SplitMix::new(SEED);
    let symmetries = board.symmetries_of(goals);
    let mut chosen: Vec<Pagoda> = Vec::new();
    let mut pool: Vec<Pagoda> = Vec::new();
    while chosen.len() < most {
        let positions = middle(board, starts, goals, &chosen, &mut random);
        if positions.is_empty() {
            break;
        }
        for program in 0..PROGRAMS {
            if !goes_on() {
                return chosen;
            }
            // One position gives sharp pagodas, two those that serve for more than one; more have none in common.
            let against: Vec<Pegs> =
                (0..=program % 2).map(|_| positions[random.below(positions.len())]).collect();
            pool.extend(strongest(board, &against, goals, LARGEST).filter(fits_a_byte));
        }
        pool.sort_unstable();
        pool.dedup();
        let refuted =
            |pagoda: &Pagoda| positions.iter().filter(|&&pegs| pagoda.refutes(pegs, goals)).count();
        pool.sort_by_cached_key(|pagoda| std::cmp::Reverse(refuted(pagoda)));
        pool.truncate(POOL);
        let Some(best) = pool.first().filter(|best| 0 < refuted(best)).cloned() else { break };
        pool.extend(symmetries.iter().map(|symmetry| best.image(symmetry)));
        chosen.push(best);
    }
    chosen
}

/// Whether every value is between -128 and 127.
fn fits_a_byte(pagoda: &Pagoda) -> bool {
    let sum = |sign: i32| -> i32 {
        pagoda.weights().iter().map(|&weight| i32::from(weight) * sign).filter(|it| 0 < *it).sum()
    };
    sum(1) <= 127 && sum(-1) <= 128
}

/// Positions of the middle half of the levels of random play, without those that the pagodas refute.
fn middle(
    board: &Board,
    starts: &[Pegs],
    goals: &[Pegs],
    pagodas: &[Pagoda],
    random: &mut SplitMix,
) -> Vec<Pegs> {
    let pegs_of = |set: &[Pegs]| set.first().map_or(0, |pegs| pegs.count_ones());
    let jumps = pegs_of(starts).saturating_sub(pegs_of(goals));
    let mut level = starts.to_vec();
    let mut middle = Vec::new();
    for played in 1..jumps {
        let mut next = Vec::new();
        for &pegs in &level {
            let legal = board.jumps().iter().filter(|jump| jump.is_legal(pegs));
            next.extend(legal.map(|jump| pegs ^ jump.holes()));
        }
        next.sort_unstable();
        next.dedup();
        random.shuffle(&mut next);
        let passes = |pegs: &Pegs| !pagodas.iter().any(|pagoda| pagoda.refutes(*pegs, goals));
        level = next.into_iter().filter(passes).take(WIDTH).collect();
        if jumps / 4 <= played && played <= jumps * 3 / 4 {
            middle.extend_from_slice(&level);
        }
    }
    middle
}
