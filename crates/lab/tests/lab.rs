//! Running experiments: records, resuming, summaries, export, report.

use std::fs;
use std::path::Path;

use patience_core::Cancel;
use patience_files::fault::{self, Kind};
use patience_lab::{ArmPair, CaseRecord, Ended, Experiment, Lab, Paired, Scale, export};
use serde_json::Value;

const EXPERIMENT: &str = r#"
name = "tiny"
paper = "Author, 2000"
title = "Three deals"
puzzle = "freecell"
length = "m2"
cases = "1..=6"
quick = "1..=3"
limits = { nodes = "20000" }
penalty = { nodes = 1e9 }

[[row]]
name = "fast"
engine = "fast"
published = { rate = 100, nodes = 1e6 }

[[row]]
name = "HSDH"
engine = "staged"
settings = { heuristic = "HSDH", horizon = 3 }
control = "fast"
published = { rate = 100 }
incomparable = "another limit"

[[row]]
name = "a paper"
published = { rate = 12.5 }
"#;

fn lab<'a>(folder: &Path, cancel: &'a Cancel) -> Lab<'a> {
    Lab { folder: folder.to_owned(), threads: 2, cancel, shard: None }
}

fn run(lab: &Lab<'_>, experiment: &Experiment, scale: Scale) {
    for row in &experiment.rows {
        assert!(lab.run_row(experiment, row, scale, &mut ()).unwrap());
    }
}

/// The records of a file without what differs from run to run.
fn lasting(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        let fields = line.as_object_mut().unwrap();
        for name in ["seconds", "start", "end", "crc"] {
            fields.remove(name);
        }
        line
    });
    lines.collect()
}

#[test]
fn a_larger_scale_continues_the_records_of_a_smaller_one() {
    let folder = tempfile::tempdir().unwrap();
    let cancel = Cancel::new();
    let (lab, experiment) = (lab(folder.path(), &cancel), Experiment::parse(EXPERIMENT).unwrap());
    run(&lab, &experiment, Scale::Quick);
    assert_eq!(lab.progress(&experiment, Scale::Full).unwrap(), (6, 12));
    let file = folder.path().join("tiny/fast.jsonl");
    let before = fs::read_to_string(&file).unwrap();
    run(&lab, &experiment, Scale::Full);
    let after = fs::read_to_string(&file).unwrap();
    assert!(after.starts_with(&before) && before.len() < after.len());
    assert_eq!(lab.progress(&experiment, Scale::Full).unwrap(), (12, 12));
    run(&lab, &experiment, Scale::Full);
    assert_eq!(fs::read_to_string(&file).unwrap(), after);
}

#[test]
fn a_crash_at_any_write_ends_with_the_same_records() {
    let cancel = Cancel::new();
    let experiment = Experiment::parse(EXPERIMENT).unwrap();
    let whole = tempfile::tempdir().unwrap();
    run(&lab(whole.path(), &cancel), &experiment, Scale::Quick);
    let mut has_struck = true;
    let mut step = 0;
    while has_struck {
        step += 1;
        let folder = tempfile::tempdir().unwrap();
        let lab = Lab { threads: 1, ..lab(folder.path(), &cancel) };
        let injected = fault::inject(step, Kind::Crash);
        for row in &experiment.rows {
            let _ = lab.run_row(&experiment, row, Scale::Quick, &mut ());
        }
        has_struck = injected.has_struck();
        drop(injected);
        run(&lab, &experiment, Scale::Quick);
        for file in ["tiny/fast.jsonl", "tiny/hsdh.jsonl"] {
            let found = lasting(&folder.path().join(file));
            assert_eq!(found, lasting(&whole.path().join(file)), "step {step}, {file}");
        }
    }
    assert!(8 < step, "{step} steps");
}

#[test]
fn records_of_another_search_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let cancel = Cancel::new();
    let (lab, experiment) = (lab(folder.path(), &cancel), Experiment::parse(EXPERIMENT).unwrap());
    run(&lab, &experiment, Scale::Quick);
    let changed = Experiment::parse(&EXPERIMENT.replace("horizon = 3", "horizon = 2")).unwrap();
    let row = &changed.rows[1];
    let fault = lab.run_row(&changed, row, Scale::Quick, &mut ()).unwrap_err().to_string();
    assert!(
        fault.contains("belongs to another run: by.settings.horizon is 3 there and 2 here"),
        "{fault}"
    );
    assert!(lab.records(&changed, row, Scale::Quick).is_err());
}

