//! The bound of Barker and Korf is admissible and consistent.

use patience_core::SplitMix;
use patience_peg::analysis::PaperBound;
use patience_peg::{Board, Drawing, Goal, Pegs, Problem, members};

/// Boards small enough to look at all positions.
fn small_boards() -> Vec<Board> {
    let drawn = |rows: &[&str]| Drawing::parse(&rows.join("\n")).expect("a board").board;
    vec![
        drawn(&["oooo", "oooo", "oooo"]),
        drawn(&["oooo", "oooo", "oooo", "oooo"]),
        drawn(&["ooooo", "ooooo", "ooooo"]),
        drawn(&["  o", " ooo", "ooooo", " ooo", "  o"]),
        drawn(&[" oo", "oooo", "oooo", " oo"]),
        drawn(&["  o", "  o", "ooooo", "  o", "  o"]),
        drawn(&["ooo", "ooo", "ooooo", "  ooo"]),
        drawn(&["oooooo", "oooooo"]),
    ]
}

/// For every position of a small board, and every hole whose peg may jump on, the least of what the ends of the move are given.
struct Ends<'a> {
    board: &'a Board,
    least: Vec<Option<u8>>,
}

impl Ends<'_> {
    fn at(&self, pegs: Pegs, last: u8) -> Option<u8> {
        self.least[usize::try_from(pegs).expect("a small board") * 16 + usize::from(last)]
    }

    /// The least over all moves from a position.
    fn after_a_move(&self, pegs: Pegs) -> Option<u8> {
        let legal = self.board.jumps().iter().filter(|jump| jump.is_legal(pegs));
        legal.filter_map(|jump| self.at(pegs ^ jump.holes(), jump.to)).min()
    }
}

/// Gives every position what `value` says, from what the moves from it lead to.
fn ends(board: &Board, mut value: impl FnMut(Pegs, Option<u8>) -> Option<u8>) -> Ends<'_> {
    let mut positions: Vec<Pegs> = (0..=board.all()).collect();
    positions.sort_by_key(|pegs| pegs.count_ones());
    let mut ends = Ends { board, least: vec![None; positions.len() * 16] };
    for pegs in positions {
        let ended = value(pegs, ends.after_a_move(pegs));
        for last in members(pegs) {
            let on = board.jumps().iter().filter(|it| it.from == last && it.is_legal(pegs));
            let further = on.filter_map(|it| ends.at(pegs ^ it.holes(), it.to));
            let least = further.chain(ended).min();
            ends.least[usize::try_from(pegs).expect("a small board") * 16 + usize::from(last)] =
                least;
        }
    }
    ends
}

fn goals(board: &Board) -> Vec<Vec<Pegs>> {
    let singles: Vec<Pegs> = members(board.all()).map(|hole| 1 << hole).collect();
    let rows: Vec<Pegs> = singles.windows(4).step_by(4).map(|four| four.iter().sum()).collect();
    singles
        .iter()
        .step_by(5)
        .chain(&rows)
        .map(|&goal| vec![goal])
        .chain([singles.clone()])
        .collect()
}

#[test]
fn no_solution_of_a_small_board_is_shorter() {
    for board in small_boards() {
        for goals in goals(&board) {
            let bound = PaperBound::towards(&board, &goals);
            ends(&board, |pegs, after| {
                let fewest = if goals.contains(&pegs) { Some(0) } else { after.map(|it| it + 1) };
                assert!(fewest.is_none_or(|fewest| bound.estimate(pegs) <= fewest));
                fewest
            });
        }
    }
}

#[test]
fn no_move_on_a_small_board_lowers_it_by_more_than_one() {
    for board in small_boards() {
        for goals in goals(&board) {
            let bound = PaperBound::towards(&board, &goals);
            ends(&board, |pegs, after| {
                let estimate = bound.estimate(pegs);
                assert!(after.is_none_or(|after| estimate <= after + 1));
                Some(estimate)
            });
        }
    }
}

fn check_moves(bound: &PaperBound, board: &Board, before: u8, pegs: Pegs, last: u8) {
    assert!(before <= bound.estimate(pegs) + 1);
    for jump in board.jumps().iter().filter(|jump| jump.from == last && jump.is_legal(pegs)) {
        check_moves(bound, board, before, pegs ^ jump.holes(), jump.to);
    }
}

#[test]
fn no_move_on_a_named_board_lowers_it_by_more_than_one() {
    let mut random = SplitMix::new(5);
    for name in Board::NAMES {
        let board = Board::named(name).expect("a named board");
        for goal in [Goal::OneAnywhere, Goal::Exactly(1), Goal::Exactly(0b1111)] {
            let problem = Problem::new(board.clone(), board.all() & !(1 << 20), goal);
            let bound = PaperBound::towards(&board, &problem.expect("a problem").goals());
            for _ in 0..500 {
                // Nearly full boards have full regions.
                let pegs = board.all() & (random.bits() | random.bits() | random.bits());
                let before = bound.estimate(pegs);
                for jump in board.jumps().iter().filter(|jump| jump.is_legal(pegs)) {
                    check_moves(&bound, &board, before, pegs ^ jump.holes(), jump.to);
                }
            }
        }
    }
}

#[test]
fn central_starts_of_the_named_boards_are_this_far() {
    let starts = Board::NAMES.map(|name| {
        let board = Board::named(name).expect("a named board");
        let centre = u8::try_from(board.holes().len() / 2).expect("a hole");
        let start = board.all() & !(1 << centre);
        PaperBound::towards(&board, &[1 << centre]).estimate(start)
    });
    assert_eq!(starts, [12, 16, 20, 16]);
}
