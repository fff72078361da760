//! Shards: journals that hold every n-th unit of a command's work, and can be merged into the journal of all units.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::purpose::Purpose;

/// The most shards of a command.
const MOST_SHARDS: u64 = 1_000_000;
/// The field of a purpose that makes a journal a shard.
pub(crate) const FIELD: &str = "shard";
/// The record of a unit that leaves none in the journal of all units.
const NONE: &str = "none";
/// The number of a unit, in every row of a shard.
const UNIT: &str = "unit";

/// A part of the units of a command: shard `index` of `of` has the units `index - 1`, `index - 1 + of`, and so on.
///
/// ```
/// use patience_files::Shard;
///
/// let shard: Shard = "3/7".parse()?;
/// assert_eq!(shard.units(20).collect::<Vec<_>>(), [2, 9, 16]);
/// assert_eq!("8/7".parse::<Shard>().unwrap_err(), "expected a shard from 1/7 to 7/7, found `8/7`");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// The only shard.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// The unit of its `place`-th record, from 0.
    #[must_use]
    pub fn unit(self, place: u64) -> u64 {
        place.saturating_mul(self.of).saturating_add(self.index - 1)
    }

    /// How many of `units` it has.
    #[must_use]
    pub fn count(self, units: u64) -> u64 {
        units.saturating_sub(self.index - 1).div_ceil(self.of)
    }

    /// Whether it has a unit.
    #[must_use]
    pub fn has(self, unit: u64) -> bool {
        unit % self.of == self.index - 1
    }

    /// Those of `units` that it has, in order.
    pub fn units(self, units: u64) -> impl Iterator<Item = u64> + Send {
        (0..self.count(units)).map(move |place| self.unit(place))
    }

    /// Its number, from 1.
    #[must_use]
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many shards there are.
    #[must_use]
    pub fn of(self) -> u64 {
        self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            let number = |text: &str| text.parse::<u64>().ok().filter(|it| *it <= MOST_SHARDS);
            Some((number(index)?, number(of)?))
        });
        match numbers {
            Some((index, of)) if 1 <= index && index <= of => Ok(Self { index, of }),
            Some((_, of)) if 0 < of => {
                Err(format!("expected a shard from 1/{of} to {of}/{of}, found `{text}`"))
            }
            _ => Err(format!(
                "expected a shard such as 3/7, at most {MOST_SHARDS} of them, found `{text}`"
            )),
        }
    }
}

/// What makes shards belong together, and which of them a journal is. Its fields are file format.
///
/// ```
/// use patience_files::{Purpose, Shard, ShardHeader};
///
/// let (whole, shard) = (Purpose::new("squares", 1), "3/7".parse::<Shard>()?);
/// let header = ShardHeader::new(shard, 20, "numbers", "an example");
/// assert_eq!(header.shard(), Some(shard));
/// // The journal of a shard is not resumed as that of all units.
/// assert!(header.purpose(&whole).difference(whole.fields()).is_some());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// Its number, from 1.
    index: u64,
    /// How many shards there are.
    of: u64,
    /// The units of all shards together.
    pub units: u64,
    /// What the units are.
    pub what: String,
    /// The program and its version.
    pub program: String,
}

impl ShardHeader {
    /// The header of a shard.
    #[must_use]
    pub fn new(shard: Shard, units: u64, what: &str, program: &str) -> Self {
        let Shard { index, of } = shard;
        Self { index, of, units, what: what.to_owned(), program: program.to_owned() }
    }

    /// The shard.
    #[must_use]
    pub fn shard(&self) -> Option<Shard> {
        let Self { index, of, .. } = *self;
        (1 <= index && index <= of && of <= MOST_SHARDS).then_some(Shard { index, of })
    }

    /// The purpose of this shard of a journal.
    #[must_use]
    pub fn purpose(&self, whole: &Purpose) -> Purpose {
        whole.clone().with(FIELD, json!(self))
    }

    /// What all shards have in common.
    pub(crate) fn common(&self) -> Map<String, Value> {
        let Self { of, units, what, program, .. } = self;
        let fields = json!({ "of": of, "units": units, "what": what, "program": program });
        fields.as_object().cloned().unwrap_or_default()
    }
}

/// A row of a shard.
///
/// ```
/// use patience_files::ShardRow;
/// use serde_json::{Map, Value, json};
///
/// let fields = |value: Value| value.as_object().cloned().unwrap_or_default();
/// let row = ShardRow::read(fields(json!({ "square": 9, "unit": 3 })))?;
/// assert_eq!((row.unit, row.record), (3, Some(fields(json!({ "square": 9 })))));
/// // A unit without a record has a row, too.
/// let mut none = fields(ShardRow::none());
/// none.insert("unit".to_owned(), 4.into());
/// assert_eq!(ShardRow::read(none), Ok(ShardRow { unit: 4, record: None }));
/// assert!(ShardRow::read(Map::new()).is_err(), "every row has the number of its unit");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ShardRow {
    /// The unit.
    pub unit: u64,
    /// Its record; `None` if the unit leaves none in the journal of all units.
    pub record: Option<Map<String, Value>>,
}

impl ShardRow {
    /// Reads a row.
    pub fn read(mut fields: Map<String, Value>) -> Result<Self, String> {
        let unit = fields.shift_remove(UNIT).and_then(|unit| unit.as_u64());
        let unit = unit.ok_or_else(|| format!("expected the number of a unit as `{UNIT}`"))?;
        let is_none = fields.len() == 1 && fields.contains_key(NONE);
        Ok(Self { unit, record: (!is_none).then_some(fields) })
    }

    /// The record of a unit that leaves none.
    #[must_use]
    pub fn none() -> Value {
        json!({ NONE: true })
    }

    /// The text that follows a record in its row.
    pub(crate) fn ending(unit: u64) -> String {
        format!(",\"{UNIT}\":{unit}")
    }
}
