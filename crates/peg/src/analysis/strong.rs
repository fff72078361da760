//! Strong pagodas for a problem: each refutes most of what those before it let pass.

use patience_core::SplitMix;

use super::pagoda::Pagoda;
use super::program::strongest;
use crate::{Board, Pegs, image};

/// The most pagodas that are worth their time: with the four types they fill the lanes of one vector of bytes.
pub const MOST_PAGODAS: usize = 11;

/// Positions kept of every level of random play.
const WIDTH: usize = 120;

/// Linear programs for each pagoda.
const PROGRAMS: usize = 10;

/// Candidates that are kept for later rounds.
const POOL: usize = 60;

/// The largest weight: few vertices of the program need more, and sums of these stay small.
const LARGEST: i8 = 7;

/// Any number will do, if only it is always the same.
const SEED: u64 = 2012;

/// Up to eleven pagodas, strongest first, that show of many positions reached from the starts that they reach none of the goals.
///
/// All starts have the same number of pegs, and all goals. For play from the end, give the complements: the rest of the board without
/// the goals as starts, and without the starts as goals.
///
/// Every round plays at random from the starts, level by level, without the positions that earlier pagodas refute, solves the linear
/// program for some of the middle levels, and takes the pagoda that refutes most of them. The same call gives the same pagodas, whose
/// values are bytes.
#[must_use]
pub fn strong_pagodas(board: &Board, starts: &[Pegs], goals: &[Pegs]) -> Vec<Pagoda> {
    some_strong_pagodas(board, starts, goals, MOST_PAGODAS)
}

/// The first `most` of the strong pagodas: each takes some linear programs.
#[must_use]
pub fn some_strong_pagodas(
    board: &Board,
    starts: &[Pegs],
    goals: &[Pegs],
    most: usize,
) -> Vec<Pagoda> {
    if goals.is_empty() {
        return Vec::new();
    }
    let mut random = SplitMix::new(SEED);
    let mut symmetries = board.symmetries();
    let keeps_goals =
        |symmetry: &Vec<u8>| goals.iter().all(|&goal| goals.contains(&image(goal, symmetry)));
    symmetries.retain(keeps_goals);
    let mut chosen: Vec<Pagoda> = Vec::new();
    let mut pool: Vec<Pagoda> = Vec::new();
    while chosen.len() < most {
        let positions = middle(board, starts, goals, &chosen, &mut random);
        if positions.is_empty() {
            break;
        }
        for program in 0..PROGRAMS {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hole;

    /// Full boards with one hole, one peg to be left.
    fn problems() -> impl Iterator<Item = (Board, Pegs, Pegs)> {
        let names = [
            ("english", (3, 3), (3, 3)),
            ("french", (0, 2), (3, 4)),
            ("diamond5", (1, 3), (1, 5)),
            ("wiegleb", (4, 4), (4, 4)),
        ];
        names.into_iter().map(|(name, empty, last)| {
            let board = Board::named(name).expect("a named board");
            let set = |(row, column)| 1 << board.number(Hole { row, column }).expect("a hole");
            let (start, goal) = (board.all() & !set(empty), set(last));
            (board, start, goal)
        })
    }

    #[test]
    fn play_does_not_raise_the_value_nor_play_backwards_lower_it() {
        let mut random = SplitMix::new(3);
        for (board, start, goal) in problems() {
            let pagodas = strong_pagodas(&board, &[start], &[goal]);
            assert!(3 < pagodas.len());
            let values = |pegs| pagodas.iter().map(|it| it.value(pegs)).collect::<Vec<_>>();
            for _ in 0..100 {
                let (mut forth, mut back) = (start, goal);
                for _ in 0..board.holes().len() {
                    let jumps = board.jumps();
                    let ahead: Vec<_> = jumps.iter().filter(|it| it.is_legal(forth)).collect();
                    if !ahead.is_empty() {
                        let next = forth ^ ahead[random.below(ahead.len())].holes();
                        assert!(
                            values(next).iter().zip(values(forth)).all(|(new, old)| *new <= old)
                        );
                        forth = next;
                    }
                    let behind: Vec<_> =
                        jumps.iter().filter(|it| it.is_legal(board.all() & !back)).collect();
                    if !behind.is_empty() {
                        back ^= behind[random.below(behind.len())].holes();
                        assert!(
                            values(goal).iter().zip(values(back)).all(|(end, now)| *end <= now)
                        );
                        assert!(!pagodas.iter().any(|it| it.refutes(back, &[goal])));
                    }
                }
            }
        }
    }

    #[test]
    fn pagodas_are_the_same_every_time() {
        let (board, start, goal) = problems().next().expect("the english board");
        let first = strong_pagodas(&board, &[start], &[goal]);
        assert_eq!(first, strong_pagodas(&board, &[start], &[goal]));
        assert_eq!(first.len(), MOST_PAGODAS);
    }

    #[test]
    fn pagodas_refute_a_good_part_of_random_play() {
        // More than half on all four boards, and almost all on the diamond.
        for ((board, start, goal), percent) in problems().zip([60, 85, 95, 50]) {
            let pagodas = strong_pagodas(&board, &[start], &[goal]);
            let positions = middle(&board, &[start], &[goal], &[], &mut SplitMix::new(4));
            let is_refuted = |pegs: &&Pegs| pagodas.iter().any(|it| it.refutes(**pegs, &[goal]));
            let refuted = positions.iter().filter(is_refuted).count();
            assert!(percent * positions.len() <= 100 * refuted);
        }
    }
}
