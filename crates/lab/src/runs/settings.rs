//! The settings of a run: what it evolves, and rows of a table.

use std::path::Path;

use patience_kit::Evolvable;
use patience_learn::folder::SETTINGS;
use patience_learn::{CurriculumKind, Folder, FolderError, Settings, Table, TomlValue};
use patience_workbench::evolution::evolvables;

/// What the run of a folder evolved, if not policies.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::small_run;
/// use patience_lab::runs::other_than_policies;
///
/// # let temporary = tempfile::tempdir()?;
/// # let run = temporary.path().join("run");
/// small_run(&run, 1)?; // two generations of weights for sliding tiles
/// assert!(other_than_policies(&run)?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn other_than_policies(path: &Path) -> Result<Option<&'static dyn Evolvable>, FolderError> {
    let text = Folder::at(path).read(SETTINGS)?.unwrap_or_default();
    // Errors are reported when the file is read as settings.
    let table: Table = text.parse().unwrap_or_default();
    let mut others = evolvables();
    Ok(others.find(|it| !table.contains_key("puzzle") && it.owns(&table)))
}

/// The settings of a run, without those of unused curricula.
///
/// ```
/// use patience_lab::runs::used_settings;
/// use patience_learn::{CurriculumKind, Settings};
///
/// let settings = Settings { curriculum: CurriculumKind::Random, ..Settings::default() };
/// let used = used_settings(&settings);
/// assert!(used.contains_key("random") && !used.contains_key("hillis"));
/// ```
#[must_use]
pub fn used_settings(settings: &Settings) -> Table {
    // Settings were read from such a table.
    let mut table = Table::try_from(settings).unwrap_or_default();
    let used = match settings.curriculum {
        CurriculumKind::Random => "random",
        CurriculumKind::Gradual => "gradual",
        CurriculumKind::Rosin => "rosin",
        CurriculumKind::Hillis => "hillis",
    };
    table.retain(|key, value| !value.is_table() || ["search", used].contains(&key));
    table
}

/// Settings as rows of a table, with names such as `hillis.every`.
///
/// ```
/// use patience_lab::runs::settings_rows;
///
/// let table = "hillis = { every = 5 }\nseed = 1".parse()?;
/// // Sections come last.
/// assert_eq!(settings_rows(&table), [["seed", "1"], ["hillis.every", "5"]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn settings_rows(table: &Table) -> Vec<Vec<String>> {
    fn add(prefix: &str, table: &Table, rows: &mut Vec<Vec<String>>) {
        for (key, value) in table {
            let name = format!("{prefix}{key}");
            match value {
                TomlValue::Table(inner) => add(&format!("{name}."), inner, rows),
                TomlValue::String(text) => rows.push(vec![name, text.clone()]),
                other => rows.push(vec![name, other.to_string()]),
            }
        }
    }
    let mut rows = Vec::new();
    add("", table, &mut rows);
    // Sections come last.
    rows.sort_by_key(|row| row[0].contains('.'));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_their_full_names() {
        let table: Table = "b.c = 0.5\na = 1\nd = \"<x>\"\ne = [\"f\"]\n".parse().unwrap();
        let rows = settings_rows(&table);
        let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        assert_eq!(rows, ["a 1", "d <x>", "e [\"f\"]", "b.c 0.5"]);
    }

    #[test]
    fn settings_of_unused_curricula_are_left_out() {
        let table = used_settings(&Settings::default());
        assert!(table.contains_key("hillis") && !table.contains_key("rosin"));
    }
}
