//! `evolve --mutator` from outside: the example, refused children, programs that fail; and archives.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{Ending, patience, run, wait};

const TINY: &str = "evolve rushhour --set generations=3 --set population=6 --set nodes=2000 --set baseline_nodes=2000 --set training=8 \
    --set validation=2 --set random.cases=3 --threads 1";

/// Runs a short evolution with a program that breeds.
fn breed(out: &Path, mutator: &str, more: &str) -> Ending {
    let line = format!("{TINY} --quiet --out {} {more}", out.display());
    let args = line.split_whitespace().chain(["--mutator", mutator]);
    wait(patience(args).spawn().unwrap())
}

/// The counts of the log, a generation each.
fn counts(out: &Path) -> Vec<[u64; 3]> {
    let log = fs::read_to_string(out.join("log.jsonl")).unwrap();
    let lines = log.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let count = line.get("mutator")?.clone();
        Some(["children", "refused", "replaced"].map(|key| count[key].as_u64().unwrap()))
    });
    lines.collect()
}

#[test]
fn the_example_in_python_breeds_policies() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no python3 to run examples/mutator.py");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mutator.py");
    let out = folder.path().join("run");
    let ending = breed(&out, &format!("python3 {example}"), "");
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    let bred = counts(&out);
    assert_eq!(bred.len(), 3);
    assert!(
        bred.iter().all(|&[children, refused, replaced]| {
            0 < children && refused == 0 && replaced == 0
        }),
        "{bred:?}"
    );
    // It can be made longer: the program starts again.
    let line =
        format!("evolve rushhour --resume --quiet --set generations=4 --out {}", out.display());
    let ending = run(&line);
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    assert_eq!(counts(&out).len(), 4);
}

#[cfg(unix)]
#[test]
fn a_shell_script_whose_children_are_refused_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (script, heard) = (folder.path().join("breed.sh"), folder.path().join("heard.jsonl"));
    let text = format!(
        "read -r introduction\nwhile read -r line; do\n  printf '%s\\n' \"$line\" >> {}\n  case $line in\n    *'\"left\":0'*) ;;\n    \
         *) printf '%s\\n' '{{\"child\": \"format = 2\"}}' ;;\n  esac\ndone\n",
        heard.display()
    );
    fs::write(&script, text).unwrap();
    let out = folder.path().join("run");
    let ending = breed(&out, &format!("sh {}", script.display()), "");
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    for [children, refused, replaced] in counts(&out) {
        assert_eq!((refused, replaced), (4 * children, children));
    }
    let heard = fs::read_to_string(heard).unwrap();
    let refused = heard.lines().find(|line| line.contains("refused")).unwrap();
    assert!(refused.contains("\"line\":1") && refused.contains("\"column\":10"), "{refused}");
    assert!(refused.contains("expected the format 1, found `2`"), "{refused}");
}

#[cfg(unix)]
#[test]
fn programs_that_fail_are_errors_and_what_was_completed_stays() {
    let folder = tempfile::tempdir().unwrap();
    for (at, (mutator, message)) in [
        ("true", "the mutator: it ended before its answer"),
        ("cat", "the mutator: expected a line {\"child\": \"…\"}"),
        ("sleep 30", "the mutator: it gave no answer within 0.5 seconds"),
        ("no-such-program-here", "the mutator: `no-such-program-here` does not start"),
    ]
    .into_iter()
    .enumerate()
    {
        let out = folder.path().join(format!("run-{at}"));
        let ending = breed(&out, mutator, "--set mutator_seconds=0.5");
        assert_eq!(ending.code, Some(1), "{mutator}: {}", ending.stderr);
        assert!(ending.stderr.starts_with(&format!("error: {message}")), "{}", ending.stderr);
        assert!(out.join("settings.toml").exists());
    }
}

#[test]
fn an_archive_is_kept_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let line = format!(
        "{TINY} --quiet --set archive=map-elites --set nodes=60000 --set baseline_nodes=60000 --out {}",
        out.display()
    );
    let ending = run(&line.split_whitespace().collect::<Vec<_>>().join(" "));
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    let archive: toml::Table =
        fs::read_to_string(out.join("archive.toml")).unwrap().parse().unwrap();
    let cells = archive["cell"].as_array().unwrap();
    let policy = folder.path().join("cell.toml");
    fs::write(&policy, cells[0]["policy"].as_str().unwrap()).unwrap();
    let shown = run(&format!("show policy {} --nodes 50", policy.display()));
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert_eq!(run(&format!("report {} --quiet", out.display())).code, Some(0));
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains(&format!("{} cells; the stronger the colour", cells.len())));
}
