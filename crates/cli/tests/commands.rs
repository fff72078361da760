//! Command lines that users rely on: those of the README, of the tour, and of an earlier README, which must keep working.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

/// A command line with what is known of it.
struct Line {
    text: String,
    /// The exit code.
    code: i32,
    /// Whether it is only parsed: it takes long, needs files, or asks questions.
    is_parsed_only: bool,
    /// Parts of what it prints.
    printed: Vec<String>,
}

/// Reads `tests/old-commands.txt`: comments right before a command describe it.
fn old_commands() -> Vec<Line> {
    let text = include_str!("old-commands.txt");
    let mut lines = Vec::new();
    let mut remark = String::new();
    for line in text.lines() {
        match line.strip_prefix('#') {
            Some(comment) => comment.trim().clone_into(&mut remark),
            None if line.starts_with("patience ") => {
                let code = remark.strip_prefix("exit ").and_then(|code| code.parse().ok());
                let is_parsed_only = !remark.is_empty() && code.is_none();
                let code = code.unwrap_or(0);
                let text = line.to_owned();
                lines.push(Line { text, code, is_parsed_only, printed: Vec::new() });
                remark.clear();
            }
            None => remark.clear(),
        }
    }
    lines
}

/// The commands of the README; those that take long are only parsed.
fn readme_commands() -> Vec<Line> {
    let readme = include_str!("../../../README.md");
    let commands = readme.lines().filter(|line| line.starts_with("patience "));
    commands
        .map(|line| {
            let text = line.split(" #").next().unwrap_or(line).trim_end().to_owned();
            let long = [
                "1..=32000",
                "--games",
                "evolve",
                "report",
                "--interactive",
                "--slides",
                "reproduce",
                "--sheet",
                "serve",
            ];
            let is_parsed_only = long.iter().any(|word| text.contains(word));
            // The game of the example is lost.
            let code = if text.contains(" review ") { 10 } else { 0 };
            Line { text, code, is_parsed_only, printed: Vec::new() }
        })
        .collect()
}

/// Runs the commands in a folder with what a release has beside the program.
fn check(lines: &[Line]) {
    run_in(tempfile::tempdir().unwrap().path(), lines);
}

/// Runs the commands. A command that is only parsed gets `--help`, which comes last: an unknown flag or value before it is an error.
fn run_in(folder: &Path, lines: &[Line]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in ["policies", "data", "experiments"] {
        std::os::unix::fs::symlink(root.join(name), folder.join(name)).unwrap();
    }
    fs::write(folder.join("deal.txt"), "").unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_patience")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut failures = Vec::new();
    for Line { text, code, is_parsed_only, printed } in lines {
        let (command, code) = if *is_parsed_only {
            // What follows the program's own arguments belongs to the shell.
            let own = text.split(['>', '|']).next().unwrap();
            (format!("{own} --help"), 0)
        } else {
            (text.clone(), *code)
        };
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).env("PATH", &path).current_dir(folder);
        let output = shell.output().unwrap();
        if output.status.code() != Some(code) {
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            failures.push(format!("{command}: {:?}, not {code}: {error}", output.status.code()));
        }
        let all = [output.stdout, output.stderr].concat();
        let all = String::from_utf8_lossy(&all);
        for part in printed.iter().filter(|part| !all.contains(part.as_str())) {
            failures.push(format!("{command} does not print `{part}`, but: {all}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_commands_of_the_readme_run() {
    let lines = readme_commands();
    assert!(10 < lines.len(), "the README has commands");
    check(&lines);
}

#[test]
fn old_command_lines_keep_working() {
    let lines = old_commands();
    assert!(60 < lines.len(), "there are many of them");
    assert!(lines.iter().filter(|line| !line.is_parsed_only).count() > 35);
    check(&lines);
}

/// The commands of the tour; those that wait for a person are only parsed. Lines after a command that begin with `#` are parts of what it prints.
fn tour_commands(tour: &str) -> Vec<Line> {
    let blocks = tour.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut commands: Vec<Line> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        if let Some(part) = line.strip_prefix("# ") {
            commands.last_mut().unwrap().printed.push(part.to_owned());
            continue;
        }
        let text = line.split(" #").next().unwrap_or(line).trim_end().to_owned();
        let is_parsed_only = line.contains("# not run by the test");
        // The game of the example is lost.
        let code = if text.contains(" review ") { 10 } else { 0 };
        commands.push(Line { text, code, is_parsed_only, printed: Vec::new() });
    }
    commands
}

#[test]
fn the_commands_of_the_tour_run_and_make_its_pictures() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let tour = fs::read_to_string(book.join("tour.md")).unwrap();
    let lines = tour_commands(&tour);
    assert!(25 < lines.len(), "the tour has commands");
    assert!(lines.iter().filter(|line| line.is_parsed_only).count() <= 2);
    let shown: usize = lines.iter().map(|line| line.printed.len()).sum();
    assert!(15 < shown, "the tour shows output");
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &lines);
    // Pictures that a browser takes are made by `scripts/pictures`.
    let pictures = tour.split("](images/").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures: Vec<&str> =
        pictures.filter(|name| name.split('.').next_back() == Some("svg")).collect();
    assert!(3 < pictures.len(), "the tour has pictures");
    for name in pictures {
        let made = fs::read(folder.path().join(name)).unwrap();
        let shown = fs::read(book.join("images").join(name)).unwrap();
        assert!(made == shown, "{name} differs from what the tour makes: run scripts/pictures");
    }
}
