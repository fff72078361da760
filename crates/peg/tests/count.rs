//! The number of optimal solutions of peg problems against counts by plain code.

use std::collections::HashMap;

use patience_core::{Cancel, Layered, Limits, Meter, Record, Step, Stop};
use patience_kit::End;
use patience_laws::SplitMix;
use patience_peg::analysis::{PaperBound, possible_goals};
use patience_peg::engines::layered::{
    Bound, Options, Pagodas, Side, Symmetry, count_solutions, path_to_jumps,
};
use patience_peg::{Board, Drawing, Goal, Hole, Jump, Metric, Pegs, Problem, members};
use patience_search::layered::{LayeredSearch, Method};

use crate::common::{answer, answer_within};

fn drawn(text: &str) -> Board {
    Drawing::parse(text).expect("a drawing").board
}

fn small_boards() -> Vec<Board> {
    vec![
        drawn("oooo\noooo\noooo"),
        drawn("oooo\noooo\noooo\noooo"),
        drawn("  o\n  o\nooooo\n  o\n  o"),
        drawn("  o\n ooo\nooooo\n ooo\n  o"),
        drawn("ooo\nooo\nooooo\n  ooo"),
        drawn("oooo"),
        drawn("oooooo"),
        drawn("ooooo\nooooo\nooooo"),
        drawn("ooooooooo"),
        drawn("triangle/  o/ o o/o o o"),
        drawn("triangle/   o/  o o/ o o o/o o o o"),
    ]
}

/// Every hole empty at the start, every hole or any of them the last one.
fn vacancies(board: &Board) -> Vec<Problem> {
    let mut problems = Vec::new();
    for empty in members(board.all()) {
        for last in members(board.all()) {
            problems.push(Problem::vacancy(board.clone(), empty, last).expect("two holes"));
        }
        let start = board.all() & !(1 << empty);
        problems.push(Problem::new(board.clone(), start, Goal::OneAnywhere).expect("a problem"));
    }
    problems
}

/// Problems that have a solution, since they were played.
fn played(board: &Board, random: &mut SplitMix, jumps: usize) -> Problem {
    loop {
        let start = board.all() & random.bits();
        let mut pegs = start;
        for _ in 0..jumps {
            let legal: Vec<&Jump> = board.jumps().iter().filter(|it| it.is_legal(pegs)).collect();
            if !legal.is_empty() {
                pegs ^= legal[random.below(legal.len())].holes();
            }
        }
        if 2 < start.count_ones() - pegs.count_ones() {
            let goal = if pegs.is_power_of_two() { Goal::OneAnywhere } else { Goal::Exactly(pegs) };
            return Problem::new(board.clone(), start, goal).expect("a problem");
        }
    }
}

/// The moves and the number of solutions with the fewest, by trying all jumps one after the other.
fn naive(problem: &Problem) -> Option<(u32, u128)> {
    fn play(problem: &Problem, pegs: Pegs, last: Option<u8>, moves: u32, by_moves: &mut [u128]) {
        if pegs.count_ones() == problem.goal().count() {
            by_moves[moves as usize] += u128::from(problem.is_solved(pegs));
            return;
        }
        for jump in problem.board().jumps().iter().filter(|jump| jump.is_legal(pegs)) {
            let moves = moves + u32::from(last != Some(jump.from));
            play(problem, pegs ^ jump.holes(), Some(jump.to), moves, by_moves);
        }
    }
    let mut by_moves = vec![0; 65];
    play(problem, problem.start(), None, 0, &mut by_moves);
    (0..).zip(by_moves).find(|(_, count)| 0 < *count)
}

