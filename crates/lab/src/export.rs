//! Records as one flat table: CSV, or Parquet.

use std::path::Path;

use patience_kit::Fault;

use crate::experiment::{Experiment, Scale};
use crate::parquet_file::{self, Column, Values};
use crate::record::CaseRecord;
use crate::run::Lab;

/// A record with its place.
struct Line<'a> {
    experiment: &'a str,
    row: &'a str,
    /// The seed of the run of evolution.
    seed: Option<u64>,
    length: Option<i64>,
    record: CaseRecord,
}

/// Writes the records of experiments at a scale to a file; its extension says which format.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/boards.rs"));
/// # }
/// # use doc::run_boards;
/// use patience_core::Cancel;
/// use patience_lab::{Lab, Scale, export};
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().to_owned();
/// let file = folder.join("records.csv");
/// let lab = Lab { folder, threads: 1, cancel: &Cancel::new(), shard: None };
/// let experiment = run_boards(&lab)?; // two engines on five boards
/// export(&lab, &[experiment], Scale::Full, &file)?;
/// let table = std::fs::read_to_string(&file)?;
/// assert_eq!(table.lines().count(), 1 + 2 * 5);
/// assert!(table.lines().nth(1).is_some_and(|line| line.starts_with("boards,A*,")));
/// // Other formats are refused.
/// assert!(export(&lab, &[], Scale::Full, &file.with_extension("txt")).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export(
    lab: &Lab<'_>,
    experiments: &[Experiment],
    scale: Scale,
    path: &Path,
) -> Result<(), Fault> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let write: fn(&[Column]) -> Result<Vec<u8>, Fault> = match extension {
        Some("csv") => |columns| Ok(csv(columns).into_bytes()),
        Some("parquet") => |columns| {
            let too_large = "a page of the table is too large for Parquet: write a .csv file";
            parquet_file::file(columns).map_err(|_| Fault::environment(too_large))
        },
        _ => {
            return Err(Fault::input(format_args!(
                "{}: expected a name that ends in .csv or .parquet",
                path.display()
            )));
        }
    };
    let mut lines = Vec::new();
    for experiment in experiments {
        let length = experiment.length_field()?;
        let mut add = |row, seed, records: Vec<CaseRecord>| {
            lines.extend(records.into_iter().map(|record| Line {
                experiment: &experiment.name,
                row,
                seed,
                length: record.lengths.get(&length).copied(),
                record,
            }));
        };
        for row in &experiment.rows {
            add(row.name.as_str(), None, lab.records(experiment, row, scale)?.0);
        }
        for arm in experiment.evolve.iter().flat_map(|evolve| &evolve.arms) {
            for run in lab.arm_records(experiment, arm, scale)? {
                add(arm.name.as_str(), Some(run.seed), run.tests);
            }
        }
    }
    patience_files::replace(path, &write(&columns(&lines))?).map_err(|error| {
        Fault::environment(format_args!("cannot write {}: {error}", path.display()))
    })
}

/// The word of an outcome.
fn outcome(line: &Line<'_>) -> String {
    let word = serde_json::to_value(line.record.outcome).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

/// The table of the records. Names and types of its columns are file format.
fn columns(lines: &[Line<'_>]) -> Vec<Column> {
    let column = |name, values| Column { name, values };
    let texts =
        |text: &dyn Fn(&Line<'_>) -> String| Values::Texts(lines.iter().map(text).collect());
    let numbers = |number: &dyn Fn(&CaseRecord) -> f64| {
        Values::Numbers(lines.iter().map(|line| number(&line.record)).collect())
    };
    let optional = |number: &dyn Fn(&Line<'_>) -> Option<i64>| {
        Values::OptionalIntegers(lines.iter().map(number).collect())
    };
    let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let nodes = lines.iter().map(|line| whole(line.record.nodes)).collect();
    let optimal = lines.iter().map(|line| line.record.optimal).collect();
    vec![
        column("experiment", texts(&|line| line.experiment.to_owned())),
        column("row", texts(&|line| line.row.to_owned())),
        column("seed", optional(&|line| line.seed.map(whole))),
        column("case", texts(&|line| line.record.case.clone())),
        column("outcome", texts(&outcome)),
        column("optimal", Values::Flags(optimal)),
        column("nodes", Values::Integers(nodes)),
        column("length", optional(&|line| line.length)),
        column("seconds", numbers(&|record| record.seconds)),
        column("start", numbers(&|record| record.start)),
        column("end", numbers(&|record| record.end)),
        column("program", texts(&|line| line.record.program.clone())),
    ]
}

fn csv(columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let rows = columns.first().map_or(0, |column| column.values.len());
    let mut out = names.join(",") + "\n";
    for row in 0..rows {
        let cells: Vec<String> = columns.iter().map(|column| cell(&column.values, row)).collect();
        out += &cells.join(",");
        out.push('\n');
    }
    out
}

/// A cell of CSV; one without a value is empty.
fn cell(values: &Values, row: usize) -> String {
    match values {
        Values::Texts(values) => quoted(&values[row]),
        Values::Integers(values) => values[row].to_string(),
        Values::OptionalIntegers(values) => {
            values[row].map(|it| it.to_string()).unwrap_or_default()
        }
        Values::Numbers(values) => values[row].to_string(),
        Values::Flags(values) => values[row].to_string(),
    }
}

/// A field of CSV (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
