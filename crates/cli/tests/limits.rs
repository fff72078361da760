//! Searches that are stopped: by limits, by Ctrl-C, by a polite request to end.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Ending, patience, run, wait};
use serde_json::Value;

/// Runs for many minutes when nobody stops it.
const ENDLESS: &str = "solve freecell 1 --engine ida-star --nodes 100G --memory 8G";

/// A machine may be busy, but nothing that is stopped goes on for longer than this.
const PROMPT: Duration = Duration::from_secs(30);

fn start(line: &str) -> Child {
    patience(line.split(' ')).spawn().unwrap()
}

pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Whether the program is ready for Ctrl-C; where the system does not tell, it is after a second.
fn is_ready(child: &Child, begun: Instant) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id())) else {
        return Duration::from_secs(1) < begun.elapsed();
    };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
    let caught = u64::from_str_radix(caught.trim(), 16).unwrap_or(0);
    // Signal 2 is the second bit.
    caught & 2 != 0
}

/// Sends the signal when the program has begun its search.
pub(crate) fn interrupt(child: Child, name: &str) -> Ending {
    let begun = Instant::now();
    while !is_ready(&child, begun) {
        assert!(begun.elapsed() < PROMPT, "not ready yet");
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(200));
    signal(&child, name);
    let sent = Instant::now();
    let ending = wait(child);
    assert!(sent.elapsed() < PROMPT, "{:?}", sent.elapsed());
    ending
}

#[test]
fn an_interrupted_search_reports_and_ends() {
    for name in ["INT", "TERM"] {
        let ending = interrupt(start(ENDLESS), name);
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(20), ""), "{name}: {ending:?}");
        assert!(
            ending.stdout.starts_with("1: not solved: cancelled; ida-star: "),
            "{name}: {}",
            ending.stdout
        );
    }
}

#[test]
fn an_interrupted_search_on_disk_leaves_nothing_unless_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let layers = folder.path().join("layers");
    let endless = format!("solve peg wiegleb --disk {}", layers.display());
    for (settings, is_kept) in [("", false), (" --keep", true)] {
        let ending = interrupt(start(&format!("{endless}{settings}")), "INT");
        assert_eq!(ending.code, Some(20), "{ending:?}");
        // How to resume, if a layer was complete by then.
        let resumable = is_kept && ending.stderr.starts_with("Resume with: ");
        assert!(resumable || ending.stderr.is_empty(), "{ending:?}");
        assert!(ending.stdout.starts_with("wiegleb 4,4 to 4,4: not solved: cancelled; best: "));
        assert_eq!(layers.exists(), is_kept, "{settings}");
    }
}

#[test]
fn an_interrupted_search_reports_in_json() {
    let ending = interrupt(start(&format!("{ENDLESS} --json")), "INT");
    assert_eq!(ending.code, Some(20));
    let report: Value = serde_json::from_str(&ending.stdout).unwrap();
    assert_eq!(
        (&report["outcome"], &report["stop"]),
        (&Value::from("limit"), &Value::from("cancelled"))
    );
    assert!(report["expanded"].is_u64());
}

#[test]
fn an_interrupted_batch_tells_what_was_finished() {
    let mut child = start("solve freecell 1..=8589934591 --engine staged --nodes 2000 --threads 2");
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut lines = String::new();
    for _ in 0..5 {
        output.read_line(&mut lines).unwrap();
    }
    signal(&child, "INT");
    output.read_to_string(&mut lines).unwrap();
    let ending = wait(child);
    assert_eq!(ending.code, Some(20), "{ending:?}");
    let count = lines.lines().count();
    assert!(ending.stderr.starts_with("interrupted: "), "{}", ending.stderr);
    let printed: String =
        ending.stderr["interrupted: ".len()..].split(' ').next().unwrap().replace(',', "");
    assert_eq!(printed, count.to_string(), "{}", ending.stderr);
    for (number, line) in (1..).zip(lines.lines()) {
        assert!(line.starts_with(&format!("{number}: ")), "{line}");
    }
}

#[test]
fn a_batch_is_interrupted_even_in_its_last_deals() {
    let ending = interrupt(
        start("solve freecell 1 2 --engine ida-star --nodes 100G --threads 2 --memory 8G"),
        "INT",
    );
    assert_eq!(ending.code, Some(20), "{ending:?}");
    assert!(
        ending.stdout.lines().all(|line| line.contains(": not solved: cancelled; ")),
        "{}",
        ending.stdout
    );
    assert!(ending.stderr.starts_with("interrupted: 2 deals"), "{}", ending.stderr);
}

#[test]
fn a_batch_with_a_thread_that_found_the_end_is_interrupted_too() {
    // The third thread finds no deal left while the others search.
    let mut command = patience(
        "solve freecell - 1 2 --engine ida-star --nodes 100G --threads 3 --memory 8G".split(' '),
    );
    let solved = "Foundations: H-K C-K D-K S-K\n";
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), solved).unwrap();
    let child = command.stdin(file.reopen().unwrap()).spawn().unwrap();
    let ending = interrupt(child, "INT");
    assert_eq!(ending.code, Some(20), "{ending:?}");
    assert!(ending.stderr.starts_with("interrupted: 3 deals"), "{}", ending.stderr);
}

#[test]
fn node_limits_are_exact() {
    for engine in ["staged", "iterative", "ida-star"] {
        let ending = run(&format!("solve freecell 1 --engine {engine} --nodes 12345 --json"));
        assert_eq!(ending.code, Some(20), "{engine}");
        let report: Value = serde_json::from_str(&ending.stdout).unwrap();
        assert_eq!(
            (&report["expanded"], &report["stop"]),
            (&Value::from(12345), &Value::from("nodes"))
        );
    }
}

