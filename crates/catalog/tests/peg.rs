//! Engines of peg solitaire, and searches that know nothing of it, agree with a naive reference.

use patience_catalog::peg::{Engine, solve};
use patience_core::{Cancel, Cost, Limits, Outcome, Puzzle};
use patience_laws::reference::cheapest;
use patience_laws::{SplitMix, agreement};
use patience_peg::analysis::prove_unsolvable;
use patience_peg::{Board, Drawing, Goal, Metric, Peg, Problem, read_hole};
use patience_search::IterativeDeepening;

/// Small problems of every kind: board, start, goal and metric all follow from the seed.
fn tiny(seed: u64) -> Peg {
    let mut random = SplitMix::new(seed);
    loop {
        let mut row =
            || -> String { (0..4).map(|_| [' ', '.', 'o', 'o', 'o'][random.below(5)]).collect() };
        let rows = [row(), row(), row()].join("\n");
        let Ok(Drawing { board, pegs }) = Drawing::parse(&rows) else { continue };
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

/// Every engine with every setting.
fn engines() -> Vec<Engine> {
    let named = |name: &str| Engine::named(name).expect("an engine of that name");
    let (mut one_way, mut alone) = (named("brute"), named("bd-bfida"));
    assert!(one_way.search_one_way() && alone.leave_out_propagation());
    vec![named("best"), named("bd-bfida"), alone, named("bfida"), named("brute"), one_way]
}

/// The cost of the solution of an engine; none if it proves that there is none.
fn cost(problem: &Problem, metric: Metric, engine: &Engine) -> Option<Cost> {
    let answer = solve(problem, metric, engine, &Limits::default(), &Cancel::new(), &mut ());
    match answer.expect("nothing is written").report.outcome {
        Outcome::Solved(solution) => Some(solution.cost),
        Outcome::ProvenUnsolvable => None,
        other => panic!("{} gave up: {other:?}", engine.name()),
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
        for engine in engines() {
            let found = cost(game.problem(), game.metric, &engine);
            assert_eq!(found, known, "{}, seed {seed}: {:?}", engine.name(), game.problem());
        }
        solved += usize::from(known.is_some());
    }
    assert!(20 < solved, "{solved} can be solved");
}

fn vacancy(board: &str, start: &str, end: &str) -> Problem {
    let board = Board::named(board).expect("a board of that name");
    let hole = |text: &str| read_hole(text, &board).expect("a hole of the board");
    let (start, end) = (hole(start), hole(end));
    Problem::vacancy(board, start, end).expect("a problem")
}

#[test]
fn problems_of_the_english_board_take_the_known_moves() {
    let best = Engine::named("best").expect("an engine of that name");
    for (start, end, moves) in [("3,3", "3,3", 18), ("2,2", "2,2", 15), ("1,3", "1,3", 19)] {
        assert_eq!(cost(&vacancy("english", start, end), Metric::Moves, &best), Some(moves));
    }
    // Any solution at all.
    let brute = Engine::named("brute").expect("an engine of that name");
    for engine in [best, brute] {
        assert_eq!(cost(&vacancy("english", "3,3", "3,3"), Metric::Jumps, &engine), Some(31));
    }
}

#[test]
#[ignore = "slow: 30 seconds"]
fn engines_agree_on_every_problem_of_larger_boards() {
    let boards = [
        "oooo\noooo\noooo\noooo\noooo",
        " ooo\nooooo\nooooo\n  oooo\n  ooo",
        "ooooooo\nooooooo\nooooooo",
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
            let [known, found @ ..] = ["brute", "best", "bd-bfida", "bfida"].map(|name| {
                cost(&problem, Metric::Moves, &Engine::named(name).expect("an engine"))
            });
            assert_eq!(found, [known; 3], "{drawing}: {start} to {end}");
            solved += usize::from(known.is_some());
            hopeless += usize::from(known.is_none());
        }
    }
    assert!(50 < solved && 10 < hopeless, "{solved} can be solved, {hopeless} cannot");
}

#[test]
#[ignore = "slow: 2 minutes"]
fn all_problems_of_the_published_table_take_the_known_moves() {
    let Ok(table) = std::fs::read_to_string("../../../shared/data/peg-answers.csv") else {
        eprintln!("skipped: the answers are not there");
        return;
    };
    let mut best = Engine::named("best").expect("an engine of that name");
    best.threads = 2;
    let mut problems = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')).skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let board = cells[0].to_lowercase().replace(['(', ')'], "");
        let (start, end) = (cells[1..3].join(","), cells[3..5].join(","));
        let moves = cells[5].parse().expect("a number of moves");
        assert_eq!(
            cost(&vacancy(&board, &start, &end), Metric::Moves, &best),
            Some(moves),
            "{row}"
        );
        problems += 1;
    }
    assert_eq!(problems, 26);
}
