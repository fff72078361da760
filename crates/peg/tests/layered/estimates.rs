//! Estimates against true distances.

use patience_core::{Layered, SplitMix};
use patience_peg::analysis::merson::regions;
use patience_peg::analysis::{PaperBound, corners, possible_goals};
use patience_peg::engines::layered::{Bound, Options, Pagodas, Side};
use patience_peg::{Board, Goal, Pegs, Problem, members};

use super::plain::{Truth, ends_of_moves, named, played, small_boards, some_problems};

#[test]
fn estimates_are_never_too_large_and_fall_by_at_most_one_a_move() {
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let (ahead, behind) = without_pagodas(problem, Bound::Paper);
            let (all_ahead, all_behind) = without_pagodas(problem, Bound::AllRegions);
            let paper = PaperBound::towards(&board, &possible_goals(problem));
            let mut truth = Truth::new(problem);
            for layer in truth.spent.clone() {
                for ((pegs, last), spent) in layer {
                    assert_eq!(ahead.estimate(pegs), paper.estimate(pegs));
                    assert!(ahead.estimate(pegs) <= all_ahead.estimate(pegs));
                    assert!(behind.estimate(pegs) <= all_behind.estimate(pegs));
                    assert!(all_behind.estimate(pegs) <= spent);
                    let left = truth.left(pegs, None);
                    assert!(left.is_none_or(|left| all_ahead.estimate(pegs) <= left));
                    if last.is_some_and(|last| pegs & ((1 << last) - 1) != 0) {
                        // Once for each position is enough.
                        continue;
                    }
                    for (ahead, behind) in [(&ahead, &behind), (&all_ahead, &all_behind)] {
                        ends_of_moves(&board, pegs, None, &mut |end| {
                            assert!(ahead.estimate(pegs) <= ahead.estimate(end) + 1);
                            assert!(behind.estimate(end) <= behind.estimate(pegs) + 1);
                        });
                    }
                }
            }
        }
    }
}

#[test]
fn no_move_on_a_named_board_lowers_an_estimate_by_more_than_one() {
    let mut random = SplitMix::new(3);
    for name in Board::NAMES {
        let board = named(name);
        let centre = u8::try_from(board.holes().len() / 2).expect("a hole");
        for goal in [Goal::Exactly(1 << centre), Goal::OneAnywhere] {
            let problem = Problem::new(board.clone(), board.all() & !(1 << centre), goal);
            let problem = problem.expect("a problem");
            for bound in [Bound::Paper, Bound::AllRegions] {
                let (ahead, behind) = without_pagodas(&problem, bound);
                for _ in 0..1000 {
                    let pegs = board.all() & (random.bits() | random.bits());
                    ends_of_moves(&board, pegs, None, &mut |end| {
                        assert!(ahead.estimate(pegs) <= ahead.estimate(end) + 1);
                        assert!(behind.estimate(end) <= behind.estimate(pegs) + 1);
                    });
                }
            }
        }
    }
}

/// The fewest holes that hit all sets.
fn fewest_holes(sets: &[Pegs]) -> u32 {
    let Some(&first) = sets.first() else { return 0 };
    let rest = |hole: u8| -> Vec<Pegs> {
        sets.iter().copied().filter(|set| set >> hole & 1 == 0).collect()
    };
    1 + members(first).map(|hole| fewest_holes(&rest(hole))).min().expect("a hole")
}

#[test]
fn all_regions_require_the_holes_of_a_least_hitting_set() {
    let mut random = SplitMix::new(5);
    let mut stronger = 0;
    for name in Board::NAMES.into_iter().chain(["triangle21", "triangle28"]) {
        let board = named(name);
        let all = regions(&board, corners(&board));
        let problem = played(&board, &mut random, 1).remove(0);
        let (start, goal) = (problem.start(), problem.goals()[0]);
        let (ahead, behind) = without_pagodas(&problem, Bound::AllRegions);
        let (paper_ahead, paper_behind) = without_pagodas(&problem, Bound::Paper);
        for _ in 0..200 {
            let pegs = board.all() & (random.bits() | random.bits());
            let is_full = |set: Pegs, region: &Pegs| set & region == *region;
            let left: Vec<Pegs> =
                all.iter().copied().filter(|it| is_full(pegs, it) && !is_full(goal, it)).collect();
            let spent: Vec<Pegs> =
                all.iter().copied().filter(|it| is_full(start, it) && !is_full(pegs, it)).collect();
            let corners = corners(&board);
            let least = (corners & pegs & !goal).count_ones() + fewest_holes(&left);
            assert!(least <= ahead.estimate(pegs).into(), "{name}");
            let back = (corners & start & !pegs).count_ones() + fewest_holes(&spent);
            assert!(back <= behind.estimate(pegs).into(), "{name}");
            // Nothing else raises it but the types.
            assert!(ahead.estimate(pegs) <= paper_ahead.estimate(pegs).max(small(least)));
            assert!(behind.estimate(pegs) <= paper_behind.estimate(pegs).max(small(back)));
            stronger += u32::from(paper_ahead.estimate(pegs) < ahead.estimate(pegs));
        }
    }
    assert!(0 < stronger);
}

fn small(count: u32) -> u8 {
    u8::try_from(count).expect("no more than holes")
}

/// The sides of a problem with a bound, and without pagodas.
fn without_pagodas(problem: &Problem, bound: Bound) -> (Side, Side) {
    Side::both(problem, Options { bound, pagodas: Pagodas::None, ..Options::default() })
}
