//! Boards, their symmetries, and problems on them.

use patience_core::{Puzzle, SplitMix};
use patience_peg::{
    Board, BoardError, Goal, Hole, Jump, Lattice, Peg, Problem, ProblemError, State, image,
};

use crate::common::rectangle;

#[test]
fn named_boards_have_the_known_numbers_of_holes() {
    let holes = Board::NAMES.map(|name| Board::named(name).map(|board| board.holes().len()));
    assert_eq!(holes, [Some(33), Some(37), Some(41), Some(45)]);
    let holes = Board::TRIANGLES.map(|name| Board::named(name).map(|board| board.holes().len()));
    assert_eq!(holes, [6, 10, 15, 21, 28, 36, 45, 55].map(Some));
    assert_eq!(Board::named("dutch"), None);
    assert_eq!(Board::named("triangle15").and_then(|board| board.name()), Some("triangle15"));
}

#[test]
fn triangles_with_a_centre_are_those_of_4_7_and_10_rows() {
    let centre = |name: &str| Board::named(name).and_then(|board| board.centre()).is_some();
    let with: Vec<&str> = Board::TRIANGLES.into_iter().filter(|name| centre(name)).collect();
    assert_eq!(with, ["triangle10", "triangle28", "triangle55"]);
}

#[test]
fn a_hexagon_has_twelve_symmetries() {
    let places = (0..5).flat_map(|row: u8| (0..5).map(move |column: u8| Hole { row, column }));
    let is_in = |hole: &Hole| hole.row.abs_diff(hole.column) <= 2;
    let board = Board::of(Lattice::Triangular, places.filter(is_in)).expect("a board");
    assert_eq!((board.holes().len(), board.symmetries().len()), (19, 12));
    assert_eq!(board.centre(), Some(9));
}

#[test]
fn a_rectangle_has_four_symmetries_and_a_line_two() {
    let of = |rows, columns| rectangle(rows, columns).symmetries().len();
    assert_eq!([of(3, 4), of(1, 5), of(4, 4), of(1, 1)], [4, 2, 8, 1]);
}

#[test]
fn holes_too_far_apart_are_no_board() {
    let of = |row: u8| Board::new([Hole { row: 1, column: 9 }, Hole { row, column: 9 }]);
    assert_eq!(of(64).map(|board| board.rows()), Ok(64));
    assert_eq!([of(65), of(255)], [Err(BoardError::TooWide), Err(BoardError::TooWide)]);
}

#[test]
fn symmetries_keep_jumps() {
    for name in Board::NAMES.into_iter().chain(Board::TRIANGLES) {
        let board = Board::named(name).expect("a named board");
        for image in board.symmetries() {
            let image = |hole: u8| image[usize::from(hole)];
            for jump in board.jumps() {
                let turned =
                    Jump { from: image(jump.from), over: image(jump.over), to: image(jump.to) };
                assert!(board.jumps().contains(&turned));
            }
        }
    }
}

fn english() -> Board {
    Board::named("english").expect("a named board")
}

#[test]
fn pegs_outside_the_board_are_refused() {
    let outside = Problem::new(english(), 1 << 40, Goal::OneAnywhere);
    assert_eq!(outside, Err(ProblemError::NoSuchHole(40)));
    assert_eq!(Problem::vacancy(english(), 3, 33), Err(ProblemError::NoSuchHole(33)));
    assert_eq!(Problem::vacancy(english(), 200, 3), Err(ProblemError::NoSuchHole(200)));
}

#[test]
fn a_problem_has_pegs_at_both_ends_and_no_more_at_the_goal() {
    let of = |start, goal| Problem::new(english(), start, Goal::Exactly(goal)).err();
    assert_eq!(of(0, 1), Some(ProblemError::EmptyStart));
    assert_eq!(of(1, 0), Some(ProblemError::EmptyGoal));
    assert_eq!(of(1, 3), Some(ProblemError::GoalTooLarge { start: 1, goal: 2 }));
    assert_eq!(of(1, 1), None);
}

#[test]
fn the_complement_of_a_vacancy_exchanges_its_holes() {
    let problem = Problem::vacancy(english(), 3, 16).expect("two holes");
    assert_eq!(problem.complement(), Problem::vacancy(english(), 16, 3).ok());
    assert_eq!(problem.complement().and_then(|other| other.complement()), Some(problem));
}

#[test]
fn no_complement_without_one_goal_or_without_pegs() {
    let anywhere = Problem::new(english(), 7, Goal::OneAnywhere).expect("three pegs");
    assert_eq!(anywhere.complement(), None);
    let full = Problem::new(english(), english().all(), Goal::Exactly(1)).expect("all pegs");
    assert_eq!(full.complement(), None);
}

#[test]
fn one_anywhere_is_solved_by_every_single_peg() {
    let problem = Problem::new(english(), 7, Goal::OneAnywhere).expect("three pegs");
    assert_eq!(problem.goals().len(), 33);
    assert!(problem.goals().into_iter().all(|pegs| problem.is_solved(pegs)));
    assert!(!problem.is_solved(3) && !problem.is_solved(0));
}

#[test]
fn symmetries_keep_both_ends() {
    let count = |empty, last| {
        Problem::vacancy(english(), empty, last).expect("two holes").symmetries().len()
    };
    // 1 is 0,3; 16 the centre; 31 is 6,3; 0 is 0,2.
    assert_eq!([count(16, 16), count(1, 16), count(1, 31), count(0, 16)], [8, 2, 2, 1]);
}

#[test]
fn keys_are_the_least_images() {
    let mut random = SplitMix::new(6);
    for name in Board::NAMES.into_iter().chain(Board::TRIANGLES) {
        let board = Board::named(name).expect("a named board");
        for empty in [0, 1, board.centre().unwrap_or(2)] {
            let game = Peg::new(Problem::vacancy(board.clone(), empty, empty).expect("a hole"));
            let symmetries = game.problem().symmetries();
            for _ in 0..50 {
                let pegs = random.bits() & board.all() | 1;
                for mover in [None, Some(0)] {
                    let turned = symmetries.iter().map(|it| State {
                        pegs: image(pegs, it),
                        mover: mover.map(|mover: u8| it[usize::from(mover)]),
                    });
                    assert_eq!(Some(game.key(&State { pegs, mover })), turned.min());
                }
            }
        }
    }
}