#[test]
fn summaries_say_what_the_records_say() {
    let folder = tempfile::tempdir().unwrap();
    let cancel = Cancel::new();
    let (lab, experiment) = (lab(folder.path(), &cancel), Experiment::parse(EXPERIMENT).unwrap());
    let before = lab.summarise(&experiment, Scale::Quick).unwrap();
    let verdicts = |summary: &patience_lab::Summary| -> Vec<String> {
        summary.rows.iter().map(patience_lab::RowSummary::verdict).collect()
    };
    assert_eq!(verdicts(&before), ["not run", "not run", "quoted"]);
    run(&lab, &experiment, Scale::Quick);
    let summary = lab.summarise(&experiment, Scale::Quick).unwrap();
    assert_eq!(verdicts(&summary), ["better (nodes)", "not comparable: another limit", "quoted"]);
    let text = summary.text();
    assert!(text.starts_with("tiny (Author, 2000): Three deals; scale quick\n"), "{text}");
    assert!(text.contains("12.50") && text.contains("Against the control"), "{text}");
    let (records, cases) = lab.records(&experiment, &experiment.rows[0], Scale::Quick).unwrap();
    assert_eq!((records.len(), cases), (3, 3));
    let nodes: f64 = records.iter().map(|it| it.nodes as f64).sum::<f64>() / 3.0;
    let found = summary.rows[0].figures[&patience_lab::measure::Measure::Nodes];
    assert!((found.value - nodes).abs() < 1e-9 && found.low <= nodes && nodes <= found.high);
    let site = lab.site(std::slice::from_ref(&experiment), &[summary], Scale::Quick).unwrap();
    assert!(site[0].1.contains("<svg") && site[0].1.contains("Three deals"));
}

