//! Functions of Python that breed policies and judge them.

use std::sync::Arc;

use patience_core::Cancel;
use patience_learn::{FitnessFunction, Mutator, Trial};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::{Value, json};

use crate::convert::to_python;
use crate::raised::Raised;

/// A function of Python, and where its exceptions go.
pub(super) struct Hook {
    pub(super) function: Py<PyAny>,
    pub(super) raised: Arc<Raised>,
}

impl Hook {
    fn call<T>(
        &self,
        work: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, String> {
        let called = Python::attach(|py| work(py, self.function.bind(py)));
        self.raised.keep(called).ok_or_else(|| "it raised an exception".to_owned())
    }
}

/// A function that breeds. It is called with each request and with why its last child was refused.
pub(super) struct Breeding {
    pub(super) hook: Hook,
    /// What the run says first.
    introduction: Value,
    /// What it wants a child of.
    request: Value,
    /// Why the last child is none.
    refused: Value,
}

impl Breeding {
    pub(super) fn new(hook: Hook) -> Self {
        Self { hook, introduction: Value::Null, request: Value::Null, refused: Value::Null }
    }
}

impl Mutator for Breeding {
    fn tell(&mut self, line: &str) -> Result<(), String> {
        let message: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if message.get("parents").is_some() {
            (self.request, self.refused) = (message, Value::Null);
        } else if message.get("refused").is_some() {
            self.refused = message;
        } else {
            self.introduction = message;
        }
        Ok(())
    }

    fn hear(&mut self, cancel: &Cancel) -> Result<Option<String>, String> {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let Self { hook, introduction, request, refused } = self;
        let child: String = hook.call(|py, function| {
            let told = [&*introduction, &*request, &*refused].map(|part| to_python(py, part));
            let [introduction, request, refused] = told;
            function.call1((introduction?, request?, refused?))?.extract()
        })?;
        Ok(Some(json!({ "child": child }).to_string()))
    }
}

/// A function that judges.
pub(super) struct Judging(pub(super) Hook);

impl FitnessFunction for Judging {
    fn fitness(&mut self, policy: &str, trials: &[Trial<'_>]) -> Result<f64, String> {
        self.0.call(|py, function| {
            let list = PyList::empty(py);
            for Trial { case, name, attempt, baseline, fitness } in trials {
                list.append((
                    case,
                    name,
                    attempt.nodes,
                    attempt.length,
                    attempt.fired.clone(),
                    baseline.nodes,
                    baseline.length,
                    fitness,
                ))?;
            }
            function.call1((policy, list))?.extract()
        })
    }
}
