//! Steps against the rules.

use std::collections::{BTreeSet, HashMap};

use patience_core::{Cut, Layered, Record, SplitMix, Step};
use patience_peg::analysis::possible_goals;
use patience_peg::engines::layered::{Bound, Options, Pagodas, Side, Symmetry};
use patience_peg::{Board, Goal, Hole, Metric, Problem};

use super::plain::{
    BARE, DIRECTIONS, Truth, fewest, layers, least, named, plain_steps, played, side, small_boards,
    some_problems, sorted, stays, steps_of, symmetries, vacancies, vacancy,
};

/// 64 holes that cannot be laid out in a word: a block that has jumps, and others far apart.
fn scattered() -> Board {
    let mut random = SplitMix::new(1);
    let mut holes: BTreeSet<Hole> =
        (0..16).map(|at| Hole { row: at / 4, column: at % 4 }).collect();
    while holes.len() < 64 {
        let mut below = |end| u8::try_from(random.below(end)).expect("small");
        holes.insert(Hole { row: below(50), column: below(50) });
    }
    Board::new(holes).expect("64 holes")
}

#[test]
fn steps_are_those_of_the_rules() {
    let mut random = SplitMix::new(1);
    let mut problems: Vec<Problem> = small_boards().iter().flat_map(some_problems).collect();
    problems
        .extend(Board::NAMES.iter().flat_map(|name| vacancies(&named(name)).into_iter().take(20)));
    problems.extend([vacancy(&named("english"), 16, 16), vacancy(&named("wiegleb"), 22, 22)]);
    let square = Board::new((0..64).map(|at| Hole { row: at / 8, column: at % 8 }));
    let row = Board::new((0..64).map(|column| Hole { row: 0, column }));
    problems.extend(played(&square.expect("64 holes"), &mut random, 2));
    problems.extend(played(&row.expect("64 holes"), &mut random, 1));
    for board in Board::TRIANGLES[2..].iter().map(|name| named(name)).chain([scattered()]) {
        problems.extend(played(&board, &mut random, 1));
    }
    for problem in problems.iter().filter(|it| !possible_goals(it).is_empty()) {
        for bound in [Bound::None, Bound::Paper] {
            for symmetry in [Symmetry::None, Symmetry::Problem] {
                let options = Options { bound, symmetry, ..BARE };
                for direction in DIRECTIONS {
                    let side = side(problem, options, direction);
                    for _ in 0..40 {
                        let pegs = random.bits() & problem.board().all();
                        let key = least(&symmetries(problem, options), pegs, 0).0;
                        let open = random.bits() & random.bits() & key;
                        let record = Record { key, cost: 7, open };
                        let (steps, cut) = steps_of(&side, &record, u8::MAX);
                        let plain = plain_steps(problem, options, direction, &record);
                        assert_eq!(sorted(steps), sorted(plain));
                        assert_eq!(cut, Cut::Nothing);
                    }
                }
            }
        }
    }
}

#[test]
fn parents_are_where_steps_come_from() {
    for board in small_boards() {
        for problem in some_problems(&board).iter().filter(|it| !possible_goals(it).is_empty()) {
            let options = Options { symmetry: Symmetry::Problem, ..BARE };
            for direction in DIRECTIONS {
                let side = side(problem, options, direction);
                let layers = layers(&side, u8::MAX, side.steps()).0;
                for pair in layers.windows(2) {
                    for &key in pair[1].keys() {
                        let mut parents = Vec::new();
                        side.parents(key, |parent| parents.push(parent));
                        let leads = |from: &Record| {
                            steps_of(&side, from, u8::MAX).0.iter().any(|to| to.key == key)
                        };
                        for from in pair[0].values() {
                            assert_eq!(leads(from), parents.contains(&from.key));
                        }
                    }
                    if 200 < pair[1].len() {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn nothing_leads_to_no_position_at_all() {
    for direction in DIRECTIONS {
        let mut side = side(&vacancy(&named("english"), 16, 16), Options::default(), direction);
        assert!(!layers(&side, u8::MAX, 1).0[1].is_empty());
        let nothing = side.unbounded();
        side.narrow(&nothing);
        assert!(layers(&side, u8::MAX, 1).0[1].is_empty());
        // What is out of the question stays so.
        let mut start = side.unbounded();
        side.survey(side.roots()[0], &mut start);
        side.narrow(&start);
        assert!(layers(&side, u8::MAX, 1).0[1].is_empty());
    }
}

#[test]
fn steps_within_a_cutoff_are_the_ones_the_estimate_allows() {
    let mut random = SplitMix::new(4);
    for name in Board::NAMES {
        let board = named(name);
        let mut problems = vacancies(&board);
        problems.truncate(3);
        let anywhere = Problem::new(board.clone(), problems[0].start(), Goal::OneAnywhere);
        problems.push(anywhere.expect("a problem"));
        for problem in problems {
            let both = [Bound::Paper, Bound::AllRegions].into_iter();
            for (direction, bound) in both.flat_map(|it| DIRECTIONS.map(|way| (way, it))) {
                let options = Options { bound, pagodas: Pagodas::None, ..Options::default() };
                let side = side(&problem, options, direction);
                for _ in 0..300 {
                    let pegs = random.bits() & board.all() & (random.bits() | random.bits());
                    let key = least(&problem.symmetries(), pegs, 0).0;
                    let record = Record { key, cost: 5, open: random.bits() & random.bits() & key };
                    let cutoff =
                        5 + side.estimate(key) - 1 + u8::try_from(random.below(3)).expect("small");
                    let (steps, cut) = steps_of(&side, &record, cutoff);
                    let plain = plain_steps(&problem, options, direction, &record);
                    let stays = |step: &Step| {
                        let is_begun =
                            record.cost + side.estimate(key) <= cutoff || step.goes_on.is_some();
                        is_begun && stays(&side, step, cutoff)
                    };
                    let (kept, left_out): (Vec<_>, Vec<_>) = plain.into_iter().partition(stays);
                    assert_eq!(cut == Cut::Cost, !left_out.is_empty());
                    assert_eq!(sorted(steps), sorted(kept));
                }
            }
        }
    }
}

#[test]
fn costs_are_nothing_if_only_jumps_count() {
    let options = Options { metric: Metric::Jumps, ..Options::default() };
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let (forth, back) = Side::both(problem, options);
            let solvable = Truth::new(problem).fewest().map(|_| 0);
            assert_eq!(fewest(&forth, &back.roots()), solvable);
            assert_eq!(fewest(&back, &forth.roots()), solvable);
            let all = layers(&forth, 0, forth.steps()).0;
            assert!(all.iter().flat_map(HashMap::values).all(|it| it.cost == 0 && it.open == 0));
        }
    }
}

#[test]
fn a_hopeless_problem_has_no_steps() {
    let side = Side::both(&vacancy(&named("english"), 16, 15), Options::default()).0;
    assert_eq!(steps_of(&side, &Record { key: side.roots()[0], cost: 0, open: 0 }, u8::MAX).0, []);
}
