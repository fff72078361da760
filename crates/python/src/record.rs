//! Records of searches as Python's named tuples.

use patience_kit::Record;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use serde_json::json;

/// A record as `patience.Record`. The order is that of its fields.
pub(crate) fn to_record<'py>(py: Python<'py>, record: &Record) -> PyResult<Bound<'py, PyAny>> {
    static RECORD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = RECORD.import(py, "patience._records", "Record")?;
    let lengths = PyDict::new(py);
    if let Some(values) = &record.lengths {
        for (length, value) in record.about.lengths.iter().zip(&values.0) {
            lengths.set_item(length.field, value)?;
        }
    }
    // The word of file formats.
    let stop = json!(record.stop);
    let fields = [
        record.about.name.into_pyobject(py)?.into_any(),
        record.instance.as_str().into_pyobject(py)?.into_any(),
        record.engine.into_pyobject(py)?.into_any(),
        record.metric.into_pyobject(py)?.into_any(),
        record.outcome.word().into_pyobject(py)?.into_any(),
        stop.as_str().into_pyobject(py)?.into_any(),
        record.reason.as_deref().into_pyobject(py)?.into_any(),
        PyTuple::new(py, &record.moves)?.into_any(),
        record.length.into_pyobject(py)?.into_any(),
        record.cost.into_pyobject(py)?.into_any(),
        record.optimal.into_pyobject(py)?.to_owned().into_any(),
        lengths.into_any(),
        record.expanded.into_pyobject(py)?.into_any(),
        record.generated.into_pyobject(py)?.into_any(),
        record.peak_bytes.into_pyobject(py)?.into_any(),
        record.seconds.into_pyobject(py)?.into_any(),
        record.solutions.into_pyobject(py)?.into_any(),
    ];
    class.call1(PyTuple::new(py, fields)?)
}
