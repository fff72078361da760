//! What is read and said about Rush Hour: boards, notation, judgements of the referee, and text that is none of these.

use crate::boards::{random_board, random_size};
use patience_core::Puzzle;
use patience_laws::SplitMix;
use patience_rush_hour::{
    AnySize, Axis, Board, JAM, Referee, RushHour, Step, Vehicle, Wide, Word, jam, read_steps,
};
use proptest::prelude::*;

#[test]
fn boards_that_are_wrong_get_an_error_with_its_place() {
    let printed = |text: &str| Board::parse(text).unwrap_err().to_string();
    for (text, error) in [
        (
            "A.A\nBB.\n...",
            "line 1, column 1: row 1, column 1: vehicle A is broken: it goes on at row 1, column 3",
        ),
        (
            "AA.\n..A\n...",
            "line 2, column 3: row 2, column 3: letter A is used again: \
             vehicle A begins at row 1, column 1 and does not reach here",
        ),
        (
            "AAB\n..B\nBB.",
            "line 3, column 1: row 3, column 1: letter B is used again: \
             vehicle B begins at row 1, column 3 and does not reach here",
        ),
        (
            "AA.\nBB.\nB..",
            "line 2, column 1: row 2, column 1: vehicle B goes both right and down from here, but a vehicle is straight",
        ),
        (
            "AA.\n...\nXX.",
            "line 3, column 1: row 3, column 1: there are two targets, A and X, both horizontal: \
             call one of them by another letter",
        ),
        (
            ".A.\n.A.\nBB.",
            "line 1, column 2: row 1, column 2: the target A stands in a column, \
             but it must stand in a row, since its exit is the right edge",
        ),
        (
            "BB.\n..X\n..X",
            "line 2, column 3: row 2, column 3: the target X stands in a column, \
             but it must stand in a row, since its exit is the right edge",
        ),
        (
            "BB.\n...\n...",
            "line 1, column 1: row 1, column 1: there is no target: a horizontal vehicle called A or X",
        ),
        (
            "AA.\n\n  .C.\n...",
            "line 3, column 4: row 2, column 2: vehicle C has one cell, but a vehicle has at least two",
        ),
        (
            "AA.\n.\u{e9}.\n...",
            "line 2, column 2: row 2, column 2: expected a letter, `.` or `o` for an empty cell, or `x` for a wall, \
             found `\u{e9}`",
        ),
        (
            "60 AA.?..... 2332",
            "line 1, column 7: row 2, column 1: expected a letter, `.` or `o` for an empty cell, or `x` for a wall, \
             found `?`",
        ),
        ("AA.\n....\n...", "line 2, column 1: this row has 4 cells, but the first one has 3"),
        (
            "AA.....",
            "line 1, column 1: a board in one word is square, with 2 to 12 cells a side (36 letters for 6×6), \
             but this one has 7 letters",
        ),
        ("A\nA", "line 1, column 1: a board has 2 to 12 columns, but this one has 1"),
        (
            "AA AA BB CC",
            "line 1, column 1: expected the cells of a board in one word, with the number of moves before it and \
             the number of positions behind it at most",
        ),
        (" \n\n", "line 1, column 1: expected a board, found nothing"),
    ] {
        assert_eq!(printed(text), error);
    }
    let high = ["AA"; 13].join("\n");
    assert_eq!(printed(&high), "line 1, column 1: a board has 2 to 12 rows, but this one has 13");
    let wide = format!("{0}\n{0}", ".".repeat(13));
    assert_eq!(
        printed(&wide),
        "line 1, column 1: a board has 2 to 12 columns, but this one has 13"
    );
}

#[test]
fn boards_are_read_in_all_their_forms() {
    let line = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332";
    let board = Board::parse(line).unwrap();
    assert_eq!(board.letters(), "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM");
    assert_eq!(board.walls(), [(0, 3)]);
    let target = Vehicle { letter: 'A', axis: Axis::Horizontal, row: 2, column: 1, length: 2 };
    assert_eq!((board.target(), board.vehicles().len()), (target, 12));
    for text in [
        &board.letters(),
        &board.to_string(),
        &format!("\n  {}  \r\n", board.rows().join(" \r\n\r\n\t")),
        &format!("60 {}", board.letters()),
    ] {
        assert_eq!(Board::parse(text).as_ref(), Ok(&board), "{text}");
    }
    // Other programs call the target X, and a car in a column may be called A.
    let board = Board::parse("A..\nAXX\n...").unwrap();
    assert_eq!((board.target().letter, board.is_solved()), ('X', true));
    assert_eq!(Board::parse("X..\nXAA\n...").unwrap().target().letter, 'A');
}

