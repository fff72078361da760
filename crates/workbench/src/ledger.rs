//! Ledgers: the records of a command's units in a file, all of them or those of a shard.
//!
//! A command numbers its units from 0: instances, games, families of boards, cases. [`Part`] says which of them this process works on.
//! Without a shard these are all, and the ledger is a plain journal. [`patience_files::merge`] makes that journal from all shards.

use std::collections::HashSet;
use std::path::Path;

use patience_files::{BoxError, Journal, JournalError, Purpose, Shard, ShardHeader, ShardRow};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The program and its version, which all shards share.
const PROGRAM: &str = concat!("patience ", env!("CARGO_PKG_VERSION"));

/// The units of a command that a process works on.
///
/// ```
/// use patience_workbench::ledger::Part;
///
/// let shard = Some("2/3".parse()?);
/// let part = Part { shard, units: 8, what: "1..=8".to_owned() };
/// assert_eq!((part.count(), part.unit(0), part.unit(2)), (3, 1, 7));
/// assert!(part.has(4) && !part.has(5));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The shard; `None` for all units.
    pub shard: Option<Shard>,
    /// The units of all shards together.
    pub units: u64,
    /// What the units are: the same for all shards.
    pub what: String,
}

impl Part {
    fn cut(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// The number of its units.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.cut().count(self.units)
    }

    /// Its `place`-th unit, from 0.
    #[must_use]
    pub fn unit(&self, place: u64) -> u64 {
        self.cut().unit(place)
    }

    /// Whether it has a unit.
    #[must_use]
    pub fn has(&self, unit: u64) -> bool {
        self.cut().has(unit)
    }

    /// Of something for every unit, what is for its own units.
    pub fn of<T: Send>(
        &self,
        all: impl Iterator<Item = T> + Send,
    ) -> impl Iterator<Item = T> + Send {
        let cut = self.cut();
        (0..).zip(all).filter(move |(unit, _)| cut.has(*unit)).map(|(_, each)| each)
    }
}

/// A file of records that a command appends to and continues from.
#[derive(Debug)]
pub struct Ledger {
    journal: Journal,
    is_shard: bool,
}

impl Ledger {
    /// Creates a ledger, or resumes one and passes its records to `each`, which may refuse them.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        purpose: &Purpose,
        part: &Part,
        mut each: impl FnMut(T) -> Result<(), BoxError>,
    ) -> Result<Self, JournalError> {
        let Some(shard) = part.shard else {
            return Ok(Self { journal: Journal::open(path, purpose, each)?, is_shard: false });
        };
        let header = ShardHeader::new(shard, part.units, &part.what, PROGRAM);
        let mut done = HashSet::new();
        let row = |row: Map<String, Value>| {
            let ShardRow { unit, record } = ShardRow::read(row)?;
            if !shard.has(unit) || part.units <= unit {
                return Err(format!("unit {unit} is not one of shard {shard}").into());
            }
            let Some(record) = record else { return Ok(()) };
            if !done.insert(unit) {
                return Err(format!("unit {unit} is there twice").into());
            }
            each(T::deserialize(Value::Object(record))?)
        };
        Ok(Self { journal: Journal::open(path, &header.purpose(purpose), row)?, is_shard: true })
    }

    /// The bytes of an unfinished last line that were dropped.
    #[must_use]
    pub fn dropped(&self) -> usize {
        self.journal.dropped()
    }

    /// Appends the record of a unit.
    pub fn append(&mut self, unit: u64, record: &impl Serialize) -> Result<(), JournalError> {
        if self.is_shard {
            self.journal.append_unit(unit, record)
        } else {
            self.journal.append(record)
        }
    }

    /// Appends the record of a unit and waits until it is on disk.
    pub fn append_durably(
        &mut self,
        unit: u64,
        record: &impl Serialize,
    ) -> Result<(), JournalError> {
        self.append(unit, record)?;
        self.journal.sync()
    }

    /// Notes that a unit was done and leaves no record. A later run may do it again.
    pub fn skip(&mut self, unit: u64) -> Result<(), JournalError> {
        if self.is_shard { self.journal.append_unit(unit, &ShardRow::none()) } else { Ok(()) }
    }
}
