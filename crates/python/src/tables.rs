//! Many games in step, in arrays of `NumPy`. Hidden pieces stay hidden.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use patience_kit::{ArrayGame, Fault};
use patience_workbench::batch::threads;
use patience_workbench::{Arrays, find};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{instance, quick, refuse, values};
use crate::form::Form;
use crate::position::MOST_THREADS;

/// The least work of a thread: less is done before another thread has started.
const LEAST_WORK: Duration = Duration::from_micros(200);

/// The columns of the flags: the step, the game that is shown, and the last step of the game before it.
const FLAGS: usize = 7;
const TERMINATED: usize = 0;
const TRUNCATED: usize = 1;
const ILLEGAL: usize = 2;
const SOLVED: usize = 3;
const BEGUN: usize = 4;
const LAST_ILLEGAL: usize = 5;
const LAST_SOLVED: usize = 6;

/// A game with its episode.
struct Seat {
    game: Box<dyn ArrayGame>,
    legal: Vec<u32>,
    steps: u64,
    /// Whether the episode is over.
    is_over: bool,
    /// The name of the instance, until it is reported.
    name: Option<String>,
}

impl Seat {
    fn new((name, game): (String, Box<dyn ArrayGame>)) -> Self {
        let mut legal = Vec::new();
        game.legal(&mut legal);
        Self { game, legal, steps: 0, is_over: false, name: Some(name) }
    }

    /// Writes what is seen. The mask has no ones but those of `before`.
    fn show(&self, before: &[u32], observation: &mut [u8], mask: &mut [i8]) {
        observation.copy_from_slice(self.game.observation());
        for &action in before {
            mask[action as usize] = 0;
        }
        for &action in &self.legal {
            mask[action as usize] = 1;
        }
    }
}

/// When a game whose episode is over makes place for the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Autoreset {
    NextStep,
    SameStep,
    Disabled,
}

/// Rows of all arrays, for some of the games.
struct Rows<'a> {
    actions: &'a [i64],
    randoms: &'a [u64],
    seats: &'a mut [Seat],
    observations: &'a mut [u8],
    masks: &'a mut [i8],
    /// The observations and masks of the last steps of episodes.
    last_observations: &'a mut [u8],
    last_masks: &'a mut [i8],
    rewards: &'a mut [f64],
    flags: &'a mut [bool],
}

impl Rows<'_> {
    /// Takes the first rows away; `None` if there are fewer.
    fn take(&mut self, count: usize, (cells, actions): (usize, usize)) -> Option<Self> {
        let last = if self.last_masks.is_empty() { 0 } else { count };
        Some(Self {
            actions: self.actions.split_off(..count)?,
            randoms: self.randoms.split_off(..count)?,
            seats: self.seats.split_off_mut(..count)?,
            observations: self.observations.split_off_mut(..count * cells)?,
            masks: self.masks.split_off_mut(..count * actions)?,
            last_observations: self.last_observations.split_off_mut(..last * cells)?,
            last_masks: self.last_masks.split_off_mut(..last * actions)?,
            rewards: self.rewards.split_off_mut(..count)?,
            flags: self.flags.split_off_mut(..count * FLAGS)?,
        })
    }
}

/// Tables at which games are played in step, in arrays of one shape.
#[pyclass(frozen, module = "patience._patience")]
pub(crate) struct Tables {
    arrays: Arrays,
    /// The instance of all games that begin by themselves; `None` if random numbers choose it.
    example: Option<String>,
    count: usize,
    most_steps: Option<u64>,
    autoreset: Autoreset,
    threads: usize,
    /// Nanoseconds that a game took in the last step.
    pace: AtomicU64,
    seats: Mutex<Vec<Seat>>,
}

impl Tables {
    /// Cells of an observation, and actions.
    fn sizes(&self) -> (usize, usize) {
        let (places, depth) = self.arrays.codec().shape();
        (places * depth, self.arrays.codec().actions())
    }

