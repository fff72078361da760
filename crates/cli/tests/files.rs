//! Files that are kept: nothing foreign is erased, nothing stale believed, nothing damaged obeyed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{self, Ending, crash_at_every_step, patience, records, run, steady, wait};

/// A path in a folder, as a word of a command line.
fn word(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// Runs a command that must end soon, refused, without a panic; returns what it says.
fn refused(line: &str) -> String {
    let begun = Instant::now();
    let Ending { code, stderr, .. } = run(line);
    assert!(begun.elapsed() < common::SOON, "{line}: {:?}", begun.elapsed());
    assert!(matches!(code, Some(1 | 2)), "{line}: {code:?}: {stderr}");
    assert!(stderr.starts_with("error: ") && !stderr.contains("panicked"), "{line}: {stderr}");
    stderr
}

#[test]
fn an_answer_by_other_rules_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let out = word(&folder, "c.jsonl");
    // The only one of the 32,000 deals without a solution; five cells solve it.
    let base = format!("solve freecell 11982 --quiet --out {out}");
    assert_eq!(run(&base).code, Some(10));
    assert_eq!(run(&base).code, Some(10), "the same batch resumes");
    let before = fs::read(&out).unwrap();
    for (change, message) in [
        ("--cells 5", "rules.cells is not set there and 5 here"),
        ("--variant bakers-game", "rules.variant is "),
        ("--nodes 1000", "limits.nodes is not set there and 1000 here"),
        ("--time 5s", "limits.seconds is not set there and 5.0 here"),
        ("--memory 1G", "limits.memory is "),
        ("--engine staged", "search.engine is fast there and staged here"),
        ("--weights policies/superseded/freecell-fast.toml", ""),
    ] {
        let printed = run(&format!("{base} {change}"));
        assert_eq!(printed.code, Some(2), "{change}: {}", printed.stderr);
        assert!(printed.stderr.contains(message), "{change}: {}", printed.stderr);
        assert_eq!(fs::read(&out).unwrap(), before, "{change}");
    }
    let staged = format!("solve freecell 1..=2 --engine staged --nodes 50 --quiet --out {out}2");
    assert_eq!(run(&format!("{staged} --heuristic HSDH")).code, Some(0));
    let printed = refused(&format!("{staged} --heuristic NumWellPlaced"));
    assert!(printed.contains("search.settings.heuristic is HSDH there"), "{printed}");
}

#[test]
fn an_edited_policy_of_the_same_name_is_another_policy() {
    let folder = tempfile::tempdir().unwrap();
    let (policy, out) = (word(&folder, "policy.toml"), word(&folder, "out.jsonl"));
    let text = fs::read_to_string("../../policies/freecell-formula.toml").unwrap();
    fs::write(&policy, &text).unwrap();
    let line = format!("solve freecell 1..=2 --policy {policy} --nodes 20 --quiet --out {out}");
    assert_eq!(run(&line).code, Some(0));
    // Comments and spaces mean nothing.
    fs::write(&policy, format!("# A remark.\n{text}")).unwrap();
    assert_eq!(run(&line).code, Some(0));
    let edited = text.replace("+ NumOfChildren", "+ 2 * NumOfChildren");
    assert_ne!(edited, text);
    fs::write(&policy, edited).unwrap();
    let printed = refused(&line);
    assert!(printed.contains("search.policy.text is "), "{printed}");
}

#[test]
fn a_changed_board_file_is_another_batch() {
    let folder = tempfile::tempdir().unwrap();
    let (boards, out) = (word(&folder, "boards.txt"), word(&folder, "out.jsonl"));
    fs::write(&boards, "ooooBB\noooooo\nAAoooo\noooooo\noooooo\noooooo\n").unwrap();
    let line = format!("solve rushhour --file {boards} --quiet --out {out}");
    assert_eq!(run(&line).code, Some(0));
    fs::write(&boards, "oooBBo\noooooo\nAAoooo\noooooo\noooooo\noooooo\n").unwrap();
    let printed = refused(&line);
    assert!(printed.contains("was another position then"), "{printed}");
}

#[test]
fn foreign_files_are_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let precious = word(&folder, "n");
    for content in ["precious", "precious\n", "{\"instance\":\"1\"}\n", "{\"patience\":\"other"] {
        for line in [
            "solve freecell 1 --quiet --out",
            "play klondike --player greedy --record",
            "enumerate rushhour --side 4 --out",
        ] {
            fs::write(&precious, content).unwrap();
            let printed = refused(&format!("{line} {precious}"));
            assert!(printed.contains("is not a file of `"), "{line}: {printed}");
            assert_eq!(fs::read_to_string(&precious).unwrap(), content, "{line}");
        }
    }
}

