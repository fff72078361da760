//! Known answers: `data/peg-answers.txt`, and those that the engine `gpu` has proven: `data/peg-proven.txt`.

use patience_core::{Cost, Puzzle};
use patience_kit::End;
use patience_peg::{Jump, Line, Metric, Move, Part, Peg, Problem, read_chains};

use crate::common::{answer, vacancy};

/// A problem with its fewest moves and a solution.
pub(crate) struct Known {
    pub(crate) row: &'static str,
    pub(crate) problem: Problem,
    pub(crate) moves: u32,
    solution: Vec<&'static str>,
}

/// The answers for the boards of a name that begins like this.
pub(crate) fn known(board: &str) -> Vec<Known> {
    read(include_str!("../../../data/peg-answers.txt"), board)
}

/// The answers of a file for the boards of a name that begins like this.
fn read(text: &'static str, board: &str) -> Vec<Known> {
    let rows = text.lines().filter(|row| !row.starts_with('#') && row.starts_with(board));
    let read = |row: &'static str| {
        let words: Vec<&str> = row.split(' ').collect();
        let [name, start, end, moves, ref solution @ ..] = words[..] else { panic!("{row}") };
        let moves = moves.parse().unwrap();
        Known { row, problem: vacancy(name, start, end), moves, solution: solution.to_vec() }
    };
    rows.map(read).collect()
}

/// The jumps of a line as moves of a search: in the metric of moves, successive jumps of one peg are one move.
fn moves(jumps: &[Jump], metric: Metric) -> impl Iterator<Item = Move> {
    let goes_on = move |at: usize| {
        let after = jumps.get(at + 1);
        metric == Metric::Moves && after.is_some_and(|next| next.from == jumps[at].to)
    };
    let part = move |at: usize| match (0 < at && goes_on(at - 1), goes_on(at)) {
        (false, false) => Part::Whole,
        (false, true) => Part::First,
        (true, true) => Part::Middle,
        (true, false) => Part::Last,
    };
    jumps.iter().enumerate().map(move |(at, &jump)| Move { jump, part: part(at) })
}

/// The cost of jumps as a search makes them.
fn cost(problem: &Problem, jumps: &[Jump], metric: Metric) -> Cost {
    let mut game = Peg::new(problem.clone());
    game.metric = metric;
    let (mut state, mut cost) = (game.start(), 0);
    for mv in moves(jumps, metric) {
        assert!(game.is_legal(&state, mv), "{mv:?} in {state:?}");
        cost += game.pay(&mut state, mv);
    }
    assert!(game.is_goal(&state), "{state:?}");
    cost
}

#[test]
fn known_solutions_replay_in_their_number_of_moves() {
    let known = known("");
    assert_eq!(known.len(), 21 + 4 + 1 + 12);
    replay(known);
}

#[test]
fn proven_solutions_replay_in_their_number_of_moves() {
    let proven = read(include_str!("../../../data/peg-proven.txt"), "");
    let of = |board: &str| proven.iter().filter(|it| it.row.starts_with(board)).count();
    assert_eq!((of("french"), of("diamond5"), of("wiegleb")), (6, 3, 35));
    replay(proven);
}

fn replay(known: Vec<Known>) {
    for Known { row, problem, moves, solution } in known {
        let chains = read_chains(&solution.join(" ")).unwrap();
        let jumps: Vec<Jump> =
            chains.iter().flat_map(|it| it.chain.jumps(problem.board()).unwrap()).collect();
        let line = Line::replay(&problem, &jumps).unwrap();
        assert_eq!(
            (line.lengths().moves, line.lengths().jumps),
            (moves, problem.jumps_to_play()),
            "{row}"
        );
        assert_eq!(line.notation(), solution);
        let positions = line.positions();
        assert_eq!(positions.len(), line.moves().len() + 1);
        assert_eq!(positions.last(), problem.goals().first());
        assert_eq!(cost(&problem, &jumps, Metric::Moves), line.lengths().moves);
        assert_eq!(cost(&problem, &jumps, Metric::Jumps), line.lengths().jumps);
    }
}

#[test]
#[ignore = "slow: 2 minutes"]
fn all_known_problems_take_the_known_moves() {
    for Known { row, problem, moves, .. } in known("") {
        let answer = answer(&problem, Metric::Moves, "best", &[]);
        assert_eq!(answer.end, End::Solved { cost: moves, optimal: true }, "{row}");
    }
}
