//! Policies: the published one, and batches that go on with the same policy only.

use crate::common::{run, steady};
use serde_json::Value;

/// The policy of the paper's Table IV.
const POLICY_FREECELL: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../policies/policy-freecell.toml");

#[test]
fn every_shipped_policy_can_be_shown_and_solves_under_its_name() {
    let folders = ["policies", "policies/superseded"]
        .map(|name| format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR")));
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let mut shown = 0;
    for path in files {
        let ending = run(&format!("show policy {} --no-sample --json", path.display()));
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""), "{}", path.display());
        let policy: Value = serde_json::from_str(&ending.stdout).unwrap();
        assert!(policy["name"].is_string() && policy["provenance"].is_object());
        shown += 1;
    }
    assert!(0 < shown);
    let ending = run(&format!(
        "solve freecell 1..=2 --policy {POLICY_FREECELL} --nodes 5000 --json --quiet"
    ));
    for line in steady(&ending.stdout) {
        assert_eq!(line["policy"], "Policy-FreeCell");
        assert_eq!(line["engine"], "staged");
        assert_eq!(line["expanded"], 5000);
    }
}

#[test]
fn results_without_a_policy_have_no_such_field() {
    let ending = run("solve freecell 1 --engine staged --nodes 100 --json");
    assert!(steady(&ending.stdout)[0].get("policy").is_none());
}

#[test]
fn settings_of_the_command_line_come_before_those_of_the_file() {
    let expanded = |options: &str| {
        let ending = run(&format!(
            "solve freecell 4 --policy {POLICY_FREECELL} --nodes 20k --json {options}"
        ));
        steady(&ending.stdout)[0]["generated"].as_u64().unwrap()
    };
    let usual = expanded("--engine staged");
    assert_eq!(usual, expanded("--horizon 6 --moves single"));
    assert_ne!(usual, expanded("--horizon 3"));
    assert_ne!(usual, expanded("--moves runs"));
}

#[test]
fn a_batch_goes_on_with_the_same_policy_only() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("batch.jsonl").display().to_string();
    let policy = format!("--policy {POLICY_FREECELL}");
    let solve = |deals: &str, policy: &str| {
        run(&format!(
            "solve freecell {deals} --engine staged --nodes 100 --quiet --out {out} {policy}"
        ))
    };
    assert_eq!(solve("1..=2", &policy).code, Some(0));
    assert_eq!(solve("1..=3", &policy).code, Some(0));
    let ending = solve("1..=4", "--horizon 6 --moves single");
    assert_eq!(ending.code, Some(2));
    assert!(
        ending.stderr.contains("search.policy is Policy-FreeCell there and not set here"),
        "{}",
        ending.stderr
    );
}

#[test]
fn threads_change_nothing_of_what_rules_decide() {
    let on = |threads: u32| {
        run(&format!(
            "show policy {POLICY_FREECELL} --sample 1..=6 --nodes 5k --json --threads {threads}"
        ))
        .stdout
    };
    assert_eq!(on(1), on(3));
}
