//! Between Python's values and those of the workbench: JSON, settings, limits, errors.

use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use patience_core::Limits;
use patience_kit::{Fault, Values};
use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use serde_json::Value;

/// How deep values may be nested.
pub(crate) const DEPTH: usize = 32;

/// An error of the workbench as `patience.Error`, with its line and column.
pub(crate) fn error(py: Python<'_>, fault: &Fault) -> PyErr {
    static ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (line, column) = fault.place.unzip();
    match ERROR.import(py, "patience._errors", "Error") {
        Ok(class) => match class.call1((&fault.message, line, column)) {
            Ok(value) => PyErr::from_value(value),
            Err(error) => error,
        },
        Err(error) => error,
    }
}

/// The same for the error of an argument.
pub(crate) fn refuse(py: Python<'_>, message: impl std::fmt::Display) -> PyErr {
    error(py, &Fault::input(message))
}

/// What was thrown, in words.
pub(crate) fn panicked(thrown: &(dyn std::any::Any + Send)) -> PyErr {
    let text = thrown.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| thrown.downcast_ref::<&str>().copied()).unwrap_or("no message");
    PyRuntimeError::new_err(format!("a bug in patience: {text}"))
}

/// Works without the GIL. A panic becomes a `RuntimeError`.
pub(crate) fn quick<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Fault> + Send,
) -> PyResult<T> {
    let done = py.detach(|| panic::catch_unwind(AssertUnwindSafe(work)));
    done.map_err(|thrown| panicked(&*thrown))?.map_err(|fault| error(py, &fault))
}

/// A JSON value as Python's own.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(value) => PyBool::new(py, *value).to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(value), _) => value.into_pyobject(py)?.into_any(),
            (None, Some(value)) => value.into_pyobject(py)?.into_any(),
            _ => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(to_python(py, value)?)?;
            }
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// A value of a setting as JSON.
pub(crate) fn to_json(value: &Bound<'_, PyAny>, name: &str, depth: usize) -> PyResult<Value> {
    let py = value.py();
    let wrong = || {
        let kind = value.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        refuse(py, format_args!("{name}: expected a number, text or a list, found {kind}"))
    };
    if depth == 0 {
        return Err(refuse(py, format_args!("{name}: the value is nested too deeply")));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(value) = value.cast::<PyBool>() {
        return Ok(value.is_true().into());
    }
    if let Ok(number) = value.cast::<PyInt>() {
        return match (number.extract::<u64>(), number.extract::<i64>()) {
            (Ok(number), _) => Ok(number.into()),
            (_, Ok(number)) => Ok(number.into()),
            _ => Err(refuse(py, format_args!("{name}: the number has more than 64 bits"))),
        };
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = number.value();
        if !number.is_finite() {
            return Err(refuse(py, format_args!("{name}: expected a finite number")));
        }
        return Ok(number.into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let values = value.try_iter()?.map(|value| to_json(&value?, name, depth - 1));
        return Ok(Value::Array(values.collect::<PyResult<_>>()?));
    }
    Err(wrong())
}

/// The values of settings or rules.
pub(crate) fn values(given: &Bound<'_, PyDict>) -> PyResult<Values> {
    let mut values = Values::default();
    for (name, value) in given {
        let name = name.cast::<PyString>()?.to_str()?.to_owned();
        let value = to_json(&value, &name, DEPTH)?;
        // `None` is the default, as if nothing had been given.
        if !value.is_null() {
            values.set(&name, value);
        }
    }
    Ok(values)
}

/// What a search may spend: states, seconds, bytes.
#[derive(Clone, Copy, FromPyObject)]
pub(crate) struct Budget(Option<i128>, Option<f64>, Option<i128>);

impl Budget {
    /// The limits.
    pub(crate) fn limits(self, py: Python<'_>) -> PyResult<Limits> {
        let Self(nodes, time, memory) = self;
        let count = |name: &str, value: Option<i128>| {
            let count = value.map(u64::try_from).transpose();
            count.map_err(|_| refuse(py, format_args!("{name}: expected a number from 0 on")))
        };
        let time = time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| refuse(py, "time: expected seconds from 0 to 1.8e19"))?;
        Ok(Limits { nodes: count("nodes", nodes)?, time, memory: count("memory", memory)? })
    }
}

/// An instance as people give it: a number or text.
pub(crate) fn instance(given: &Bound<'_, PyAny>) -> PyResult<String> {
    if given.is_instance_of::<PyBool>() {
        return Err(refuse(given.py(), "expected a number or text, found a bool"));
    }
    if given.is_instance_of::<PyInt>() {
        return given.str()?.extract();
    }
    match given.cast::<PyString>() {
        Ok(text) => Ok(text.to_str()?.to_owned()),
        // NumPy's integers and others that are numbers by their own word.
        Err(_) => match given.call_method0("__index__") {
            Ok(number) => number.str()?.extract(),
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => Err(error),
            Err(_) => {
                let kind = given.get_type();
                let kind = kind.name()?;
                Err(refuse(given.py(), format_args!("expected a number or text, found {kind}")))
            }
        },
    }
}
