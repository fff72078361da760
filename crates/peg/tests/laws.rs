//! Peg solitaire against the laws, against the referee, and against known answers.

use std::collections::HashSet;

use patience_core::{Backward, Puzzle, Reversed};
use patience_laws::{
    SplitMix, Walks, check, check_backward, check_everywhere, check_packed, reference,
};
use patience_peg::{
    Board, Chain, Drawing, Goal, Jump, Lattice, Line, Metric, Peg, Pegs, Problem, Referee, State,
    members, read_chains,
};

const WALKS: Walks = Walks { seed: 1, count: 10, length: 60 };
const METRICS: [Metric; 2] = [Metric::Moves, Metric::Jumps];

/// Starts that show something each: lines, corners, isolated holes, parts without a way between them, no jump at all.
const SHAPES: [&str; 15] = [
    "o",
    "oo.",
    "oo.oo.",
    "oooooo.o",
    "o\no\n.\no",
    "oo.\no\no\n.",
    ".\noo\nooo\noooo",
    " oo\no..o\noooo\n ..",
    "ooo\no.o\nooo",
    "o.oo\noooo",
    "oo. o\n\n  o  oo.\no",
    "ooo\nooo\n.oo\n   o",
    "triangle\n  .\n o o\no o o",
    "triangle\n o o\no . o\n o o",
    "triangle\n   o\n  o o\n o . o\no . o o",
];

fn named(name: &str) -> Board {
    Board::named(name).unwrap()
}

fn game(problem: &Problem, metric: Metric) -> Peg {
    let mut game = Peg::new(problem.clone());
    game.metric = metric;
    game
}

/// Every shape with one peg to be left anywhere, and with one to be left in its first hole.
fn shapes() -> impl Iterator<Item = Problem> {
    SHAPES.into_iter().flat_map(|text| {
        let Drawing { board, pegs } = Drawing::parse(text).unwrap();
        [Goal::OneAnywhere, Goal::Exactly(1)]
            .map(|goal| Problem::new(board.clone(), pegs, goal).unwrap())
    })
}

/// Some holes of a small box, some of them with pegs.
fn random_problem(random: &mut SplitMix) -> Problem {
    let rows = 1 + random.below(4);
    let mut row = || -> String {
        (0..2 + random.below(4)).map(|_| [' ', '.', 'o', 'o', 'o'][random.below(5)]).collect()
    };
    let text: Vec<String> = (0..rows).map(|_| row()).collect();
    let Ok(Drawing { mut board, pegs }) = Drawing::parse(&text.join("\n")) else {
        return random_problem(random);
    };
    if random.below(3) == 0 {
        board = Board::of(Lattice::Triangular, board.holes().iter().copied()).unwrap();
    }
    let goal = match random.below(3) {
        0 => Goal::OneAnywhere,
        1 => Goal::Exactly(1 << random.below(board.holes().len())),
        _ => Goal::Exactly(after_some_jumps(&board, pegs, random)),
    };
    Problem::new(board, pegs, goal).unwrap_or_else(|_| random_problem(random))
}

fn after_some_jumps(board: &Board, mut pegs: Pegs, random: &mut SplitMix) -> Pegs {
    for _ in 0..random.below(7) {
        let legal: Vec<_> = board.jumps().iter().filter(|jump| jump.is_legal(pegs)).collect();
        if legal.is_empty() {
            break;
        }
        pegs ^= legal[random.below(legal.len())].holes();
    }
    pegs
}

#[test]
fn named_boards_obey_the_laws() {
    for name in Board::NAMES.into_iter().chain(["triangle15", "triangle28"]) {
        let board = named(name);
        let centre = u8::try_from(board.holes().len() / 2).unwrap();
        for problem in [
            Problem::vacancy(board.clone(), centre, centre).unwrap(),
            Problem::vacancy(board.clone(), 1, centre).unwrap(),
            Problem::new(board.clone(), board.all() & !(1 << centre), Goal::OneAnywhere).unwrap(),
        ] {
            for metric in METRICS {
                let game = game(&problem, metric);
                check(&game, &WALKS);
                check_packed(&game, &WALKS);
                check_backward(&game, &WALKS);
            }
        }
    }
}

#[test]
fn odd_boards_obey_the_laws_everywhere() {
    let mut random = SplitMix::new(3);
    for problem in shapes().chain((0..60).map(|_| random_problem(&mut random))) {
        for metric in METRICS {
            let game = game(&problem, metric);
            check_everywhere(&game);
            check_packed(&game, &WALKS);
            check_backward(&game, &WALKS);
        }
    }
}

/// Every jump that the referee allows, by trying all pairs of holes.
fn allowed(referee: &Referee, board: &Board) -> Vec<(Chain, Referee)> {
    let holes = board.holes();
    let pairs = holes.iter().flat_map(|&from| holes.iter().map(move |&to| vec![from, to]));
    let mut allowed = Vec::new();
    for chain in pairs.filter_map(Chain::new) {
        let mut after = referee.clone();
        match after.play(&chain) {
            Ok(()) => allowed.push((chain, after)),
            Err(_) => assert_eq!(after.rows(), referee.rows(), "a foul changes nothing"),
        }
    }
    allowed
}

/// Positions after so many jumps, as the referee plays.
fn positions_by_referee(problem: &Problem, depth: usize) -> Vec<usize> {
    let mut level = vec![Referee::new(problem)];
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut seen = HashSet::new();
        let children = level.iter().flat_map(|referee| allowed(referee, problem.board()));
        let next: Vec<Referee> =
            children.map(|(_, after)| after).filter(|after| seen.insert(after.rows())).collect();
        level = next;
        counts.push(level.len());
    }
    counts
}