#[test]
fn vehicles_that_do_not_fit_together_are_no_board() {
    let horizontal = |letter, row, column, length| Vehicle {
        letter,
        axis: Axis::Horizontal,
        row,
        column,
        length,
    };
    let car = horizontal('A', 0, 0, 2);
    let printed = |size, vehicles: &[Vehicle], target, walls: &[(u8, u8)]| {
        Board::new(size, vehicles.to_vec(), target, walls.to_vec()).unwrap_err().to_string()
    };
    assert_eq!(printed((1, 4), &[car], 0, &[]), "a board is 2 to 12 cells wide, not 1");
    assert_eq!(printed((4, 13), &[car], 0, &[]), "a board is 2 to 12 cells high, not 13");
    assert_eq!(printed((4, 4), &[car], 1, &[]), "there is no target");
    assert_eq!(
        printed((4, 4), &[Vehicle { axis: Axis::Vertical, ..car }], 0, &[]),
        "the target A must stand in a row, since its exit is the right edge"
    );
    assert_eq!(printed((4, 4), &[car], 0, &[(0, 1)]), "x and A share row 1, column 2");
    assert_eq!(
        printed((4, 4), &[car, horizontal('B', 0, 3, 2)], 0, &[]),
        "B reaches row 1, column 5, which is off the board"
    );
    assert_eq!(
        printed((4, 4), &[car, horizontal('B', 255, 255, 255)], 0, &[]),
        "B reaches row 256, column 256, which is off the board"
    );
    assert_eq!(
        printed((4, 4), &[car], 0, &[(4, 0)]),
        "x reaches row 5, column 1, which is off the board"
    );
    assert_eq!(
        printed((4, 4), &[car, horizontal('A', 1, 0, 2)], 0, &[]),
        "two vehicles are called A"
    );
    assert_eq!(
        printed((4, 4), &[car, horizontal('x', 1, 0, 2)], 0, &[]),
        "a vehicle cannot be called `x`"
    );
    assert_eq!(
        printed((4, 4), &[car, horizontal('B', 1, 0, 1)], 0, &[]),
        "B is shorter than two cells"
    );
    assert_eq!(
        printed((4, 4), &[car, horizontal('B', 200, 0, 0)], 0, &[]),
        "B is shorter than two cells"
    );
}

#[test]
fn boards_without_a_vehicle_are_boards() {
    let board = Board::parse(JAM[39].letters).unwrap();
    for (index, vehicle) in board.vehicles().iter().enumerate() {
        let rest = board.letters().replace(vehicle.letter, ".");
        match board.without(index) {
            Some(without) => assert_eq!(Board::parse(&rest), Ok(without)),
            None => assert_eq!(index, board.target_index()),
        }
    }
}

#[test]
fn too_large_boards_are_refused_or_get_wider_words() {
    let mut random = SplitMix::new(3);
    // Some of these have no more cells than 8×8.
    for size in [(9, 8), (9, 7), (2, 9), (12, 2), (12, 12)] {
        let board = random_board(&mut random, size, 1000);
        assert_eq!(
            RushHour::<u64>::new(board.clone()).unwrap_err().to_string(),
            "this board is larger, or has more ways to arrange its vehicles, than 64 bits can represent"
        );
        assert!(matches!(AnySize::new(board), Ok(AnySize::Large(_))));
    }
    for size in [(8, 8), (2, 8), (8, 3)] {
        let board = random_board(&mut random, size, usize::MAX >> 8);
        assert!(matches!(AnySize::new(board), Ok(AnySize::Small(_))));
    }
}

#[test]
fn the_referee_says_why_a_move_is_not_allowed() {
    let board = Board::parse("B.xC..\nBAAC..\nB....D\nEEE..D").unwrap();
    let printed = |step: &str| {
        let mut referee = Referee::new(&board);
        referee.play(read_steps(step).unwrap()[0].step).unwrap_err().to_string()
    };
    for (step, foul) in [
        ("Q+1", "there is no vehicle Q on the board"),
        ("x+1", "there is no vehicle x on the board"),
        ("A+0", "A must move at least one cell"),
        ("A+1", "A cannot move 1 cell right: C is in the way at row 2, column 4"),
        ("A-1", "A cannot move 1 cell left: B is in the way at row 2, column 1"),
        ("B-2", "B cannot move 2 cells up: the board ends at row 1, column 1"),
        ("B+1", "B cannot move 1 cell down: E is in the way at row 4, column 1"),
        ("C+3", "C cannot move 3 cells down: the board ends at row 4, column 4"),
        ("C-1", "C cannot move 1 cell up: the board ends at row 1, column 4"),
        ("D+127", "D cannot move 127 cells down: the board ends at row 4, column 6"),
        ("E-4", "E cannot move 4 cells left: the board ends at row 4, column 1"),
        ("E+3", "E cannot move 3 cells right: D is in the way at row 4, column 6"),
    ] {
        assert_eq!(printed(step), foul);
    }
    let mut referee = Referee::new(&Board::parse("AAx.\n....").unwrap());
    assert_eq!(
        referee.play(Step { letter: 'A', by: 2 }).unwrap_err().to_string(),
        "A cannot move 2 cells right: a wall is in the way at row 1, column 3"
    );
    let dot = referee.play(Step { letter: '.', by: 1 }).unwrap_err().to_string();
    assert_eq!(dot, "there is no vehicle . on the board");
    assert_eq!(referee.rows(), ["AAx.", "...."]);
    assert_eq!((referee.lengths().slides, referee.lengths().steps), (0, 0));
}

