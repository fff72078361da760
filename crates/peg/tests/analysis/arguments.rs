//! Arguments against solutions, and the summary of an analysis.

use std::collections::BTreeSet;

use patience_peg::analysis::{Analysis, Argument, PegType, prove_unsolvable};
use patience_peg::{Board, Goal, Pegs, Problem, members};

use crate::common::rectangle;

fn argument(board: &Board, start: Pegs, goal: Goal) -> Option<Argument> {
    prove_unsolvable(&Problem::new(board.clone(), start, goal).expect("a problem"))
}

/// How many vacancy problems of a board, up to symmetry, no argument rules out.
fn possible(board: &Board) -> usize {
    let holes = || members(board.all());
    let symmetries = board.symmetries();
    let pairs = holes().flat_map(|empty| holes().map(move |last| (empty, last)));
    let is_first = |&(empty, last): &(u8, u8)| {
        let image = |to: &Vec<u8>| (to[usize::from(empty)], to[usize::from(last)]);
        symmetries.iter().map(image).all(|image| (empty, last) <= image)
    };
    let is_possible = |&(empty, last): &(u8, u8)| {
        argument(board, board.all() & !(1 << empty), Goal::Exactly(1 << last)).is_none()
    };
    pairs.filter(is_first).filter(is_possible).count()
}

#[test]
fn vacancy_problems_of_the_named_boards_that_may_have_a_solution() {
    // Of these 21, 10, 4 and 35 have one.
    let possible = Board::NAMES.map(|name| Board::named(name).map(|board| possible(&board)));
    assert_eq!(possible, [21, 10, 14, 36].map(Some));
}

/// Every position that can be reached.
fn reached(board: &Board, start: Pegs) -> BTreeSet<Pegs> {
    let (mut reached, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(pegs) = open.pop() {
        for jump in board.jumps().iter().filter(|jump| jump.is_legal(pegs)) {
            if reached.insert(pegs ^ jump.holes()) {
                open.push(pegs ^ jump.holes());
            }
        }
    }
    reached
}

#[test]
fn what_can_be_reached_is_not_ruled_out() {
    for board in [rectangle(3, 4), rectangle(3, 3), rectangle(1, 6), rectangle(2, 5)] {
        for start in members(board.all()).map(|empty| board.all() & !(1 << empty)) {
            let reached = reached(&board, start);
            for &goal in reached.iter().step_by(7) {
                assert_eq!(argument(&board, start, Goal::Exactly(goal)), None);
            }
            if reached.iter().any(|pegs| pegs.is_power_of_two()) {
                assert_eq!(argument(&board, start, Goal::OneAnywhere), None);
            }
        }
    }
}

#[test]
fn every_argument_has_its_example() {
    let line = rectangle(1, 6);
    let of = |start, goal| argument(&line, start, Goal::Exactly(goal));
    assert_eq!(of(0b11, 0b11), None);
    assert_eq!(of(0b11, 0b110), Some(Argument::PegCount(2)));
    assert!(matches!(of(0b11, 0b10), Some(Argument::Class(_))));
    let typed = Argument::Type { peg_type: PegType::EvenOdd, start: 0, goal: 1 };
    assert_eq!(of(0b01_0101, 0b01_0010), Some(typed));
    assert!(matches!(of(0b00_0011, 0b10_0000), Some(Argument::Pagoda { .. })));
    assert_eq!(of(0b00_0011, 0b00_0100), None);
}

#[test]
fn goals_anywhere_are_all_ruled_out_each_by_its_argument() {
    let argument = argument(&rectangle(1, 6), 0b01_0001, Goal::OneAnywhere);
    let sentence = argument.expect("a proof").to_string();
    let simple = "4 goals: no jump changes the class, which is 0111 at the start and another at the goal; \
         1 goal: no jump brings pegs of type (0,1), of which the start has 0 and the goal 1; \
         1 goal: no jump raises the value of a pagoda, which is ";
    assert!(sentence.starts_with(simple), "{sentence}");
}

fn of(name: &str, goal: Goal) -> Analysis {
    let board = Board::named(name).expect("a named board");
    let start = board.all() & !(1 << (board.holes().len() / 2));
    Analysis::of(&Problem::new(board, start, goal).expect("a problem"))
}

#[test]
fn the_central_game_is_summed_up() {
    let analysis = of("english", Goal::Exactly(1 << 16));
    assert_eq!(analysis.types.map(|it| it.cap), [4, 8, 8, 5]);
    assert_eq!(analysis.types.map(|it| it.start), [12, 8, 8, 4]);
    assert_eq!((analysis.corners.count_ones(), analysis.regions.len()), (8, 4));
    assert_eq!((analysis.board_symmetries, analysis.problem_symmetries), (8, 8));
    assert_eq!((analysis.bound, analysis.unsolvable), (12, None));
    // The complement of the central game is the central game.
    assert_eq!(analysis.forth, analysis.back);
}

#[test]
fn one_anywhere_has_the_goals_of_its_class() {
    let analysis = of("english", Goal::OneAnywhere);
    assert_eq!(analysis.goals.len(), 5);
    assert_eq!(analysis.unsolvable, None);
}
