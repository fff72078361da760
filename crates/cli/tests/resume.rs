//! Interrupted commands print the command that resumes them, and it works.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Ending, Experiment, SOON, patience, run, wait};
use crate::limits::{interrupt, signal};

/// Interrupts a command once its file has this many lines.
fn interrupt_at(child: Child, file: &Path, lines: usize) -> Ending {
    let begun = Instant::now();
    let count = || std::fs::read_to_string(file).unwrap_or_default().lines().count();
    while count() < lines {
        assert!(begun.elapsed() < SOON, "{} has {} lines", file.display(), count());
        thread::sleep(Duration::from_millis(10));
    }
    signal(&child, "INT");
    wait(child)
}

/// The command that an interrupted one printed.
fn command(ending: &Ending) -> &str {
    assert_eq!(ending.code, Some(20), "{ending:?}");
    let last = ending.stderr.lines().last().unwrap_or_default();
    last.strip_prefix("Resume with: ").unwrap_or_else(|| panic!("{}", ending.stderr))
}

/// Runs a command line as a shell reads it.
fn in_shell(line: &str) -> Ending {
    Command::new("sh").args(["-c", line]).output().unwrap().into()
}

#[test]
fn a_batch_a_record_and_a_job_are_resumed_by_what_they_print() {
    let folder = tempfile::tempdir().unwrap();
    let mut continued = 0;
    for (words, lines) in [
        (
            &["solve", "freecell", "1..=400", "--engine", "staged", "--nodes", "500", "--summary"]
                [..],
            3,
        ),
        (&["play", "klondike", "--games", "3000", "--player", "greedy"][..], 3),
        (&["enumerate", "rushhour", "--side", "4", "--walls", "1"][..], 3),
    ] {
        // Both spaces and quotes must survive.
        let file = folder.path().join(format!("{}'s file", words[0]));
        let flag = if words[0] == "play" { "--record" } else { "--out" };
        let path = file.display().to_string();
        let line = || words.iter().copied().chain([flag, path.as_str(), "--threads", "1"]);
        let first = interrupt_at(patience(line()).spawn().unwrap(), &file, lines);
        if first.code == Some(0) {
            // A quick machine was done before the interrupt.
            assert!(!first.stderr.contains("Resume"), "{}", first.stderr);
            continue;
        }
        let before = std::fs::read_to_string(&file).unwrap();
        let resumed = in_shell(command(&first));
        assert_eq!(resumed.code, Some(0), "{resumed:?}");
        assert!(!resumed.stderr.contains("Resume with"), "{}", resumed.stderr);
        let after = std::fs::read_to_string(&file).unwrap();
        // The interrupt may come when all is written but the summary,
        assert!(after.starts_with(&before), "{}", words[0]);
        continued += usize::from(before.len() < after.len());
    }
    // but not each time.
    assert!(0 < continued, "no interrupt left anything to do");
}

#[test]
fn a_run_of_evolution_is_resumed_by_what_it_prints() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a run");
    let path = out.display().to_string();
    let settings = "evolve rushhour --curriculum random --set population=4 --set nodes=2000 --set training=6 --set validation=2 \
                    --set random.cases=2 --set generations=40 --threads 1 --out";
    let child = patience(settings.split(' ').chain([path.as_str()])).spawn().unwrap();
    let ending = interrupt_at(child, &out.join("log.jsonl"), 2);
    let line = command(&ending);
    assert!(line.ends_with("/a run' --resume --threads 1"), "{line}");
    let resumed = in_shell(line);
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    assert!(resumed.stdout.contains("  39: best "), "{}", resumed.stdout);
}

#[test]
fn a_search_on_disk_is_resumable_once_it_has_left_layers() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("layers");
    let line = format!("solve peg english --engine brute --disk {} --keep", disk.display());
    let child = patience(line.split(' ')).spawn().unwrap();
    let begun = Instant::now();
    let has_layer = || {
        let places = std::fs::read_dir(&disk).into_iter().flatten().flatten();
        let mut files = places.flat_map(|it| std::fs::read_dir(it.path()).into_iter().flatten());
        files.any(|it| it.is_ok_and(|it| it.path().extension().is_some_and(|it| it == "layer")))
    };
    while !has_layer() {
        assert!(begun.elapsed() < SOON, "no layer yet");
        thread::sleep(Duration::from_millis(10));
    }
    signal(&child, "INT");
    let ending = wait(child);
    assert!(command(&ending).ends_with(&line), "{}", ending.stderr);
    assert!(has_layer());
}

#[test]
fn an_experiment_is_resumed_by_the_same_command() {
    let endless = "name = \"long\"\ntitle = \"Long\"\npuzzle = \"freecell\"\ncases = \"1..=8\"\nlimits = { nodes = \"1G\" }\n\n\
                   [[row]]\nname = \"ida\"\nengine = \"ida-star\"\n";
    let long = Experiment::new("long", endless);
    let line = long.command("long --scale full --threads 2");
    let ending = interrupt(patience(line.split(' ')).spawn().unwrap(), "INT");
    assert!(command(&ending).ends_with(&line), "{ending:?}");
}

#[test]
fn commands_with_nothing_to_resume_and_quiet_ones_print_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("records.jsonl");
    for line in [
        "solve freecell 1 2 --engine ida-star --nodes 100G --memory 8G".to_owned(),
        format!(
            "solve freecell 1 2 --engine ida-star --nodes 100G --quiet --out {}",
            file.display()
        ),
        "play klondike --games 10000000 --player greedy".to_owned(),
    ] {
        let ending = interrupt(patience(line.split(' ')).spawn().unwrap(), "INT");
        assert_eq!(ending.code, Some(20), "{line}: {ending:?}");
        assert!(!ending.stderr.contains("Resume with"), "{line}: {}", ending.stderr);
    }
    assert_eq!(run("solve freecell 1 --quiet").stderr, "");
}
