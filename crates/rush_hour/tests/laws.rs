//! Rush Hour against the laws, against the referee, and against known answers.

use std::collections::{HashMap, VecDeque};

use crate::boards::{random_board, random_size};
use patience_core::{Cancel, Cost, Limits, Outcome, Puzzle, Solution, solve};
use patience_laws::{SplitMix, Walks, agreement, check, check_everywhere, check_packed, reference};
use patience_rush_hour::{
    AnySize, BitBoardBfs, Board, JAM, Line, Metric, Move, MoveSet, Referee, RushHour, State, Step,
    Wide, Word, jam,
};

const WALKS: Walks = Walks { seed: 1, count: 10, length: 60 };
const SETS: [MoveSet; 3] = [MoveSet::Slides, MoveSet::Steps, MoveSet::Macros];
const METRICS: [Metric; 2] = [Metric::Slides, Metric::Steps];

/// Boards that show something each: walls, other shapes than squares, long vehicles, no way out, solved already.
const SHAPES: [&str; 10] = [
    "AA.B\n...B\n....\n....",
    "AA.B\n...B\n...C\n...C",
    "..CD\nAACD\n..B.\n..B.",
    ".BBB.\nAA..C\nx...C\n.DD.C",
    "B...C.\nBAA.C.\nB..xC.\nBDDD..",
    "AAx...\nB..CC.\nB.....",
    "BBB\nAA.\n..C\n..C\nDDC",
    "..AA\nBB.C\n...C",
    "AAA.\n...B\n...B",
    "AABBCC\n......",
];

fn game<W: Word>(board: &Board, metric: Metric, moves: MoveSet) -> RushHour<W> {
    let mut game = RushHour::new(board.clone()).unwrap();
    (game.metric, game.moves) = (metric, moves);
    game
}

fn all_kinds() -> impl Iterator<Item = (Metric, MoveSet)> {
    METRICS.into_iter().flat_map(|metric| SETS.map(|set| (metric, set)))
}

fn shapes() -> impl Iterator<Item = Board> {
    SHAPES.iter().map(|text| Board::parse(text).unwrap())
}

#[test]
fn every_kind_of_board_obeys_the_laws() {
    let mut random = SplitMix::new(2);
    for size in [(6, 6), (8, 8), (8, 5), (4, 7)] {
        let board = random_board(&mut random, size, 1 << 30);
        for (metric, set) in all_kinds() {
            let game: RushHour = game(&board, metric, set);
            check(&game, &WALKS);
            check_packed(&game, &WALKS);
        }
    }
    for size in [(9, 9), (12, 12), (12, 3), (2, 10), (6, 6)] {
        let board = random_board(&mut random, size, usize::MAX >> 8);
        for (metric, set) in all_kinds() {
            let game: RushHour<Wide> = game(&board, metric, set);
            check(&game, &WALKS);
            check_packed(&game, &WALKS);
        }
    }
}

#[test]
fn small_boards_obey_the_laws_everywhere() {
    for board in shapes() {
        for (metric, set) in all_kinds() {
            check_everywhere(&game::<u64>(&board, metric, set));
            check_everywhere(&game::<Wide>(&board, metric, set));
        }
    }
}

/// Small boards of all shapes: the narrow ones have long lanes.
fn small_boards(seed: u64, count: usize) -> impl Iterator<Item = Board> {
    let mut random = SplitMix::new(seed);
    (0..count).map(move |index| {
        let size = match index % 4 {
            0 => (8, 2 + u8::try_from(random.below(3)).unwrap()),
            1 => (2 + u8::try_from(random.below(3)).unwrap(), 8),
            _ => random_size(&mut random, 6),
        };
        random_board(&mut random, size, 700)
    })
}