#[test]
fn an_update_of_one_row_leaves_the_others_as_they_were_kept() {
    let (there, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let cancel = Cancel::new();
    let experiment = Experiment::parse(&EXPERIMENT.replace("control = \"fast\"", "")).unwrap();
    let (there, here) = (lab(there.path(), &cancel), lab(here.path(), &cancel));
    run(&there, &experiment, Scale::Quick);
    let kept = there.summarise(&experiment, Scale::Quick).unwrap();
    // Here are only the records of one row, of more cases.
    here.run_row(&experiment, &experiment.rows[0], Scale::Full, &mut ()).unwrap();
    let found = here.summarise(&experiment, Scale::Full).unwrap();
    let cases = |summary: &patience_lab::Summary| -> Vec<u64> {
        summary.rows.iter().map(|row| row.cases).collect()
    };
    assert_eq!((cases(&kept), cases(&found)), (vec![3, 3, 0], vec![6, 0, 0]));
    let updated = found.updating(&experiment, &kept, &["fast".to_owned()]).unwrap();
    assert_eq!(cases(&updated), [6, 3, 0]);
    assert_eq!(updated.rows[1].verdict(), kept.rows[1].verdict());
    // Also where the others have records here, and were never kept.
    let mut old = kept;
    old.rows.truncate(1);
    here.run_row(&experiment, &experiment.rows[1], Scale::Quick, &mut ()).unwrap();
    let found = here.summarise(&experiment, Scale::Full).unwrap();
    assert_eq!(cases(&found), [6, 3, 0]);
    let updated = found.updating(&experiment, &old, &["fast".to_owned()]).unwrap();
    assert_eq!((cases(&updated), updated.rows[1].verdict()), (vec![6, 0, 0], "not run".to_owned()));
}

#[test]
fn rows_that_are_compared_are_updated_together() {
    let folder = tempfile::tempdir().unwrap();
    let cancel = Cancel::new();
    let (lab, experiment) = (lab(folder.path(), &cancel), Experiment::parse(EXPERIMENT).unwrap());
    run(&lab, &experiment, Scale::Quick);
    let kept = lab.summarise(&experiment, Scale::Quick).unwrap();
    for name in ["fast", "HSDH"] {
        let updated = kept.clone().updating(&experiment, &kept, &[name.to_owned()]);
        let error = updated.unwrap_err().to_string();
        assert!(error.contains(name) && error.contains("keep them together"), "{error}");
    }
    let both = ["fast", "HSDH"].map(str::to_owned);
    assert!(kept.clone().updating(&experiment, &kept, &both).is_ok());
}

#[test]
fn a_part_of_the_cases_does_not_replace_all_of_them() {
    let (there, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let cancel = Cancel::new();
    let experiment = Experiment::parse(&EXPERIMENT.replace("control = \"fast\"", "")).unwrap();
    let (there, here) = (lab(there.path(), &cancel), lab(here.path(), &cancel));
    run(&there, &experiment, Scale::Full);
    let kept = there.summarise(&experiment, Scale::Full).unwrap();
    run(&here, &experiment, Scale::Quick);
    let found = here.summarise(&experiment, Scale::Full).unwrap();
    assert_eq!((kept.rows[0].cases, found.rows[0].cases), (6, 3));
    let updated = found.clone().updating(&experiment, &kept, &[]).unwrap();
    assert_eq!(updated.rows[0].figures, kept.rows[0].figures);
    // By name they do.
    let updated = found.updating(&experiment, &kept, &["fast".to_owned()]).unwrap();
    assert_eq!((updated.rows[0].cases, updated.rows[1].cases), (3, kept.rows[1].cases));
}

#[test]
fn without_records_the_kept_figures_stay_and_what_the_file_says_is_new() {
    let (folder, empty) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let cancel = Cancel::new();
    let (there, here) = (lab(folder.path(), &cancel), lab(empty.path(), &cancel));
    let experiment = Experiment::parse(EXPERIMENT).unwrap();
    run(&there, &experiment, Scale::Quick);
    let kept = there.summarise(&experiment, Scale::Quick).unwrap();
    let text = EXPERIMENT.replace("nodes = 1e6", "nodes = 1").replace("another limit", "why");
    let changed = Experiment::parse(&text).unwrap();
    let found = here.summarise(&changed, Scale::Quick).unwrap();
    let updated = found.updating(&changed, &kept, &[]).unwrap();
    let verdicts: Vec<String> =
        updated.rows.iter().map(patience_lab::RowSummary::verdict).collect();
    assert_eq!(verdicts, ["differs (nodes)", "not comparable: why", "quoted"]);
    assert_eq!(updated.rows[0].figures, kept.rows[0].figures);
    assert_eq!(updated.rows[1].paired, kept.rows[1].paired);
    // Records of one side of a comparison do not replace it.
    here.run_row(&changed, &changed.rows[0], Scale::Quick, &mut ()).unwrap();
    let found = here.summarise(&changed, Scale::Quick).unwrap();
    let error = found.updating(&changed, &kept, &[]).unwrap_err().to_string();
    assert!(error.starts_with("`fast` is compared with other rows"), "{error}");
}

#[test]
fn layered_searches_record_their_layers() {
    let text = r#"
name = "layers"
title = "A triangle"
puzzle = "peg"
cases = "triangle15"

[[row]]
name = "BFIDA*"
engine = "bfida"

[[row]]
name = "breadth-first"
engine = "breadth-first"
"#;
    let folder = tempfile::tempdir().unwrap();
    let cancel = Cancel::new();
    let (lab, experiment) = (lab(folder.path(), &cancel), Experiment::parse(text).unwrap());
    run(&lab, &experiment, Scale::Full);
    let layers = |row: usize| {
        let (records, _) = lab.records(&experiment, &experiment.rows[row], Scale::Full).unwrap();
        records[0].layers.clone()
    };
    // Fourteen pegs are thirteen jumps from one: one layer each.
    assert_eq!(layers(0).len(), 13);
    assert!(layers(0).iter().all(|&states| 0 < states));
    assert!(layers(1).is_empty());
    let summary = lab.summarise(&experiment, Scale::Full).unwrap();
    let site = lab.site(std::slice::from_ref(&experiment), &[summary], Scale::Full).unwrap();
    assert!(site[0].1.contains("States of each layer"));
}

fn record(case: &str, outcome: Ended, nodes: u64) -> CaseRecord {
    CaseRecord {
        case: case.to_owned(),
        position: String::new(),
        outcome,
        optimal: false,
        nodes,
        lengths: [("m2".to_owned(), 10)].into(),
        layers: Vec::new(),
        seconds: 1.0,
        start: 0.0,
        end: 1.0,
        program: String::new(),
    }
}

#[test]
fn censored_searches_are_no_counts() {
    let row = [
        record("1", Ended::Solved, 10),
        record("2", Ended::Solved, 40),
        record("3", Ended::Limit, 1000),
        record("4", Ended::Solved, 5),
        record("5", Ended::Limit, 1000),
    ];
    let control = [
        record("1", Ended::Solved, 20),
        record("2", Ended::Solved, 20),
        record("3", Ended::Solved, 100),
        record("4", Ended::Limit, 1000),
        record("5", Ended::Limit, 1000),
        record("6", Ended::Solved, 1),
    ];
    let paired = Paired::of(&row, &control, "m2").unwrap();
    assert_eq!((paired.cases, paired.both, paired.only_row, paired.only_control), (5, 2, 1, 1));
    assert_eq!((paired.censored_row, paired.censored_control), (2, 2));
    assert_eq!((paired.fewer, paired.more), (1, 1));
    // 10/20 and 40/20: their geometric mean is 1.
    assert!((paired.ratio.unwrap().value - 1.0).abs() < 1e-9);
    assert!((paired.mean_ratio.unwrap().value - 50.0 / 40.0).abs() < 1e-9);
    // Case 5 is censored on both sides and says nothing.
    let percent = (50.0 + 200.0 + 1000.0 + 0.5) / 4.0;
    assert!((paired.percent.unwrap().value - percent).abs() < 1e-9);
    assert!(paired.percent_is_lower_bound && paired.percent_is_upper_bound);
    assert_eq!(Paired::of(&row, &[], "m2"), None);
}

#[test]
fn exports_hold_every_record() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = tempfile::tempdir().unwrap();
    let cancel = Cancel::new();
    let (lab, experiment) = (lab(folder.path(), &cancel), Experiment::parse(EXPERIMENT).unwrap());
    run(&lab, &experiment, Scale::Quick);
    let file = |name: &str| folder.path().join(name);
    let experiments = [experiment];
    export(&lab, &experiments, Scale::Quick, &file("x.csv")).unwrap();
    let csv = fs::read_to_string(file("x.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 6);
    assert!(csv.lines().nth(1).unwrap().starts_with("tiny,fast,,1,solved,false,"), "{csv}");
    export(&lab, &experiments, Scale::Quick, &file("x.parquet")).unwrap();
    let reader = SerializedFileReader::new(fs::File::open(file("x.parquet")).unwrap()).unwrap();
    let rows: Vec<String> =
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
    assert_eq!(rows.len(), 6);
    assert!(rows[0].contains("experiment: \"tiny\", row: \"fast\", seed: null"), "{}", rows[0]);
    let fault = export(&lab, &experiments, Scale::Quick, &file("x.xls")).unwrap_err().to_string();
    assert!(fault.ends_with("expected a name that ends in .csv or .parquet"), "{fault}");
}

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
    let cancel = Cancel::new();
    let experiment = Experiment::parse(EVOLUTION).unwrap();
    let evolve = experiment.evolve.as_ref().unwrap();
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let run_arms = |lab: &Lab<'_>| {
        run(lab, &experiment, Scale::Full);
        for arm in &evolve.arms {
            let _ = lab.run_arm(&experiment, arm, Scale::Full, &mut ());
        }
    };
    run_arms(&lab(whole.path(), &cancel));
    let injected = fault::inject(9, Kind::Crash);
    for arm in &evolve.arms {
        let _ = lab(parts.path(), &cancel).run_arm(&experiment, arm, Scale::Full, &mut ());
    }
    drop(injected);
    run_arms(&lab(parts.path(), &cancel));
    for file in ["breeding/weights-full.jsonl", "breeding/formula-full.jsonl"] {
        let seeds = |folder: &Path| -> Vec<(Value, Value, Value)> {
            let lines = lasting(&folder.join(file));
            let fields =
                |it: &Value| (it["seed"].clone(), it["policy"].clone(), it["curve"].clone());
            lines.iter().map(fields).collect()
        };
        assert_eq!(seeds(whole.path()), seeds(parts.path()));
    }
    let summary = lab(whole.path(), &cancel).summarise(&experiment, Scale::Full).unwrap();
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
    let found = lab(empty.path(), &cancel).summarise(&experiment, Scale::Full).unwrap();
    let updated = found.updating(&experiment, &summary, &[]).unwrap().arms.unwrap();
    assert_eq!(updated.markdown(), arms.markdown());
    // An arm with a control of its own needs the records of that one only, and what is said of the common one stays.
    let part = tempfile::tempdir().unwrap();
    fs::create_dir(part.path().join("breeding")).unwrap();
    for file in ["breeding/formula-full.jsonl", "breeding/another-baseline.jsonl"] {
        fs::copy(whole.path().join(file), part.path().join(file)).unwrap();
    }
    let found = lab(part.path(), &cancel).summarise(&experiment, Scale::Full).unwrap();
    let updated = found.updating(&experiment, &summary, &[]).unwrap().arms.unwrap();
    assert!(0 < arms.control_solved);
    assert_eq!(updated.markdown(), arms.markdown());
    // Nothing that is kept vanishes.
    let found = lab(empty.path(), &cancel).summarise(&experiment, Scale::Full).unwrap();
    let error = found.updating(&experiment, &summary, &["policy".to_owned()]).unwrap_err();
    assert!(error.to_string().starts_with("`policy` has no records here"), "{error}");
    let renamed =
        Experiment::parse(&EVOLUTION.replace("\"policy\"\nsettings", "\"other\"\nsettings"));
    let renamed = renamed.unwrap();
    let found = lab(empty.path(), &cancel).summarise(&renamed, Scale::Full).unwrap();
    let error = found.updating(&renamed, &summary, &[]).unwrap_err().to_string();
    assert!(error.starts_with("`policy` is kept"), "{error}");
    // New runs of one arm replace those that were kept of it, and no others. They need the records of their control.
    let here = lab(empty.path(), &cancel);
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
