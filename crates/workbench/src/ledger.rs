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
    ///
    /// ```
    /// use patience_workbench::ledger::Part;
    ///
    /// let part = |shard| Part { shard, units: 8, what: "1..=8".to_owned() };
    /// let counts = ["1/3", "2/3", "3/3"].map(|shard| part(shard.parse().ok()).count());
    /// assert_eq!(counts, [3, 3, 2]);
    /// assert_eq!(part(None).count(), 8);
    /// ```
    #[must_use]
    pub fn count(&self) -> u64 {
        self.cut().count(self.units)
    }

    /// Its `place`-th unit, from 0.
    ///
    /// ```
    /// use patience_workbench::ledger::Part;
    ///
    /// let part = |shard| Part { shard, units: 8, what: "1..=8".to_owned() };
    /// let third = part(Some("3/3".parse()?));
    /// assert_eq!([0, 1].map(|place| third.unit(place)), [2, 5]);
    /// assert_eq!([0, 1].map(|place| part(None).unit(place)), [0, 1]);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn unit(&self, place: u64) -> u64 {
        self.cut().unit(place)
    }

    /// Whether it has a unit.
    ///
    /// ```
    /// use patience_workbench::ledger::Part;
    ///
    /// let part = |shard| Part { shard, units: 8, what: "1..=8".to_owned() };
    /// let third = part(Some("3/3".parse()?));
    /// assert!(third.has(5) && !third.has(6));
    /// assert!(part(None).has(6));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn has(&self, unit: u64) -> bool {
        self.cut().has(unit)
    }

    /// Of something for every unit, what is for its own units.
    ///
    /// ```
    /// use patience_workbench::ledger::Part;
    ///
    /// let part = |shard| Part { shard, units: 8, what: "1..=8".to_owned() };
    /// let third = part(Some("3/3".parse()?));
    /// assert_eq!(third.of("abcdefgh".chars()).collect::<String>(), "cf");
    /// # Ok::<(), String>(())
    /// ```
    pub fn of<T: Send>(
        &self,
        all: impl Iterator<Item = T> + Send,
    ) -> impl Iterator<Item = T> + Send {
        let cut = self.cut();
        (0..).zip(all).filter(move |(unit, _)| cut.has(*unit)).map(|(_, each)| each)
    }
}

/// A file of records that a command appends to and continues from.
///
/// ```
#[doc = include_str!("../doc/ledger.rs")]
/// let mut ledger = open(&mut |_| panic!("a new ledger has no records"))?;
/// ledger.append(4, &json!({ "square": 16 }))?;
/// drop(ledger);
/// let mut records = Vec::new();
/// open(&mut |record| records.push(record))?;
/// assert_eq!(records, [json!({ "square": 16 })]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Ledger {
    journal: Journal,
    is_shard: bool,
}

impl Ledger {
    /// Creates a ledger, or resumes one and passes its records to `each`, which may refuse them.
    ///
    /// ```
    #[doc = include_str!("../doc/ledger.rs")]
    /// open(&mut |_| {})?.append(1, &json!({ "square": 1 }))?;
    /// let mut records = Vec::new();
    /// open(&mut |record| records.push(record))?;
    /// assert_eq!(records, [json!({ "square": 1 })]);
    /// // The file of one shard is not continued as that of another.
    /// let other = Part { shard: Some("3/3".parse()?), ..part.clone() };
    /// assert!(Ledger::open(&path, &purpose, &other, |_: Value| Ok(())).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    #[doc = include_str!("../doc/ledger.rs")]
    /// use std::io::Write as _;
    ///
    /// open(&mut |_| {})?.append(1, &json!({ "square": 1 }))?;
    /// // A crash leaves half a line.
    /// std::fs::OpenOptions::new().append(true).open(&path)?.write_all(b"{\"unit\":4")?;
    /// assert_eq!(open(&mut |_| {})?.dropped(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn dropped(&self) -> usize {
        self.journal.dropped()
    }

    /// Appends the record of a unit.
    ///
    /// ```
    #[doc = include_str!("../doc/ledger.rs")]
    /// let mut ledger = open(&mut |_| {})?;
    /// ledger.append(1, &json!({ "square": 1 }))?;
    /// ledger.append(4, &json!({ "square": 16 }))?;
    /// let text = std::fs::read_to_string(&path)?;
    /// assert!(text.lines().nth(2).is_some_and(|line| line.contains("\"square\":16")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append(&mut self, unit: u64, record: &impl Serialize) -> Result<(), JournalError> {
        if self.is_shard {
            self.journal.append_unit(unit, record)
        } else {
            self.journal.append(record)
        }
    }

    /// Appends the record of a unit and waits until it is on disk.
    ///
    /// ```
    #[doc = include_str!("../doc/ledger.rs")]
    /// let mut ledger = open(&mut |_| {})?;
    /// ledger.append_durably(1, &json!({ "square": 1 }))?;
    /// // A line that says what the file is for, and the record.
    /// assert_eq!(std::fs::read_to_string(&path)?.lines().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append_durably(
        &mut self,
        unit: u64,
        record: &impl Serialize,
    ) -> Result<(), JournalError> {
        self.append(unit, record)?;
        self.journal.sync()
    }

    /// Notes that a unit was done and leaves no record. A later run may do it again.
    ///
    /// ```
    #[doc = include_str!("../doc/ledger.rs")]
    /// let mut ledger = open(&mut |_| {})?;
    /// ledger.skip(1)?;
    /// ledger.append(4, &json!({ "square": 16 }))?;
    /// drop(ledger);
    /// let mut records = Vec::new();
    /// open(&mut |record| records.push(record))?;
    /// assert_eq!(records, [json!({ "square": 16 })]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn skip(&mut self, unit: u64) -> Result<(), JournalError> {
        if self.is_shard { self.journal.append_unit(unit, &ShardRow::none()) } else { Ok(()) }
    }
}
