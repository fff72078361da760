//! Engines of peg solitaire, and searches that know nothing of it, agree with a naive reference.

use patience_core::{Cost, Puzzle};
use patience_kit::End;
use patience_laws::reference::cheapest;
use patience_laws::{SplitMix, agreement};
use patience_peg::analysis::prove_unsolvable;
use patience_peg::{Board, Drawing, Goal, Lattice, Metric, Peg, Problem};
use patience_search::IterativeDeepening;

use crate::common::{answer, vacancy};

/// Small problems of every kind: board, start, goal and metric all follow from the seed.
fn tiny(seed: u64) -> Peg {
    let mut random = SplitMix::new(seed);
    loop {
        let mut row =
            || -> String { (0..4).map(|_| [' ', '.', 'o', 'o', 'o'][random.below(5)]).collect() };
        let rows = [row(), row(), row()].join("\n");
        let Ok(Drawing { mut board, pegs }) = Drawing::parse(&rows) else { continue };
        if random.below(3) == 0 {
            board = Board::of(Lattice::Triangular, board.holes().iter().copied()).expect("a board");
        }
        let goal = match random.below(2) {
            0 => Goal::OneAnywhere,
            _ => Goal::Exactly(1 << random.below(board.holes().len())),
        };
        let Ok(problem) = Problem::new(board, pegs, goal) else { continue };
        let mut game = Peg::new(problem);
        game.metric = [Metric::Moves, Metric::Jumps][random.below(2)];
        return game;
    }
}

#[test]
fn iterative_deepening_agrees_with_the_reference() {
    for seed in 0..500 {
        agreement(&tiny(seed), &IterativeDeepening::default(), "iterative");
    }
}

/// Every engine that finds the fewest moves, with every setting.
const ENGINES: [(&str, &[&str]); 7] = [
    ("best", &[]),
    ("bd-bfida", &[]),
    ("bd-bfida", &["no_propagation"]),
    ("bd-bfida", &["stop_early"]),
    ("bfida", &[]),
    ("brute", &[]),
    ("brute", &["one_way"]),
];

/// The cost of the solution of an engine; none if it proves that there is none.
fn cost(problem: &Problem, metric: Metric, engine: &str, switches: &[&str]) -> Option<Cost> {
    match answer(problem, metric, engine, switches).end {
        End::Solved { cost, optimal: true } => Some(cost),
        End::Unsolvable { .. } => None,
        other => panic!("{engine}: {other:?}"),
    }
}

/// The same, but for the goal: what is left after random play.
fn played(seed: u64) -> Peg {
    let game = tiny(seed);
    let (mut state, mut moves) = (game.start(), Vec::new());
    let mut random = SplitMix::new(seed);
    loop {
        moves.clear();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            break;
        }
        game.apply(&mut state, moves[random.below(moves.len())]);
    }
    let (board, start) = (game.problem().board().clone(), game.problem().start());
    let problem = Problem::new(board, start, Goal::Exactly(state.pegs)).expect("a problem");
    let mut played = Peg::new(problem);
    played.metric = game.metric;
    played
}

#[test]
fn engines_agree_with_the_reference() {
    let mut solved = 0;
    for seed in 0..60 {
        let game = if seed % 2 == 0 { tiny(seed) } else { played(seed) };
        let known = cheapest(&game, &game.start());
        for (engine, switches) in ENGINES {
            let found = cost(game.problem(), game.metric, engine, switches);
            assert_eq!(found, known, "{engine} {switches:?}, seed {seed}: {:?}", game.problem());
        }
        // Optimal with the admissible default.
        for engine in ["ida-star", "a-star"] {
            let found = cost(game.problem(), game.metric, engine, &[]);
            assert_eq!(found, known, "{engine}, seed {seed}: {:?}", game.problem());
        }
        // Complete, but not optimal; those that are not complete may find nothing.
        for engine in ["decide", "iterative", "breadth-first", "best-first", "staged", "beam"] {
            let end = answer(game.problem(), game.metric, engine, &[]).end;
            let is_right = match (&end, known) {
                (End::Solved { cost, .. }, Some(least)) => least <= *cost,
                (End::Unsolvable { .. }, None) => true,
                (End::Exhausted, _) => ["staged", "beam"].contains(&engine),
                _ => false,
            };
            assert!(
                is_right,
                "{engine}, seed {seed}: {end:?}, not {known:?}: {:?}",
                game.problem()
            );
        }
        solved += usize::from(known.is_some());
    }
    assert!(20 < solved, "{solved} can be solved");
}

#[test]
fn problems_of_the_english_board_take_the_known_moves() {
    for (start, end, moves) in [("3,3", "3,3", 18), ("2,2", "2,2", 15), ("1,3", "1,3", 19)] {
        let problem = vacancy("english", start, end);
        assert_eq!(cost(&problem, Metric::Moves, "best", &[]), Some(moves));
    }
    // Any solution at all.
    for engine in ["best", "brute", "decide"] {
        let problem = vacancy("english", "3,3", "3,3");
        assert_eq!(cost(&problem, Metric::Jumps, engine, &[]), Some(31));
    }
}

#[test]
#[ignore = "slow: 30 seconds"]
fn engines_agree_on_every_problem_of_larger_boards() {
    let boards = [
        "oooo\noooo\noooo\noooo\noooo",
        " ooo\nooooo\nooooo\n  oooo\n  ooo",
        "ooooooo\nooooooo\nooooooo",
        "triangle\n    o\n   o o\n  o o o\n o o o o\no o o o o",
    ];
    let (mut solved, mut hopeless) = (0, 0);
    for drawing in boards {
        let board = Drawing::parse(drawing).expect("a board").board;
        let holes = u8::try_from(board.holes().len()).expect("few holes");
        for (start, end) in (0..holes).flat_map(|start| (0..holes).map(move |end| (start, end))) {
            let problem = Problem::vacancy(board.clone(), start, end).expect("a problem");
            if prove_unsolvable(&problem).is_some() {
                continue;
            }
            let [known, found @ ..] = ["brute", "best", "bd-bfida", "bfida"]
                .map(|engine| cost(&problem, Metric::Moves, engine, &[]));
            assert_eq!(found, [known; 3], "{drawing}: {start} to {end}");
            solved += usize::from(known.is_some());
            hopeless += usize::from(known.is_none());
        }
    }
    assert!(50 < solved && 10 < hopeless, "{solved} can be solved, {hopeless} cannot");
}
