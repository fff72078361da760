//! Many deals at once: order, threads, sources, and readers that go away.

use crate::common;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::common::{feed, json_lines, patience, run, run_and_continue, run_with, steady, wait};
use serde_json::Value;

fn instances(text: &str) -> Vec<String> {
    steady(text).iter().map(|line| line["instance"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn threads_change_nothing_but_the_time() {
    let on = |threads: u32| {
        run(&format!(
            "solve freecell 1..=30 --engine staged --horizon 3 --open all --nodes 60k --json --threads {threads}"
        ))
    };
    let (one, four) = (on(1), on(4));
    assert_eq!((one.code, four.code), (Some(0), Some(0)));
    assert_eq!(one.stderr, four.stderr);
    let lines = steady(&one.stdout);
    assert_eq!(lines, steady(&four.stdout));
    assert_eq!(instances(&one.stdout), (1..=30).map(|deal| deal.to_string()).collect::<Vec<_>>());
    let count = |outcome: &str| lines.iter().filter(|line| line["outcome"] == outcome).count();
    assert!(0 < count("solved") && 0 < count("limit"), "a batch with some of each");
}

#[test]
fn a_batch_ends_well_even_if_nothing_is_solved() {
    let ending = run("solve freecell 1..=20 --engine staged --nodes 10");
    assert_eq!(ending.code, Some(0));
    assert_eq!(ending.stdout.lines().count(), 20);
    assert!(
        ending
            .stdout
            .lines()
            .all(|line| line.contains(": not solved: node limit reached; staged: 10 nodes, "))
    );
    assert_eq!(ending.stderr, "20 deals, 20 limit (100.00 %); 10 nodes a deal\n");
}

#[test]
fn quiet_batches_leave_out_the_summary() {
    let ending = run("solve freecell 1..=3 --engine staged --nodes 10 --quiet");
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
}

#[test]
fn numbers_ranges_and_boards_mix() {
    let board = run("show freecell 617 --format board").stdout;
    let begun = common::wait(
        patience(["show", "freecell", "1", "--format", "board", "--after", "6a 6b 6h"])
            .spawn()
            .unwrap(),
    );
    let text = format!("# some deals\n1 2 10..=12 # and\n20..22\n\n{board}\n7\n\n{}", begun.stdout);
    let expected = |name: &str| {
        let board = |number: u32| format!("{name}#{number}");
        let numbers = ["1", "2", "10", "11", "12", "20", "21"].map(str::to_owned);
        [numbers.to_vec(), vec![board(1), "7".to_owned(), board(2)]].concat()
    };
    let limits = "--engine staged --nodes 50 --json --quiet";
    let from_input = run_with(&format!("solve freecell - {limits}"), text.as_str());
    assert_eq!((from_input.code, from_input.stderr.as_str()), (Some(0), ""));
    assert_eq!(instances(&from_input.stdout), expected("-"));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deals.txt");
    std::fs::write(&path, text.replace('\n', "\r\n")).unwrap();
    let path = path.display().to_string();
    let from_file = run(&format!("solve freecell {path} 5 {limits}"));
    assert_eq!(from_file.code, Some(0));
    assert_eq!(instances(&from_file.stdout), [expected(&path), vec!["5".to_owned()]].concat());
}

#[test]
fn one_bad_deal_in_a_file_stops_the_batch_before_it_begins() {
    let ending = run_with("solve freecell - --engine staged", "1\n2\n0\n");
    assert_eq!((ending.code, ending.stdout.as_str()), (Some(2), ""));
    assert_eq!(
        ending.stderr,
        "error: standard input: line 3: there is no deal 0: deals are numbered 1 to 8589934591\n",
    );
}

/// Reads a line of what the program prints, then closes the pipe.
fn first_line_of(line: &str) -> (String, common::Ending) {
    let mut child = patience(line.split(' ')).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    drop(output);
    (first, wait(child))
}

#[test]
fn a_reader_that_goes_away_ends_the_batch_quietly() {
    for threads in [1, 4] {
        let (first, ending) = first_line_of(&format!(
            "solve freecell 1..=8589934591 --engine staged --nodes 100 --threads {threads}"
        ));
        assert!(first.starts_with("1: "), "{first}");
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""), "{threads} threads");
    }
}

#[test]
fn every_command_lets_its_reader_go_away() {
    for line in ["features freecell", "show freecell 1", "man", "completions zsh", "solve --help"] {
        let mut child = patience(line.split(' ')).spawn().unwrap();
        drop(child.stdout.take());
        let ending = wait(child);
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
fn nobody_needs_to_hear_the_summary() {
    let mut child =
        patience("solve freecell 1..=3 --engine staged --nodes 10".split(' ')).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(wait(child).code, Some(0));
    let mut command = patience(["solve", "freecell", "-"]);
    assert_eq!(feed(command.stderr(Stdio::null()), b"0".to_vec()).code, Some(2));
}

#[test]
fn a_record_file_is_gone_on_with_and_ends_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.jsonl");
    let command = format!("solve freecell 1..=40 --summary --json --out {}", path.display());
    let [whole, rest] = run_and_continue(&command, &path, 40, 17);
    let facts = |text: &str| {
        let summary: Value = serde_json::from_str(text).unwrap();
        ["deals", "solved", "mean_m1", "mean_m2", "expanded"].map(|name| summary[name].clone())
    };
    assert_eq!(facts(&whole), facts(&rest));
    assert_eq!(facts(&whole)[1], 40);
}

#[test]
fn a_record_file_of_another_batch_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.jsonl");
    let on = |deals: &str| run(&format!("solve freecell {deals} --quiet --out {}", path.display()));
    assert_eq!(on("1..=3").code, Some(0));
    let before = std::fs::read(&path).unwrap();
    let ending = on("2..=5");
    assert_eq!(ending.code, Some(2));
    assert!(
        ending.stderr.ends_with(
            "line 2: the file belongs to another batch: it has 1 where this one has 2\n"
        ),
        "{}",
        ending.stderr
    );
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::write(&path, b"not a record\n").unwrap();
    assert_eq!(on("1..=3").code, Some(2));
    assert_eq!(std::fs::read(&path).unwrap(), b"not a record\n");
}

#[test]
fn a_summary_counts_and_names_the_unsolvable() {
    let ending = run("solve freecell 11980..=11984 --summary");
    assert_eq!(ending.code, Some(0));
    let has = |line: &str| {
        ending.stdout.lines().any(|printed| printed.split_whitespace().eq(line.split_whitespace()))
    };
    assert!(
        has("deals 5") && has("solved 4") && has("unsolvable 1") && has("unsolvable: 11982"),
        "{ending:?}"
    );
}

#[test]
fn solutions_of_the_fast_engine_are_verified_from_its_own_output() {
    for format in ["notation", "positions", "single"] {
        for deal in [1, 617, 8_589_934_591_u64] {
            let solved = run(&format!("solve freecell {deal} --format {format}"));
            assert_eq!(solved.code, Some(0));
            let verified = run_with(&format!("verify freecell {deal} -"), solved.stdout);
            assert_eq!(verified.code, Some(0), "{format} of {deal}: {verified:?}");
        }
    }
}

#[test]
fn summaries_count_the_solutions_that_are_proven_optimal() {
    let folder = tempfile::tempdir().unwrap();
    for (at, (line, some)) in [
        ("solve rushhour JAM01..=JAM03", true),
        ("solve rushhour JAM01..=JAM03 --engine beam", false),
        ("solve freecell 1..=3 --engine fast", false),
        ("solve klondike 1..=4", false),
        ("solve klondike 1..=4 --engine planner-2007", false),
        ("solve peg triangle15 --engine decide", false),
        ("solve tiles 1..=3", true),
    ]
    .into_iter()
    .enumerate()
    {
        let records = json_lines(&run(&format!("{line} --json --quiet")).stdout);
        let optimal = records.iter().filter(|record| record["optimal"] == true).count();
        assert_eq!(0 < optimal, some, "{line}: {records:?}");
        let file = folder.path().join(format!("{at}.jsonl"));
        // The second time, all records come from the file.
        for _ in 0..2 {
            let line = format!("{line} --summary --json --out {}", file.display());
            let summary = &json_lines(&run(&line).stdout)[0];
            assert_eq!(summary["optimal"].as_u64(), Some(optimal as u64), "{line}: {summary}");
        }
        let text = run(&format!("{line} --summary")).stdout;
        let mut rows = text.lines().map(|row| row.split_whitespace().collect::<Vec<_>>());
        let count = optimal.to_string();
        assert!(rows.any(|row| row == ["optimal", &count]), "{text}");
    }
}
