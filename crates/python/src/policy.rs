//! A policy: rules, a formula or weights that guide a search.

use std::sync::Arc;

use patience_kit::{Fault, Policy as KitPolicy};
use patience_learn::{FeatureSet, FileError, GenomeFile, TomlValue};
use patience_workbench::find;
use pyo3::prelude::*;
use serde_json::json;

use crate::convert::{quick, refuse, to_python};
use crate::own::{ENGINE, Own, OwnPuzzle};

/// A policy of a puzzle. The class `patience.Policy` wraps it.
#[pyclass(frozen, module = "patience._patience")]
pub(crate) struct Policy {
    of: Owner,
}

enum Owner {
    /// A puzzle of the workbench.
    Kit(KitPolicy),
    /// A puzzle that is written in Python.
    Own(Arc<Own>, Box<GenomeFile>),
}

impl Policy {
    fn parse(text: &str, own: Option<Arc<Own>>) -> Result<Self, Fault> {
        let placed = |error: FileError| Fault::input(error.message).at(error.line, error.column);
        let of = if let Some(own) = own {
            let file = own.read_policy(text).map_err(placed)?;
            Owner::Own(own, Box::new(file))
        } else {
            // The file says which puzzle it is for; what else is wrong with it is found below.
            let named = text.parse::<patience_learn::Table>().ok();
            let named = named.and_then(|file| Some(file.get("puzzle")?.as_str()?.to_owned()));
            let policy = match named.as_deref().map(find) {
                Some(Ok(kit)) => KitPolicy::parse(text, kit),
                _ => GenomeFile::parse(text, |_, _| None).and_then(|file| {
                    let message = format!("there are no policies for `{}`", file.puzzle);
                    Err(GenomeFile::error_at(text, &["puzzle"], message))
                }),
            };
            Owner::Kit(policy.map_err(placed)?)
        };
        Ok(Self { of })
    }

    /// The policy of a puzzle of the workbench.
    pub(crate) fn of_kit(&self, py: Python<'_>) -> PyResult<KitPolicy> {
        match &self.of {
            Owner::Kit(policy) => Ok(policy.clone()),
            Owner::Own(_, file) => Err(refuse(
                py,
                format_args!("the policy is for {}, a puzzle of Python", file.puzzle),
            )),
        }
    }

    /// The file and its vocabulary.
    pub(crate) fn parts(&self) -> (&GenomeFile, &FeatureSet) {
        match &self.of {
            Owner::Kit(policy) => (policy.file(), policy.feature_set()),
            Owner::Own(own, file) => (file, own.feature_set()),
        }
    }
}

#[pymethods]
impl Policy {
    #[new]
    fn new(py: Python<'_>, text: &str, own: Option<&Bound<'_, OwnPuzzle>>) -> PyResult<Self> {
        let own = own.map(|own| own.get().own());
        quick(py, || Self::parse(text, own))
    }

    /// The text of its file.
    #[getter]
    fn text(&self) -> String {
        let (file, feature_set) = self.parts();
        file.to_text(feature_set)
    }

    /// The name of the puzzle.
    #[getter]
    fn puzzle(&self) -> &str {
        &self.parts().0.puzzle
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.parts().0.name
    }

    /// The engine that it was made for.
    #[getter]
    fn engine(&self) -> String {
        match &self.of {
            Owner::Kit(policy) => policy.engine().to_owned(),
            Owner::Own(_, file) => {
                let named = file.search.get("engine").and_then(TomlValue::as_str);
                named.unwrap_or(ENGINE).to_owned()
            }
        }
    }

    /// The number of its rules, without the default.
    #[getter]
    fn rules(&self) -> usize {
        self.parts().0.genome.rules.len()
    }

    /// The number of its nodes and weights.
    #[getter]
    fn size(&self) -> usize {
        self.parts().0.genome.size()
    }

    /// Where it comes from.
    #[pyo3(signature = () -> "dict[str, typing.Any]")]
    fn provenance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.parts().0.provenance))
    }
}
