//! Records of searches as Python's named tuples.

use patience_kit::Record;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use rustc_hash::FxHashMap;
use serde_json::json;

/// The most words that are kept.
const MOST_WORDS: usize = 1 << 14;

/// Strings of moves. The solutions of a batch repeat a few words millions of times: each is one object.
#[derive(Default)]
pub(crate) struct Words(FxHashMap<String, Py<PyString>>);

impl Words {
    fn get<'py>(&mut self, py: Python<'py>, word: &str) -> Bound<'py, PyString> {
        if let Some(known) = self.0.get(word) {
            return known.bind(py).clone();
        }
        let new = PyString::new(py, word);
        if self.0.len() < MOST_WORDS {
            self.0.insert(word.to_owned(), new.clone().unbind());
        }
        new
    }
}

/// A record as `patience.Record`. The order is that of its fields.
pub(crate) fn to_record<'py>(
    py: Python<'py>,
    record: &Record,
    words: &mut Words,
) -> PyResult<Bound<'py, PyAny>> {
    static RECORD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = RECORD.import(py, "patience._records", "Record")?;
    let lengths = PyDict::new(py);
    if let Some(values) = &record.lengths {
        for (length, value) in record.about.lengths.iter().zip(&values.0) {
            lengths.set_item(length.field, value)?;
        }
    }
    let moves: Vec<_> = record.moves.iter().map(|mv| words.get(py, mv)).collect();
    // The word of file formats.
    let stop = json!(record.stop);
    let fields = [
        record.about.name.into_pyobject(py)?.into_any(),
        record.instance.as_str().into_pyobject(py)?.into_any(),
        record.engine.into_pyobject(py)?.into_any(),
        record.policy.as_deref().into_pyobject(py)?.into_any(),
        record.metric.into_pyobject(py)?.into_any(),
        record.outcome.word().into_pyobject(py)?.into_any(),
        stop.as_str().into_pyobject(py)?.into_any(),
        record.reason.as_deref().into_pyobject(py)?.into_any(),
        PyTuple::new(py, moves)?.into_any(),
        record.length.into_pyobject(py)?.into_any(),
        record.cost.into_pyobject(py)?.into_any(),
        record.optimal.into_pyobject(py)?.to_owned().into_any(),
        lengths.into_any(),
        record.expanded.into_pyobject(py)?.into_any(),
        record.generated.into_pyobject(py)?.into_any(),
        record.duplicates.into_pyobject(py)?.into_any(),
        record.peak_bytes.into_pyobject(py)?.into_any(),
        record.seconds.into_pyobject(py)?.into_any(),
        record.solutions.into_pyobject(py)?.into_any(),
    ];
    class.call1(PyTuple::new(py, fields)?)
}
