//! Changes of single settings, as on a command line.

use std::str::FromStr;

/// A setting and its value, as in `population=60` or `hillis.every=10`.
///
/// ```
/// use patience_learn::{Override, RunSettings, Settings, Table};
///
/// let mut changes = Table::new();
/// for text in ["population=60", "hillis.every=10"] {
///     text.parse::<Override>()?.apply(&mut changes);
/// }
/// let settings = Settings::default().changed(changes)?;
/// assert_eq!((settings.population, settings.hillis.every), (60, 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    keys: Vec<String>,
    value: toml::Value,
}

/// Text that does not name a setting and a value.
///
/// ```
/// use patience_learn::{Override, OverrideError};
///
/// for text in ["population", "population=", "hillis..every=10"] {
///     assert_eq!(text.parse::<Override>(), Err(OverrideError::Syntax));
/// }
/// let text = format!("seed={}", u64::MAX);
/// assert_eq!(text.parse::<Override>(), Err(OverrideError::TooLarge("seed".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OverrideError {
    /// There is no name or no value.
    #[error("expected NAME=VALUE, as in population=60 or hillis.every=10")]
    Syntax,
    /// A whole number that a file of settings cannot hold.
    #[error("{0}: the number is too large; the largest is {max}", max = i64::MAX)]
    TooLarge(String),
}

impl FromStr for Override {
    type Err = OverrideError;

    /// A value that is not TOML is text.
    fn from_str(text: &str) -> Result<Self, OverrideError> {
        let (name, value) = text.split_once('=').ok_or(OverrideError::Syntax)?;
        let value = value.trim();
        if value.is_empty() {
            return Err(OverrideError::Syntax);
        }
        if value.bytes().all(|byte| byte.is_ascii_digit()) && value.parse::<i64>().is_err() {
            return Err(OverrideError::TooLarge(name.trim().to_owned()));
        }
        let parsed: Result<toml::Table, _> = toml::from_str(&format!("value = {value}"));
        let parsed = parsed.ok().and_then(|mut table| table.remove("value"));
        Self::new(name.trim(), parsed.unwrap_or_else(|| toml::Value::String(value.to_owned())))
    }
}

impl Override {
    /// A setting by its name, which may have a section as in `hillis.every`, and its value.
    pub fn new(name: &str, value: toml::Value) -> Result<Self, OverrideError> {
        let keys: Vec<String> = name.split('.').map(str::to_owned).collect();
        if keys.iter().any(String::is_empty) {
            Err(OverrideError::Syntax)
        } else {
            Ok(Self { keys, value })
        }
    }

    /// Sets the value in a table of settings. An unknown name is an error when the table is read.
    pub fn apply(self, table: &mut toml::Table) {
        let mut table = table;
        let mut keys = self.keys.into_iter().peekable();
        while let Some(key) = keys.next() {
            if keys.peek().is_none() {
                table.insert(key, self.value);
                return;
            }
            let entry = table.entry(key).or_insert_with(|| toml::Value::Table(toml::Table::new()));
            if !entry.is_table() {
                *entry = toml::Value::Table(toml::Table::new());
            }
            let Some(inner) = entry.as_table_mut() else { return };
            table = inner;
        }
    }
}
