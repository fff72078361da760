//! Settings of a run of any species as a TOML file: reading, changes, what a resumed run keeps.

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::BadSetting;

/// The settings of a run. They determine it completely, unless there is a time limit.
///
/// What reads and writes a large structure takes seconds to compile, again in every crate that calls a provided method. Settings that other crates
/// read implement [`parse`](Self::parse), [`to_text`](Self::to_text), [`from_table`](Self::from_table) and [`table`](Self::table) themselves.
///
/// ```
/// use patience_learn::{RunSettings, Settings, SettingsError, Table};
///
/// let text = Settings::default().to_text();
/// let more: Table = "generations = 500".parse()?;
/// assert_eq!(Settings::continued(&text, more)?.generations, 500);
/// // A resumed run keeps what decides it.
/// let larger: Table = "population = 500".parse()?;
/// assert!(matches!(Settings::continued(&text, larger), Err(SettingsError::Kept(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait RunSettings: Serialize + DeserializeOwned {
    /// The settings that a resumed run may change.
    const CHANGEABLE: &'static [&'static str];

    /// An error for the first setting that is out of range or contradicts another.
    fn check(&self) -> Result<(), BadSetting>;

    /// Parses a file of settings. Errors have line and column.
    fn parse(text: &str) -> Result<Self, SettingsError> {
        Ok(toml::from_str(text)?)
    }

    /// The settings as a file.
    fn to_text(&self) -> String {
        // Settings are plain values and can always be written.
        toml::to_string(self).unwrap_or_default()
    }

    /// These settings with changes, checked. Sections are merged key by key.
    fn changed(&self, changes: Table) -> Result<Self, SettingsError> {
        let mut table = self.table()?;
        merge(&mut table, changes);
        let settings = Self::from_table(table)?;
        settings.check()?;
        Ok(settings)
    }

    /// The settings of a resumed run: its own with changes, checked.
    fn continued(text: &str, changes: Table) -> Result<Self, SettingsError> {
        let before = Self::parse(text)?;
        before.check()?;
        let settings = before.changed(changes)?;
        let kept = |settings: &Self| -> Result<Table, SettingsError> {
            let mut table = settings.table()?;
            table.retain(|key, _| !Self::CHANGEABLE.contains(&key));
            Ok(table)
        };
        if kept(&before)? != kept(&settings)? {
            return Err(SettingsError::Kept(Self::CHANGEABLE));
        }
        Ok(settings)
    }

    /// The settings of a table.
    fn from_table(table: Table) -> Result<Self, SettingsError> {
        Ok(table.try_into()?)
    }

    /// The settings as a table.
    fn table(&self) -> Result<Table, SettingsError> {
        to_table(self)
    }
}

/// Settings as a table.
pub(super) fn to_table(settings: &impl Serialize) -> Result<Table, SettingsError> {
    Ok(Table::try_from(settings).map_err(<toml::de::Error as serde::de::Error>::custom)?)
}

fn merge(table: &mut Table, over: Table) {
    for (key, value) in over {
        match (table.get_mut(&key).and_then(|old| old.as_table_mut()), value) {
            (Some(section), Value::Table(inner)) => merge(section, inner),
            (_, value) => drop(table.insert(key, value)),
        }
    }
}

/// Settings that cannot be used.
///
/// ```
/// use patience_learn::{RunSettings, Settings, SettingsError, Table};
///
/// assert!(matches!(Settings::parse("populaton = 5"), Err(SettingsError::Text(_))));
/// let none: Table = "population = 0".parse()?;
/// let error = Settings::default().changed(none).unwrap_err();
/// assert!(matches!(&error, SettingsError::Bad(bad) if bad.name == "population"));
/// assert_eq!(error.to_string(), "population = 0: expected 1 to 100000");
/// # Ok::<(), patience_learn::TomlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// A name or value is unknown.
    #[error("settings: {}", .0.to_string().trim_end())]
    Text(#[from] toml::de::Error),
    /// A value is out of range or contradicts another.
    #[error(transparent)]
    Bad(#[from] BadSetting),
    /// A resumed run keeps all settings but these.
    #[error("a resumed run keeps its settings: only `{}` can be changed", .0.join("`, `"))]
    Kept(&'static [&'static str]),
}
