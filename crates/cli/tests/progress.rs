//! Progress on a terminal: it says what is done, and nothing of it stays on the screen.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Ending, SOON};

/// The width of the terminal.
const COLUMNS: usize = 400;

/// Runs the program in a terminal of `script`, and notes its process.
fn in_terminal(line: &str, folder: &Path) -> Child {
    let program = env!("CARGO_BIN_EXE_patience");
    // Of a command before it in the same folder.
    let _ = std::fs::remove_file(folder.join("process"));
    let inside = format!("stty rows 40 cols {COLUMNS}; echo $$ > process; exec {program} {line}");
    let mut command = Command::new("script");
    command.args(["-qec", &inside, "/dev/null"]).current_dir(folder).env("TERM", "xterm");
    command.env("SHELL", "/bin/sh").stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().expect("util-linux has `script`")
}

/// What a terminal shows after these bytes: rows, without trailing blanks.
fn screen(bytes: &str) -> Vec<String> {
    let (mut rows, mut row, mut column) = (vec![Vec::new()], 0_usize, 0_usize);
    let mut letters = bytes.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\r' => column = 0,
            '\n' => row += 1,
            '\x1b' => {
                assert_eq!(letters.next(), Some('['), "only CSI sequences");
                let mut argument = String::new();
                let end = loop {
                    match letters.next().unwrap() {
                        end @ '@'..='~' => break end,
                        part => argument.push(part),
                    }
                };
                match (argument.as_str(), end) {
                    (count, 'B') => row += count.parse().unwrap_or(1),
                    (count, 'A') => row = row.saturating_sub(count.parse().unwrap_or(1)),
                    ("2", 'K') => rows[row] = Vec::new(),
                    ("" | "0", 'K') => rows[row].truncate(column),
                    ("" | "0", 'J') => {
                        rows.truncate(row + 1);
                        rows[row].truncate(column);
                    }
                    (_, 'm' | 'h' | 'l') => {}
                    other => panic!("unknown sequence {other:?}"),
                }
            }
            letter => {
                if column == COLUMNS {
                    (row, column) = (row + 1, 0);
                    rows.resize(rows.len().max(row + 1), Vec::new());
                }
                if rows[row].len() <= column {
                    rows[row].resize(column + 1, ' ');
                }
                rows[row][column] = letter;
                column += 1;
            }
        }
        if rows.len() <= row {
            rows.resize(row + 1, Vec::new());
        }
    }
    let text = |row: Vec<char>| row.into_iter().collect::<String>().trim_end().to_owned();
    let mut rows: Vec<String> = rows.into_iter().map(text).collect();
    while rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    rows
}

fn wait(child: Child) -> Ending {
    crate::common::wait(child)
}

/// Sends Ctrl-C so often, a moment after what is written contains nothing but progress.
fn interrupt(child: Child, folder: &Path, times: u32) -> Ending {
    let begun = Instant::now();
    let process = loop {
        let text = std::fs::read_to_string(folder.join("process")).unwrap_or_default();
        if text.ends_with('\n') {
            break text.trim().to_owned();
        }
        assert!(begun.elapsed() < SOON);
        thread::sleep(Duration::from_millis(10));
    };
    // Until the handler is there, and a bar is drawn.
    thread::sleep(Duration::from_millis(1500));
    for _ in 0..times {
        let sent = Command::new("kill").args(["-INT", &process]).status().unwrap();
        assert!(sent.success());
    }
    wait(child)
}

#[test]
fn the_screen_of_the_test_is_a_terminal() {
    assert_eq!(screen("ab\r\ncd\x1b[1A\r\x1b[2Kx\r\n"), ["x", "cd"]);
    assert_eq!(screen("abc\r\x1b[K"), Vec::<String>::new());
    // A line as wide as the terminal wraps at the next letter.
    let wide = "a".repeat(COLUMNS);
    assert_eq!(screen(&format!("{wide}b\r")), [wide.as_str(), "b"]);
}

#[test]
fn nothing_of_a_bar_stays_after_a_batch_an_error_and_one_interrupt() {
    let folder = tempfile::tempdir().unwrap();
    let deals = "solve freecell 1..=200 --engine staged --nodes 500 --threads 1";
    let ending = wait(in_terminal(&format!("{deals} --summary"), folder.path()));
    assert!(ending.stdout.contains("searching with staged"), "{}", ending.stdout);
    let rows = screen(&ending.stdout);
    assert!(rows[0].starts_with("deals ") && rows.len() == 11, "{rows:#?}");
    std::fs::write(folder.path().join("other.txt"), "not a journal\n").unwrap();
    let ending = wait(in_terminal(&format!("{deals} --out other.txt"), folder.path()));
    assert!(ending.stdout.contains("reading other.txt"), "{}", ending.stdout);
    let rows = screen(&ending.stdout);
    assert!(rows.len() == 1 && rows[0].starts_with("error: other.txt is not "), "{rows:#?}");
    let endless = "solve freecell 1 2 --engine ida-star --nodes 100G --memory 8G --out new.jsonl";
    let child = in_terminal(endless, folder.path());
    let ending = interrupt(child, folder.path(), 1);
    let rows = screen(&ending.stdout);
    assert_eq!(rows.len(), 4, "{rows:#?}");
    assert!(rows[0].contains(": not solved: cancelled; ida-star: "), "{rows:#?}");
    assert!(rows[2].starts_with("interrupted: 2 deals"), "{rows:#?}");
    assert!(rows[3].ends_with(&format!("patience {endless}")), "{rows:#?}");
}

#[test]
fn nothing_of_a_bar_stays_after_a_second_interrupt() {
    let folder = tempfile::tempdir().unwrap();
    // It needs longer than the moment between two interrupts to stop.
    let line = "solve freecell 1 --engine ida-star --nodes 100G --memory 8G";
    let ending = interrupt(in_terminal(line, folder.path()), folder.path(), 2);
    assert!(ending.stdout.contains(" nodes, "), "{}", ending.stdout);
    let rows = screen(&ending.stdout);
    assert!(rows.iter().all(|row| row.starts_with("1: not solved: cancelled")), "{rows:#?}");
}

#[test]
fn advice_says_what_it_does_and_quiet_commands_say_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let advice = "advise klondike 1 --player greedy --chances 40 --seed 1";
    let ending = wait(in_terminal(advice, folder.path()));
    assert!(ending.stdout.contains("advising"), "{}", ending.stdout);
    let rows = screen(&ending.stdout);
    assert!(rows[2].starts_with("advice of greedy; chances of greedy:"), "{rows:#?}");
    assert_eq!(rows.len(), 4, "{rows:#?}");
    for line in [advice, "solve freecell 1..=3 --summary", "play klondike --games 5"] {
        let ending = wait(in_terminal(&format!("{line} --quiet"), folder.path()));
        assert_eq!(ending.code, Some(0), "{ending:?}");
        assert!(!ending.stdout.contains('\x1b'), "{line}: {:?}", ending.stdout);
    }
}
