//! Estimates against true distances.

use patience_core::{Layered, SplitMix};
use patience_peg::analysis::{PaperBound, possible_goals};
use patience_peg::engines::layered::{Options, Pagodas, Side};
use patience_peg::{Board, Goal, Problem};

use super::plain::{Truth, ends_of_moves, named, small_boards, some_problems};

#[test]
fn estimates_are_never_too_large_and_fall_by_at_most_one_a_move() {
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let (ahead, behind) =
                Side::both(problem, Options { pagodas: Pagodas::None, ..Options::default() });
            let paper = PaperBound::towards(&board, &possible_goals(problem));
            let mut truth = Truth::new(problem);
            for layer in truth.spent.clone() {
                for ((pegs, last), spent) in layer {
                    assert_eq!(ahead.estimate(pegs), paper.estimate(pegs));
                    assert!(behind.estimate(pegs) <= spent);
                    let left = truth.left(pegs, None);
                    assert!(left.is_none_or(|left| ahead.estimate(pegs) <= left));
                    if last.is_some_and(|last| pegs & ((1 << last) - 1) != 0) {
                        // Once for each position is enough.
                        continue;
                    }
                    ends_of_moves(&board, pegs, None, &mut |end| {
                        assert!(ahead.estimate(pegs) <= ahead.estimate(end) + 1);
                        assert!(behind.estimate(end) <= behind.estimate(pegs) + 1);
                    });
                }
            }
        }
    }
}

#[test]
fn no_move_on_a_named_board_lowers_an_estimate_by_more_than_one() {
    let mut random = SplitMix::new(3);
    for name in Board::NAMES {
        let board = named(name);
        let centre = u8::try_from(board.holes().len() / 2).expect("a hole");
        for goal in [Goal::Exactly(1 << centre), Goal::OneAnywhere] {
            let problem = Problem::new(board.clone(), board.all() & !(1 << centre), goal);
            let options = Options { pagodas: Pagodas::None, ..Options::default() };
            let (ahead, behind) = Side::both(&problem.expect("a problem"), options);
            for _ in 0..2000 {
                let pegs = board.all() & (random.bits() | random.bits());
                ends_of_moves(&board, pegs, None, &mut |end| {
                    assert!(ahead.estimate(pegs) <= ahead.estimate(end) + 1);
                    assert!(behind.estimate(end) <= behind.estimate(pegs) + 1);
                });
            }
        }
    }
}