    /// Plays some of the games.
    fn play(&self, rows: Rows<'_>) -> Result<(), Fault> {
        let ((cells, actions), mut before) = (self.sizes(), Vec::new());
        for (at, seat) in rows.seats.iter_mut().enumerate() {
            let observation = &mut rows.observations[at * cells..][..cells];
            let mask = &mut rows.masks[at * actions..][..actions];
            let flags = &mut rows.flags[at * FLAGS..][..FLAGS];
            flags.fill(false);
            rows.rewards[at] = 0.0;
            before.clone_from(&seat.legal);
            let mut is_next = seat.is_over && self.autoreset == Autoreset::NextStep;
            if !is_next {
                let action = u32::try_from(rows.actions[at]).ok();
                let action = action.filter(|action| seat.legal.contains(action));
                if let Some(action) = action {
                    seat.game.play(action)?;
                    seat.legal.clear();
                    seat.game.legal(&mut seat.legal);
                }
                seat.steps += 1;
                let is_solved = seat.game.is_solved();
                let is_terminated = is_solved || seat.game.is_stuck(&seat.legal);
                let is_truncated = self.most_steps.is_some_and(|most| most <= seat.steps);
                seat.is_over = is_terminated || is_truncated;
                (flags[TERMINATED], flags[TRUNCATED]) = (is_terminated, is_truncated);
                flags[ILLEGAL] = action.is_none();
                if is_solved && action.is_some() {
                    rows.rewards[at] = 1.0;
                }
                is_next = seat.is_over && self.autoreset == Autoreset::SameStep;
                if is_next {
                    (flags[LAST_ILLEGAL], flags[LAST_SOLVED]) = (action.is_none(), is_solved);
                    flags[ILLEGAL] = false;
                    let last = &mut rows.last_masks[at * actions..][..actions];
                    last.fill(0);
                    seat.show(&[], &mut rows.last_observations[at * cells..][..cells], last);
                }
            }
            if is_next {
                *seat =
                    Seat::new(self.arrays.begin_fast(self.example.as_deref(), rows.randoms[at])?);
                flags[BEGUN] = true;
            }
            flags[SOLVED] = seat.game.is_solved();
            seat.show(&before, observation, mask);
        }
        Ok(())
    }