#[test]
fn a_torn_last_line_is_dropped_and_reported_even_inside_a_character() {
    let folder = tempfile::tempdir().unwrap();
    let out = word(&folder, "out.jsonl");
    let line = format!("solve freecell 1..=3 --out {out}");
    assert_eq!(run(&line).code, Some(0));
    let whole = fs::read(&out).unwrap();
    let mut torn = whole[..whole.len() - 20].to_vec();
    // The first byte of a character of two.
    torn.push(0xc3);
    fs::write(&out, torn).unwrap();
    let ending = run(&line);
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    assert!(ending.stderr.contains("dropped an unfinished last line"), "{}", ending.stderr);
    let text = |bytes: &[u8]| steady(&records(std::str::from_utf8(bytes).unwrap()));
    assert_eq!(text(&fs::read(&out).unwrap()), text(&whole));
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_writer_is_refused_and_the_first_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = word(&folder, "out.jsonl");
    let line = format!("play klondike --player greedy --games 10000000 --record {out}");
    let mut first = patience(line.split(' ')).stdout(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while fs::read(&out).is_ok_and(|it| it.is_empty()) || !Path::new(&out).exists() {
        assert!(begun.elapsed() < common::SOON);
        std::thread::sleep(Duration::from_millis(20));
    }
    let printed = refused(&line);
    let name = format!("is in use by process {} (", first.id());
    assert!(printed.contains(&name), "{printed}");
    first.kill().unwrap();
    first.wait().unwrap();
}

#[test]
fn a_batch_that_crashes_at_any_write_resumes_to_the_same_records() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, out) = (word(&folder, "whole.jsonl"), word(&folder, "out.jsonl"));
    let line = |out: &str| format!("solve rushhour JAM01..=JAM05 --threads 1 --quiet --out {out}");
    assert_eq!(run(&line(&whole)).code, Some(0));
    assert_eq!(
        crash_at_every_step(|| line(&out)),
        3,
        "two steps of the first line, and the third record"
    );
    let read = |path: &str| steady(&records(&fs::read_to_string(path).unwrap()));
    assert_eq!(read(&out), read(&whole));
}

#[test]
fn damaged_records_are_refused_whatever_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let out = word(&folder, "out.jsonl");
    let line = format!("solve peg --disk {} --format line", word(&folder, "layers"));
    assert_eq!(run(&format!("{line} --nodes 20000 --keep")).code, Some(20));
    let journal = folder.path().join("layers/english-3,3-to-3,3-best-moves/journal.jsonl");
    let records = format!("solve freecell 1..=3 --quiet --out {out}");
    assert_eq!(run(&records).code, Some(0));
    for (line, path) in [(&line, &journal), (&records, &Path::new(&out).to_owned())] {
        let whole = fs::read(path).unwrap();
        for at in [0, 5, 20, whole.len() / 2, whole.len() - 30, whole.len() - 5] {
            let mut damaged = whole.clone();
            damaged[at] ^= 2;
            fs::write(path, &damaged).unwrap();
            refused(line);
            assert_eq!(fs::read(path).unwrap(), damaged, "{line}: byte {at}");
        }
    }
}

#[cfg(unix)]
#[test]
fn pictures_are_written_through_what_is_there() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    let (link, target, other) =
        (word(&folder, "link.svg"), word(&folder, "pic.svg"), word(&folder, "pic.svg.tmp"));
    fs::write(&target, "old").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    fs::write(&other, "precious").unwrap();
    symlink(&target, &link).unwrap();
    assert_eq!(run(&format!("show freecell 1 --svg {link}")).code, Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().starts_with("<svg"));
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    let pipe = word(&folder, "pipe.svg");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    assert_eq!(run(&format!("show freecell 1 --svg {pipe}")).code, Some(0));
    assert!(wait(reader).stdout.starts_with("<svg"));
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = word(&folder, "pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.as_str(), "/dev/zero"] {
        for line in [
            "solve freecell 1 --out",
            "solve freecell --file",
            "solve freecell 1 --policy",
            "play klondike --player greedy --record",
            "enumerate rushhour --side 4 --out",
            "evolve freecell --dry-run --config",
        ] {
            let printed = refused(&format!("{line} {path}"));
            assert!(printed.contains("not a regular file"), "{line} {path}: {printed}");
        }
    }
    // A line of 900 kB is read quickly; a file of settings that is larger than its limit is not read.
    let long = word(&folder, "long.toml");
    for (length, message) in [(900_000, ""), (5_000_000, "larger than 1 MiB")] {
        fs::write(&long, format!("seed = {}\n", "9".repeat(length))).unwrap();
        let printed = refused(&format!("evolve freecell --dry-run --config {long}"));
        assert!(printed.contains(message) && printed.len() < 2000, "{}", printed.len());
    }
}

#[cfg(unix)]
#[test]
fn a_request_to_terminate_ends_a_program_that_waits_for_a_reader() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = word(&folder, "pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let line = format!("solve freecell 1 --animate {pipe}");
    let child = patience(line.split(' ')).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let id = child.id().to_string();
    let begun = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let ending = wait(child);
    assert!(begun.elapsed() < common::SOON, "{ending:?}");
    assert_ne!(ending.code, Some(0), "{ending:?}");
}

#[test]
fn layered_searches_keep_the_node_limit() {
    for nodes in [1_000_u64, 20_000, 40_000] {
        for threads in [1, 4] {
            let line = format!("solve peg english --nodes {nodes} --threads {threads} --json");
            let record: serde_json::Value = serde_json::from_str(&run(&line).stdout).unwrap();
            assert_eq!(record["stop"], "nodes", "{record}");
            let expanded = record["expanded"].as_u64().unwrap();
            assert!(expanded.abs_diff(nodes) <= 1000.max(nodes / 100), "{expanded} of {nodes}");
        }
    }
}

#[cfg(unix)]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for line in ["--help", "solve --help", "solve freecell --help", "--version"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ending = wait(patience(line.split(' ')).stdout(full).spawn().unwrap());
        assert_eq!(ending.code, Some(1), "{line}: {ending:?}");
        assert!(ending.stderr.contains("error: "), "{line}: {ending:?}");
    }
}

#[test]
fn a_folder_that_is_missing_or_lost_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let lost = word(&folder, "lost/out");
    for line in [
        "solve freecell 1 --out",
        "show freecell 1 --svg",
        "play klondike --player greedy --record",
        "enumerate rushhour --side 4 --boards",
    ] {
        assert!(refused(&format!("{line} {lost}")).contains("lost/out"), "{line}");
    }
}