#[test]
fn moves_as_written_are_counted() {
    let board = Board::parse("AA.B\n...B\n....\n....").unwrap();
    let mut referee = Referee::new(&board);
    for written in read_steps("B+1 B+1, A+1,A-1\n# and out\n5. A+2").unwrap() {
        assert!(!referee.is_solved());
        referee.play(written.step).unwrap();
    }
    assert!(referee.is_solved());
    assert_eq!((referee.lengths().slides, referee.lengths().steps), (5, 6));
}

#[test]
fn notation_that_is_wrong_gets_an_error_with_its_place() {
    let printed = |text: &str| read_steps(text).unwrap_err().to_string();
    let expected = |at: &str, found: &str| {
        format!("{at}: expected a move such as A+3 or G-1, found `{found}`")
    };
    assert_eq!(printed("A+3 B"), expected("line 1, column 5", "B"));
    assert_eq!(printed("A+3,\n\u{e4}A+1,,B+"), expected("line 2, column 1", "\u{e4}A+1"));
    assert_eq!(printed("A+3,,B+"), expected("line 1, column 6", "B+"));
    assert_eq!(printed("A+200"), expected("line 1, column 1", "A+200"));
    assert_eq!(printed("A++1"), expected("line 1, column 1", "A++1"));
    assert_eq!(printed("1.A+3"), expected("line 1, column 1", "1.A+3"));
    assert_eq!(printed("."), expected("line 1, column 1", "."));
    let steps = read_steps("1+3 a-12").unwrap();
    assert_eq!(steps[0].step, Step { letter: '1', by: 3 });
    assert_eq!(steps[1].step, Step { letter: 'a', by: -12 });
    assert_eq!((steps[1].line, steps[1].column), (1, 5));
}

/// The board after moves that follow from `choices`.
fn wander<W: Word>(board: &Board, choices: &[u8]) -> Board {
    let game: RushHour<W> = RushHour::new(board.clone()).unwrap();
    let mut state = game.start();
    let mut moves = Vec::new();
    for &choice in choices {
        moves.clear();
        game.moves(&state, &mut moves);
        if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
            game.apply(&mut state, mv);
        }
    }
    game.board(&state)
}

proptest! {
    #[test]
    fn boards_read_as_they_are_written(seed: u64, choices in prop::collection::vec(any::<u8>(), 0..60)) {
        let mut random = SplitMix::new(seed);
        let size = random_size(&mut random, 12);
        let board = wander::<Wide>(&random_board(&mut random, size, usize::MAX >> 8), &choices);
        prop_assert_eq!(&Board::parse(&board.to_string()), &Ok(board.clone()));
        prop_assert_eq!(&Board::parse(&board.to_string().replace('.', "o")), &Ok(board.clone()));
        let called_x = Board::parse(&board.to_string().replace('A', "X")).unwrap();
        prop_assert_eq!(called_x.target_index(), board.target_index());
        if size.0 == size.1 {
            prop_assert_eq!(&Board::parse(&format!("60 {} 7", board.letters())), &Ok(board));
        }
    }

    #[test]
    fn steps_read_as_they_are_written(moves in prop::collection::vec(("[A-Za-z0-9]", -127..=127_i8), 0..20), separator in "[ ,\n]{1,3}") {
        let steps: Vec<Step> =
            moves.iter().map(|(letter, by)| Step { letter: letter.chars().next().unwrap(), by: *by }).collect();
        let text = steps.iter().map(Step::to_string).collect::<Vec<_>>().join(&separator);
        let read: Vec<Step> = read_steps(&text).unwrap().iter().map(|written| written.step).collect();
        prop_assert_eq!(read, steps);
    }

    #[test]
    fn no_text_panics_a_parser(text in "\\PC{0,300}") {
        let _ = Board::parse(&text);
        let _ = read_steps(&text);
        let _ = jam(&text);
    }

    #[test]
    fn no_near_miss_panics_a_parser(text in "([AXBC]{1,4}|[x.o]{1,6}|[0-9]{1,3}|\n| ){0,60}") {
        if let Ok(board) = Board::parse(&text) {
            prop_assert_eq!(Board::parse(&board.to_string()), Ok(board));
        }
    }

    #[test]
    fn no_grid_panics(cells in "[AABBCXx.]{36}", steps in "([ABCX.x][+-][0-9]{1,3}[ ,\n]{0,2}|jam){0,20}") {
        let board = Board::parse(&cells).unwrap_or_else(|_| Board::parse(JAM[0].letters).unwrap());
        prop_assert!(AnySize::new(board.clone()).is_ok());
        let mut referee = Referee::new(&board);
        for written in read_steps(&steps).unwrap_or_default() {
            let _ = referee.play(written.step);
            prop_assert_eq!(referee.rows(), referee.board().rows());
        }
    }

    #[test]
    fn the_referee_bears_any_step(letter: char, by: i8, number in 0..40_usize) {
        let mut referee = Referee::new(&Board::parse(JAM[number].letters).unwrap());
        let _ = referee.play(Step { letter, by });
        for letter in 'A'..='N' {
            let _ = referee.play(Step { letter, by });
        }
        prop_assert_eq!(referee.rows(), referee.board().rows());
    }
}
