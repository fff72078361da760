//! Links to cases: the text that opens a case of a run or of an experiment, where it certainly names the same position.

use std::collections::HashMap;

use patience_kit::Values;
use patience_lab::CaseRecord;
use patience_learn::{Case, Settings, Table, TomlValue};
use patience_workbench::{Instance, evolution, find, read};

/// The texts that open cases of a run, by the names of the cases.
pub(super) fn of_run(settings: &Settings, names: &[&str]) -> HashMap<String, String> {
    let mut texts = HashMap::new();
    // A server reads no file because the settings of a run name it.
    if names.is_empty() || names_file(&settings.search) {
        return texts;
    }
    let Ok(arena) = evolution::arena(settings) else { return texts };
    let cases: Vec<Case> = arena.cases().into_iter().chain(arena.reserved()).collect();
    for case in cases {
        let name = arena.name(case);
        if names.contains(&name.as_str()) && !texts.contains_key(&name) {
            let content = arena.description(case);
            // Some begin with the name.
            let parts = [content.strip_prefix(&name).map(str::trim), Some(content.as_str())];
            let mut texts_of = parts.into_iter().flatten().filter(|text| !text.is_empty());
            if let Some(text) = texts_of.find(|text| is_readable(&settings.puzzle, text)) {
                texts.insert(name, text.to_owned());
            }
        }
    }
    texts
}

fn names_file(table: &Table) -> bool {
    table.values().any(|value| match value {
        TomlValue::String(text) => text.contains(['/', '\\', '.']),
        TomlValue::Table(inner) => names_file(inner),
        _ => false,
    })
}

fn is_readable(puzzle: &str, text: &str) -> bool {
    find(puzzle).is_ok_and(|kit| read(kit, text, &Values::default()).is_ok())
}

/// Whether the name of a case opens the position that was recorded.
pub(super) fn opens(puzzle: &str, record: &CaseRecord) -> bool {
    let Ok(kit) = find(puzzle) else { return false };
    let Ok(position) = read(kit, &record.case, &Values::default()) else { return false };
    Instance { name: record.case.clone(), position }.fingerprint() == record.position
}
