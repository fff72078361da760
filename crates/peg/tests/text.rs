//! What is read and said about peg solitaire: drawings, holes, notation, judgements of the referee, and text that is none of these.

use patience_peg::{
    Board, Chain, Drawing, Goal, Hole, Line, Problem, Referee, read_chains, read_hole,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn english() -> Board {
    Board::named("english").unwrap()
}

fn central() -> Problem {
    Problem::vacancy(english(), 16, 16).unwrap()
}

#[test]
fn drawings_that_are_wrong_get_an_error_with_its_place() {
    let printed = |text: &str| Drawing::parse(text).unwrap_err().to_string();
    let unexpected =
        "expected `o` for a peg, `.` for an empty hole or a space outside the board, found";
    for (text, error) in [
        ("o.o\noxo", format!("line 2, column 2: {unexpected} `x`")),
        ("# O\n\n \to.", format!("line 3, column 2: {unexpected} `\\t`")),
        (".é", format!("line 1, column 2: {unexpected} `é`")),
        ("oo #", format!("line 1, column 4: {unexpected} `#`")),
        ("", "line 1, column 1: expected a drawing of a board, found nothing".to_owned()),
        (
            "# only a comment\n   \n",
            "line 1, column 1: expected a drawing of a board, found nothing".to_owned(),
        ),
        (
            "oooooooooooooooooooooooooooooooo\n................................\n o",
            "line 3, column 2: a board has at most 64 holes, this is one more".to_owned(),
        ),
    ] {
        assert_eq!(printed(text), error);
    }
    let wide = format!("o\n# far\n{}o", " ".repeat(64));
    assert_eq!(printed(&wide), "line 3, column 65: a board has at most 64 rows and 64 columns");
    let high = format!("o{}o", "\n".repeat(300));
    assert_eq!(printed(&high), "line 301, column 1: a board has at most 64 rows and 64 columns");
}

#[test]
fn room_around_a_board_does_not_matter() {
    let plain = Drawing::parse(" o\no.o").unwrap();
    for text in ["# a comment\n o\r\no.o\r\n", "\n\n    o  \n   o.o\n\n \n", " o\n#\no.o"] {
        assert_eq!(Drawing::parse(text).as_ref(), Ok(&plain), "{text:?}");
    }
    assert_eq!(plain.board.holes()[0], Hole { row: 0, column: 1 });
}

#[test]
fn named_boards_are_drawn_as_people_know_them() {
    let drawing = Drawing { board: english(), pegs: central().start() };
    let text = "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo";
    assert_eq!(drawing.to_string(), text);
    assert_eq!(Drawing::parse(text), Ok(drawing));
}

#[test]
fn holes_that_are_not_there_are_told_with_those_that_are() {
    let printed = |text: &str| read_hole(text, &english()).unwrap_err().to_string();
    for (text, error) in [
        ("0,5", "the board has no hole 0,5: row 0 has columns 2, 3, 4"),
        ("7,3", "the board has no hole 7,3: its rows are 0 to 6"),
        ("255,255", "the board has no hole 255,255: its rows are 0 to 6"),
        ("3", "expected a hole such as 3,3, found `3`"),
        ("3,256", "expected a hole such as 3,3, found `3,256`"),
        ("3,-3", "expected a hole such as 3,3, found `3,-3`"),
        ("+3,3", "expected a hole such as 3,3, found `+3,3`"),
        ("3,3,3", "expected a hole such as 3,3, found `3,3,3`"),
        ("", "expected a hole such as 3,3, found ``"),
        ("éé", "expected a hole such as 3,3, found `éé`"),
    ] {
        assert_eq!(printed(text), error);
    }
    assert_eq!([read_hole(" 3,3 ", &english()), read_hole("33", &english())], [Ok(16), Ok(16)]);
    let gap = Drawing::parse("o\n\n.").unwrap().board;
    let printed = |text: &str| read_hole(text, &gap).unwrap_err().to_string();
    assert_eq!(printed("1,0"), "the board has no hole 1,0: row 1 has none");
    assert_eq!(printed("2,1"), "the board has no hole 2,1: row 2 has column 0 only");
}

#[test]
fn notation_is_read_in_all_its_forms() {
    let printed = |text: &str| -> Vec<String> {
        read_chains(text).unwrap().iter().map(|written| written.chain.to_string()).collect()
    };
    for text in [
        "35-33, 64-62-42",
        "35-33 64-62-42",
        "35-33,64-62-42",
        "# both\n1. 35-33\n2. 64-62-42,",
        "3,5-3,3, 6,4-6,2-4,2",
        "3,5-3,3,6,4-6,2-4,2",
        "3,5-3,3 ,64-62-42 , ",
        "35–33 64→62>42",
        "3_5-3_3 6_4-6_2-4_2",
    ] {
        assert_eq!(printed(text), ["35-33", "64-62-42"], "{text}");
    }
    assert_eq!(printed("3,12-3,10,3,9-3,11"), ["3,12-3,10", "3,9-3,11"]);
    assert_eq!(printed(" \n# nothing\n"), [""; 0]);
    let places = read_chains("35-33,64-62-42\n 3,5-3,3,6,4-6,2").unwrap();
    let places: Vec<_> = places.iter().map(|written| (written.line, written.column)).collect();
    assert_eq!(places, [(1, 1), (1, 7), (2, 2), (2, 10)]);
}

#[test]
fn notation_that_is_wrong_gets_an_error_with_its_place() {
    let printed = |text: &str| read_chains(text).unwrap_err().to_string();
    let expected = "expected a move such as 35-33 or 3,12-3,10, found";
    for (text, error) in [
        ("35-33 4", format!("line 1, column 7: {expected} `4`")),
        ("# one\n35", format!("line 2, column 1: {expected} `35`")),
        ("35-33,44", format!("line 1, column 7: {expected} `44`")),
        ("35-333", "line 1, column 4: expected a hole such as 33 or 3,12, found `333`".to_owned()),
        ("35--33", "line 1, column 4: expected a hole such as 33 or 3,12, found ``".to_owned()),
        ("-35", "line 1, column 1: expected a hole such as 33 or 3,12, found ``".to_owned()),
        (
            "35-33,64,62-42",
            "line 1, column 4: expected a hole such as 33 or 3,12, found `33,64,62`".to_owned(),
        ),
        ("3,5-33", "line 1, column 5: expected a hole such as 33 or 3,12, found `33`".to_owned()),
        (
            "3,5-3,256",
            "line 1, column 5: expected a hole such as 33 or 3,12, found `3,256`".to_owned(),
        ),
        ("e4", format!("line 1, column 1: {expected} `e4`")),
        ("35=33", format!("line 1, column 1: {expected} `35=33`")),
    ] {
        assert_eq!(printed(text), error);
    }
}

#[test]
fn jumps_of_one_peg_are_written_as_one_move() {
    let board = english();
    let printed = |text: &str| {
        let chains = read_chains(text).unwrap();
        let jumps: Option<Vec<_>> =
            chains.iter().map(|written| written.chain.jumps(&board)).collect();
        let chains = Chain::joined(&jumps?.concat(), &board)?;
        Some(chains.iter().map(Chain::to_string).collect::<Vec<_>>().join(", "))
    };
    assert_eq!(printed("12-32, 32-52, 52-54, 02-22").as_deref(), Some("12-32-52-54, 02-22"));
    // A peg that another peg follows into its hole is another peg.
    assert_eq!(printed("12-32, 34-32").as_deref(), Some("12-32, 34-32"));
    assert_eq!([printed("12-33"), printed("00-02"), printed("12-13")], [None, None, None]);
}

#[test]
fn large_boards_are_written_with_commas() {
    let board = Drawing::parse(&".".repeat(11)).unwrap().board;
    let chains = read_chains("00-02 0,10-0,8").unwrap();
    let written: Vec<_> = chains.iter().map(|written| written.chain.written(&board)).collect();
    assert_eq!(written, ["0,0-0,2", "0,10-0,8"]);
    assert_eq!(chains[0].chain.written(&english()), "00-02");
}

#[test]
fn the_referee_says_what_is_wrong() {
    for (moves, error) in [
        ("43-23", "there is no peg at 3,3 to jump over from 4,3 to 2,3"),
        ("33-35", "there is no peg at 3,3"),
        ("35-37", "there is no hole 3,7"),
        ("02-00", "there is no hole 0,0"),
        ("31-34", "3,1 to 3,4 is no jump: a jump goes two holes along a row or a column"),
        ("22-44", "2,2 to 4,4 is no jump: a jump goes two holes along a row or a column"),
        ("32-32", "3,2 to 3,2 is no jump: a jump goes two holes along a row or a column"),
        ("30-32", "there is a peg at 3,2 already"),
        ("53-33-31-33", "there is a peg at 3,1 already"),
        ("200,3-202,3", "there is no hole 200,3"),
    ] {
        let mut referee = Referee::new(&central());
        let before = referee.rows();
        let foul = match moves {
            "43-23" => {
                // The board is full around the hole: make room first.
                referee.play(&read_chains("53-33").unwrap()[0].chain).unwrap();
                referee.play(&read_chains("23-43").unwrap()[0].chain).unwrap();
                referee.play(&read_chains(moves).unwrap()[0].chain)
            }
            _ => referee.play(&read_chains(moves).unwrap()[0].chain),
        };
        assert_eq!(foul.unwrap_err().to_string(), error);
        if moves != "43-23" {
            assert_eq!((referee.rows(), referee.lengths().jumps), (before, 0), "{moves}");
        }
    }
}

#[test]
fn the_referee_says_what_is_left() {
    let printed = |start: &str, goal: Option<u64>, moves: &str| {
        let Drawing { board, pegs } = Drawing::parse(start).unwrap();
        let goal = goal.map_or(Goal::OneAnywhere, Goal::Exactly);
        let mut referee = Referee::new(&Problem::new(board, pegs, goal).unwrap());
        for written in read_chains(moves).unwrap() {
            referee.play(&written.chain).unwrap();
        }
        referee.finish().map_err(|unfinished| unfinished.to_string())
    };
    assert_eq!(printed("oo.", None, "00-02"), Ok(()));
    assert_eq!(printed("oo.", Some(4), "00-02"), Ok(()));
    let error = |text: &str| Err(text.to_owned());
    assert_eq!(printed("oo.", None, ""), error("the moves end with 2 pegs, but the goal has 1"));
    assert_eq!(
        printed("oo.", Some(1), "00-02"),
        error("the moves end with a peg at 0,2, not at 0,0")
    );
    assert_eq!(
        printed("oo.o", Some(3), "00-02"),
        error("the moves end with pegs at 0,2 0,3, not at 0,0 0,1")
    );
    assert_eq!(
        printed("oo.o", Some(3), "00-02 03-01"),
        error("the moves end with 1 peg, but the goal has 2")
    );
}

#[test]
fn moves_are_counted_by_pegs_however_they_are_written() {
    let Drawing { board, pegs } = Drawing::parse("oo.o.").unwrap();
    let problem = Problem::new(board, pegs, Goal::OneAnywhere).unwrap();
    for text in ["00-02-04", "00-02, 02-04"] {
        let mut referee = Referee::new(&problem);
        for written in read_chains(text).unwrap() {
            referee.play(&written.chain).unwrap();
        }
        assert_eq!((referee.lengths().moves, referee.lengths().jumps), (1, 2), "{text}");
    }
}

#[test]
fn lines_are_told_in_notation_and_json() {
    let Drawing { board, pegs } = Drawing::parse("oo.o.").unwrap();
    let problem = Problem::new(board.clone(), pegs, Goal::OneAnywhere).unwrap();
    let jumps = read_chains("00-02-04").unwrap()[0].chain.jumps(&board).unwrap();
    let line = Line::replay(&problem, &jumps).unwrap();
    assert_eq!(serde_json::to_string(&line).unwrap(), r#"["00-02-04"]"#);
    assert_eq!(line.positions(), [0b01011, 0b10000]);
    let printed = |jumps: &[_]| Line::replay(&problem, jumps).unwrap_err().to_string();
    assert_eq!(printed(&jumps[..1]), "the moves end with 2 pegs, but the goal has 1");
    assert_eq!(printed(&jumps[1..]), "move 1 (02-04) is not allowed: there is no peg at 0,2");
    let mut crooked = jumps[0];
    crooked.over = 4;
    assert_eq!(printed(&[crooked]), "the board does not have all of the jumps");
}

/// Rows of a drawing, with at least one hole and at most 64.
fn any_drawing() -> impl Strategy<Value = Drawing> {
    let row = vec(prop_oneof![Just(' '), Just('.'), Just('o')], 0..8);
    vec(row, 1..8).prop_filter_map("no hole", |rows| {
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        Drawing::parse(&rows.join("\n")).ok()
    })
}

proptest! {
    #[test]
    fn drawings_are_read_as_they_are_written(drawing in any_drawing()) {
        prop_assert_eq!(Drawing::parse(&drawing.to_string()), Ok(drawing));
    }

    #[test]
    fn moves_are_read_as_they_are_written(holes in vec((any::<u8>(), any::<u8>()), 2..6), digits: bool) {
        let most = if digits { 10 } else { 255 };
        let hole = |&(row, column): &(u8, u8)| Hole { row: row % most, column: column % most };
        let chain = Chain::new(holes.iter().map(hole).collect()).unwrap();
        for text in [format!("{chain}, {chain}"), format!("{chain:#},{chain:#}"), format!("1. {chain}\n{chain:#}")] {
            let read = read_chains(&text).unwrap();
            prop_assert_eq!(read.len(), 2);
            prop_assert!(read.iter().all(|written| written.chain == chain));
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,200}") {
        let _ = (Drawing::parse(&text), read_chains(&text), read_hole(&text, &english()));
    }

    #[test]
    fn no_near_miss_panics(text in "[o.#0-9, \n-]{0,100}") {
        let _ = (Drawing::parse(&text), read_hole(&text, &english()));
        for written in read_chains(&text).unwrap_or_default() {
            let _ = (written.chain.jumps(&english()), Referee::new(&central()).play(&written.chain));
        }
    }
}