#[test]
fn the_sweep_agrees_with_the_reference() {
    let (mut unsolvable, mut longest) = (0, 0);
    for board in shapes().chain(small_boards(3, 500)) {
        for (metric, set) in all_kinds() {
            let game: RushHour = game(&board, metric, set);
            agreement(
                &game,
                &BitBoardBfs,
                &format!("the sweep, {metric:?} by {set:?}, of\n{board}\n"),
            );
            let least = reference::cheapest(&game, &game.start());
            unsolvable += usize::from(least.is_none());
            longest = longest.max(least.unwrap_or(0));
        }
    }
    // Otherwise the boards would prove little.
    assert!(500 < unsolvable && 5 < longest, "{unsolvable} unsolvable, longest {longest}");
}

#[test]
fn the_sweep_agrees_with_the_reference_on_crowded_boards() {
    let mut random = SplitMix::new(17);
    for _ in 0..40 {
        let board = random_board(&mut random, (5, 5), 40_000);
        for (metric, set) in [(Metric::Slides, MoveSet::Slides), (Metric::Steps, MoveSet::Steps)] {
            let game: RushHour = game(&board, metric, set);
            agreement(&game, &BitBoardBfs, &format!("the sweep, {metric:?}, of\n{board}\n"));
        }
    }
}

#[test]
fn move_sets_reach_the_same_at_the_same_cost() {
    for board in small_boards(5, 300) {
        let cheapest = |metric, set| {
            let (game, wide) =
                (game::<u64>(&board, metric, set), game::<Wide>(&board, metric, set));
            let least = reference::cheapest(&game, &game.start());
            assert_eq!(least, reference::cheapest(&wide, &wide.start()), "{board}");
            least
        };
        for metric in METRICS {
            let least = cheapest(metric, MoveSet::Slides);
            assert_eq!(cheapest(metric, MoveSet::Macros), least, "{board}");
            // Moves of one cell are as many as their cells.
            let steps = cheapest(Metric::Steps, MoveSet::Slides);
            assert_eq!(cheapest(metric, MoveSet::Steps), steps, "{board}");
        }
    }
}

/// What the referee allows on a board, by trying all there is: the moves, with the board after each.
fn allowed(board: &Board, first: &Board) -> Vec<(Move, Board)> {
    let mut allowed = Vec::new();
    for (vehicle, it) in (0..).zip(first.vehicles()) {
        for by in -13..=13 {
            let mut referee = Referee::new(board);
            let before = referee.rows();
            match referee.play(Step { letter: it.letter, by }) {
                Ok(()) => {
                    assert_eq!(referee.rows(), referee.board().rows());
                    assert_eq!(referee.is_solved(), referee.board().is_solved());
                    allowed.push((Move { vehicle, by }, referee.board()));
                }
                Err(foul) => assert_eq!(referee.rows(), before, "{foul} must change nothing"),
            }
        }
    }
    allowed
}

/// Compares the moves of a game with those that the referee allows, all along random walks.
fn compare_moves<W: Word>(board: &Board) {
    let games = SETS.map(|set| game::<W>(board, Metric::Slides, set));
    let target = u8::try_from(board.target_index()).unwrap();
    Walks { seed: 5, count: 3, length: 40 }.visit(&games[0], |node| {
        let here = games[0].board(node.state);
        let mut slides = allowed(&here, board);
        slides.sort_unstable_by_key(|(mv, _)| *mv);
        let drives_out = |(mv, after): &&(Move, Board)| mv.vehicle == target && after.is_solved();
        let way_out = slides.iter().find(drives_out);
        let listed = games.each_ref().map(|game| {
            let mut moves = Vec::new();
            game.moves(node.state, &mut moves);
            moves.sort_unstable();
            let after = |mv| (mv, game.board(&game.child(node.state, mv)));
            moves.into_iter().map(after).collect::<Vec<_>>()
        });
        let steps = slides.iter().filter(|(mv, _)| mv.by.abs() == 1);
        let macros = way_out.map_or_else(|| slides.clone(), |way_out| vec![way_out.clone()]);
        assert_eq!(listed[1], steps.cloned().collect::<Vec<_>>(), "steps of\n{here}");
        assert_eq!(listed[2], macros, "macros of\n{here}");
        assert_eq!(listed[0], slides, "slides of\n{here}");
        for (vehicle, by) in
            (0..=target + 3).flat_map(|at| [-128, -1, 0, 1, 5, 127].map(|by| (at, by)))
        {
            let mv = Move { vehicle, by };
            for (game, listed) in games.iter().zip(&listed) {
                let is_listed = listed.iter().any(|(other, _)| *other == mv);
                assert_eq!(game.is_legal(node.state, mv), is_listed, "{mv:?} in\n{here}");
            }
        }
        assert_eq!(games[0].is_goal(node.state), here.is_solved());
    });
}

