//! Games in arrays, for programs that learn to play. Hidden pieces stay hidden.

use std::sync::{Mutex, MutexGuard, PoisonError};

use patience_kit::{
    Codec, Fault, HiddenGame, Kit, MoveInfo, Position as KitPosition, Values, View,
};
use patience_workbench::{find, random_instance, read};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use serde_json::json;

use crate::convert::{instance, quick, to_python, values};

/// A game in progress.
enum Game {
    Open(Box<dyn KitPosition>),
    /// What is hidden stays inside.
    Hidden(Box<dyn HiddenGame<Box<dyn KitPosition>>>),
}

impl Game {
    /// What the player sees of the position.
    fn look<T>(&self, look: impl FnOnce(&(dyn KitPosition + 'static)) -> T) -> T {
        match self {
            Self::Open(position) => look(&**position),
            Self::Hidden(game) => look(&*game.visible()),
        }
    }

    fn moves(&self) -> Vec<MoveInfo> {
        match self {
            Self::Open(position) => position.moves(),
            Self::Hidden(game) => game.moves(),
        }
    }

    fn play(&mut self, mv: &str) -> Result<(), Fault> {
        match self {
            Self::Open(position) => *position = position.play(mv)?,
            Self::Hidden(game) => {
                if let Some(refused) = game.play(mv)?.refused {
                    return Err(Fault::input(refused.reason));
                }
            }
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        match self {
            Self::Open(position) => position.is_solved(),
            Self::Hidden(game) => game.is_won(),
        }
    }

    fn is_stuck(&self, legal: &[(usize, String)]) -> bool {
        match self {
            Self::Open(_) => legal.is_empty() && !self.is_solved(),
            Self::Hidden(game) => game.is_stuck(),
        }
    }
}

/// A game with what arrays show of it.
struct State {
    game: Game,
    /// The legal moves by their actions.
    legal: Vec<(usize, String)>,
    view: View,
}

impl State {
    fn new(game: Game, codec: &Codec) -> Result<Self, Fault> {
        let view = game.look(KitPosition::view);
        let action = |mv: MoveInfo| {
            let action = codec.action(&view, &mv);
            let action = action.ok_or_else(|| {
                Fault::input(format_args!("the move {} is no action of these arrays", mv.text))
            })?;
            Ok((action, mv.text))
        };
        let legal = game.moves().into_iter().map(action).collect::<Result<Vec<_>, Fault>>()?;
        Ok(Self { game, legal, view })
    }
}

/// A table at which one game after the other is played, in arrays of one shape.
#[pyclass(frozen, module = "patience._patience")]
pub(crate) struct Table {
    kit: &'static dyn Kit,
    /// Rules of the puzzle.
    rules: Values,
    /// Rules of hidden play; `None` if everything is visible.
    hidden: Option<Values>,
    codec: Codec,
    state: Mutex<State>,
}

/// The rules of the puzzle, and those of hidden play where pieces are hidden.
fn split(kit: &dyn Kit, given: &Values, hide: bool) -> Result<(Values, Option<Values>), Fault> {
    let own = kit.rules();
    let Some(players) = kit.players().filter(|_| hide) else {
        given.refuse_unknown(kit.about().name, &own)?;
        return Ok((given.clone(), None));
    };
    let other = players.rules();
    let all: Vec<_> = own.iter().chain(&other).cloned().collect();
    given.refuse_unknown(kit.about().name, &all)?;
    let is_own = |name: &str| own.iter().any(|field| field.name == name);
    let (own, other) = given.0.clone().into_iter().partition(|(name, _)| is_own(name));
    Ok((Values(own), Some(Values(other))))
}

impl Table {
    /// A game from a position.
    fn begin(
        kit: &dyn Kit,
        position: Box<dyn KitPosition>,
        hidden: Option<&Values>,
    ) -> Result<Game, Fault> {
        match (hidden, kit.players()) {
            (Some(rules), Some(players)) => Ok(Game::Hidden(players.hide(&position, rules)?)),
            _ => Ok(Game::Open(position)),
        }
    }

    /// The text of an instance that a random number chooses, or of the usual one.
    fn chosen(kit: &dyn Kit, rules: &Values, random: u64) -> Result<String, Fault> {
        let usual = kit.about().default_instance.map(str::to_owned);
        let chosen = random_instance(kit, rules, random)?.or(usual);
        chosen.ok_or_else(|| Fault::input(format_args!("{}: name an instance", kit.about().title)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic leaves a game that can at least be reset.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
            let kit = find(puzzle)?;
            let (rules, hidden) = split(kit, &rules, hide)?;
            let text = example.map_or_else(|| Self::chosen(kit, &rules, 0), Ok)?;
            let game = Self::begin(kit, read(kit, &text, &rules)?, hidden.as_ref())?;
            #[allow(clippy::redundant_closure, reason = "the function alone is not general enough")]
            let codec = game.look(|position| Codec::new(position))?;
            let state = Mutex::new(State::new(game, &codec)?);
            Ok(Self { kit, rules, hidden, codec, state })
        })
    }

    /// Places, and the most pieces of each.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.codec.shape()
    }

    /// The greatest number of an observation.
    #[getter]
    fn most(&self) -> u8 {
        self.codec.solid()
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.codec.actions()
    }

    /// Whether pieces are hidden.
    #[getter]
    fn hides(&self) -> bool {
        self.hidden.is_some()
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
            let text = example.map_or_else(|| Self::chosen(self.kit, &self.rules, random), Ok)?;
            let position = read(self.kit, &text, &self.rules)?;
            let game = Self::begin(self.kit, position, self.hidden.as_ref())?;
            let state = State::new(game, &self.codec)?;
            self.codec.observe(&state.view)?;
            *self.state() = state;
            Ok(text)
        })
    }

