//! The engines of Klondike, against the reference and against each other.

use patience_core::{Blind, Cancel, Limits, Outcome, Puzzle, Stop, solve};
use patience_klondike::engines::{Exact, Shortest};
use patience_klondike::{Klondike, Metric, Rules};
use patience_laws::{SplitMix, agreement};
use patience_search::AStar;

/// A deal of a small deck: which, and by which rules, follows from the seed.
fn small(seed: u64, ranks: u8, columns: u8) -> Klondike {
    let mut random = SplitMix::new(seed);
    let rules = Rules {
        ranks,
        columns,
        draw: 1 + u8::try_from(random.below(3)).expect("below 3"),
        passes: [None, None, Some(1), Some(3)][random.below(4)],
        bring_back: random.below(4) != 0,
        ..Rules::default()
    };
    let mut game = Klondike::of_seed(seed, rules).expect("rules of small decks");
    game.metric = [Metric::Moves, Metric::Turns][random.below(2)];
    game
}

#[test]
fn engines_agree_with_the_reference_on_small_decks() {
    let narrow = Shortest { widest: 1, ..Shortest::default() };
    for seed in 0..150 {
        let game = small(seed, 2, 2);
        agreement(&game, &Exact::default(), "exact");
        agreement(&game, &Shortest::default(), "shortest");
        agreement(&game, &narrow, "shortest, narrow");
        let game = small(seed, 3, 3);
        agreement(&game, &narrow, "shortest, narrow");
    }
}

fn outcome(game: &Klondike, solver: &impl patience_core::Solver<Klondike>) -> Option<(u32, bool)> {
    let limits = Limits::default();
    match patience_core::solve(solver, game, &game.start(), &limits, &Cancel::new(), &mut ())
        .outcome
    {
        Outcome::Solved(solution) => Some((solution.cost, solution.optimal)),
        Outcome::ProvenUnsolvable => None,
        other => panic!("{other:?} without limits"),
    }
}

/// The shortest engine against A* without estimates and with every legal move.
fn check_against_blind(seeds: std::ops::Range<u64>, ranks: u8, columns: u8) {
    let blind = AStar { first: Exact::default(), heuristic: Blind };
    let mut solved = 0;
    for seed in seeds {
        let game = small(seed, ranks, columns);
        let expected = outcome(&game, &blind);
        assert_eq!(
            outcome(&game, &Shortest { widest: 1, ..Shortest::default() }),
            expected,
            "{game:?}"
        );
        solved += usize::from(expected.is_some());
    }
    assert!(0 < solved);
}

#[test]
fn shortest_solutions_are_as_short_as_a_blind_search_finds_them() {
    check_against_blind(0..60, 4, 3);
    check_against_blind(0..20, 4, 4);
}

#[test]
#[ignore = "slow: minutes"]
fn shortest_solutions_of_larger_decks_are_as_short_as_a_blind_search_finds_them() {
    check_against_blind(0..100, 4, 4);
    check_against_blind(0..30, 5, 4);
    check_against_blind(0..30, 5, 5);
}

#[test]
fn a_limit_leaves_the_shortest_solution_so_far() {
    let game = Klondike::of_seed(7, Rules::default()).expect("standard rules");
    let first = outcome(&game, &Exact::default()).expect("seed 7 can be won").0;
    let under = |nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let engine = Shortest::default();
        solve(&engine, &game, &game.start(), &limits, &Cancel::new(), &mut ()).outcome
    };
    let Outcome::Solved(solution) = under(20_000) else { panic!("seed 7 can be won") };
    assert!(solution.cost < first && !solution.optimal);
    // Before the first solution there is nothing to report.
    assert_eq!(under(10), Outcome::LimitReached(Stop::Nodes));
}
