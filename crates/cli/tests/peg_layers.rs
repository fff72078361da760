//! Peg solitaire on disk: layers that are kept, limited, killed, resumed and damaged, and the methods of duplicate detection.

use crate::common::{patience, run, wait};
use serde_json::Value;

/// A board of 20 holes.
const SMALL: &str = "../../tests/signatures/input/peg-5x4.txt";

/// What a line of JSON says about the search, besides its time and memory.
fn facts(line: &str) -> [Value; 5] {
    let record: Value = serde_json::from_str(line).unwrap();
    ["outcome", "cost", "moves", "expanded", "generated"].map(|name| record[name].clone())
}

fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn layers_are_kept_only_for_who_wants_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let layers = folder.path().join("layers");
    let solve = |settings: &str| {
        let disk = layers.display();
        run(&format!("solve peg --format line --disk {disk} {settings}"))
    };
    let stopped = solve("--nodes 20000");
    assert_eq!((stopped.code, layers.exists()), (Some(20), false), "{stopped:?}");
    let nothing = solve("--resume");
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.stderr.contains(" has no layers of this search"), "{}", nothing.stderr);
    for settings in ["--nodes 20000 --keep", "--nodes 1", "--nodes 1 --resume"] {
        assert_eq!(solve(settings).code, Some(20), "{settings}");
        assert_eq!(names(&layers), ["english-3,3-to-3,3-best-moves"], "{settings}");
    }
    // Another problem has a folder of its own, and leaves none.
    let other = solve("--start 2,2 --nodes 20000");
    assert_eq!((other.code, names(&layers).len()), (Some(20), 1), "{other:?}");
    let solved = solve("--resume");
    assert_eq!(solved.code, Some(0), "{solved:?}");
    assert!(solved.stdout.starts_with("english 3,3 to 3,3: solved in 18 moves, optimal"));
    assert_eq!(names(&layers).len(), 0);
}

#[test]
fn a_search_that_needs_more_disk_than_it_may_take_says_so_and_goes_on_with_more() {
    let folder = tempfile::tempdir().unwrap();
    let layers = folder.path().join("layers");
    let solve = |settings: &str| {
        let disk = layers.display();
        run(&format!("solve peg --format line --disk {disk} {settings}"))
    };
    let full = solve("--disk-limit 100K");
    assert_eq!((full.code, full.stdout.as_str()), (Some(1), ""), "{full:?}");
    let message = "english-3,3-to-3,3-best-moves: the layers take more than the limit of 102400 bytes; \
                   the finished layers are kept, and --resume continues from them";
    assert!(full.stderr.contains(message), "{}", full.stderr);
    let solved = solve("--resume --disk-limit 100M");
    assert_eq!(solved.code, Some(0), "{solved:?}");
    assert!(solved.stdout.starts_with("english 3,3 to 3,3: solved in 18 moves, optimal"));
}

#[test]
fn a_search_that_is_killed_goes_on_to_the_same_answer() {
    let folder = tempfile::tempdir().unwrap();
    for problem in [
        "solve peg english --start 1,3 --end 4,0 --json".to_owned(),
        format!("solve peg {SMALL} --start 0,1 --end 0,3 --engine bd-bfida --json"),
        format!("solve peg {SMALL} --start 0,1 --end 3,3 --engine bd-bfida --stop-early --json"),
        format!(
            "solve peg {SMALL} --start 0,0 --end 0,1 --engine bd-bfida --duplicate-detection hash --json"
        ),
    ] {
        let whole = facts(&run(&problem).stdout);
        let disk = format!("{problem} --disk {}", folder.path().display());
        // The n-th step of writing ends the process: a line of the journal, or a step of a layer's file.
        for step in [1, 2, 3, 6, 11, 17, 40] {
            let mut killed = patience(disk.split(' '));
            killed.env("PATIENCE_CRASH_AT_STEP", step.to_string());
            assert_eq!(wait(killed.spawn().unwrap()).code, None, "step {step}: {problem}");
            assert_ne!(names(folder.path()).len(), 0, "what is finished is kept");
        }
        let ending = run(&disk);
        assert_eq!(ending.code, Some(0), "{ending:?}");
        assert_eq!(facts(&ending.stdout), whole, "{problem}");
        assert_eq!(names(folder.path()).len(), 0, "nothing is left behind");
    }
}

#[test]
fn every_method_of_duplicate_detection_gives_the_same_answers_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let disk = format!("--disk {}", folder.path().display());
    for engine in ["best", "bd-bfida", "bd-bfida --no-propagation --stop-early", "bfida", "brute"] {
        let solve = |settings: &str| {
            let ending =
                run(&format!("solve peg {SMALL} --all --json -q --engine {engine} {settings}"));
            assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""), "{engine} {settings}");
            ending.stdout.lines().map(facts).collect::<Vec<_>>()
        };
        let known = solve("--threads 1");
        assert_eq!(known.len(), 9);
        assert_eq!(solve("--duplicate-detection sort"), known, "{engine}");
        assert_eq!(solve(&format!("--duplicate-detection hash {disk}")), known, "{engine}");
    }
}

#[test]
fn damaged_layers_are_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let layers = folder.path().join("layers");
    let command = format!("solve peg --disk {} --format line", layers.display());
    assert_eq!(run(&format!("{command} --nodes 20000 --keep")).code, Some(20));
    let search = layers.join("english-3,3-to-3,3-best-moves");
    let files = || names(&search).into_iter().filter(|name| name.contains(".layer"));
    for name in files() {
        std::fs::write(search.join(name), "nothing").unwrap();
    }
    let ending = run(&command);
    assert_eq!((ending.code, ending.stdout.as_str()), (Some(1), ""), "{ending:?}");
    assert!(ending.stderr.contains(&format!(": {}", search.display())), "{ending:?}");
    assert!(ending.stderr.contains(".layer: ") && files().count() > 0, "{ending:?}");
}
