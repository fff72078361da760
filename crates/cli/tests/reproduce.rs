//! `patience reproduce` and `patience bench`.

use std::fs;
use std::path::Path;

use crate::common::run;

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

/// A folder with the experiment, and the arguments that name it and its records.
fn experiment() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tiny.toml"), EXPERIMENT).unwrap();
    let path = folder.path().display().to_string();
    let arguments = format!("--from {path} --records {path}/records");
    (folder, arguments)
}

#[test]
fn experiments_run_once_and_are_listed_with_what_is_recorded() {
    let (folder, arguments) = experiment();
    let ending = run(&format!("reproduce tiny --quiet {arguments}"));
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    assert!(ending.stdout.starts_with("tiny: Two cards; scale quick\n"), "{}", ending.stdout);
    assert!(ending.stdout.contains("Against the control"), "{}", ending.stdout);
    let records = folder.path().join("records/tiny/exact.jsonl");
    let before = fs::read(&records).unwrap();
    let again = run(&format!("reproduce tiny --quiet {arguments}"));
    assert_eq!((again.stdout, fs::read(&records).unwrap()), (ending.stdout, before));
    let list = run(&format!("reproduce {arguments}")).stdout;
    assert!(list.contains("quick: 2 of 2 recorded") && list.contains("full: 2 of 4"), "{list}");
}

#[test]
fn reports_exports_and_kept_results_are_written() {
    let (folder, arguments) = experiment();
    let path = folder.path().join("inner");
    fs::create_dir(&path).unwrap();
    fs::rename(folder.path().join("tiny.toml"), path.join("tiny.toml")).unwrap();
    let from = |path: &Path| format!("--from {} ", path.display());
    let arguments = arguments.replacen(&from(folder.path()), &from(&path), 1);
    let (site, table) = (folder.path().join("site"), folder.path().join("x.csv"));
    let line = format!(
        "reproduce tiny --scale full --keep --quiet --report {} --export {} {arguments}",
        site.display(),
        table.display()
    );
    let ending = run(&line);
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    let page = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(page.contains("Two cards") && page.contains("<svg"));
    assert_eq!(fs::read_to_string(table).unwrap().lines().count(), 5);
    assert!(path.join("results/tiny.json").exists());
    let results = fs::read_to_string(folder.path().join("RESULTS.md")).unwrap();
    assert!(results.contains("## Two cards\n"), "{results}");
    // An experiment without records has no results.
    fs::write(path.join("other.toml"), EXPERIMENT.replace("tiny", "other")).unwrap();
    let all = format!("reproduce --all --recorded --scale full --keep --quiet {arguments}");
    assert_eq!(run(&all).code, Some(0));
    assert!(!path.join("results/other.json").exists());
    assert_eq!(fs::read_to_string(folder.path().join("RESULTS.md")).unwrap(), results);
    // Of several rows with records, the named one is kept first.
    fs::remove_file(path.join("results/tiny.json")).unwrap();
    let row =
        format!("reproduce tiny --row exact --recorded --scale full --keep --quiet {arguments}");
    assert_eq!(run(&row).code, Some(0));
    let results = fs::read_to_string(folder.path().join("RESULTS.md")).unwrap();
    assert!(results.contains("| exact | 2 |") && results.contains("| Hc | 0 of 2 |"), "{results}");
    let quick = run(&format!("reproduce tiny --keep {arguments}"));
    assert_eq!(
        (quick.code, quick.stderr.as_str()),
        (Some(2), "error: --keep is for --scale full only\n")
    );
}

#[test]
fn wrong_names_are_errors_that_list_the_known_ones() {
    let (folder, arguments) = experiment();
    let error = |line: &str| {
        let ending = run(&format!("{line} {arguments}"));
        assert_eq!(ending.code, Some(2), "{line}");
        ending.stderr
    };
    assert!(error("reproduce huge").contains("unknown experiment `huge`"));
    assert!(error("reproduce huge").contains("(known: tiny)"));
    let unknown = "error: unknown row or setting `x` (known: exact, Hc)\n";
    assert_eq!(error("reproduce tiny --row x"), unknown);
    // Also if nothing runs, and beside a name that is known.
    assert_eq!(error("reproduce tiny --row x --recorded"), unknown);
    assert_eq!(error("reproduce tiny --row exact --row x"), unknown);
    assert!(error("reproduce tiny --scale huge").contains("[possible values: smoke, quick, full]"));
    let evolving = EXPERIMENT.to_owned() + EVOLVE;
    fs::write(folder.path().join("tiny.toml"), evolving).unwrap();
    let found = error("reproduce tiny --row x");
    assert!(found.ends_with("(known: exact, Hc, evolution, random search)\n"), "{found}");
    let wrong = EXPERIMENT.replace("engine = \"exact\"", "engine = \"exakt\"");
    fs::write(folder.path().join("tiny.toml"), wrong).unwrap();
    let found = error("reproduce tiny");
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
