//! A position of any puzzle, as Python holds it.

use patience_core::{Limits, Meter};
use patience_kit::{Kit, Policy as KitPolicy, Position as KitPosition, Record, Setup, Values};
use patience_workbench::hint::{HintAsk, hint};
use patience_workbench::{find, read};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use serde_json::json;

use crate::convert::{Budget, instance, quick, refuse, to_python, values};
use crate::policy::Policy;
use crate::record::{Words, to_record};
use crate::search::search;

/// A position of a puzzle. The class `patience.Position` wraps it.
#[pyclass(frozen, module = "patience._patience")]
pub(crate) struct Position {
    pub(crate) kit: &'static dyn Kit,
    pub(crate) position: Box<dyn KitPosition>,
}

/// The most threads of a search or a batch: more would only fail to start.
pub(crate) const MOST_THREADS: usize = 1024;

/// An engine by name, with its metric, settings, policy and threads.
pub(crate) struct Choice {
    pub(crate) engine: Option<String>,
    pub(crate) metric: Option<String>,
    pub(crate) settings: Values,
    pub(crate) policy: Option<KitPolicy>,
    pub(crate) threads: usize,
}

impl Choice {
    /// The setup of the engine.
    pub(crate) fn setup(&self) -> Setup<'_> {
        Setup {
            engine: self.engine.as_deref(),
            metric: self.metric.as_deref(),
            settings: Some(&self.settings),
            policy: self.policy.as_ref(),
            threads: self.threads.min(MOST_THREADS),
            ranks: None,
        }
    }
}

/// The limits of a search, with the engine's own where none were given.
pub(crate) fn limited(limits: Limits, default_nodes: Option<u64>) -> Limits {
    let is_free = limits.time.is_none() && limits.nodes.is_none();
    if is_free { Limits { nodes: default_nodes, ..limits } } else { limits }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (puzzle, text: "typing.SupportsIndex | str", rules: "dict[str, Setting]"))]
    fn new(
        py: Python<'_>,
        puzzle: &str,
        text: &Bound<'_, PyAny>,
        rules: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let (text, rules) = (instance(text)?, values(rules)?);
        quick(py, || {
            let kit = find(puzzle)?;
            Ok(Self { kit, position: read(kit, &text, &rules)? })
        })
    }

    /// The name of the puzzle.
    #[getter]
    fn puzzle(&self) -> &'static str {
        self.kit.about().name
    }

    /// The position as one short word, which says everything.
    #[getter]
    fn code(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || Ok(self.position.code()))
    }

    /// Whether the goal is reached.
    #[getter]
    fn solved(&self, py: Python<'_>) -> PyResult<bool> {
        quick(py, || Ok(self.position.is_solved()))
    }

    /// The rules, where the puzzle has any.
    #[pyo3(signature = () -> "dict[str, typing.Any] | None")]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rules = quick(py, || Ok(self.position.rules()))?;
        to_python(py, &rules.unwrap_or_default())
    }

    /// Every legal move: its text, piece, source and target.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<(String, String, String, String)>> {
        let moves = quick(py, || Ok(self.position.moves()))?;
        Ok(moves.into_iter().map(|it| (it.text, it.piece, it.from, it.to)).collect())
    }

    /// The position after a move.
    fn play(&self, py: Python<'_>, mv: &str) -> PyResult<Self> {
        quick(py, || Ok(Self { kit: self.kit, position: self.position.play(mv)? }))
    }

    /// The position as text.
    fn text(&self, py: Python<'_>, format: Option<&str>) -> PyResult<String> {
        quick(py, || self.position.write(format.unwrap_or(self.kit.about().exchange)))
    }

    /// A picture.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || Ok(self.position.svg()))
    }

    /// Places and pieces.
    #[pyo3(signature = () -> "View")]
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &quick(py, || Ok(json!(self.position.view())))?)
    }

    /// The values of the features, as the bytes of floats of 64 bits.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let Some(values) = quick(py, || Ok(self.position.feature_values()))? else {
            let title = self.kit.about().title;
            return Err(refuse(py, format_args!("{title}: this position has no features")));
        };
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        Ok(PyByteArray::new(py, &bytes))
    }

    /// Every legal move with its verdict.
    #[pyo3(signature = (metric, budget) -> "dict[str, typing.Any]")]
    fn judge<'py>(
        &self,
        py: Python<'py>,
        metric: Option<&str>,
        budget: Budget,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = budget.limits(py)?;
        let judgement = search(py, |cancel| {
            let mut observer = ();
            self.position.judge(metric, &mut Meter::start(&limits, cancel, &mut observer))
        })?;
        to_python(py, &json!(judgement))
    }

    /// The best move.
    #[pyo3(signature = (metric, next, distances, budget) -> "dict[str, typing.Any]")]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        metric: Option<&str>,
        next: usize,
        distances: bool,
        budget: Budget,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = budget.limits(py)?;
        let ask = HintAsk { metric, next, all: false, distances };
        let hint = search(py, |cancel| {
            hint(self.kit, "", &*self.position, &ask, &limits, cancel, &mut ())
        })?;
        to_python(py, &json!(hint))
    }

    /// A solution, as the fields of a record.
    #[pyo3(signature = (instance, engine, metric, settings: "dict[str, Setting]", policy, threads, budget) -> "Record")]
    #[allow(clippy::too_many_arguments, reason = "one argument each of the Python method")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        instance: &str,
        engine: Option<String>,
        metric: Option<String>,
        settings: &Bound<'_, PyDict>,
        policy: Option<&Bound<'_, Policy>>,
        threads: usize,
        budget: Budget,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (settings, limits) = (values(settings)?, budget.limits(py)?);
        let policy = policy.map(|policy| policy.get().of_kit(py)).transpose()?;
        let choice = Choice { engine, metric, settings, policy, threads };
        let record = search(py, |cancel| {
            let engine = self.kit.prepare(&choice.setup())?;
            let limits = limited(limits, engine.about().default_nodes);
            let answer = engine.solve(&*self.position, &limits, cancel, &mut ())?;
            let rules = self.position.rules();
            Ok(Record::new(self.kit.about(), instance, rules, &*engine, &answer, true))
        })?;
        to_record(py, &record, &mut Words::default())
    }
}
