//! Summaries that were kept, and new records beside them.

use patience_lab::{Experiment, Scale};

use crate::{EXPERIMENT, begin, lab, run};

#[test]
fn an_update_of_one_row_leaves_the_others_as_they_were_kept() {
    let (there, here) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let experiment = Experiment::parse(&EXPERIMENT.replace("control = \"fast\"", "")).unwrap();
    let (there, here) = (lab(there.path()), lab(here.path()));
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
    let (_folder, lab, experiment) = begin(EXPERIMENT);
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
    let experiment = Experiment::parse(&EXPERIMENT.replace("control = \"fast\"", "")).unwrap();
    let (there, here) = (lab(there.path()), lab(here.path()));
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
    let (there, here) = (lab(folder.path()), lab(empty.path()));
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