#[test]
fn time_limits_stop_in_time() {
    for engine in ["iterative", "ida-star"] {
        let begun = Instant::now();
        let ending = run(&format!("solve freecell 1 --engine {engine} --time 0.3s --memory 8G"));
        assert!(begun.elapsed() < PROMPT, "{:?}", begun.elapsed());
        assert_eq!(ending.code, Some(20));
        assert!(ending.stdout.contains(": not solved: time limit reached; "), "{}", ending.stdout);
    }
}

#[test]
fn time_limits_are_for_each_deal() {
    let ending = run("solve freecell 1..=3 --engine ida-star --time 100ms --threads 1");
    assert_eq!(ending.code, Some(0));
    assert_eq!(ending.stdout.matches("time limit reached").count(), 3);
}

/// The most memory that the program has had, in KiB, as the system counts it.
#[cfg(target_os = "linux")]
fn peak_kib(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Runs to the end; also gives the highest peak that was seen.
#[cfg(target_os = "linux")]
fn watched(line: &str) -> (Ending, u64) {
    let mut child = start(line);
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        peak = peak_kib(&child).unwrap_or(0).max(peak);
        thread::sleep(Duration::from_millis(2));
    }
    (wait(child), peak)
}

/// By how much the program of the tests, which is hardly optimised, is larger than the 15 MiB that it counts for itself, in KiB.
#[cfg(target_os = "linux")]
const LARGER: u64 = 5 << 10;

#[cfg(target_os = "linux")]
#[test]
fn memory_limits_hold_for_the_whole_program() {
    // A wide bound from the start: nearly every state is new, and the table grows fast.
    for (line, mib) in [
        ("solve freecell 1 --engine iterative --step 20 --memory 60M", 60),
        ("solve freecell 1 --engine ida-star --memory 20M", 20),
        (
            "solve freecell 1 --engine staged --open all --table 1G --memory 20M --nodes 5M --moves single",
            20,
        ),
    ] {
        let (ending, peak) = watched(line);
        assert_eq!(ending.code, Some(20), "{line}: {ending:?}");
        assert!(
            ending.stdout.contains(": not solved: memory limit reached; "),
            "{line}: {}",
            ending.stdout
        );
        assert!(mib * 1024 / 4 < peak && peak <= mib * 1024 + LARGER, "{line}: {peak} KiB");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn searches_in_layers_exceed_the_memory_limit_by_a_twentieth_at_most() {
    for (engine, mib) in [("best", 50), ("bfida", 50), ("bd-bfida", 50), ("bd-bfida", 80)] {
        let line = format!("solve peg wiegleb --engine {engine} --memory {mib}M --threads 1");
        let (ending, peak) = watched(&line);
        assert_eq!(ending.code, Some(20), "{line}: {ending:?}");
        assert!(ending.stdout.contains(": not solved: memory limit reached"), "{ending:?}");
        let whole = mib * 1024;
        assert!(whole / 2 < peak && peak <= whole + whole / 20, "{line}: {peak} KiB");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn searches_that_run_at_once_share_the_memory() {
    let (ending, peak) =
        watched("solve freecell 1..=4 --engine iterative --step 20 --memory 80M --threads 4");
    assert_eq!(ending.code, Some(0));
    assert_eq!(ending.stdout.matches("memory limit reached").count(), 4, "{}", ending.stdout);
    assert!(peak <= 80 * 1024, "a peak of {peak} KiB");
}

#[test]
fn fast_keeps_its_node_limit() {
    let ending = run("solve freecell 617 --engine fast --nodes 50 --json");
    assert_eq!(ending.code, Some(20));
    let line: serde_json::Value = serde_json::from_str(&ending.stdout).unwrap();
    assert_eq!((&line["outcome"], &line["expanded"]), (&"limit".into(), &50.into()));
}

#[test]
fn a_limit_leaves_the_shortest_solution_so_far() {
    for engine in ["short", "exact"] {
        let ending = run(&format!("solve freecell 1 --engine {engine} --nodes 3000 --json"));
        assert_eq!(ending.code, Some(0), "{engine}");
        let line: serde_json::Value = serde_json::from_str(&ending.stdout).unwrap();
        assert_eq!(
            (&line["outcome"], &line["expanded"]),
            (&"solved".into(), &3000.into()),
            "{engine}"
        );
        assert_eq!(line["optimal"], false, "{engine}");
    }
}

#[test]
fn short_is_never_longer_than_fast() {
    let lengths = |engine: &str| -> Vec<u64> {
        let ending = run(&format!("solve freecell 1..=30 --engine {engine} --json --quiet"));
        let lines = ending
            .stdout
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines.map(|line| line["m2"].as_u64().unwrap()).collect()
    };
    let (fast, short) = (lengths("fast"), lengths("short --width 64"));
    assert!(fast.iter().zip(&short).all(|(fast, short)| short <= fast), "{fast:?} {short:?}");
    assert!(short.iter().sum::<u64>() + 100 < fast.iter().sum::<u64>(), "and mostly much shorter");
}

#[cfg(target_os = "linux")]
#[test]
fn searches_for_short_solutions_keep_the_memory_limit() {
    for line in [
        "solve freecell 37 --engine exact --memory 60M --nodes 1M",
        "solve freecell 37 --engine short --memory 60M --nodes 300k",
    ] {
        let (ending, peak) = watched(line);
        assert_eq!(ending.code, Some(0), "{line}: {ending:?}");
        assert!(peak <= 60 * 1024, "{line}: a peak of {peak} KiB");
    }
}
