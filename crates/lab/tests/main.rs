//! Tests of the laboratory.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod arms;
mod experiments;
mod keep;
mod lab;
#[path = "../doc/record.rs"]
#[allow(unreachable_pub, reason = "it is also an example")]
mod record;
mod stats;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use patience_core::Cancel;
use patience_lab::{Experiment, Lab, Scale};
use serde_json::Value;
use tempfile::TempDir;

/// Three rows: a search, another with the first as its control, and a published figure.
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

/// Nothing is ever cancelled.
static CANCEL: LazyLock<Cancel> = LazyLock::new(Cancel::new);

fn lab(folder: &Path) -> Lab<'static> {
    Lab { folder: folder.to_owned(), threads: 2, cancel: &CANCEL, shard: None }
}

/// An experiment, and a laboratory in a folder that is removed when it is dropped.
fn begin(text: &str) -> (TempDir, Lab<'static>, Experiment) {
    let folder = tempfile::tempdir().unwrap();
    let lab = lab(folder.path());
    (folder, lab, Experiment::parse(text).unwrap())
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
