//! Games of people: the file that keeps them, interrupts, and resuming.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{Ending, feed, patience, run, wait};

/// A board that tile 8 solves.
const BOARD: &str = "1 2 3/4 5 6/7 . 8";

fn play(folder: &Path, args: &[&str], script: &str) -> Ending {
    let mut command = patience(["play"].into_iter().chain(args.iter().copied()));
    feed(command.current_dir(folder), script.into())
}

/// Runs a command that the program printed.
fn obey(folder: &Path, line: &str, script: &str) -> Ending {
    let program = Path::new(env!("CARGO_BIN_EXE_patience")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", path).current_dir(folder);
    shell.stdout(Stdio::piped()).stderr(Stdio::piped());
    feed(&mut shell, script.into())
}

fn resume_command(ending: &Ending) -> &str {
    let line = ending.stderr.lines().find_map(|line| line.strip_prefix("Resume with: "));
    line.unwrap_or_else(|| panic!("{}", ending.stderr))
}

#[test]
fn the_end_of_input_keeps_the_game_and_its_command_resumes_it() {
    for (args, files) in
        [(&["tiles", BOARD, "-i"][..], 1), (&["tiles", BOARD, "-i", "--no-save"], 0)]
    {
        let folder = tempfile::tempdir().unwrap();
        let ending = play(folder.path(), args, "5\n6\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), files);
        assert_eq!(ending.code, Some(0), "{}", ending.stderr);
        let resumed = obey(folder.path(), resume_command(&ending), "u\nu\n8\n");
        assert_eq!(resumed.code, Some(0), "{}", resumed.stderr);
        assert!(resumed.stdout.ends_with("won in 1 move\n"), "{}", resumed.stdout);
    }
}

#[test]
fn a_deal_by_its_number_has_a_short_command_and_a_board_a_long_one() {
    let folder = tempfile::tempdir().unwrap();
    let ending = play(folder.path(), &["freecell", "617", "-i", "--no-save"], "83\nq\n");
    assert_eq!(resume_command(&ending), "patience play freecell --interactive 617 --after '83'");
    let by_other_rules = ["freecell", "617", "-i", "--no-save", "--cells", "2"];
    let ending = play(folder.path(), &by_other_rules, "83\n");
    assert!(ending.stderr.contains("7D TD TH KD 4C 4S JD"), "{}", ending.stderr);
    let line = ending.stderr.strip_prefix("Resume with: ").unwrap();
    let again = obey(folder.path(), line, "b\nq\n");
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    let cells = again.stdout.lines().find(|line| line.contains('|')).unwrap();
    assert_eq!(cells.matches("--").count(), 2, "{}", again.stdout);
}

#[test]
fn a_new_game_never_replaces_an_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for _ in 0..2 {
        play(folder.path(), &["freecell", "617", "-i"], "83\n");
    }
    assert_eq!(
        read("freecell-617.game.txt").replace("617.game", "617-2.game"),
        read("freecell-617-2.game.txt")
    );
    // Nothing is written before the first move.
    play(folder.path(), &["freecell", "617", "-i"], "q\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    // A file that somebody replaces during the game is left alone.
    let notes = folder.path().join("mine.txt");
    fs::write(&notes, "notes\n").unwrap();
    let ending = play(folder.path(), &["freecell", "617", "-i"], "83\ns mine.txt\nq\n");
    assert!(ending.stdout.contains("not saved: mine.txt exists and"), "{}", ending.stdout);
    assert_eq!(read("mine.txt"), "notes\n");
}

#[test]
fn interrupts_keep_the_game() {
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = patience(["play", "tiles", BOARD, "-i", "--save", "kept.txt"]);
        let mut child = command.stdin(Stdio::piped()).current_dir(&folder).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"7\n").unwrap();
        stdin.flush().unwrap();
        // The headline, the board, and the board after the move.
        let mut out = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..7 {
            out.read_line(&mut String::new()).unwrap();
        }
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let ending = wait(child);
        drop(stdin);
        assert_eq!(ending.code, Some(20), "{signal}: {}", ending.stderr);
        let line = resume_command(&ending);
        assert_eq!(line, "patience play tiles --interactive kept.txt");
        let resumed = obey(folder.path(), line, "b\nq\n");
        assert!(resumed.stdout.contains("left after 1 move"), "{}", resumed.stdout);
    }
}

#[test]
fn a_damaged_file_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &["klondike", "--seed", "7", "-i", "--save", "game.txt"], "T\nT\n");
    let path = folder.path().join("game.txt");
    let text = fs::read_to_string(&path).unwrap();
    assert!(!text.contains("position:"), "what is hidden is not in the file: {text}");
    for (damage, message) in [
        (text.replace("T T", "T w-8"), "game.txt: move 2 (w-8): "),
        (
            text.replace("version 1", "version 2"),
            "game.txt: line 1, column 26: a saved game of version 2",
        ),
        (text.replace("seed: 7", "seed: seven"), "game.txt: line 4, column 1: expected the number"),
    ] {
        fs::write(&path, &damage).unwrap();
        let ending = play(folder.path(), &["klondike", "-i", "game.txt"], "T\n");
        assert_eq!(ending.code, Some(2), "{}", ending.stderr);
        assert!(ending.stderr.contains(message), "{message}: {}", ending.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), damage);
    }
}

#[test]
fn help_says_what_a_person_sees_of_the_stock() {
    let help = run("play klondike --help").stdout;
    let help: Vec<&str> = help.split_whitespace().collect();
    assert!(help.join(" ").contains("--stock is unseen unless it is given"));
}