/// The same, layer by layer, with all that is within a cut-off: no state stands for another, and none is left out for being dearer.
fn plain(problem: &Problem, cutoff: u32) -> Option<(u32, u128)> {
    let goals = possible_goals(problem);
    let bound = PaperBound::towards(problem.board(), &goals);
    let mut layer: HashMap<(Pegs, u8, u32), u128> =
        HashMap::from([((problem.start(), u8::MAX, 0), 1)]);
    for _ in 0..problem.jumps_to_play() {
        let mut next = HashMap::new();
        for (&(pegs, last, moves), count) in &layer {
            for jump in problem.board().jumps().iter().filter(|jump| jump.is_legal(pegs)) {
                let (after, moves) = (pegs ^ jump.holes(), moves + u32::from(last != jump.from));
                // The move may go on, which is one that the bound counts.
                if moves + u32::from(bound.estimate(after)) <= cutoff + 1 {
                    *next.entry((after, jump.to, moves)).or_insert(0) += count;
                }
            }
        }
        layer = next;
    }
    let mut by_moves = vec![0; 65];
    for ((pegs, _, moves), count) in layer {
        by_moves[moves as usize] += if problem.is_solved(pegs) { count } else { 0 };
    }
    (0..=cutoff).zip(by_moves).find(|(_, count)| 0 < *count)
}

fn counted(problem: &Problem) -> Option<(u32, u128)> {
    let answer = answer(problem, Metric::Moves, "best", &["count"]);
    let moves = answer.line?.lengths().0[0];
    Some((u32::try_from(moves).expect("few"), answer.solutions.expect("no limit")))
}

/// With other settings of the two sides.
fn counted_with(problem: &Problem, options: Options) -> Option<(u32, u128)> {
    let (forward, backward) = Side::both(problem, options);
    let (limits, cancel, mut watcher) = (Limits::default(), Cancel::new(), ());
    let mut meter = Meter::start(&limits, &cancel, &mut watcher);
    let search = LayeredSearch::new(Method::Best);
    let paths = search.run_for_all(forward, backward, &mut meter).expect("no limit")?;
    assert!(path_to_jumps(problem, &paths.path.keys).is_some());
    let (moves, layers) = (u32::from(paths.path.cost), paths.layers.expect("no limit"));
    Some((moves, count_solutions(problem, &layers, moves, &mut meter).expect("no limit")))
}

#[test]
fn plain_counts_are_those_of_trying_everything() {
    for board in small_boards().into_iter().filter(|board| board.holes().len() <= 13) {
        for problem in vacancies(&board) {
            assert_eq!(plain(&problem, 60), naive(&problem), "{problem:?}");
        }
    }
}

#[test]
fn all_optimal_solutions_of_vacancies_on_small_boards_are_counted() {
    let mut solved = 0;
    for problem in small_boards().iter().flat_map(vacancies) {
        let expected = plain(&problem, 60);
        assert_eq!(counted(&problem), expected, "{problem:?}");
        solved += usize::from(expected.is_some());
    }
    assert!(50 < solved, "{solved} can be solved");
}

#[test]
fn settings_of_the_sides_do_not_change_counts() {
    for problem in small_boards().iter().flat_map(|board| vacancies(board).into_iter().step_by(3)) {
        let expected = plain(&problem, 60);
        for bound in [Bound::None, Bound::Paper] {
            for symmetry in [Symmetry::None, Symmetry::Problem] {
                let options =
                    Options { bound, symmetry, pagodas: Pagodas::None, ..Options::default() };
                assert_eq!(counted_with(&problem, options), expected, "{options:?} {problem:?}");
            }
        }
    }
}

#[test]
fn all_optimal_solutions_of_played_problems_are_counted() {
    let mut random = SplitMix::new(7);
    let boards = ["english", "french", "wiegleb"].map(|name| Board::named(name).expect("a name"));
    for at in 0..60 {
        let problem = played(&boards[at % 3], &mut random, 4 + at % 5);
        let counted = counted(&problem);
        let moves = counted.expect("it was played").0;
        assert_eq!(counted, plain(&problem, moves), "{problem:?}");
    }
}

