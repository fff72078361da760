//! Journals: files that a batch or a job writes as results come, and continues from.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use patience_kit::{About, OutcomeKind, Record, Solve};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::exit::Exit;

/// The fields of a record that a summary reads.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Entry {
    pub(crate) instance: String,
    engine: String,
    policy: Option<String>,
    metric: String,
    pub(crate) outcome: OutcomeKind,
    rules: Option<Value>,
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
            engine: record.engine.to_owned(),
            policy: record.policy.clone(),
            metric: record.metric.to_owned(),
            outcome: record.outcome,
            rules: record.rules.clone(),
            expanded: record.expanded,
            seconds: record.seconds,
            others: serde_json::Map::new(),
            lengths: record.lengths.as_ref().map(|lengths| lengths.0.clone()),
        }
    }
}

/// A file of lines that is written as work is done, and read to continue from there.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a file that begins with `header`, and passes its other lines to `each`, which may refuse them. A last line that was cut short
    /// is dropped. A file of another kind is not touched.
    pub(crate) fn open(
        path: &Path,
        header: &str,
        mut each: impl FnMut(&str) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let name = || format!("cannot use {}", path.display());
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).with_context(name)?;
        let mut whole = 0;
        let mut line = String::new();
        let mut reader = BufReader::new(&file);
        let mut expected = header.split_inclusive('\n');
        for number in 1.. {
            line.clear();
            let length = reader.read_line(&mut line).with_context(name).map_err(Exit::bad_input)?;
            let wanted = expected.next();
            if wanted.is_some_and(|wanted| !wanted.starts_with(&line)) {
                let error = anyhow!("{} is not a file that this command writes", path.display());
                return Err(Exit::bad_input(error));
            }
            if !line.ends_with('\n') {
                // An incomplete header is written again.
                whole = if wanted.is_some() { 0 } else { whole };
                break;
            }
            if wanted.is_none() {
                each(&line)
                    .map_err(|error| anyhow!("{}, line {number}: {error:#}", path.display()))
                    .map_err(Exit::bad_input)?;
            }
            whole += length as u64;
        }
        file.set_len(whole).with_context(name)?;
        (&file).seek(SeekFrom::End(0)).with_context(name)?;
        let mut journal = Self { path: path.to_owned(), file };
        if whole == 0 {
            journal.write(header)?;
        }
        Ok(journal)
    }

    /// Appends a value as a line.
    pub(crate) fn append(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        self.write(&(serde_json::to_string(value)? + "\n"))
    }

    /// Appends lines.
    pub(crate) fn write(&mut self, lines: &str) -> anyhow::Result<()> {
        let name = || format!("cannot write {}", self.path.display());
        self.file.write_all(lines.as_bytes()).with_context(name)
    }
}

/// Reads a JSON line that `command` wrote.
pub(crate) fn read_line<T: DeserializeOwned>(line: &str, command: &str) -> anyhow::Result<T> {
    serde_json::from_str(line).with_context(|| format!("expected a JSON line of `{command}`"))
}

/// Opens a file for the records of a batch. Those that it holds are passed to `each`; they must be about what `next_instance` names
/// with its rules, one after the other.
pub(crate) fn of_records(
    path: &Path,
    engine: &dyn Solve,
    mut next_instance: impl FnMut() -> anyhow::Result<Option<(String, Option<Value>)>>,
    mut each: impl FnMut(&Entry),
) -> anyhow::Result<Journal> {
    const NO_POLICY: &str = "no policy";
    Journal::open(path, "", |line| {
        let entry: Entry = read_line(line, "solve")?;
        let (expected, rules) = next_instance()?.unwrap_or_else(|| ("the end".to_owned(), None));
        let found = [
            (entry.instance.as_str(), expected.as_str()),
            (&entry.engine, engine.about().name),
            (entry.policy.as_deref().unwrap_or(NO_POLICY), engine.policy().unwrap_or(NO_POLICY)),
            (&entry.metric, engine.metric()),
        ];
        match found.into_iter().find(|(found, expected)| found != expected) {
            Some((found, expected)) => Err(anyhow!(
                "the file belongs to another batch: it has {found} where this one has {expected}"
            )),
            None if entry.rules != rules => Err(anyhow!(
                "the file belongs to another batch: {expected} was played by other rules"
            )),
            None => {
                each(&entry);
                Ok(())
            }
        }
    })
}
