//! The commands for peg solitaire: known solutions, pictures, and input that nobody means well.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod common;

use std::time::Instant;

use common::{SOON, complains, feed, noise, patience, refused, run, run_with};
use serde_json::Value;

/// Known solutions: board, start, end, moves.
const KNOWN: [(&str, &str, &str, &str); 3] = [
    (
        "english",
        "2,2",
        "2,2",
        "42-22, 62-42, 12-32-52, 20-22, 34-32-12, 14-34, 44-24, 64-44, 02-22, 30-32-12-14-34-54, 26-24-22, 40-42-44-64-62-42, \
         46-44, 36-34-54-52-32-12, 04-02-22",
    ),
    (
        "english",
        "1,2",
        "4,2",
        "32-12, 02-22, 52-32-12, 40-42, 34-32-52, 54-34, 24-44, 62-42, 04-24, 30-32-52-54-34-14, 20-22-24-04-02-22, 26-24, \
         46-44-42, 36-34-14-12-32-52, 64-62-42",
    ),
    (
        "english",
        "0,3",
        "3,0",
        "23-03, 25-23, 04-24, 34-14, 54-34, 46-44, 43-45, 26-46-44, 22-24, 20-22, 41-43-45-25-23-21, 62-42, 32-52, 02-04-24-44, \
         40-20-22, 64-62-42, 12-32-34-54-52-32-30",
    ),
];

#[test]
fn known_solutions_verify_in_every_form() {
    for (board, start, end, moves) in KNOWN {
        let count = moves.split(", ").count();
        let json = serde_json::json!({ "moves": moves.split(", ").collect::<Vec<_>>() });
        let report = format!("{board}: solved in {count} moves; best: 5 nodes, 0.000 s\n{moves}\n");
        let drawn = moves.split(", ").map(|mv| format!("Move: {mv}\n\n  ooo\n  o.o\n\n"));
        let drawn = drawn.collect::<Vec<_>>().concat();
        let with_commas = moves.split(", ").map(commas).collect::<Vec<_>>().join(", ");
        for text in [moves.to_owned(), json.to_string(), report, drawn, with_commas] {
            let line = format!("verify peg {board} --start {start} --end {end} - --json");
            let ending = run_with(&line, text);
            let verdict: Value = serde_json::from_str(&ending.stdout).unwrap();
            assert_eq!((ending.code, &verdict["valid"]), (Some(0), &true.into()), "{ending:?}");
            assert_eq!((&verdict["move_count"], &verdict["jumps"]), (&count.into(), &31.into()));
        }
    }
}

/// `35-33` as `3,5-3,3`.
fn commas(mv: &str) -> String {
    mv.split('-').map(|hole| format!("{},{}", &hole[..1], &hole[1..])).collect::<Vec<_>>().join("-")
}

#[test]
fn positions_that_are_shown_can_be_read_again() {
    for line in ["show peg wiegleb", "show peg french --start 0,3", "show peg --after 53-33"] {
        let drawing = run(&format!("{line} --format drawing")).stdout;
        let again = run_with("show peg - --format drawing", drawing.clone());
        assert_eq!(again.stdout, drawing, "{line}");
    }
}

#[test]
fn pictures_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for line in [
        format!("show peg french --svg {}", path("position.svg")),
        format!("show peg --after 53-33,23-43 --animate {}", path("film.svg")),
    ] {
        assert_eq!(run(&line).code, Some(0), "{line}");
    }
    for name in ["position.svg", "film.svg"] {
        let picture = std::fs::read_to_string(path(name)).unwrap();
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{name}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// Every command that reads a board, a drawing or moves from standard input.
const READERS: [&str; 6] = [
    "show peg -",
    "show peg english --from -",
    "show peg english --to -",
    "verify peg - 53-33",
    "verify peg english -",
    "show peg english --after -",
];

#[test]
fn what_is_neither_board_nor_moves_is_refused_soon() {
    for line in READERS {
        assert!(refused(line, noise(1 << 20, 255)).contains("not text (invalid UTF-8)"), "{line}");
        refused(line, noise(1 << 20, 128));
        refused(line, vec![0; 1000]);
        refused(line, vec![b'\n'; 2_000_000]);
        refused(line, b"# nothing\n".repeat(200_000));
        for word in ["1", " ", "#", "o", ". ", "o\n", "-", "3,", "{", "\u{1F534}"] {
            refused(line, word.repeat(10_000_000 / word.len()).into_bytes());
        }
    }
}

#[test]
fn long_solutions_are_checked_in_time() {
    let begun = Instant::now();
    for moves in ["53-33 23-43\n", "53-33,", "5,3-3,3-", "33-"] {
        let ending = run_with("verify peg english -", moves.repeat(500_000));
        assert!(matches!(ending.code, Some(1 | 2)), "{ending:?}");
        assert!(ending.stdout.len() + ending.stderr.len() < 8_000_000, "{moves}");
    }
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[test]
fn holes_and_boards_that_are_none_are_refused() {
    let long = "9".repeat(100_000);
    for hole in ["", "-", "3", "3,", ",3", "3,3,3", "-1,3", "3,1e9", "256,0", "٣,٣", "a,b", &long]
    {
        for option in ["--start", "--end"] {
            let ending =
                feed(&mut patience(["show", "peg", &format!("{option}={hole}")]), Vec::new());
            complains(hole, ending);
        }
    }
    for board in ["", " ", "...o?", "English", "/nowhere/board.txt", &long, &"o".repeat(65)] {
        complains(board, feed(&mut patience(["show", "peg", board]), Vec::new()));
    }
}