    /// Plays an action; false, and nothing changes, if it is not legal.
    fn step(&self, py: Python<'_>, action: usize) -> PyResult<bool> {
        quick(py, || {
            let mut state = self.state();
            let State { game, legal, view } = &mut *state;
            let Some((_, mv)) = legal.iter().find(|(known, _)| *known == action) else {
                return Ok(false);
            };
            game.play(mv)?;
            *view = game.look(KitPosition::view);
            let action = |mv: MoveInfo| Some((self.codec.action(view, &mv)?, mv.text));
            *legal = game.moves().into_iter().filter_map(action).collect();
            Ok(true)
        })
    }

    /// The numbers of the pieces, a byte each.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let cells = quick(py, || self.codec.observe(&self.state().view))?;
        Ok(PyByteArray::new(py, &cells))
    }

    /// Which actions are legal, a byte each.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let mask = quick(py, || {
            let mut mask = vec![0_u8; self.codec.actions()];
            for (action, _) in &self.state().legal {
                if let Some(cell) = mask.get_mut(*action) {
                    *cell = 1;
                }
            }
            Ok(mask)
        })?;
        Ok(PyByteArray::new(py, &mask))
    }

    /// The legal moves, each with its action.
    fn legal(&self, py: Python<'_>) -> PyResult<Vec<(usize, String)>> {
        quick(py, || Ok(self.state().legal.clone()))
    }

    /// Whether the goal is reached, and whether no move changes anything any more.
    fn ended(&self, py: Python<'_>) -> PyResult<(bool, bool)> {
        quick(py, || {
            let state = self.state();
            Ok((state.game.is_solved(), state.game.is_stuck(&state.legal)))
        })
    }

    /// What the player sees, for a terminal.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || match &self.state().game {
            Game::Hidden(game) => Ok(game.table()),
            Game::Open(position) => {
                let about = self.kit.about();
                let format = about.formats.first().map_or(about.exchange, |format| format.name);
                position.write(format)
            }
        })
    }

    /// A picture of what the player sees.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        quick(py, || Ok(self.state().game.look(KitPosition::svg)))
    }

    /// Places and pieces that the player sees.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &quick(py, || Ok(json!(self.state().view)))?)
    }
}
