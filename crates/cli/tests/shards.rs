//! Shards: their files merge into the file of the unsharded command, to the byte; anything else is refused.

use std::fs;
use std::path::Path;

use crate::common::{Ending, Experiment, crash_at_every_step, run};

const SHARDS: usize = 7;

/// Runs a command as a whole and in shards; returns the folder with `all.jsonl` and `1.jsonl` to `7.jsonl`.
fn in_shards(command: &str, flag: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let done = |line: String| {
        let ending = run(&line);
        assert_eq!(ending.code, Some(0), "{line}: {}", ending.stderr);
    };
    done(format!("{command} -q {flag} {path}/all.jsonl"));
    for index in 1..=SHARDS {
        done(format!("{command} -q {flag} {path}/{index}.jsonl --shard {index}/{SHARDS}"));
    }
    folder
}

/// Merges the files of a folder with these names into `merged.jsonl`.
fn merge(folder: &Path, names: impl IntoIterator<Item = String>) -> Ending {
    let names: Vec<String> =
        names.into_iter().map(|it| format!("{}/{it}.jsonl", folder.display())).collect();
    run(&format!("merge {} --out {}/merged.jsonl", names.join(" "), folder.display()))
}

fn names() -> impl DoubleEndedIterator<Item = String> {
    (1..=SHARDS).map(|it| it.to_string())
}

/// All shards merge into the file of the whole command, in any order, and again.
fn merge_to_the_byte(command: &str, flag: &str, units: usize) {
    let folder = in_shards(command, flag);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (whole, mut records) = (text("all.jsonl"), 0);
    assert_eq!(whole.lines().count(), 1 + units, "{command}");
    for name in names() {
        records += text(&format!("{name}.jsonl")).lines().count() - 1;
    }
    assert_eq!(records, units, "{command}: every unit is in one shard");
    let merged = merge(folder.path(), names().rev());
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    assert!(text("merged.jsonl") == whole, "{command}: the merged file differs");
    let again = merge(folder.path(), names());
    assert_eq!((again.code, again.stderr.contains("as before")), (Some(0), true), "{again:?}");
    // The merged file continues like any other: nothing is left to do.
    let path = folder.path().join("merged.jsonl");
    let resumed = run(&format!("{command} -q {flag} {}", path.display()));
    assert_eq!(resumed.code, Some(0), "{}", resumed.stderr);
    assert!(text("merged.jsonl") == whole, "{command}: a finished file was changed");
}

#[test]
fn a_range_of_deals_in_shards_merges_to_the_byte() {
    let command = "solve freecell 1..=30 --engine staged --nodes 200 --summary --no-times";
    merge_to_the_byte(command, "--out", 30);
}

#[test]
fn fewer_instances_than_shards_merge_too() {
    merge_to_the_byte("solve freecell 1..=3 --summary --no-times", "--out", 3);
}

#[test]
fn games_in_shards_merge_to_the_byte() {
    merge_to_the_byte("play klondike --games 40 --player greedy --no-times", "--record", 40);
}

#[test]
fn an_enumeration_in_shards_merges_to_the_byte() {
    // A unit for every set of vehicles in the rows: 27 of them.
    merge_to_the_byte("enumerate rushhour --side 4", "--out", 27);
}

/// `cargo test --release -p patience-cli --test main shards::the_5_by_5 -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn the_5_by_5_enumeration_in_shards_merges_to_the_byte() {
    let folder = in_shards("enumerate rushhour --side 5", "--out");
    let merged = merge(folder.path(), names());
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(bytes("merged.jsonl") == bytes("all.jsonl"));
}

#[test]
fn games_that_a_limit_stops_leave_no_record_and_no_gap() {
    let command = "play klondike --games 20 --player greedy --nodes 8 --no-times";
    let folder = in_shards(command, "--record");
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let whole = text("all.jsonl");
    assert!(whole.lines().count() < 21, "the limit stops some games");
    assert!((1..=SHARDS).any(|it| text(&format!("{it}.jsonl")).contains("\"none\":true")));
    let merged = merge(folder.path(), names());
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    assert!(text("merged.jsonl") == whole);
}

#[test]
fn a_killed_shard_continues() {
    let folder = in_shards("enumerate rushhour --side 3", "--out");
    let killed = folder.path().join("2.jsonl");
    let whole = fs::read(&killed).unwrap();
    fs::remove_file(&killed).unwrap();
    let line = format!("enumerate rushhour --side 3 -q --shard 2/7 --out {}", killed.display());
    assert!(0 < crash_at_every_step(|| line.clone()));
    assert!(fs::read(&killed).unwrap() == whole);
    let merging = || {
        let all: Vec<String> =
            names().map(|it| format!("{}/{it}.jsonl", folder.path().display())).collect();
        format!("merge {} --out {}/merged.jsonl", all.join(" "), folder.path().display())
    };
    assert!(0 < crash_at_every_step(merging));
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(bytes("merged.jsonl") == bytes("all.jsonl"));
}

