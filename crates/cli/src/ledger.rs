//! The file that a batch writes as it goes, and goes on from.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use patience_catalog::{CardLengths, DriveLengths, Lengths, Record, Verdict};
use serde::Deserialize;

use crate::exit::Exit;

/// What a summary needs to know of a record.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Entry {
    pub(crate) instance: String,
    pub(crate) engine: String,
    pub(crate) metric: String,
    pub(crate) outcome: Verdict,
    m1: Option<u32>,
    m2: Option<u32>,
    slides: Option<u32>,
    steps: Option<u32>,
    pub(crate) expanded: u64,
    pub(crate) seconds: f64,
}

impl Entry {
    /// The length of that name, where the puzzle has it and there is a solution.
    pub(crate) fn length(&self, name: &str) -> Option<u32> {
        match name {
            "m1" => self.m1,
            "m2" => self.m2,
            "slides" => self.slides,
            "steps" => self.steps,
            _ => None,
        }
    }
}

impl From<&Record> for Entry {
    fn from(record: &Record) -> Self {
        let (mut cards, mut drives) = (CardLengths::default(), DriveLengths::default());
        match record.lengths {
            Some(Lengths::Cards(lengths)) => cards = lengths,
            Some(Lengths::Drives(lengths)) => drives = lengths,
            None => {}
        }
        Self {
            instance: record.instance.clone(),
            engine: record.engine.to_owned(),
            metric: record.metric.to_owned(),
            outcome: record.outcome,
            m1: cards.m1,
            m2: cards.m2,
            slides: drives.slides,
            steps: drives.steps,
            expanded: record.expanded,
            seconds: record.seconds,
        }
    }
}

/// A file of records, one JSON line each, in the order of the instances.
#[derive(Debug)]
pub(crate) struct Ledger {
    path: PathBuf,
    file: File,
}

impl Ledger {
    /// Opens a file for the records of `engine` in `metric`. What it holds already is passed to `each`; it must be about what `next_instance`
    /// names, one after the other. A last line that was cut short is dropped.
    pub(crate) fn open(
        path: &Path,
        [engine, metric]: [&str; 2],
        mut next_instance: impl FnMut() -> Option<String>,
        mut each: impl FnMut(&Entry),
    ) -> anyhow::Result<Self> {
        let name = || format!("cannot use {}", path.display());
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(name)?;
        let mut whole = 0;
        let mut line = String::new();
        let mut reader = BufReader::new(&file);
        for number in 1.. {
            line.clear();
            let length = reader.read_line(&mut line).with_context(name).map_err(Exit::bad_input)?;
            if !line.ends_with('\n') {
                break;
            }
            let place = || format!("{}, line {number}", path.display());
            let entry: Entry = serde_json::from_str(&line)
                .with_context(|| format!("{}: expected a JSON line of `solve`", place()))
                .map_err(Exit::bad_input)?;
            let expected = next_instance().unwrap_or_else(|| "the end".to_owned());
            let found = [
                (&entry.instance, expected.as_str()),
                (&entry.engine, engine),
                (&entry.metric, metric),
            ];
            if let Some((found, expected)) =
                found.into_iter().find(|(found, expected)| found != expected)
            {
                return Err(Exit::bad_input(anyhow!(
                    "{}: the file belongs to another batch: it has {found} where this one has {expected}",
                    place()
                )));
            }
            each(&entry);
            whole += length as u64;
        }
        file.set_len(whole).with_context(name)?;
        (&file).seek(SeekFrom::End(0)).with_context(name)?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Adds a record.
    pub(crate) fn append(&mut self, record: &Record) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.file.write_all(&line).with_context(|| format!("cannot write {}", self.path.display()))
    }
}
