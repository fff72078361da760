//! The file that a batch writes as it goes, and continues from.

use std::path::Path;

use anyhow::bail;
use patience_core::Limits;
use patience_files::Purpose;
use patience_kit::{About, OutcomeKind, Record, Solve};
use patience_workbench::Instance;
use patience_workbench::ledger::{Ledger, Part};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::journal;

/// What a summary needs of a record.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Entry {
    pub(crate) instance: String,
    pub(crate) outcome: OutcomeKind,
    /// Whether it is a solution that is proven optimal.
    #[serde(default)]
    pub(crate) optimal: bool,
    #[serde(default)]
    position: String,
    pub(crate) expanded: u64,
    pub(crate) seconds: f64,
    /// The lengths among other fields.
    #[serde(flatten)]
    others: serde_json::Map<String, Value>,
    /// The lengths of a record that was not read from a file, in the order of the puzzle.
    #[serde(skip)]
    lengths: Option<Vec<i64>>,
}

impl Entry {
    /// The lengths of the solution, in the order of the puzzle.
    pub(crate) fn lengths(&self, about: &About) -> Option<Vec<i64>> {
        let read = || about.lengths.iter().map(|it| self.others.get(it.field)?.as_i64()).collect();
        self.lengths.clone().or_else(read)
    }
}

impl From<&Record> for Entry {
    fn from(record: &Record) -> Self {
        Self {
            instance: record.instance.clone(),
            outcome: record.outcome,
            optimal: record.optimal,
            position: String::new(),
            expanded: record.expanded,
            seconds: record.seconds,
            others: serde_json::Map::new(),
            lengths: record.lengths.as_ref().map(|lengths| lengths.0.clone()),
        }
    }
}

/// An entry as other ranks send it.
#[derive(Serialize, Deserialize)]
pub(super) struct EntryMessage {
    instance: String,
    outcome: OutcomeKind,
    optimal: bool,
    expanded: u64,
    seconds: f64,
    lengths: Option<Vec<i64>>,
}

impl From<Entry> for EntryMessage {
    fn from(entry: Entry) -> Self {
        let Entry { instance, outcome, optimal, expanded, seconds, lengths, .. } = entry;
        Self { instance, outcome, optimal, expanded, seconds, lengths }
    }
}

impl From<EntryMessage> for Entry {
    fn from(message: EntryMessage) -> Self {
        let EntryMessage { instance, outcome, optimal, expanded, seconds, lengths } = message;
        let (position, others) = (String::new(), serde_json::Map::new());
        Self { instance, outcome, optimal, position, expanded, seconds, others, lengths }
    }
}

/// A line of the file: a record, and the position that it is about.
#[derive(Serialize)]
pub(crate) struct Row<'a> {
    #[serde(flatten)]
    pub(crate) record: &'a Record,
    /// A fingerprint of the position: a file of boards may change.
    pub(crate) position: String,
}

/// Opens a file for the records of a batch. Those that it holds are passed to `each`; they must be about what `next_instance` names,
/// one after the other.
pub(crate) fn of_records(
    path: &Path,
    (puzzle, rules): (&str, Value),
    (engine, limits): (&dyn Solve, &Limits),
    (part, no_times): (&Part, bool),
    mut next_instance: impl FnMut() -> anyhow::Result<Option<Instance>>,
    mut each: impl FnMut(&Entry),
) -> anyhow::Result<Ledger> {
    let purpose = Purpose::new("solve", 1)
        .with("command", format!("solve {puzzle}"))
        .with("rules", rules)
        .with("search", engine.identity())
        .with("limits", journal::limits(limits));
    journal::open(path, &journal::timed(purpose, no_times), part, |entry: Entry| {
        let found = &entry.instance;
        let Some(instance) = next_instance()? else {
            bail!("the file belongs to another batch: it has {found} where this one ends");
        };
        let name = &instance.name;
        if found != name {
            bail!("the file belongs to another batch: it has {found} where this one has {name}");
        }
        if entry.position != instance.fingerprint() {
            bail!("the file belongs to another batch: {name} was another position then");
        }
        each(&entry);
        Ok(())
    })
}
