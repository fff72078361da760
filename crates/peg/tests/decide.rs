//! The engine that only decides agrees with those that find the fewest moves.

use patience_core::{Cancel, Limits, Meter, SplitMix};
use patience_kit::End;
use patience_peg::engines::decide;
use patience_peg::{Board, Goal, Line, Metric, Problem, members};

use crate::common::answer;

/// A position of random play from the full board without one hole.
fn played(board: &Board, random: &mut SplitMix, jumps: usize) -> Problem {
    let hole = 1 << random.below(board.holes().len());
    let mut pegs = board.all() & !hole;
    for _ in 0..jumps {
        let legal: Vec<_> = board.jumps().iter().filter(|jump| jump.is_legal(pegs)).collect();
        if legal.is_empty() {
            break;
        }
        pegs ^= legal[random.below(legal.len())].holes();
    }
    let goal = if random.below(4) == 0 { Goal::OneAnywhere } else { Goal::Exactly(hole) };
    Problem::new(board.clone(), pegs, goal).unwrap()
}

#[test]
fn decisions_are_those_of_the_other_engines() {
    let mut random = SplitMix::new(11);
    let (mut solved, mut lost) = (0, 0);
    for at in 0..48 {
        let board = ["english", "triangle21", "triangle15", "english"][at % 4];
        let board = Board::named(board).unwrap();
        let problem = played(&board, &mut random, 6 + at % 9);
        let is_solved = match answer(&problem, Metric::Moves, "best", &[]).end {
            End::Solved { .. } => true,
            End::Unsolvable { .. } => false,
            other => panic!("{other:?}"),
        };
        let mut observer = ();
        let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
        match decide(&problem, &mut meter).unwrap() {
            Some(jumps) => assert!(is_solved && Line::replay(&problem, &jumps).is_ok()),
            None => assert!(!is_solved, "{problem:?}"),
        }
        solved += usize::from(is_solved);
        lost += usize::from(!is_solved);
    }
    assert!(8 < solved && 8 < lost, "{solved} solved, {lost} lost");
}

#[test]
fn every_vacancy_problem_of_small_boards_is_decided() {
    let rectangle = patience_peg::Drawing::parse("oooo/oooo/oooo/oooo").unwrap().board;
    for board in [rectangle, Board::named("triangle10").unwrap()] {
        for (empty, last) in
            members(board.all()).flat_map(|it| members(board.all()).map(move |last| (it, last)))
        {
            let problem = Problem::vacancy(board.clone(), empty, last).unwrap();
            let known =
                matches!(answer(&problem, Metric::Jumps, "brute", &[]).end, End::Solved { .. });
            let found =
                matches!(answer(&problem, Metric::Jumps, "decide", &[]).end, End::Solved { .. });
            assert_eq!(found, known, "{problem:?}");
        }
    }
}

#[test]
fn limits_stop_it() {
    let board = Board::named("english").unwrap();
    let problem = Problem::vacancy(board, 16, 16).unwrap();
    let limits = Limits { nodes: Some(5), ..Limits::default() };
    let end = crate::common::answer_within(&problem, Metric::Moves, "decide", &[], &limits).end;
    assert_eq!(end, End::Limit(patience_core::Stop::Nodes));
}
