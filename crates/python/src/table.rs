//! One game in arrays, with its text and pictures. Hidden pieces stay hidden.

use std::sync::{Mutex, MutexGuard, PoisonError};

use patience_kit::{AnyGame, ArrayGame as _, Position as KitPosition, ViewGame};
use patience_workbench::{Arrays, find};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use serde_json::json;

use crate::convert::{instance, quick, to_python, values};
use crate::form::Form;

/// A table at which one game after the other is played, in arrays of one shape.
#[pyclass(frozen, module = "patience._patience")]
pub(crate) struct Table {
    arrays: Arrays,
    game: Mutex<ViewGame>,
}

impl Table {
    fn game(&self) -> MutexGuard<'_, ViewGame> {
        // A panic leaves a game that can at least be reset.
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the goal is reached, and whether no move changes anything any more.
fn ended(game: &ViewGame) -> (bool, bool) {
    let legal: Vec<u32> = game.moves().iter().map(|(action, _)| *action).collect();
    (game.is_solved(), game.is_stuck(&legal))
}

#[pymethods]
impl Table {
    #[new]
    fn new(
        py: Python<'_>,
        puzzle: &str,
        example: Option<&Bound<'_, PyAny>>,
        rules: &Bound<'_, PyDict>,
        hide: bool,
    ) -> PyResult<Self> {
        let (example, rules) = (example.map(instance).transpose()?, values(rules)?);
        quick(py, || {
            let arrays = Arrays::new(find(puzzle)?, &rules, hide, example.as_deref())?;
            let (_, game) = arrays.begin(example.as_deref(), 0)?;
            Ok(Self { arrays, game: Mutex::new(game) })
        })
    }

    /// What all games have in common.
    #[getter]
    fn form(&self) -> Form {
        Form::new(&self.arrays)
    }

    /// Begins a game: of an instance, or of one that a random number chooses. Returns what it goes by.
    fn reset(
        &self,
        py: Python<'_>,
        example: Option<&Bound<'_, PyAny>>,
        random: u64,
    ) -> PyResult<String> {
        let example = example.map(instance).transpose()?;
        quick(py, || {
            let (name, game) = self.arrays.begin(example.as_deref(), random)?;
            *self.game() = game;
            Ok(name)
        })
    }

    /// Plays an action; false, and nothing changes, if it is not legal.
    fn step(&self, py: Python<'_>, action: u32) -> PyResult<bool> {
        quick(py, || {
            let mut game = self.game();
            let is_legal = game.moves().iter().any(|(known, _)| *known == action);
            if is_legal {
                game.play(action)?;
            }
            Ok(is_legal)
        })
    }

    /// The numbers of the pieces, a byte each.
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        PyByteArray::new(py, self.game().observation())
    }

    /// Which actions are legal, a byte each.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let mut mask = vec![0_u8; self.arrays.codec().actions()];
        for (action, _) in self.game().moves() {
            if let Some(cell) = mask.get_mut(*action as usize) {
                *cell = 1;
            }
        }
        PyByteArray::new(py, &mask)
    }

    /// The legal moves, each with its action.
    fn legal(&self) -> Vec<(u32, String)> {
        self.game().moves().to_vec()
    }

    /// Whether the goal is reached, and whether no move changes anything any more.
    fn ended(&self, py: Python<'_>) -> PyResult<(bool, bool)> {
        quick(py, || Ok(ended(&self.game())))
    }

    /// What the player sees, for a terminal.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || match self.game().game() {
            AnyGame::Hidden(game) => Ok(game.table()),
            AnyGame::Open(position) => {
                let about = self.arrays.kit().about();
                let format = about.formats.first().map_or(about.exchange, |format| format.name);
                position.write(format)
            }
        })
    }

    /// A picture of what the player sees.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || Ok(self.game().game().look(KitPosition::svg)))
    }

    /// Places and pieces that the player sees.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &quick(py, || Ok(json!(self.game().view())))?)
    }
}
