//! The engines of Klondike, against the reference and against each other.

use patience_catalog::klondike::{ENGINES, Engine, Shortest, record, solve};
use patience_catalog::{Lengths, OutcomeKind, TurnLengths};
use patience_core::{Blind, Cancel, Limits, Outcome, Puzzle, Stop};
use patience_klondike::engine::Exact;
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
    for seed in 0..300 {
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
fn engines_have_their_names() {
    for about in ENGINES {
        assert_eq!(Engine::named(about.name).map(|engine| engine.name()), Some(about.name));
    }
    assert!(Engine::named("fast").is_none());
}

#[test]
fn records_tell_lengths_and_rules() {
    let game = Klondike::of_seed(7, Rules::default()).expect("standard rules");
    let engine = Engine::named("exact").expect("an engine");
    let answer = solve(&game, &engine, &Limits::default(), &Cancel::new(), &mut ());
    let line = answer.line.as_ref().expect("seed 7 can be won");
    let record = record("7", &game, &engine, &answer);
    assert_eq!((record.outcome, record.rules), (OutcomeKind::Solved, Some(Rules::default())));
    assert_eq!(record.length, Some(line.steps().len()));
    let Some(Lengths::Turns(TurnLengths { moves: Some(moves), turns: Some(turns) })) =
        record.lengths
    else {
        panic!("{:?}", record.lengths);
    };
    assert_eq!(record.cost, Some(moves));
    assert_eq!(line.steps().len(), (moves + turns) as usize);
}

#[test]
fn a_limit_leaves_the_shortest_solution_so_far() {
    let game = Klondike::of_seed(7, Rules::default()).expect("standard rules");
    let first = outcome(&game, &Exact::default()).expect("seed 7 can be won").0;
    let engine = Engine::named("shortest").expect("an engine");
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let answer = solve(&game, &engine, &limits, &Cancel::new(), &mut ());
    let Outcome::Solved(solution) = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert!(solution.cost < first && !solution.optimal);
    // Before the first solution there is none to tell.
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    let answer = solve(&game, &engine, &limits, &Cancel::new(), &mut ());
    assert_eq!(answer.outcome, Outcome::LimitReached(Stop::Nodes));
}
