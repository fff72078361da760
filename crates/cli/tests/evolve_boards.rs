//! `evolve rushhour-boards`: what a folder has in the end, whatever happened to the run.

use crate::common;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::common::{crash_at_every_step, patience, refused, run};
use serde_json::Value;

const SMALL: &str = "--set population=6 --set generations=8 --set nodes=30000 --set archive=100 \
                     --set hardest=4 --threads 1";

fn files(path: &Path) -> BTreeMap<String, String> {
    let read = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap())
    };
    fs::read_dir(path).unwrap().map(|entry| read(entry.unwrap())).collect()
}

#[test]
fn a_run_that_crashes_at_every_step_of_its_writes_ends_with_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let command = |name: &str, rest: &str| {
        format!("evolve rushhour-boards --out {} --quiet {rest}", path(name).display())
    };
    let whole = run(&command("whole", SMALL));
    assert_eq!((whole.code, whole.stderr.as_str()), (Some(0), ""), "{whole:?}");
    let crashes = crash_at_every_step(|| {
        let begun = path("crashed").join("settings.toml").exists();
        command("crashed", if begun { "--resume --threads 2" } else { SMALL })
    });
    // Settings, and a save: log, archive, list, checkpoint.
    assert!(5 + 17 <= crashes, "{crashes} crashes");
    let ending = run(&command("crashed", "--resume"));
    assert_eq!(ending.code, Some(0), "{ending:?}");
    assert_eq!(files(&path("crashed")), files(&path("whole")));
    // There is nothing left to do, and a longer run goes on.
    let again = run(&command("crashed", "--resume"));
    assert_eq!((again.code, again.stdout), (Some(0), ending.stdout));
    assert_eq!(files(&path("crashed")), files(&path("whole")));
    assert_eq!(run(&command("crashed", "--resume --set generations=9")).code, Some(0));
    let log = &files(&path("crashed"))["log.jsonl"];
    assert_eq!(log.lines().count(), 1 + 9);
    // What is listed can be solved, and is as hard as it says.
    let boards = path("whole").join("boards.txt");
    let solved = run(&format!(
        "solve rushhour --file {} --engine ida-star --nodes 30000 --json --quiet",
        boards.display()
    ));
    let text = fs::read_to_string(&boards).unwrap();
    let printed = text.lines().filter(|line| !line.starts_with('#'));
    let printed: Vec<&str> = printed.filter_map(|line| line.split(" # ").nth(1)).collect();
    let found: Vec<String> = solved
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| format!("{} nodes, {} slides", line["expanded"], line["slides"]))
        .collect();
    assert_eq!(
        (printed.len(), &found[..]),
        (4, &printed.iter().map(|&it| it.to_owned()).collect::<Vec<_>>()[..])
    );
}

#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let line = format!(
        "evolve rushhour-boards --out {} --json --set generations=1000000 --set patience=0 --set nodes=20000 --threads 1",
        out.display()
    );
    let child = patience(line.split(' ')).spawn().unwrap();
    while !out.join("checkpoint.json").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let ending = common::wait(child);
    assert_eq!(ending.code, Some(20), "{ending:?}");
    let how = format!("patience evolve rushhour-boards --out {} --resume", out.display());
    assert!(ending.stderr.contains("\nResume with: "), "{}", ending.stderr);
    assert!(ending.stderr.contains(&how), "{}", ending.stderr);
    let log = fs::read_to_string(out.join("log.jsonl")).unwrap();
    assert_eq!(ending.stdout, common::records(&log));
}

#[test]
fn bad_settings_and_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run").display().to_string();
    let refuse = |rest: &str, printed: &str| {
        let error = refused(&format!("evolve rushhour-boards --out {out} {rest}"), Vec::new());
        assert!(error.contains(printed), "{rest}: {error}");
    };
    refuse("--size 7", "size = 7: expected 6, 8, 10 or 12");
    refuse("--set population=0", "population = 0: expected 1 to 100000");
    refuse("--set populaton=5", "unknown field `populaton`");
    refuse("--set population", "expected NAME=VALUE");
    refuse("--resume", "holds no run");
    refuse("--config nowhere.toml", "cannot read nowhere.toml");
    let config = folder.path().join("bad.toml");
    fs::write(&config, "seed = 1\nnodes = \"many\"\n").unwrap();
    refuse(&format!("--config {}", config.display()), "line 2, column 9");
    assert!(!Path::new(&out).exists());
    let begun =
        run(&format!("evolve rushhour-boards --out {out} --quiet {SMALL} --set generations=1"));
    assert_eq!(begun.code, Some(0), "{begun:?}");
    refuse("--quiet", "already holds a run");
    refuse("--resume --set seed=2", "a resumed run keeps its settings: only `generations`");
    fs::write(Path::new(&out).join("checkpoint.json"), "patience-checkpoint 1 00000000\n{}\n")
        .unwrap();
    refuse("--resume", "checkpoint.json: it is damaged");
}

#[test]
fn a_dry_run_prints_settings_that_make_a_run_and_begins_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let ending = run(&format!(
        "evolve rushhour-boards --dry-run --size 10 --set seed=5 --out {}",
        out.display()
    ));
    assert_eq!((ending.code, out.exists()), (Some(0), false));
    assert!(ending.stderr.contains("boards a generation, at most"), "{}", ending.stderr);
    let huge = "--set population=2 --set generations=4000000000 --set nodes=9000000000000000000";
    let ending_of_huge = run(&format!("evolve rushhour-boards --dry-run {huge}"));
    assert_eq!(ending_of_huge.code, Some(0), "{}", ending_of_huge.stderr);
    assert!(ending_of_huge.stderr.contains(" days on "), "{}", ending_of_huge.stderr);
    let config = folder.path().join("run.toml");
    fs::write(&config, &ending.stdout).unwrap();
    let again = run(&format!("evolve rushhour-boards --dry-run --config {}", config.display()));
    assert_eq!(again.stdout, ending.stdout);
    assert!(again.stdout.contains("size = 10\nseed = 5\n"), "{}", again.stdout);
}
