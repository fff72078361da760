//! Runs of evolution in an experiment: resuming, comparing, updating.

use std::fs;
use std::path::Path;

use patience_files::fault::{self, Kind};
use patience_lab::{ArmPair, Experiment, Lab, Scale};
use serde_json::Value;

use crate::{begin, lab, lasting, run};

const EVOLUTION: &str = r#"
name = "breeding"
title = "Two settings"
puzzle = "tiles"
cases = "1..=4"
limits = { nodes = "2000" }

[[row]]
name = "baseline"
engine = "ida-star"

[[row]]
name = "another baseline"
engine = "iterative"

[evolve]
control = "baseline"
seeds = "1..=2"
quick_seeds = "1..=1"
settings = { population = 4, generations = 2, validation = 2, training = 6, nodes = 500, baseline_nodes = 500, random = { cases = 2 }, curriculum = "random" }

[[evolve.arm]]
name = "weights"
settings = { genome = "weights" }

[[evolve.arm]]
name = "policy"
settings = { genome = "policy" }

[[evolve.arm]]
name = "formula"
settings = { genome = "formula" }
control = "another baseline"
"#;

#[test]
fn runs_of_evolution_resume_and_are_compared() {
    let experiment = Experiment::parse(EVOLUTION).unwrap();
    let evolve = experiment.evolve.as_ref().unwrap();
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let run_arms = |lab: &Lab<'_>| {
        run(lab, &experiment, Scale::Full);
        for arm in &evolve.arms {
            let _ = lab.run_arm(&experiment, arm, Scale::Full, &mut ());
        }
    };
    run_arms(&lab(whole.path()));
    let injected = fault::inject(9, Kind::Crash);
    for arm in &evolve.arms {
        let _ = lab(parts.path()).run_arm(&experiment, arm, Scale::Full, &mut ());
    }
    drop(injected);
    run_arms(&lab(parts.path()));
    for file in ["breeding/weights-full.jsonl", "breeding/formula-full.jsonl"] {
        let seeds = |folder: &Path| -> Vec<(Value, Value, Value)> {
            let lines = lasting(&folder.join(file));
            let fields =
                |it: &Value| (it["seed"].clone(), it["policy"].clone(), it["curve"].clone());
            lines.iter().map(fields).collect()
        };
        assert_eq!(seeds(whole.path()), seeds(parts.path()));
    }
    let summary = lab(whole.path()).summarise(&experiment, Scale::Full).unwrap();
    let arms = summary.arms.as_ref().unwrap();
    assert_eq!(arms.arms.iter().map(|arm| arm.seeds.len()).collect::<Vec<_>>(), [2, 2, 2]);
    // The third arm has another control.
    let pair = |pair: &ArmPair| format!("{} {}", pair.one, pair.other);
    assert_eq!(arms.pairs.iter().map(pair).collect::<Vec<_>>(), ["weights policy"]);
    let text = summary.text();
    assert!(text.contains("2 of 2") && text.contains("formula to `another baseline`"), "{text}");
    assert!(arms.arms.iter().flat_map(|arm| &arm.seeds).all(|seed| seed.both.is_some()));
    // Where the runs are not, what was kept of them stays.
    let empty = tempfile::tempdir().unwrap();
    let found = lab(empty.path()).summarise(&experiment, Scale::Full).unwrap();
    let updated = found.updating(&experiment, &summary, &[]).unwrap().arms.unwrap();
    assert_eq!(updated.markdown(), arms.markdown());
    // An arm with a control of its own needs the records of that one only, and what is said of the common one stays.
    let part = tempfile::tempdir().unwrap();
    fs::create_dir(part.path().join("breeding")).unwrap();
    for file in ["breeding/formula-full.jsonl", "breeding/another-baseline.jsonl"] {
        fs::copy(whole.path().join(file), part.path().join(file)).unwrap();
    }
    let found = lab(part.path()).summarise(&experiment, Scale::Full).unwrap();
    let updated = found.updating(&experiment, &summary, &[]).unwrap().arms.unwrap();
    assert!(0 < arms.control_solved);
    assert_eq!(updated.markdown(), arms.markdown());
    // Nothing that is kept vanishes.
    let found = lab(empty.path()).summarise(&experiment, Scale::Full).unwrap();
    let error = found.updating(&experiment, &summary, &["policy".to_owned()]).unwrap_err();
    assert!(error.to_string().starts_with("`policy` has no records here"), "{error}");
    let renamed =
        Experiment::parse(&EVOLUTION.replace("\"policy\"\nsettings", "\"other\"\nsettings"));
    let renamed = renamed.unwrap();
    let found = lab(empty.path()).summarise(&renamed, Scale::Full).unwrap();
    let error = found.updating(&renamed, &summary, &[]).unwrap_err().to_string();
    assert!(error.starts_with("`policy` is kept"), "{error}");
    // New runs of one arm replace those that were kept of it, and no others. They need the records of their control.
    let here = lab(empty.path());
    here.run_arm(&experiment, &evolve.arms[1], Scale::Full, &mut ()).unwrap();
    let found = here.summarise(&experiment, Scale::Full).unwrap();
    let error = found.updating(&experiment, &summary, &[]).unwrap_err().to_string();
    assert!(error.starts_with("`baseline` has no records here"), "{error}");
    run(&here, &experiment, Scale::Full);
    let found = here.summarise(&experiment, Scale::Full).unwrap();
    let mut old = summary.clone();
    for arm in &mut old.arms.as_mut().unwrap().arms {
        arm.seeds.iter_mut().for_each(|seed| (seed.is_bound, seed.both) = (true, None));
    }
    let updated = found.updating(&experiment, &old, &[]).unwrap().arms.unwrap();
    let is_bound: Vec<bool> = updated.arms.iter().map(|arm| arm.seeds[0].is_bound).collect();
    assert_eq!(is_bound, [true, false, true]);
    // They do not mean the same.
    assert!(updated.pairs.is_empty());
    assert!(updated.legend().contains("Figures with * are of an earlier version"));
}

#[test]
fn every_seed_there_is_may_be_asked_for() {
    let all = format!("0..={}", u64::MAX);
    let text = EVOLUTION.replace("\"1..=2\"", &format!("\"{all}\""));
    let (_folder, lab, experiment) = begin(&text);
    assert_eq!(lab.progress(&experiment, Scale::Full).unwrap(), (0, u64::MAX));
    let summary = lab.summarise(&experiment, Scale::Full).unwrap();
    assert_eq!(summary.arms.unwrap().all_seeds, u64::MAX);
    let games = format!(
        "name = \"games\"\ntitle = \"All games\"\npuzzle = \"klondike\"\ncases = \"{all}\"\n[[row]]\nname = \"greedy\"\nplayer = \"greedy\"\n"
    );
    let games = Experiment::parse(&games).unwrap();
    let (records, cases) = lab.records(&games, &games.rows[0], Scale::Full).unwrap();
    assert_eq!((records.len(), cases), (0, u64::MAX));
}