#[test]
fn moves_are_exactly_what_the_referee_allows() {
    for board in shapes().chain(small_boards(7, 100)) {
        compare_moves::<u64>(&board);
        compare_moves::<Wide>(&board);
    }
    for known in JAM.iter().step_by(5) {
        compare_moves::<u64>(&Board::parse(known.letters).unwrap());
    }
    let mut random = SplitMix::new(11);
    for size in [(8, 8), (12, 12), (9, 9), (3, 12), (12, 4)] {
        let board = random_board(&mut random, size, usize::MAX >> 8);
        match AnySize::new(board.clone()).unwrap() {
            AnySize::Small(_) => compare_moves::<u64>(&board),
            AnySize::Large(_) => compare_moves::<Wide>(&board),
        }
    }
}

fn sweep(board: &Board, metric: Metric, set: MoveSet) -> Solution<Move> {
    let game: RushHour = game(board, metric, set);
    sweep_from(&game, &game.start())
}

fn sweep_from(game: &RushHour, state: &State) -> Solution<Move> {
    let limits = Limits::default();
    match solve(&BitBoardBfs, game, state, &limits, &Cancel::new(), &mut ()).outcome {
        Outcome::Solved(solution) => solution,
        other => panic!("{other:?} for\n{}", game.board(state)),
    }
}

/// The fewest slides and steps of a board, each as the referee counts them.
fn shortest(board: &Board) -> (Cost, Cost) {
    let slides = Line::replay(board, &sweep(board, Metric::Slides, MoveSet::Macros).moves).unwrap();
    let steps = sweep(board, Metric::Steps, MoveSet::Slides);
    let printed = Line::replay(board, &steps.moves).unwrap();
    assert_eq!(printed.lengths().steps, steps.cost);
    // Consecutive moves of a vehicle in one direction are one slide.
    assert!(printed.moves().windows(2).all(|pair| {
        pair[0].vehicle != pair[1].vehicle || pair[0].by.signum() != pair[1].by.signum()
    }));
    (slides.lengths().slides, printed.lengths().steps)
}

/// All states that can be reached, by key.
fn cluster(game: &RushHour) -> HashMap<u64, State> {
    let mut reached = HashMap::from([(game.key(&game.start()), game.start())]);
    let mut open = vec![game.start()];
    while let Some(state) = open.pop() {
        game.each_child(&state, &mut Vec::new(), |_, child| {
            if reached.insert(game.key(&child), child).is_none() {
                open.push(child);
            }
        });
    }
    reached
}

#[test]
fn the_boards_of_the_original_game_have_their_known_answers() {
    for known in &JAM {
        let board = Board::parse(known.letters).unwrap();
        assert_eq!(board.letters(), known.letters);
        assert_eq!(shortest(&board), (known.slides, known.steps), "{}", known.name);
        let positions = cluster(&RushHour::new(board).unwrap()).len();
        assert_eq!(u32::try_from(positions), Ok(known.positions), "{}", known.name);
    }
}

