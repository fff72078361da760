//! Input that nobody means well: whatever it is, a message and an exit code, soon, and never a panic.

use std::time::Instant;

use crate::common::{SOON, complains, noise, refused, run, run_with};

/// Every command that reads a board or moves from standard input.
const READERS: [&str; 5] = [
    "solve freecell - --engine staged --nodes 10",
    "show freecell -",
    "verify freecell - 1a",
    "verify freecell 1 -",
    "show freecell 1 --after -",
];

#[test]
fn random_bytes_are_not_text() {
    for line in READERS {
        assert!(refused(line, noise(1 << 20, 255)).contains("not text (invalid UTF-8)"), "{line}");
    }
}

#[test]
fn random_letters_are_neither_board_nor_moves() {
    for line in READERS {
        refused(line, noise(1 << 20, 128));
    }
}

#[test]
fn zero_bytes_are_neither_board_nor_moves() {
    for line in READERS {
        assert!(refused(line, vec![0; 1000]).contains(r"found `\0\0"), "{line}");
        refused(line, b"1a\0 1b\0".to_vec());
    }
}

#[test]
fn a_line_of_megabytes_is_quoted_in_a_few_words() {
    for line in READERS {
        for word in ["1", " ", "#", "QH ", "{", "\u{1F0A1}"] {
            refused(line, word.repeat(3_000_000 / word.len()).into_bytes());
        }
    }
}

#[test]
fn millions_of_lines_are_read_in_time() {
    for line in READERS {
        refused(line, vec![b'\n'; 2_000_000]);
        refused(line, b"# nothing\n".repeat(200_000));
    }
    let ending = run_with("verify freecell 1 -", b"1a\n".repeat(1_000_000));
    assert_eq!(ending.code, Some(1));
    assert!(
        ending.stdout.contains("move 2, 1a (line 2, column 1): cell a already holds 6S"),
        "{ending:?}"
    );
}

#[test]
fn a_million_moves_in_one_line_are_read_in_time() {
    let begun = Instant::now();
    let ending = run_with("verify freecell 1 -", b"1a ".repeat(3_000_000));
    assert_eq!(ending.code, Some(1));
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[test]
fn more_than_the_program_reads_is_refused() {
    let message = refused("solve freecell -", vec![b'x'; (64 << 20) + 1]);
    assert_eq!(message, "error: standard input is larger than 64 MiB\n");
}

/// A file with a board of few cards.
fn board(columns: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), columns).unwrap();
    file
}

#[test]
fn a_solution_that_goes_in_circles_is_still_one() {
    let board = board("Foundations: H-K C-K D-K S-J\nFreecells: KS - - -\n: QS\n");
    let path = board.path().display();
    let circles = "a2 2a\n".repeat(50_000);
    let ending = run_with(&format!("verify freecell {path} -"), format!("{circles}1h ah"));
    assert_eq!(ending.code, Some(0), "{ending:?}");
    assert!(
        ending.stdout.ends_with(": a solution (M1 100002, M2 100002, M3 100000)\n"),
        "{}",
        ending.stdout
    );
    let ending = run_with(&format!("show freecell {path} --format board --after -"), circles);
    assert!(ending.stdout.starts_with("Foundations: H-K C-K D-K S-J\nFreecells: KS - - -\n: QS\n"));
}

#[test]
fn a_solution_with_more_meanings_than_can_be_tried_is_refused_in_time() {
    // Each of the moves to an empty column could take one card or two, and the last move has nothing to take.
    let board = board("Foundations: H-K C-K D-Q S-J\nFreecells: KS - - -\n: KD QS\n");
    let begun = Instant::now();
    let solution = format!("{}bh", "12 23 31\n".repeat(1000));
    let ending = run_with(&format!("verify freecell {} -", board.path().display()), solution);
    assert_eq!(ending.code, Some(1), "{ending:?}");
    assert!(ending.stdout.contains(": not a solution: move "), "{}", ending.stdout);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[test]
fn numbers_that_are_none_are_refused() {
    for number in [
        "18446744073709551616",
        "340282366920938463463374607431768211456",
        "-1",
        "1e9",
        "1.5",
        "0x10",
        "+1",
        "٣",
        "1..",
        "..5",
        "1..=",
        "1...5",
        "1..=5..=9",
        "0..=0",
        "5..1",
        "1..=18446744073709551616",
        "0",
        "00",
        "_",
        "1,000",
        "NaN",
        "''",
    ] {
        complains(number, run(&format!("solve freecell {number} --engine staged --nodes 10")));
    }
}

#[test]
fn numbers_with_more_digits_than_anyone_reads_are_told_in_a_few_words() {
    let digits = "9".repeat(100_000);
    complains("a long argument", run(&format!("solve freecell {digits}")));
    complains("a long range", run(&format!("solve freecell 1..={digits}")));
    refused("solve freecell -", digits.into_bytes());
}

#[test]
fn the_last_deal_can_be_shown() {
    assert_eq!(run("show freecell 8589934591").code, Some(0));
    assert_eq!(run("show freecell 00617").stdout, run("show freecell 617").stdout);
    assert_eq!(run("show freecell 0_617").stdout, run("show freecell 617").stdout);
}

#[test]
fn extreme_settings_are_obeyed_or_refused() {
    for settings in [
        "--engine staged --table 18446744073709551615",
        "--engine staged --table 0",
        "--engine staged --horizon 0",
        "--engine staged --horizon 255",
        "--engine iterative --table 18446744073709551615",
        "--engine iterative --table 0",
        "--engine iterative --step 4294967295",
        "--engine ida-star --table 0",
        "--engine staged --memory 15T --threads 1024",
        "--engine staged --memory 1",
        "--engine staged --time 0",
        "--engine staged --time 10000000h",
        "--engine staged --cells 0 --columns 1",
        "--engine staged --cells 8 --columns 10 --build rank",
        "--engine iterative --cells 0 --columns 10 --build suit --fill nothing",
        "--engine staged --variant eight-off --cells 0",
        "--engine staged --variant seahaven-towers --columns 3",
    ] {
        let ending = run(&format!("solve freecell 1 {settings} --nodes 5000"));
        assert!(matches!(ending.code, Some(0 | 10 | 11 | 20)), "{settings}: {ending:?}");
        assert_eq!(ending.stderr, "", "{settings}");
    }
}
