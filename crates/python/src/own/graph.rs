//! What is known of an instance of a Python puzzle: its states, their moves and their features. Python is asked once for each.
//!
//! No lock is held while Python is called: whoever has the GIL may wait for a lock, so nobody with a lock may wait for the GIL.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyWeakrefReference};

use crate::convert::refuse;

/// The number of a state.
pub(super) type Id = u32;

/// A move and the state after it.
pub(super) struct Step {
    pub(super) mv: Py<PyAny>,
    pub(super) child: Id,
}

/// The states of an instance. Their numbers depend on who came first.
pub(super) struct Graph {
    puzzle: Py<PyWeakrefReference>,
    /// The numbers of the states.
    numbers: Py<PyDict>,
    nodes: Mutex<Vec<Entry>>,
    features: usize,
}

#[derive(Default)]
struct Entry {
    /// `None` if another thread found the same state first, under another number.
    state: Option<Py<PyAny>>,
    is_solved: Option<bool>,
    moves: Option<Arc<[Step]>>,
    values: Option<Arc<[f64]>>,
}

impl Graph {
    /// The instance of a seed.
    pub(super) fn new(
        py: Python<'_>,
        puzzle: &Py<PyWeakrefReference>,
        seed: u64,
        features: usize,
    ) -> PyResult<Self> {
        let start = alive(py, puzzle)?.call_method1("start", (seed,))?;
        let graph = Self {
            puzzle: puzzle.clone_ref(py),
            numbers: PyDict::new(py).unbind(),
            nodes: Mutex::default(),
            features,
        };
        graph.number(&start)?;
        Ok(graph)
    }

    /// The start as text, unless the text has an address, which every process would write differently.
    pub(super) fn describe(&self, py: Python<'_>) -> PyResult<String> {
        let text: String = self.state(py, self.root())?.repr()?.extract()?;
        Ok(if text.contains(" at 0x") { String::new() } else { text })
    }

    /// The number of the start.
    #[allow(clippy::unused_self, reason = "every graph begins with its start")]
    pub(super) fn root(&self) -> Id {
        0
    }

    /// How many states are known.
    pub(super) fn len(&self) -> usize {
        self.nodes().len()
    }

    fn nodes(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a state, which equals no other.
    fn number(&self, state: &Bound<'_, PyAny>) -> PyResult<Id> {
        let py = state.py();
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(state)? {
            return number.extract();
        }
        let fresh = {
            let mut nodes = self.nodes();
            nodes.push(Entry { state: Some(state.clone().unbind()), ..Entry::default() });
            nodes.len() - 1
        };
        let fresh =
            Id::try_from(fresh).map_err(|_| refuse(py, "the puzzle has too many states"))?;
        // Another thread may have added it since.
        let number: Id = numbers.call_method1("setdefault", (state, fresh))?.extract()?;
        if number != fresh {
            let forgotten = self.nodes()[fresh as usize].state.take();
            drop(forgotten);
        }
        Ok(number)
    }

    fn state<'py>(&self, py: Python<'py>, id: Id) -> PyResult<Bound<'py, PyAny>> {
        let state = self.nodes()[id as usize].state.as_ref().map(|state| state.clone_ref(py));
        let state = state.map(|state| state.into_bound(py));
        state.ok_or_else(|| refuse(py, "a state of the puzzle changed its hash"))
    }

    /// Whether a state is solved, if that is known.
    pub(super) fn known_solved(&self, id: Id) -> Option<bool> {
        self.nodes()[id as usize].is_solved
    }

    /// Whether a state is solved.
    pub(super) fn is_solved(&self, py: Python<'_>, id: Id) -> PyResult<bool> {
        if let Some(known) = self.known_solved(id) {
            return Ok(known);
        }
        let solved = alive(py, &self.puzzle)?.call_method1("solved", (self.state(py, id)?,))?;
        let solved = solved.is_truthy()?;
        self.nodes()[id as usize].is_solved = Some(solved);
        Ok(solved)
    }

    /// The moves of a state, if they are known.
    pub(super) fn known_moves(&self, id: Id) -> Option<Arc<[Step]>> {
        self.nodes()[id as usize].moves.clone()
    }

    /// The moves of a state with the states after them.
    pub(super) fn moves(&self, py: Python<'_>, id: Id) -> PyResult<Arc<[Step]>> {
        if let Some(known) = self.known_moves(id) {
            return Ok(known);
        }
        let (puzzle, state) = (alive(py, &self.puzzle)?, self.state(py, id)?);
        let mut steps = Vec::new();
        for mv in puzzle.call_method1("moves", (&state,))?.try_iter()? {
            let mv = mv?;
            let child = self.number(&puzzle.call_method1("play", (&state, &mv))?)?;
            steps.push(Step { mv: mv.unbind(), child });
        }
        // The first answer counts, in case that a second one differs.
        Ok(self.nodes()[id as usize].moves.get_or_insert_with(|| steps.into()).clone())
    }

    /// The features of a state, if they are known.
    pub(super) fn known_values(&self, id: Id) -> Option<Arc<[f64]>> {
        self.nodes()[id as usize].values.clone()
    }

    /// The features of a state.
    pub(super) fn values(&self, py: Python<'_>, id: Id) -> PyResult<Arc<[f64]>> {
        if let Some(known) = self.known_values(id) {
            return Ok(known);
        }
        let measured = alive(py, &self.puzzle)?.call_method1("measure", (self.state(py, id)?,))?;
        let mut values = Vec::with_capacity(self.features);
        for value in measured.try_iter()? {
            values.push(value?.extract::<f64>()?);
        }
        if values.len() != self.features {
            let (expected, found) = (self.features, values.len());
            let what = format!("measure: expected {expected} numbers, found {found}");
            return Err(refuse(py, what));
        }
        if let Some(wrong) = values.iter().find(|value| !value.is_finite()) {
            return Err(refuse(
                py,
                format_args!("measure: expected finite numbers, found {wrong}"),
            ));
        }
        Ok(self.nodes()[id as usize].values.get_or_insert_with(|| values.into()).clone())
    }
}

/// The puzzle, which owns what is known of it, and not the other way round: else nobody would ever free them.
fn alive<'py>(py: Python<'py>, puzzle: &Py<PyWeakrefReference>) -> PyResult<Bound<'py, PyAny>> {
    puzzle.bind(py).upgrade().ok_or_else(|| refuse(py, "the puzzle is gone"))
}