/// How many moves every state is from a solved one. Moves can be taken back, so a search from all solved states finds it.
fn distances(game: &RushHour) -> HashMap<u64, (State, Cost)> {
    let goals = cluster(game).into_values().filter(|state| game.is_goal(state));
    let mut open: VecDeque<(State, Cost)> = goals.map(|state| (state, 0)).collect();
    let mut known: HashMap<u64, (State, Cost)> =
        open.iter().map(|node| (game.key(&node.0), *node)).collect();
    while let Some((state, distance)) = open.pop_front() {
        game.each_child(&state, &mut Vec::new(), |_, child| {
            known.entry(game.key(&child)).or_insert_with(|| {
                open.push_back((child, distance + 1));
                (child, distance + 1)
            });
        });
    }
    known
}

#[test]
fn the_sweep_finds_shortest_ways_from_anywhere() {
    for known in JAM.iter().filter(|known| known.positions < 5000) {
        let board = Board::parse(known.letters).unwrap();
        for (metric, set) in [(Metric::Slides, MoveSet::Slides), (Metric::Steps, MoveSet::Steps)] {
            let game: RushHour = game(&board, metric, set);
            let mut states: Vec<_> = distances(&game).into_iter().collect();
            states.sort_unstable_by_key(|(key, (_, distance))| (*distance, *key));
            for (_, (state, distance)) in states.iter().rev().step_by(61) {
                let solution = sweep_from(&game, state);
                assert_eq!(solution.cost, *distance, "{metric:?} from\n{}", game.board(state));
                let end = solution.moves.iter().fold(*state, |state, &mv| {
                    assert!(game.is_legal(&state, mv));
                    game.child(&state, mv)
                });
                assert!(game.is_goal(&end));
            }
        }
    }
}

#[test]
fn boards_of_the_original_game_go_by_their_names() {
    for (number, known) in (1..).zip(&JAM) {
        assert_eq!(known.name, format!("JAM{number:02}"));
        for name in [known.name, &format!("jam-{number}"), &format!("Jam{number}")] {
            assert_eq!(jam(name), Some(known));
        }
    }
    for name in
        ["", "JAM", "JAM0", "JAM41", "JAM-", "jam--1", "JAM+1", "MAJ01", "JAM1x", "40", "JÄM1"]
    {
        assert_eq!(jam(name), None, "{name}");
    }
}

#[test]
fn hard_boards_have_their_known_answers() {
    // The enumeration computes lengths backwards from the solved positions; this search goes forwards.
    for text in [
        include_str!("../../../data/rush-hour-hardest-steps.txt"),
        include_str!("../../../data/rush-hour-walls.txt"),
        include_str!("../../../data/rush-hour-7x7.txt"),
    ] {
        for line in text.lines().filter(|line| !line.starts_with('#')).take(200) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, letters, slides, steps, _] = words[..] else { panic!("{line}") };
            let known: (Cost, Cost) = (slides.parse().unwrap(), steps.parse().unwrap());
            assert_eq!(shortest(&Board::parse(letters).unwrap()), known, "{name}");
        }
    }
}

#[test]
fn lines_are_written_as_they_were_played() {
    let board = Board::parse(JAM[0].letters).unwrap();
    let moves = sweep(&board, Metric::Slides, MoveSet::Slides).moves;
    let line = Line::replay(&board, &moves).unwrap();
    assert_eq!((line.moves(), line.start()), (&moves[..], &board));
    let boards = line.boards();
    assert_eq!(boards.len(), moves.len() + 1);
    assert!(boards[0] == board && boards[moves.len()].is_solved());
    let again: Vec<Move> = line.steps().iter().map(|it| it.to_move(&board).unwrap()).collect();
    assert_eq!(again, moves);

    let printed = |moves: &[Move]| Line::replay(&board, moves).unwrap_err().to_string();
    let target = u8::try_from(board.target_index()).unwrap();
    assert_eq!(printed(&[]), "the moves end with the target A 3 cells from the exit");
    assert_eq!(
        printed(&[Move { vehicle: 99, by: 1 }]),
        "move 1 is of vehicle 100, but the board has 8"
    );
    assert_eq!(
        printed(&[moves[0], Move { vehicle: target, by: -2 }]),
        "move 2 (A-2) is not allowed: A cannot move 2 cells left: D is in the way at row 3, column 1"
    );
}