    /// Plays all games, on several threads if that takes long.
    fn play_all(&self, mut rows: Rows<'_>) -> Result<(), Fault> {
        let work = u128::from(self.pace.load(Ordering::Relaxed)) * self.count as u128;
        let worth = usize::try_from(work / LEAST_WORK.as_nanos()).unwrap_or(usize::MAX);
        let each = self.count.div_ceil(worth.clamp(1, self.threads));
        thread::scope(|scope| {
            let mut others = Vec::new();
            while each < rows.seats.len() {
                let Some(first) = rows.take(each, self.sizes()) else { break };
                others.push(scope.spawn(move || self.play(first)));
            }
            let (start, count) = (Instant::now(), rows.seats.len().max(1));
            let own = self.play(rows);
            let pace = start.elapsed().as_nanos() / count as u128;
            self.pace.store(u64::try_from(pace).unwrap_or(u64::MAX), Ordering::Relaxed);
            let joined = others.into_iter().map(|other| match other.join() {
                Ok(played) => played,
                Err(thrown) => std::panic::resume_unwind(thrown),
            });
            // Every thread is waited for.
            joined.fold(own, Result::and)
        })
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "one argument each of the Python class")]
    fn new(
        py: Python<'_>,
        puzzle: &str,
        example: Option<&Bound<'_, PyAny>>,
        rules: &Bound<'_, PyDict>,
        hide: bool,
        count: usize,
        most_steps: Option<u64>,
        autoreset: &str,
        wished: Option<usize>,
    ) -> PyResult<Self> {
        let (example, rules) = (example.map(instance).transpose()?, values(rules)?);
        let autoreset = match autoreset {
            "NextStep" => Autoreset::NextStep,
            "SameStep" => Autoreset::SameStep,
            "Disabled" => Autoreset::Disabled,
            other => return Err(refuse(py, format_args!("unknown autoreset mode `{other}`"))),
        };
        quick(py, || {
            let arrays = Arrays::new(find(puzzle)?, &rules, hide, example.as_deref())?;
            let threads = threads(wished, count as u64).min(MOST_THREADS);
            let (pace, seats) = (AtomicU64::new(0), Mutex::default());
            Ok(Self { arrays, example, count, most_steps, autoreset, threads, pace, seats })
        })
    }

    /// What all games have in common.
    #[getter]
    fn form(&self) -> Form {
        Form::new(&self.arrays)
    }

    /// Begins the chosen games: of an instance, or of those that random numbers choose. An error changes nothing.
    #[pyo3(signature = (
        example,
        chosen: "numpy.typing.NDArray[numpy.bool_]",
        randoms: "numpy.typing.NDArray[numpy.uint64]",
        observations: "numpy.typing.NDArray[numpy.uint8]",
        masks: "numpy.typing.NDArray[numpy.int8]",
        flags: "numpy.typing.NDArray[numpy.bool_]",
    ))]
    #[allow(clippy::too_many_arguments, reason = "one argument each of the Python method")]
    fn reset(
        &self,
        py: Python<'_>,
        example: Option<&Bound<'_, PyAny>>,
        chosen: PyReadonlyArray1<'_, bool>,
        randoms: PyReadonlyArray1<'_, u64>,
        mut observations: PyReadwriteArray2<'_, u8>,
        mut masks: PyReadwriteArray2<'_, i8>,
        mut flags: PyReadwriteArray2<'_, bool>,
    ) -> PyResult<()> {
        let example = example.map(instance).transpose()?;
        let (chosen, randoms) = (chosen.as_slice()?, randoms.as_slice()?);
        let (observations, masks) = (observations.as_slice_mut()?, masks.as_slice_mut()?);
        let (flags, (cells, actions)) = (flags.as_slice_mut()?, self.sizes());
        let counts = [observations.len() / cells, masks.len() / actions, flags.len() / FLAGS];
        if counts != [self.count; 3] || [chosen.len(), randoms.len()] != [self.count; 2] {
            return Err(refuse(py, "the arrays have another number of games"));
        }
        quick(py, || {
            let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
            if seats.is_empty() && !chosen.iter().all(|chosen| *chosen) {
                return Err(Fault::input("all games must be reset before the first step"));
            }
            let begin = |at: usize| {
                let begun = self.arrays.begin_fast(example.as_deref(), randoms[at])?;
                Ok((at, Seat::new(begun)))
            };
            let games = (0..self.count).filter(|&at| chosen[at]).map(begin);
            for (at, seat) in games.collect::<Result<Vec<_>, Fault>>()? {
                let mask = &mut masks[at * actions..][..actions];
                mask.fill(0);
                seat.show(&[], &mut observations[at * cells..][..cells], mask);
                flags[at * FLAGS..][..FLAGS].fill(false);
                flags[at * FLAGS + SOLVED] = seat.game.is_solved();
                flags[at * FLAGS + BEGUN] = true;
                if seats.len() == at { seats.push(seat) } else { seats[at] = seat }
            }
            Ok(())
        })
    }

    /// Plays an action of every game. An action that is not legal changes nothing.
    #[pyo3(signature = (
        actions: "numpy.typing.NDArray[numpy.int64]",
        randoms: "numpy.typing.NDArray[numpy.uint64]",
        observations: "numpy.typing.NDArray[numpy.uint8]",
        masks: "numpy.typing.NDArray[numpy.int8]",
        last_observations: "numpy.typing.NDArray[numpy.uint8]",
        last_masks: "numpy.typing.NDArray[numpy.int8]",
        rewards: "numpy.typing.NDArray[numpy.float64]",
        flags: "numpy.typing.NDArray[numpy.bool_]",
    ))]
    #[allow(clippy::too_many_arguments, reason = "one argument each of the Python method")]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        randoms: PyReadonlyArray1<'_, u64>,
        mut observations: PyReadwriteArray2<'_, u8>,
        mut masks: PyReadwriteArray2<'_, i8>,
        mut last_observations: PyReadwriteArray2<'_, u8>,
        mut last_masks: PyReadwriteArray2<'_, i8>,
        mut rewards: PyReadwriteArray1<'_, f64>,
        mut flags: PyReadwriteArray2<'_, bool>,
    ) -> PyResult<()> {
        let (cells, width) = self.sizes();
        let (actions, randoms) = (actions.as_slice()?, randoms.as_slice()?);
        let (observations, masks) = (observations.as_slice_mut()?, masks.as_slice_mut()?);
        let last_observations = last_observations.as_slice_mut()?;
        let (last_masks, flags) = (last_masks.as_slice_mut()?, flags.as_slice_mut()?);
        let rewards = rewards.as_slice_mut()?;
        let counts = [observations.len() / cells, masks.len() / width, flags.len() / FLAGS];
        let last_count = if self.autoreset == Autoreset::SameStep { self.count } else { 0 };
        if counts != [self.count; 3]
            || [actions.len(), randoms.len(), rewards.len()] != [self.count; 3]
            || [last_observations.len() / cells, last_masks.len() / width] != [last_count; 2]
        {
            return Err(refuse(py, "the arrays have another number of games"));
        }
        quick(py, || {
            let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
            if seats.len() != self.count {
                return Err(Fault::input("reset the games before the first step"));
            }
            let is_action = |action: i64| usize::try_from(action).is_ok_and(|it| it < width);
            if let Some((at, action)) = (0..).zip(actions).find(|(_, it)| !is_action(**it)) {
                let (last, at): (usize, usize) = (width - 1, at);
                return Err(Fault::input(format_args!(
                    "game {at}: expected an action from 0 to {last}, found {action}"
                )));
            }
            if self.autoreset == Autoreset::Disabled
                && let Some(at) = seats.iter().position(|seat| seat.is_over)
            {
                return Err(Fault::input(format_args!(
                    "game {at} is over: reset it, or choose another autoreset mode"
                )));
            }
            let seats = &mut seats[..];
            self.play_all(Rows {
                actions,
                randoms,
                seats,
                observations,
                masks,
                last_observations,
                last_masks,
                rewards,
                flags,
            })
        })
    }

    /// The games that have begun since the last call, with what they go by; `None` if pieces are hidden: anybody could deal them.
    fn begun(&self, py: Python<'_>) -> PyResult<Vec<(usize, Option<String>)>> {
        quick(py, || {
            let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
            let taken = seats.iter_mut().enumerate();
            let taken = taken.filter_map(|(at, seat)| Some((at, seat.name.take()?)));
            Ok(taken.map(|(at, name)| (at, Some(name).filter(|_| !self.arrays.hides()))).collect())
        })
    }
}
