//! `patience reproduce` and `patience bench`.

use std::fs;
use std::path::Path;

use crate::common::{Experiment, run};

const EXPERIMENT: &str = r#"
name = "tiny"
title = "Two cards"
puzzle = "rushhour"
cases = ["jam01", "jam02"]
quick = "jam01"
limits = { nodes = "20000" }

[[row]]
name = "exact"
engine = "exact"

[[row]]
name = "Hc"
engine = "ida-star"
settings = { heuristic = "Hc" }
control = "exact"
"#;

/// Two settings of evolution, as a part of the experiment.
const EVOLVE: &str = r#"
[evolve]
control = "exact"
seeds = "1..=2"
quick_seeds = "1..=1"

[[evolve.arm]]
name = "evolution"

[[evolve.arm]]
name = "random search"
settings = { method = "random-search" }
"#;

#[test]
fn experiments_run_once_and_are_listed_with_what_is_recorded() {
    let tiny = Experiment::new("tiny", EXPERIMENT);
    let ending = tiny.reproduce("tiny --quiet");
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    assert!(ending.stdout.starts_with("tiny: Two cards; scale quick\n"), "{}", ending.stdout);
    assert!(ending.stdout.contains("Against the control"), "{}", ending.stdout);
    let records = tiny.path("records/tiny/exact.jsonl");
    let before = fs::read(&records).unwrap();
    let again = tiny.reproduce("tiny --quiet");
    assert_eq!((again.stdout, fs::read(&records).unwrap()), (ending.stdout, before));
    let list = tiny.reproduce("").stdout;
    assert!(list.contains("quick: 2 of 2 recorded") && list.contains("full: 2 of 4"), "{list}");
}

#[test]
fn reports_exports_and_kept_results_are_written() {
    let tiny = Experiment::new("tiny", EXPERIMENT);
    let (site, table) = (tiny.path("site"), tiny.path("x.csv"));
    let written = format!("--report {} --export {}", site.display(), table.display());
    let ending = tiny.reproduce(&format!("tiny --scale full --keep --quiet {written}"));
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    let page = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(page.contains("Two cards") && page.contains("<svg"));
    assert_eq!(fs::read_to_string(table).unwrap().lines().count(), 5);
    assert!(tiny.path("experiments/results/tiny.json").exists());
    let results = || fs::read_to_string(tiny.path("RESULTS.md")).unwrap();
    let first = results();
    assert!(first.contains("## Two cards\n"), "{first}");
    // An experiment without records has no results.
    tiny.write("other", &EXPERIMENT.replace("tiny", "other"));
    let all = "--all --recorded --scale full --keep --quiet";
    assert_eq!(tiny.reproduce(all).code, Some(0));
    assert!(!tiny.path("experiments/results/other.json").exists());
    assert_eq!(results(), first);
    // Of several rows with records, the named one is kept first.
    fs::remove_file(tiny.path("experiments/results/tiny.json")).unwrap();
    let row = "tiny --row exact --recorded --scale full --keep --quiet";
    assert_eq!(tiny.reproduce(row).code, Some(0));
    let found = results();
    assert!(found.contains("| exact | 2 |") && found.contains("| Hc | 0 of 2 |"), "{found}");
    let quick = tiny.reproduce("tiny --keep");
    assert_eq!(
        (quick.code, quick.stderr.as_str()),
        (Some(2), "error: --keep is for --scale full only\n")
    );
}

#[test]
fn wrong_names_are_errors_that_list_the_known_ones() {
    let tiny = Experiment::new("tiny", EXPERIMENT);
    let error = |arguments: &str| {
        let ending = tiny.reproduce(arguments);
        assert_eq!(ending.code, Some(2), "{arguments}");
        ending.stderr
    };
    assert!(error("huge").contains("unknown experiment `huge`"));
    assert!(error("huge").contains("(known: tiny)"));
    let unknown = "error: unknown row or setting `x` (known: exact, Hc)\n";
    assert_eq!(error("tiny --row x"), unknown);
    // Also if nothing runs, and beside a name that is known.
    assert_eq!(error("tiny --row x --recorded"), unknown);
    assert_eq!(error("tiny --row exact --row x"), unknown);
    assert!(error("tiny --scale huge").contains("[possible values: smoke, quick, full]"));
    let evolving = EXPERIMENT.to_owned() + EVOLVE;
    tiny.write("tiny", &evolving);
    let found = error("tiny --row x");
    assert!(found.ends_with("(known: exact, Hc, evolution, random search)\n"), "{found}");
    let wrong = EXPERIMENT.replace("engine = \"exact\"", "engine = \"exakt\"");
    tiny.write("tiny", &wrong);
    let found = error("tiny");
    assert!(found.contains("tiny, row `exact`: unknown engine `exakt`"), "{found}");
    let none = run("reproduce --from nowhere");
    assert!(none.stderr.starts_with("error: cannot read the folder nowhere:"), "{}", none.stderr);
}

#[test]
fn benchmarks_print_ratios_and_name_what_is_not_installed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tiny.toml");
    let text = r#"
title = "Three"
run = [
    { name = "one", command = ["patience", "solve", "freecell", "1", "--quiet"] },
    { name = "two", command = ["patience", "solve", "freecell", "1..=3", "--quiet"] },
    { name = "three", command = ["no-such-program"], install = "get it somewhere" },
]
"#;
    fs::write(&file, text).unwrap();
    let ending = run(&format!("bench {} --rounds 2 --quiet", file.display()));
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    let lines: Vec<&str> = ending.stdout.lines().collect();
    assert_eq!(lines[0], "Three");
    assert!(lines[1].starts_with("one    ") && lines[1].contains(" s ("), "{}", lines[1]);
    assert_eq!(lines[3], "three  skipped: it is not installed (get it somewhere)");
    let failing = text.replace("\"1\", \"--quiet\"", "\"x\"");
    fs::write(&file, failing).unwrap();
    let ending = run(&format!("bench {}", file.display()));
    assert!(ending.stderr.contains("one: it ended with exit status: 2"), "{}", ending.stderr);
    let missing = Path::new("nowhere.toml");
    assert_eq!(run(&format!("bench {}", missing.display())).code, Some(2));
}