/// Positions after so many jumps, as a search plays.
fn positions_by_game(problem: &Problem, depth: usize) -> Vec<usize> {
    let game = game(problem, Metric::Jumps);
    let mut level = HashSet::from([game.start()]);
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut next = HashSet::new();
        for state in &level {
            game.each_child(state, &mut Vec::new(), |_, child| {
                next.insert(child);
            });
        }
        level = next;
        counts.push(level.len());
    }
    counts
}

#[test]
fn positions_are_as_many_as_the_referee_finds() {
    // The first levels of the English central game are well known.
    let central = Problem::vacancy(named("english"), 16, 16).unwrap();
    assert_eq!(positions_by_game(&central, 7), [1, 4, 12, 60, 296, 1338, 5648, 21842]);
    assert_eq!(positions_by_referee(&central, 4), [1, 4, 12, 60, 296]);
    for name in Board::NAMES {
        let problem = Problem::vacancy(named(name), 2, 2).unwrap();
        assert_eq!(positions_by_game(&problem, 4), positions_by_referee(&problem, 4), "{name}");
    }
    let mut random = SplitMix::new(5);
    for problem in shapes().chain((0..200).map(|_| random_problem(&mut random))) {
        assert_eq!(
            positions_by_game(&problem, 5),
            positions_by_referee(&problem, 5),
            "{problem:?}"
        );
    }
}

/// The fewest moves and the number of jumps, by trying everything as the referee plays; no solution is `None`.
fn fewest_by_referee(referee: &Referee, board: &Board) -> Option<u32> {
    let here = referee.is_solved().then_some(referee.lengths().moves);
    let further = allowed(referee, board).into_iter();
    let further = further.filter_map(|(_, after)| fewest_by_referee(&after, board)).min();
    here.into_iter().chain(further).min()
}

#[test]
fn moves_cost_what_the_referee_counts() {
    let mut random = SplitMix::new(7);
    let (mut solved, mut longest) = (0, 0);
    for problem in shapes().chain((0..500).map(|_| random_problem(&mut random))) {
        if 9 < problem.start().count_ones() {
            continue;
        }
        let moves = game(&problem, Metric::Moves);
        let fewest = reference::cheapest(&moves, &moves.start());
        let printed = fewest_by_referee(&Referee::new(&problem), problem.board());
        assert_eq!(fewest, printed, "{problem:?}");
        let jumps = game(&problem, Metric::Jumps);
        let all = reference::cheapest(&jumps, &jumps.start());
        assert_eq!(all, fewest.map(|_| problem.jumps_to_play()), "{problem:?}");
        solved += usize::from(fewest.is_some());
        longest = longest.max(fewest.unwrap_or(0));
    }
    // Otherwise the problems would tell little.
    assert!(100 < solved && 4 < longest, "{solved} solved, longest {longest}");
}

#[test]
fn played_backwards_a_problem_costs_the_same() {
    let mut random = SplitMix::new(9);
    let mut solved = 0;
    for problem in shapes().chain((0..300).map(|_| random_problem(&mut random))) {
        // Backwards there may be as many pegs as holes.
        if 11 < problem.board().holes().len() {
            continue;
        }
        for metric in METRICS {
            let game = game(&problem, metric);
            let mut goals = Vec::new();
            game.goals(&mut goals);
            let backwards = goals.into_iter().filter_map(|goal| {
                let reversed = Reversed { puzzle: &game, goal };
                reference::cheapest(&reversed, &reversed.start())
            });
            let forwards = reference::cheapest(&game, &game.start());
            assert_eq!(backwards.min(), forwards, "{metric:?} {problem:?}");
            solved += usize::from(forwards.is_some());
        }
    }
    // Otherwise the problems would tell little.
    assert!(100 < solved, "{solved} solved");
}

#[test]
fn a_solution_backwards_solves_the_complement() {
    let problem = Problem::vacancy(named("english"), 16, 1).unwrap();
    let line = "35-33, 54-34, 46-44, 43-45, 41-43, 62-42, 32-52, 24-44, 64-62-42, 04-24, 12-32-52-54-34-14, 20-22, 23-21, \
                02-04-24, 26-46-44-42, 40-20-22, 25-23-43-41-21-23-03";
    let mut jumps = jumps_of(line, problem.board());
    assert!(Line::replay(&problem, &jumps).is_ok());
    jumps.reverse();
    let backwards = Line::replay(&problem.complement().unwrap(), &jumps).unwrap();
    assert_eq!(backwards.lengths().jumps, 31);
}

fn jumps_of(text: &str, board: &Board) -> Vec<Jump> {
    let chains = read_chains(text).unwrap();
    chains.iter().flat_map(|written| written.chain.jumps(board).unwrap()).collect()
}

#[test]
fn a_peg_that_is_to_jump_on_must() {
    let Drawing { board, pegs } = Drawing::parse("oo.o.oo").unwrap();
    let game = Peg::new(Problem::new(board, pegs, Goal::OneAnywhere).unwrap());
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let first = *moves.iter().find(|mv| !mv.part.is_end()).unwrap();
    let state = game.child(&game.start(), first);
    assert_eq!(state.mover, Some(first.jump.to));
    moves.clear();
    game.moves(&state, &mut moves);
    assert!(moves.iter().all(|mv| mv.jump.from == first.jump.to && !mv.part.is_begin()));
    assert!(!game.is_goal(&State { pegs: 1, mover: Some(0) }));
}

#[test]
fn symmetric_states_have_one_key() {
    let game = Peg::new(Problem::vacancy(named("english"), 16, 16).unwrap());
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let keys: HashSet<State> = moves.iter().map(|&mv| game.child_key(&game.start(), mv)).collect();
    assert_eq!((moves.len(), keys.len()), (4, 1));
    assert_eq!(members(game.start().pegs).count(), 32);
}
