//! The file that a batch writes as it goes, and goes on from.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use patience_catalog::{
    CardLengths, DriveLengths, JumpLengths, Lengths, OutcomeKind, Record, TurnLengths,
};
use patience_klondike::Rules;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::exit::Exit;

/// What a summary needs to know of a record.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Entry {
    pub(crate) instance: String,
    pub(crate) engine: String,
    policy: Option<String>,
    pub(crate) metric: String,
    pub(crate) outcome: OutcomeKind,
    rules: Option<Rules>,
    m1: Option<u32>,
    m2: Option<u32>,
    slides: Option<u32>,
    steps: Option<u32>,
    move_count: Option<u32>,
    jumps: Option<u32>,
    turns: Option<u32>,
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
            "moves" => self.move_count,
            "jumps" => self.jumps,
            "turns" => self.turns,
            _ => None,
        }
    }
}

impl From<&Record> for Entry {
    fn from(record: &Record) -> Self {
        let (mut cards, mut drives) = (CardLengths::default(), DriveLengths::default());
        let (mut pegs, mut turns) = (JumpLengths::default(), TurnLengths::default());
        match record.lengths {
            Some(Lengths::Cards(lengths)) => cards = lengths,
            Some(Lengths::Drives(lengths)) => drives = lengths,
            Some(Lengths::Jumps(lengths)) => pegs = lengths,
            Some(Lengths::Turns(lengths)) => turns = lengths,
            None => {}
        }
        Self {
            instance: record.instance.clone(),
            engine: record.engine.to_owned(),
            policy: record.policy.clone(),
            metric: record.metric.to_owned(),
            outcome: record.outcome,
            rules: record.rules,
            m1: cards.m1,
            m2: cards.m2,
            slides: drives.slides,
            steps: drives.steps,
            move_count: pegs.moves.or(turns.moves),
            jumps: pegs.jumps,
            turns: turns.turns,
            expanded: record.expanded,
            seconds: record.seconds,
        }
    }
}

/// A file of JSON lines that is written as work is done, and read to go on from there.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a file of lines that `command` wrote. What it holds already is passed to `each`, which may say that it belongs elsewhere. A
    /// last line that was cut short is dropped.
    pub(crate) fn open<T: DeserializeOwned>(
        path: &Path,
        command: &str,
        mut each: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let name = || format!("cannot use {}", path.display());
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).with_context(name)?;
        let mut whole = 0;
        let mut line = String::new();
        let mut reader = BufReader::new(&file);
        for number in 1.. {
            line.clear();
            let length = reader.read_line(&mut line).with_context(name).map_err(Exit::bad_input)?;
            if !line.ends_with('\n') {
                break;
            }
            serde_json::from_str(&line)
                .with_context(|| format!("expected a JSON line of `{command}`"))
                .and_then(&mut each)
                .map_err(|error| anyhow!("{}, line {number}: {error:#}", path.display()))
                .map_err(Exit::bad_input)?;
            whole += length as u64;
        }
        file.set_len(whole).with_context(name)?;
        (&file).seek(SeekFrom::End(0)).with_context(name)?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Adds a line.
    pub(crate) fn append(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file.write_all(&line).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// What is said where there is no policy.
const NO_POLICY: &str = "no policy";

/// What all records of a file have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<'a> {
    pub(crate) engine: &'a str,
    pub(crate) policy: Option<&'a str>,
    pub(crate) metric: &'a str,
}

/// Opens a file for the records of a batch. What it holds already is passed to `each`; it must be about what `next_instance`
/// names with its rules, one after the other.
pub(crate) fn of_records(
    path: &Path,
    batch: Batch<'_>,
    mut next_instance: impl FnMut() -> Option<(String, Option<Rules>)>,
    mut each: impl FnMut(&Entry),
) -> anyhow::Result<Journal> {
    Journal::open(path, "solve", |entry: Entry| {
        let (expected, rules) = next_instance().unwrap_or_else(|| ("the end".to_owned(), None));
        let found = [
            (entry.instance.as_str(), expected.as_str()),
            (&entry.engine, batch.engine),
            (entry.policy.as_deref().unwrap_or(NO_POLICY), batch.policy.unwrap_or(NO_POLICY)),
            (&entry.metric, batch.metric),
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
