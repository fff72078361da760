//! `patience report` on tiny runs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{complains, run};
use serde_json::Value;

/// A run of three generations, in a folder of its own.
fn tiny_run(folder: &Path) -> PathBuf {
    let path = folder.join("run");
    let ending = run(&format!(
        "evolve rushhour --set generations=3 --set population=4 --set nodes=2000 --set baseline_nodes=2000 --set training=6 \
         --set validation=2 --set random.cases=2 --quiet --out {}",
        path.display()
    ));
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    path
}

/// The files of a folder and what is in them.
fn contents(folder: &Path) -> Vec<(PathBuf, String)> {
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(read).collect();
    files.sort();
    files
}

/// A page that is well-formed and loads nothing.
fn checked(path: &Path) -> String {
    let page = fs::read_to_string(path).unwrap();
    let document = page.strip_prefix("<!DOCTYPE html>\n").unwrap();
    let document = roxmltree::Document::parse(document).unwrap();
    assert!(document.descendants().any(|node| node.has_tag_name("svg")));
    let own = page.replace("http://www.w3.org/2000/svg", "");
    for other in ["http", "url(//", "@import", "<script", "<link", "<img", " src=", "NaN"] {
        assert!(!own.contains(other), "{other}");
    }
    page
}

#[test]
fn a_run_has_a_summary_and_a_page_and_is_tested_on_unseen_cases() {
    let folder = tempfile::tempdir().unwrap();
    let path = tiny_run(folder.path());
    // A resumed run drops this line; a report must not.
    let log = fs::read_to_string(path.join("log.jsonl")).unwrap();
    fs::write(path.join("log.jsonl"), log + "{\"generation\":").unwrap();
    let before = contents(&path);

    let ending = run(&format!("report {}", path.display()));
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    for words in ["rushhour", "generations  3 of 3", "champion", "hardest", "best.toml"] {
        assert!(ending.stdout.contains(words), "{words}: {}", ending.stdout);
    }
    let page = checked(&path.join("report.html"));
    for words in ["Fitness", "Diversity", "Rules of the best genome", "Hardest cases", "otherwise"]
    {
        assert!(page.contains(words), "{words}");
    }
    fs::remove_file(path.join("report.html")).unwrap();
    assert_eq!(contents(&path), before);

    let out = folder.path().join("page.html");
    let test = |options: &str| {
        let ending = run(&format!(
            "report {} --test 3 --nodes 500 --json --out {} {options}",
            path.display(),
            out.display()
        ));
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
        serde_json::from_str::<Value>(&ending.stdout).unwrap()
    };
    let printed = test("--threads 1");
    assert_eq!(printed, test("--threads 3"));
    assert_eq!((&printed["generations"], &printed["planned"]), (&3.into(), &3.into()));
    let unseen = &printed["test"]["unseen"];
    assert_eq!((&unseen["cases"], &printed["test"]["nodes"]), (&3.into(), &500.into()));
    // Failed searches are no node counts: there is a percentage only without them.
    let count = |side: &str, field: &str| unseen[side][field].as_u64().unwrap();
    assert_eq!(unseen["percent"].is_null(), unseen["compared"] == 0);
    for side in ["genome", "baseline"] {
        assert!(unseen[side]["nodes"].as_f64().unwrap() <= 500.0);
        assert!(count(side, "solved") + count(side, "censored") <= 3);
        assert!(unseen["compared"].as_u64().unwrap() <= count(side, "solved"));
    }
    assert_eq!(printed["test"]["validation"]["cases"], 2);
    assert_eq!(contents(&path), before);
    assert!(checked(&out).contains("3 unseen cases"));
}

