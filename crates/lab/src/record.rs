//! Records: one line a case, in a file a row. The formats are those of all kept files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use patience_core::Limits;
use patience_files::{JournalError, Purpose, read_journal};
use patience_workbench::ledger::{Ledger, Part};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::experiment::{Experiment, slug};

/// How a case ended. The words are file format.
///
/// ```
/// use patience_lab::Ended;
///
/// assert!(Ended::Solved.is_success() && Ended::Won.is_success() && !Ended::Unsolvable.is_success());
/// // A proof that there is no solution is a result; a limit is not.
/// assert!(Ended::Limit.is_censored() && !Ended::Unsolvable.is_censored());
/// assert_eq!(serde_json::to_string(&Ended::Exhausted)?, "\"exhausted\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// The search found a solution.
    Solved,
    /// The search proved that there is none.
    Unsolvable,
    /// The search ended without a solution and without a proof.
    Exhausted,
    /// The search reached a limit: its figures are censored.
    Limit,
    /// The game was won.
    Won,
    /// The game was lost.
    Lost,
}

impl Ended {
    /// Whether it is a success.
    #[must_use]
    pub fn is_success(self) -> bool {
        matches!(self, Self::Solved | Self::Won)
    }

    /// Whether a limit cut it short, so that its figures are lower bounds.
    #[must_use]
    pub fn is_censored(self) -> bool {
        self == Self::Limit
    }

    /// Whether it ended without a solution and without a proof: a result would take more nodes than it had.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Limit | Self::Exhausted)
    }
}

/// One case of one row. Its fields are file format.
///
/// ```
/// use patience_lab::{CaseRecord, Ended};
///
/// let line = r#"{"case":"17","outcome":"solved","nodes":120,"lengths":{"moves":84},"seconds":0.5,"start":1,"end":2,"program":"patience"}"#;
/// let record: CaseRecord = serde_json::from_str(line)?;
/// assert_eq!((record.outcome, record.nodes, record.lengths["moves"]), (Ended::Solved, 120, 84));
/// // What a line does not have is empty.
/// assert!(record.position.is_empty() && !record.optimal && record.layers.is_empty());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseRecord {
    /// The case: a number, a seed, a name.
    pub case: String,
    /// A fingerprint of the position; empty for games, whose seed decides everything.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// How it ended.
    pub outcome: Ended,
    /// Whether the solution is proven optimal.
    #[serde(default)]
    pub optimal: bool,
    /// Expanded nodes; decisions of a game.
    pub nodes: u64,
    /// Lengths of the solution by the names of their fields.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lengths: BTreeMap<String, i64>,
    /// States of each layer of a layered search, forward from the start or backward from the goal, whichever side the last pass was on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<u64>,
    /// CPU seconds.
    pub seconds: f64,
    /// When it began and ended, in seconds since 1970.
    pub start: f64,
    /// See `start`.
    pub end: f64,
    /// The program and its version.
    pub program: String,
}

/// What decides the records of a row: the search or the player, rules and limits.
#[must_use]
pub(crate) fn purpose(
    experiment: &Experiment,
    row: &str,
    rules: Value,
    by: Value,
    limits: &Limits,
) -> Purpose {
    let seconds = limits.time.map(|time| time.as_secs_f64());
    Purpose::new("experiment", 1)
        .with("experiment", experiment.name.as_str())
        .with("row", row)
        .with("puzzle", experiment.puzzle.as_str())
        .with("rules", rules)
        .with("by", by)
        .with(
            "limits",
            json!({ "nodes": limits.nodes, "seconds": seconds, "memory": limits.memory }),
        )
}

/// The file of a row.
#[must_use]
pub(crate) fn path(folder: &Path, experiment: &str, row: &str) -> PathBuf {
    folder.join(experiment).join(slug(row) + ".jsonl")
}

/// Opens the records of a row for appending, and passes those that exist to `each`.
pub(crate) fn open<T: serde::de::DeserializeOwned>(
    path: &Path,
    purpose: &Purpose,
    part: &Part,
    mut each: impl FnMut(T),
) -> Result<Ledger, JournalError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| JournalError::Io { path: folder.to_owned(), error })?;
    }
    Ledger::open(path, purpose, part, |record| {
        each(record);
        Ok(())
    })
}

/// Reads the records of a row without changing them; none if there is no file.
pub(crate) fn read<T: serde::de::DeserializeOwned>(
    path: &Path,
    purpose: &Purpose,
) -> Result<Vec<T>, JournalError> {
    let mut records = Vec::new();
    if path.exists() {
        read_journal(path, purpose, |record| {
            records.push(record);
            Ok(())
        })?;
    }
    Ok(records)
}
