//! Running experiments: records, resuming, summaries, export, report.

use std::fs;

use patience_files::fault::{self, Kind};
use patience_lab::{Ended, Experiment, Lab, Paired, Scale, export};

use crate::record::record;
use crate::{EXPERIMENT, begin, lab, lasting, run};

#[test]
fn a_larger_scale_continues_the_records_of_a_smaller_one() {
    let (folder, lab, experiment) = begin(EXPERIMENT);
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
    let experiment = Experiment::parse(EXPERIMENT).unwrap();
    let whole = tempfile::tempdir().unwrap();
    run(&lab(whole.path()), &experiment, Scale::Quick);
    let mut has_struck = true;
    let mut step = 0;
    while has_struck {
        step += 1;
        let folder = tempfile::tempdir().unwrap();
        let lab = Lab { threads: 1, ..lab(folder.path()) };
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
    let (_folder, lab, experiment) = begin(EXPERIMENT);
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
    let (_folder, lab, experiment) = begin(EXPERIMENT);
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
    let (_folder, lab, experiment) = begin(text);
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
    let paired = Paired::of(&row, &control, "moves").unwrap();
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
    assert_eq!(Paired::of(&row, &[], "moves"), None);
}

#[test]
fn exports_hold_every_record() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let (folder, lab, experiment) = begin(EXPERIMENT);
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