#[test]
fn several_runs_are_compared_and_tested_on_the_same_cases() {
    let folder = tempfile::tempdir().unwrap();
    let one = tiny_run(folder.path());
    let other = folder.path().join("other");
    let tiny = "--set generations=2 --set population=4 --set nodes=2000 --set baseline_nodes=2000 --set training=9 --set validation=2";
    let evolve = |puzzle: &str, path: &Path, options: &str| {
        let path = path.display();
        let ending = run(&format!("evolve {puzzle} {tiny} {options} --quiet --out {path}"));
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    };
    evolve("rushhour", &other, "--genome formula --set random.cases=2 --set seed=7");
    let both = format!("report {} {}", one.display(), other.display());
    let ending = run(&both);
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = ending.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ending.stdout);
    assert!(lines[2].starts_with("run ") && lines[2].contains("policy"));
    assert!(lines[3].starts_with("other ") && lines[3].contains("formula"));
    assert!(!one.join("report.html").exists() && !other.join("report.html").exists());

    let page = folder.path().join("both.html");
    let line = format!("{both} --test 4 --nodes 500 --json --out {}", page.display());
    let printed = |threads: u32| {
        let ending = run(&format!("{line} --threads {threads}"));
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
        serde_json::from_str::<Value>(&ending.stdout).unwrap()
    };
    let json = printed(1);
    assert_eq!(json, printed(2));
    let runs = json["runs"].as_array().unwrap();
    assert_eq!((runs.len(), &runs[1]["genome"]), (2, &"formula".into()));
    // The same cases: the baseline does the same on them.
    assert_eq!(runs[0]["test"]["baseline"], runs[1]["test"]["baseline"]);
    assert_eq!(
        (&runs[0]["test"]["cases"], &json["page"]),
        (&4.into(), &page.display().to_string().into())
    );
    let text = checked(&page);
    assert!(text.contains("Champion, on validation") && text.contains("% of baseline"));

    let cards = folder.path().join("cards");
    let few =
        "--set nodes=200 --set baseline_nodes=200 --set hillis.population=6 --set hillis.cases=1";
    evolve("freecell", &cards, few);
    let large = folder.path().join("large");
    evolve("rushhour", &large, "--set search.boards=8x8 --set random.cases=2");
    let line = format!("report {} {} --test 2 --nodes 100", one.display(), large.display());
    assert!(complains(&line, run(&line)).contains("run and large cannot be tested together"));
    let line = format!("{both} {}", cards.display());
    assert!(complains(&line, run(&line)).contains("cards for freecell"));
    let line = format!("report {} {}", one.display(), folder.path().display());
    assert!(complains(&line, run(&line)).contains("holds no run"));
}

#[test]
fn a_run_in_progress_is_reported_up_to_its_last_generation() {
    let folder = tempfile::tempdir().unwrap();
    let path = tiny_run(folder.path());
    let log = fs::read_to_string(path.join("log.jsonl")).unwrap();
    let report = format!("report {} --json", path.display());

    // The line of the first generation is whole, the next one is being written.
    let cut = log.split_inclusive('\n').take(2).map(str::len).sum::<usize>() + 20;
    fs::write(path.join("log.jsonl"), &log[..cut]).unwrap();
    let printed: Value = serde_json::from_str(&run(&report).stdout).unwrap();
    assert_eq!(printed["generations"], 1);
    checked(&path.join("report.html"));
    assert_eq!(fs::read_to_string(path.join("log.jsonl")).unwrap(), log[..cut]);

    for file in ["log.jsonl", "checkpoint.json", "best.toml"] {
        fs::remove_file(path.join(file)).unwrap();
    }
    let printed: Value = serde_json::from_str(&run(&report).stdout).unwrap();
    assert_eq!((&printed["generations"], &printed["champion"]), (&0.into(), &Value::Null));
    let line = format!("report {} --test", path.display());
    assert!(complains(&line, run(&line)).contains("no genome to test"));
}

#[test]
fn a_folder_without_a_run_and_damaged_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let line = format!("report {}", path.display());
    assert!(complains(&line, run(&line)).contains("holds no run"));
    fs::write(path.join("settings.toml"), "population = \"many\"\n").unwrap();
    assert!(complains(&line, run(&line)).contains("settings.toml"));
    fs::write(path.join("settings.toml"), "puzzle = \"freecell\"\n").unwrap();
    fs::write(path.join("log.jsonl"), "{}\n").unwrap();
    assert!(complains(&line, run(&line)).contains("log.jsonl is not a file of `evolve`"));
    fs::remove_file(path.join("log.jsonl")).unwrap();
    fs::write(path.join("best.toml"), "format = 2\n").unwrap();
    assert!(complains(&line, run(&line)).contains("best.toml:1:"));
    assert!(!path.join("report.html").exists());
}

#[test]
fn a_run_of_boards_is_reported_with_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards");
    let ending = run(&format!(
        "evolve rushhour-boards --set population=4 --set generations=2 --set nodes=20000 --quiet --out {}",
        path.display()
    ));
    assert_eq!(ending.code, Some(0), "{}", ending.stderr);
    let before = contents(&path);
    let line = format!("report {}", path.display());
    let ending = run(&line);
    assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
    assert!(ending.stdout.contains("generations  2 of 2"), "{}", ending.stdout);
    let page = checked(&path.join("report.html"));
    assert!(page.contains("<title>A Rush Hour board</title>"));
    fs::remove_file(path.join("report.html")).unwrap();
    assert_eq!(contents(&path), before);
    let line = format!("{line} --test");
    assert!(complains(&line, run(&line)).contains("no genome to test"));
}