#[test]
fn who_is_there_already_has_one_solution() {
    let problem = Problem::new(drawn("oo."), 1, Goal::Exactly(1)).expect("a problem");
    assert_eq!(counted(&problem), Some((0, 1)));
}

#[test]
fn a_limit_while_counting_leaves_the_solution() {
    let board = Board::named("english").expect("a named board");
    let problem = Problem::vacancy(board, 16, 16).expect("two holes");
    let nodes = answer(&problem, Metric::Moves, "best", &[]).stats.expanded;
    let limits = Limits { nodes: Some(nodes + 100), ..Limits::default() };
    let answer = answer_within(&problem, Metric::Moves, "best", &["count"], &limits);
    assert!(matches!(answer.end, End::Solved { .. }), "{:?}", answer.end);
    assert_eq!(answer.solutions, None);
}

#[test]
fn counting_keeps_the_memory_limit() {
    let board = drawn("oooo\noooo\noooo\noooo");
    let problem = vacancies(&board).into_iter().find(|it| plain(it, 60).is_some());
    let problem = problem.expect("a problem with a solution");
    let (forward, backward) = Side::both(&problem, Options::default());
    let (cancel, mut watcher) = (Cancel::new(), ());
    let mut meter = Meter::start(&Limits::default(), &cancel, &mut watcher);
    let paths = LayeredSearch::new(Method::Best).run_for_all(forward, backward, &mut meter);
    let paths = paths.expect("no limit").expect("a solution");
    let (moves, layers) = (paths.path.cost.into(), paths.layers.expect("no limit"));
    let count = |memory: Option<u64>| {
        let (limits, mut observer) = (Limits { memory, ..Limits::default() }, ());
        let mut meter = Meter::start(&limits, &cancel, &mut observer);
        count_solutions(&problem, &layers, moves, &mut meter).map(|_| meter.finish().peak_bytes)
    };
    let peak = count(None).expect("no limit");
    assert_eq!(count(Some(peak)), Ok(peak));
    assert_eq!(count(Some(peak - 1)), Err(Stop::Memory));
}

fn english(row: u8, column: u8) -> Problem {
    let board = Board::named("english").expect("a named board");
    let hole = board.number(Hole { row, column }).expect("a hole");
    Problem::vacancy(board, hole, hole).expect("a problem")
}

#[test]
fn known_counts_of_the_english_board_stay() {
    assert_eq!(counted(&english(3, 3)), Some((18, 7488)));
    assert_eq!(counted(&english(2, 2)), Some((15, 848)));
}

/// A count from the start alone, by the steps of a side within the cut-off: no way is left out for being dearer than another.
fn one_way(problem: &Problem, cutoff: u8) -> u128 {
    let side = Side::both(problem, Options::default()).0;
    // Key, last peg that may go on, moves; and how many ways lead there.
    let mut layer = vec![((side.roots()[0], None, 0), 1)];
    for _ in 0..side.steps() {
        let mut next = Vec::new();
        for &((key, last, cost), paths) in &layer {
            let open = last.map_or(0, |hole: u8| 1 << hole);
            let visit = |step: Step| next.push(((step.key, step.open, step.cost), paths));
            side.expand(&Record { key, cost, open }, cutoff, visit);
        }
        next.sort_unstable();
        next.dedup_by(|(other, more), (place, paths): &mut (_, u128)| {
            let is_same = other == place;
            *paths += if is_same { *more } else { 0 };
            is_same
        });
        layer = next;
    }
    layer.iter().filter(|((_, _, cost), _)| *cost == cutoff).map(|(_, paths)| paths).sum()
}

#[test]
fn a_count_from_the_start_alone_agrees() {
    assert_eq!(one_way(&english(2, 2), 15), 848);
}

#[test]
#[ignore = "slow: 5 s"]
fn a_count_of_the_central_game_from_the_start_alone_agrees() {
    assert_eq!(one_way(&english(3, 3), 18), 7488);
}
