//! Files that version 0.1 wrote: read, or refused with what to do, and never changed.
//!
//! `tests/from-0.1` has files as the program wrote them before files said what they are for. `run-*` are runs of evolution,
//! `klondike-7.txt` has the form in which interactive play saved a game. The files of boards in `run-boards` have only their headings: that short run found
//! no board that is hard enough. `show rushhour` refuses them as files without boards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A copy of the files of version 0.1.
fn files() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/from-0.1"), folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let from = entry.unwrap().path();
        let to = to.join(from.file_name().unwrap());
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

/// Every file with its bytes, without the locks that a command takes.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(contents(&path));
        } else if path.file_name().is_some_and(|name| name != "lock") {
            let bytes = fs::read(&path).unwrap();
            all.push((path, bytes));
        }
    }
    all.sort();
    all
}

/// Runs a command in the folder: the exit code, the output and the errors.
fn run(folder: &Path, command: &str) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_patience"))
        .args(command.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn files_of_0_1_that_cannot_be_resumed_are_refused_with_what_to_do() {
    let cases = [
        ("solve freecell 1..=3 --out solve-freecell.jsonl", "solved again"),
        ("solve klondike 1..=3 --out solve-klondike.jsonl", "solved again"),
        ("solve rushhour JAM01..=JAM03 --out solve-rushhour.jsonl", "solved again"),
        ("play klondike --games 3 --player random --record play.jsonl", "played again"),
        ("enumerate rushhour --side 4 --out enumerate.txt", "done again"),
        ("evolve rushhour --out run-rushhour --resume", "--config"),
        ("evolve freecell --out run-freecell --resume", "--config"),
        ("evolve rushhour-boards --out run-boards --resume", "--config"),
        ("report run-rushhour", "--config"),
        ("report run-freecell", "--config"),
        ("report run-boards", "--config"),
        ("solve peg english --engine bfida --disk layers --nodes 1k", "Remove its folder"),
    ];
    for (command, advice) in cases {
        let folder = files();
        let before = contents(folder.path());
        let (code, _, error) = run(folder.path(), command);
        assert_eq!(code, Some(2), "{command}: {error}");
        assert!(error.contains("version 0.1"), "{command}: {error}");
        assert!(error.contains(advice), "{command}: {error}");
        assert_eq!(contents(folder.path()), before, "{command} changed a file");
    }
}

#[test]
fn files_of_0_1_are_not_taken_for_journals_or_shards() {
    for command in [
        "evolve freecell-baselines --deals 4 --out baselines.txt",
        "merge solve-freecell.jsonl solve-klondike.jsonl --out all.jsonl",
    ] {
        let folder = files();
        let before = contents(folder.path());
        let (code, _, error) = run(folder.path(), command);
        assert_eq!(code, Some(2), "{command}: {error}");
        assert!(error.contains("Choose another file"), "{command}: {error}");
        assert_eq!(contents(folder.path()), before, "{command} changed a file");
    }
}

#[test]
fn a_saved_game_of_0_1_is_read_and_goes_on_by_the_command_in_it() {
    let folder = files();
    let (code, output, error) =
        run(folder.path(), "advise klondike klondike-7.txt --player greedy --json");
    assert_eq!(code, Some(0), "{error}");
    assert!(output.contains("\"5-h\""), "the ace of column 5 goes home: {output}");
    let (code, output, error) = run(folder.path(), "show klondike klondike-7.txt");
    assert_eq!(code, Some(0), "{error}");
    assert!(output.contains("waste:  3C   6S   8S\n"), "three cards were turned: {output}");
    let game = fs::read_to_string(folder.path().join("klondike-7.txt")).unwrap();
    let (_, command) = game.lines().next().unwrap().split_once("patience ").unwrap();
    let (code, output, error) = run(folder.path(), &command.replace('\'', ""));
    assert_eq!(code, Some(0), "{command}: {error}");
    assert!(output.ends_with("left after 0 moves and 1 turn\n"), "{output}");
}

#[test]
fn lists_of_boards_of_0_1_without_boards_are_refused_as_empty() {
    let folder = files();
    for name in ["run-boards/boards.txt", "run-boards/archive.txt"] {
        let (code, _, error) = run(folder.path(), &format!("show rushhour {name}"));
        assert_eq!(code, Some(2), "{name}: {error}");
        assert!(error.contains("is empty: expected"), "{name}: {error}");
    }
}

#[test]
fn policies_of_0_1_guide_searches() {
    let folder = files();
    let policies = fs::read_dir(folder.path().join("policies")).unwrap();
    let mut names: Vec<String> = policies
        .map(|entry| format!("policies/{}", entry.unwrap().file_name().to_string_lossy()))
        .chain(["run-freecell/best.toml".to_owned(), "run-rushhour/best.toml".to_owned()])
        .collect();
    names.sort();
    assert_eq!(names.len(), 8);
    for name in names {
        let instance = if name.contains("rushhour") { "rushhour JAM01" } else { "freecell 1" };
        let command = format!("solve {instance} --policy {name} --nodes 2000 --json --quiet");
        let (code, output, error) = run(folder.path(), &command);
        // Solved, or out of nodes: the policy was read.
        assert!(code == Some(0) || code == Some(20), "{command}: {code:?}: {error}");
        assert!(output.contains("\"policy\":"), "{command}: {output}");
    }
}

#[test]
fn solutions_of_0_1_are_verified() {
    let folder = files();
    for (puzzle, instance, file) in [
        ("freecell", "1", "solve-freecell.jsonl"),
        ("klondike", "1", "solve-klondike.jsonl"),
        ("rushhour", "JAM01", "solve-rushhour.jsonl"),
    ] {
        let lines = fs::read_to_string(folder.path().join(file)).unwrap();
        fs::write(folder.path().join("one.json"), lines.lines().next().unwrap()).unwrap();
        let (code, output, error) =
            run(folder.path(), &format!("verify {puzzle} {instance} one.json"));
        assert_eq!(code, Some(0), "{puzzle}: {output}{error}");
    }
}

#[test]
fn settings_of_a_run_of_0_1_begin_a_new_run() {
    let folder = files();
    let command =
        "evolve freecell --config run-freecell/settings.toml --set generations=1 --out new --quiet";
    let (code, _, error) = run(folder.path(), command);
    assert_eq!(code, Some(0), "{error}");
    assert!(folder.path().join("new/best.toml").exists());
    for (what, run_folder, own) in [
        ("rushhour", "run-rushhour", "population = 4\n"),
        ("rushhour-boards", "run-boards", "size = 6\n"),
    ] {
        let command = format!("evolve {what} --config {run_folder}/settings.toml --dry-run");
        let (code, output, error) = run(folder.path(), &command);
        assert_eq!(code, Some(0), "{command}: {error}");
        assert!(output.contains(own), "{command}: {output}");
    }
}