#[test]
fn what_does_not_belong_together_is_refused_and_nothing_is_written() {
    let folder = in_shards("enumerate rushhour --side 3", "--out");
    let path = folder.path();
    let refused = |names: Vec<String>, expected: &str| {
        let ending = merge(path, names);
        assert_eq!(ending.code, Some(2), "{expected}: {}", ending.stderr);
        assert!(ending.stderr.contains(expected), "{expected}: {}", ending.stderr);
        assert!(!path.join("merged.jsonl").exists(), "{expected}");
    };
    let but = |left_out: &'static [&'static str]| {
        names().filter(move |it| !left_out.contains(&it.as_str()))
    };
    refused(but(&["3"]).collect(), "missing shard: 3/7");
    refused(but(&["1", "6", "7"]).collect(), "missing shards: 1/7, 6/7, 7/7");
    fs::copy(path.join("2.jsonl"), path.join("copy.jsonl")).unwrap();
    refused(names().chain(["copy".to_owned()]).collect(), "are both shard 2/7");
    refused(names().chain(["all".to_owned()]).collect(), "it was written without --shard");
    fs::write(path.join("foreign.jsonl"), "{}\n").unwrap();
    refused(names().chain(["foreign".to_owned()]).collect(), "does not begin with a record");
    let shard = |words: &str, name: &str| {
        let line = format!("enumerate rushhour {words} -q --out {}/{name}.jsonl", path.display());
        assert_eq!(run(&line).code, Some(0), "{line}");
    };
    shard("--side 3 --metric steps --shard 2/7", "steps");
    let with = |name: &str| but(&["2"]).chain([name.to_owned()]).collect::<Vec<_>>();
    refused(with("steps"), "settings.metric is slides in the first and steps in the second");
    shard("--side 3 --shard 2/5", "five");
    refused(with("five"), "shard.of is 7 in the first and 5 in the second");
    shard("--side 3 --shard 2/7 --units 3", "short");
    refused(with("short"), "shard.units is");
    // A shard whose last line is lost.
    let text = fs::read_to_string(path.join("2.jsonl")).unwrap();
    let kept: String = text.split_inclusive('\n').take(text.lines().count() - 1).collect();
    fs::write(path.join("cut.jsonl"), &kept).unwrap();
    refused(with("cut"), "Run its command again to finish it");
    fs::write(path.join("merged.jsonl"), "mine\n").unwrap();
    let ending = merge(path, names());
    assert_eq!(ending.code, Some(2));
    assert!(ending.stderr.contains("holds something else"), "{}", ending.stderr);
    assert_eq!(fs::read_to_string(path.join("merged.jsonl")).unwrap(), "mine\n");
}

#[test]
fn shards_of_other_ranges_do_not_belong_together() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (index, seed) in [(1, 1), (2, 11)] {
        let line = format!(
            "play klondike --games 10 --seed {seed} --player greedy -q --shard {index}/2 --record {}/{index}.jsonl",
            path.display()
        );
        assert_eq!(run(&line).code, Some(0), "{line}");
    }
    let ending = merge(path, ["1".to_owned(), "2".to_owned()]);
    let expected = "shard.what is 1..=10 in the first and 11..=20 in the second";
    assert!(ending.stderr.contains(expected), "{}", ending.stderr);
}

#[test]
fn bad_shards_are_refused() {
    for (shard, expected) in [
        ("0/7", "expected a shard from 1/7 to 7/7, found `0/7`"),
        ("8/7", "expected a shard from 1/7 to 7/7, found `8/7`"),
        ("1/0", "expected a shard such as 3/7"),
        ("3", "expected a shard such as 3/7"),
        ("-1/7", "expected a shard such as 3/7"),
        ("1/9999999", "at most 1000000 of them"),
    ] {
        let ending = run(&format!("solve freecell 1 2 --out unused.jsonl --shard={shard}"));
        assert_eq!(ending.code, Some(2), "{shard}");
        assert!(ending.stderr.contains(expected), "{shard}: {}", ending.stderr);
    }
    let ending = run("solve freecell 1 2 --shard 1/2");
    assert!(ending.stderr.contains("--out <FILE>"), "{}", ending.stderr);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("1.jsonl").display().to_string();
    assert_eq!(
        run(&format!("enumerate rushhour --side 3 -q --shard 1/7 --out {out}")).code,
        Some(0)
    );
    let ending = run(&format!("enumerate rushhour --side 3 -q --out {out}"));
    assert_eq!(ending.code, Some(2));
    assert!(ending.stderr.contains("shard is 1/7 there and not set here"), "{}", ending.stderr);
}

#[test]
fn an_experiment_in_shards_has_all_records() {
    let text = "name = \"two\"\ntitle = \"Two\"\npuzzle = \"freecell\"\ncases = \"1..=9\"\nlimits = { nodes = \"200\" }\n\n\
                [[row]]\nname = \"a\"\nengine = \"staged\"\n\n[[row]]\nname = \"b\"\nengine = \"ida-star\"\n";
    let experiment = Experiment::new("two", text);
    let path = experiment.path("").display().to_string();
    let line = |records: &str| experiment.command_into("two --scale full -q", records);
    assert_eq!(run(&line("all")).code, Some(0));
    for index in 1..=2 {
        let ending = run(&format!("{} --shard {index}/2", line(&format!("{index}"))));
        assert_eq!((ending.code, ending.stdout.as_str()), (Some(0), ""), "{}", ending.stderr);
    }
    let merged = run(&format!("merge {path}1 {path}2 --out {path}merged"));
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    for row in ["a", "b"] {
        // Times differ from run to run, and so do checksums.
        let records = |folder: &str| {
            let text = fs::read_to_string(format!("{path}{folder}/two/{row}.jsonl")).unwrap();
            let lines = text.lines().map(|line| {
                let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
                for field in ["seconds", "start", "end", "crc"] {
                    record.as_object_mut().unwrap().shift_remove(field);
                }
                record.to_string()
            });
            lines.collect::<Vec<_>>()
        };
        assert_eq!(records("merged"), records("all"));
        assert_eq!(records("merged").len(), 10);
    }
    let summary = run(&format!("{} --recorded --json", line("merged")));
    assert!(summary.stdout.contains("\"cases\":9"), "{}", summary.stdout);
}
