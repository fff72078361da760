//! Settings of a run from a dictionary of Python.

use patience_learn::{Override, Table, TomlValue};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::convert::{DEPTH, refuse, to_json};

/// Changes of settings: values, or dictionaries for sections. `None` leaves the default.
pub(super) fn changes(given: &Bound<'_, PyDict>) -> PyResult<Table> {
    table(given, DEPTH)
}

fn table(given: &Bound<'_, PyDict>, depth: usize) -> PyResult<Table> {
    let py = given.py();
    let mut changes = Table::new();
    for (name, value) in given {
        let name = name.cast::<PyString>()?.to_str()?.to_owned();
        let value = match value.cast::<PyDict>() {
            Ok(_) if depth == 0 => {
                return Err(refuse(py, format_args!("{name}: the value is nested too deeply")));
            }
            Ok(section) => TomlValue::Table(table(section, depth - 1)?),
            Err(_) => {
                let json = to_json(&value, &name, DEPTH)?;
                if json.is_null() {
                    continue;
                }
                let wrong = |error| refuse(py, format_args!("{name}: {error}"));
                TomlValue::try_from(json).map_err(wrong)?
            }
        };
        let change = Override::new(&name, value);
        let wrong = |_| refuse(py, format_args!("expected the name of a setting, found `{name}`"));
        change.map_err(wrong)?.apply(&mut changes);
    }
    Ok(changes)
}
