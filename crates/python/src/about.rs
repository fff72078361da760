//! What there is: puzzles, engines, features.

use patience_workbench::{find, kits};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::convert::{quick, to_python};

/// Every puzzle.
#[pyfunction]
#[pyo3(signature = () -> "list[dict[str, typing.Any]]")]
pub(crate) fn puzzles(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let each = quick(py, || {
        let entry = |kit: &&dyn patience_kit::Kit| {
            let mut entry = json!(kit.about());
            entry["rules"] = json!(kit.rules());
            entry["hides"] = json!(kit.players().is_some());
            entry["numbers"] = json!(kit.numbers().map(|it| (*it.start(), *it.end())));
            entry
        };
        Ok(kits().iter().map(entry).collect::<Value>())
    })?;
    to_python(py, &each)
}

/// The engines of a puzzle, the default first.
#[pyfunction]
#[pyo3(signature = (puzzle) -> "list[dict[str, typing.Any]]")]
pub(crate) fn engines<'py>(py: Python<'py>, puzzle: &str) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &quick(py, || Ok(json!(find(puzzle)?.engines())))?)
}

/// The features of a puzzle, in the order of their values.
#[pyfunction]
#[pyo3(signature = (puzzle) -> "list[dict[str, typing.Any]]")]
pub(crate) fn features<'py>(py: Python<'py>, puzzle: &str) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &quick(py, || Ok(json!(find(puzzle)?.features(None))))?)
}
