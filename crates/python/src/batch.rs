//! Many searches on all cores.

use std::iter;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use patience_core::{Cancel, Limits};
use patience_kit::{Fault, Kit, Position as KitPosition, Record, Solve, Values};
use patience_workbench::batch::{in_order, threads};
use patience_workbench::{find, read};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::convert::{Budget, error, instance, panicked, quick, values};
use crate::policy::Policy;
use crate::position::{Choice, MOST_THREADS, Position, limited};
use crate::record::{Words, to_record};
use crate::search::SIGNALS;

/// Characters of the longest text that names an instance.
const LONGEST_NAME: usize = 40;

/// How long to let results gather.
const GATHER: Duration = Duration::from_millis(5);

/// One instance of a batch.
enum Item {
    Text(String),
    Held(Py<Position>),
}

impl Item {
    fn new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        match given.cast::<Position>() {
            Ok(position) => Ok(Self::Held(position.clone().unbind())),
            Err(_) => Ok(Self::Text(instance(given)?)),
        }
    }
}

/// What all searches of a batch share.
struct Batch<'a> {
    kit: &'static dyn Kit,
    rules: Values,
    engine: Box<dyn Solve>,
    limits: Limits,
    with_moves: bool,
    cancel: &'a Cancel,
}

impl Batch<'_> {
    /// Solves an instance. An error of a text says which.
    fn solve(&self, item: &Item) -> Result<Record, Fault> {
        match item {
            Item::Held(held) => {
                let position = &*held.get().position;
                self.answer(&position.code(), position)
            }
            Item::Text(text) => {
                let position = read(self.kit, text, &self.rules)?;
                let name = text.trim();
                let is_name = !name.contains('\n') && name.chars().count() <= LONGEST_NAME;
                let code = if is_name { None } else { Some(position.code()) };
                self.answer(code.as_deref().unwrap_or(name), &*position)
            }
        }
    }

    fn answer(&self, name: &str, position: &dyn KitPosition) -> Result<Record, Fault> {
        let answer = self.engine.solve(position, &self.limits, self.cancel, &mut ())?;
        // Records of Python do not carry the rules.
        Ok(Record::new(self.kit.about(), name, None, &*self.engine, &answer, self.with_moves))
    }

    /// Solves every instance, and sends the results in their order; ends with the first error.
    fn run(&self, items: &[Item], threads: usize, sender: &Sender<Result<Record, Fault>>) {
        let is_cancelled = || self.cancel.is_cancelled();
        let emit = |result: Result<Record, Fault>| {
            let is_error = result.is_err();
            let is_sent = sender.send(result).is_ok();
            if is_sent && !is_error { Ok(()) } else { Err(()) }
        };
        // The receiver has the error.
        let _ = in_order(items.iter(), threads, is_cancelled, |item| self.solve(item), emit);
    }
}

/// Solves many instances. `progress` is called with the number of instances that were solved since the last call.
#[pyfunction]
#[pyo3(signature = (
    puzzle,
    instances: "list[typing.SupportsIndex | str | Position]",
    rules: "dict[str, Setting]",
    engine,
    metric,
    settings: "dict[str, Setting]",
    policy,
    wished,
    moves,
    progress: "typing.Callable[[int], object] | None",
    budget,
) -> "list[Record]")]
#[allow(clippy::too_many_arguments, reason = "one argument each of the Python function")]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    puzzle: &str,
    instances: &Bound<'py, PyList>,
    rules: &Bound<'py, PyDict>,
    engine: Option<String>,
    metric: Option<String>,
    settings: &Bound<'py, PyDict>,
    policy: Option<&Bound<'py, Policy>>,
    wished: Option<usize>,
    moves: bool,
    progress: Option<Bound<'py, PyAny>>,
    budget: Budget,
) -> PyResult<Bound<'py, PyList>> {
    let items = instances.iter().map(|given| Item::new(&given)).collect::<PyResult<Vec<_>>>()?;
    let policy = policy.map(|policy| policy.get().of_kit(py)).transpose()?;
    let choice = Choice { engine, metric, settings: values(settings)?, policy, threads: 1 };
    let (rules, limits) = (values(rules)?, budget.limits(py)?);
    let (kit, engine) = quick(py, || {
        let kit = find(puzzle)?;
        rules.refuse_unknown(kit.about().name, &kit.rules())?;
        Ok((kit, kit.prepare(&choice.setup())?))
    })?;
    let (cancel, list) = (Cancel::new(), PyList::empty(py));
    let limits = limited(limits, engine.about().default_nodes);
    let batch = Batch { kit, rules, engine, limits, with_moves: moves, cancel: &cancel };
    let threads = threads(wished, items.len() as u64).min(MOST_THREADS);
    thread::scope(|scope| {
        let (sender, mut results) = mpsc::channel();
        let (batch, items) = (&batch, &items);
        let runner = scope.spawn(move || {
            panic::catch_unwind(AssertUnwindSafe(|| batch.run(items, threads, &sender)))
        });
        let (mut outcome, mut words) = (Ok(()), Words::default());
        let mut is_open = true;
        while is_open {
            let (ready, is_connected) = py.detach(|| received(&mut results));
            is_open = is_connected;
            // After an error, only the end is waited for.
            if outcome.is_ok() {
                outcome = take(py, ready, &list, &mut words, progress.as_ref());
                if outcome.is_err() {
                    cancel.cancel();
                }
            }
        }
        match py.detach(|| runner.join()) {
            Ok(Ok(())) => outcome,
            Ok(Err(thrown)) | Err(thrown) => outcome.and_then(|()| Err(panicked(&*thrown))),
        }
    })?;
    Ok(list)
}

/// The results that have come, after a wait for the first one, and whether more can come.
fn received<T>(results: &mut Receiver<T>) -> (Vec<T>, bool) {
    match results.recv_timeout(SIGNALS) {
        // Others may follow at once: the GIL is taken once for all of them.
        Ok(first) => {
            thread::sleep(GATHER);
            (iter::once(first).chain(results.try_iter()).collect(), true)
        }
        Err(RecvTimeoutError::Timeout) => (Vec::new(), true),
        Err(RecvTimeoutError::Disconnected) => (Vec::new(), false),
    }
}

/// Adds results to the list, and looks at Python's signals.
fn take(
    py: Python<'_>,
    ready: Vec<Result<Record, Fault>>,
    list: &Bound<'_, PyList>,
    words: &mut Words,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    py.check_signals()?;
    let count = ready.len();
    for result in ready {
        let record = result.map_err(|fault| error(py, &fault))?;
        list.append(to_record(py, &record, words)?)?;
    }
    match progress {
        Some(progress) if 0 < count => progress.call1((count,)).map(|_| ()),
        _ => Ok(()),
    }
}
