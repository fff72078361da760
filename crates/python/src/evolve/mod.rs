//! Evolution for Python: the loop and the files of the program, with functions of Python that breed, evaluate and watch.

mod hooks;
mod settings;
mod workers;

use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use patience_kit::{Fault, Kit};
use patience_learn::folder::SETTINGS;
use patience_learn::{
    Arena, Evolution, Executor, Folder, LogLine, Policies, Run, RunSettings as _, Settings, Table,
    TomlValue,
};
use patience_workbench::batch::all_cores;
use patience_workbench::policies::{Hooks, kit_policies, policies};
use patience_workbench::{RunFolder, evolution, find};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use self::hooks::{Breeding, Hook, Judging};
use self::workers::Interruptible;
use crate::convert::{error, panicked, refuse, to_python};
use crate::own::{Own, OwnPuzzle};
use crate::position::MOST_THREADS;
use crate::raised::Raised;

/// Names of functions of Python in settings begin with this: no other program can call them.
const PREFIX: &str = "python:";

/// What evolves policies.
enum Subject {
    Kit(&'static dyn Kit),
    Own(Arc<Own>),
}

/// A function of Python with its name in settings.
#[derive(FromPyObject)]
pub(crate) struct Named(Py<PyAny>, String);

/// A run to do.
struct Task {
    subject: Subject,
    out: PathBuf,
    changes: Table,
    is_resumed: bool,
    threads: Option<usize>,
    mutator: Option<Named>,
    fitness: Option<Named>,
    progress: Option<Py<PyAny>>,
    raised: Arc<Raised>,
}

/// Why a run has no result.
enum Failure {
    Fault(Fault),
    /// What Python raised.
    Raised,
}

impl<E: Into<Fault>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

/// Evolves policies in a folder. Returns the log and a note. `progress` is called with every line of the log and the generations that remain.
#[pyfunction]
#[pyo3(signature = (
    puzzle: "str | OwnPuzzle",
    out,
    settings: "dict[str, typing.Any]",
    resume,
    threads,
    mutator: "tuple[typing.Callable[[typing.Any, typing.Any, typing.Any], str], str] | None",
    fitness: "tuple[typing.Callable[[str, list[typing.Any]], float], str] | None",
    progress: "typing.Callable[[dict[str, typing.Any], int | None], object] | None",
) -> "tuple[list[dict[str, typing.Any]], str | None]")]
#[allow(clippy::too_many_arguments, reason = "one argument each of the Python function")]
pub(crate) fn evolve<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyAny>,
    out: PathBuf,
    settings: &Bound<'py, PyDict>,
    resume: bool,
    threads: Option<usize>,
    mutator: Option<Named>,
    fitness: Option<Named>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyList>, Option<String>)> {
    let subject = if let Ok(own) = puzzle.cast::<OwnPuzzle>() {
        Subject::Own(own.get().own())
    } else {
        let kit = find(&puzzle.extract::<String>()?);
        Subject::Kit(kit.map_err(|fault| error(py, &fault))?)
    };
    if threads == Some(0) {
        return Err(refuse(py, "threads: expected 1 or more"));
    }
    let raised = Arc::new(Raised::default());
    let task = Task {
        subject,
        out,
        changes: settings::changes(settings)?,
        is_resumed: resume,
        threads: threads.map(|threads| threads.min(MOST_THREADS)),
        mutator,
        fitness,
        progress,
        raised: Arc::clone(&raised),
    };
    let done = py.detach(|| panic::catch_unwind(AssertUnwindSafe(|| task.run())));
    // An exception of Python comes first: it may be why something else failed.
    if let Some(raised) = raised.take() {
        return Err(raised);
    }
    match done {
        Err(thrown) => Err(panicked(&*thrown)),
        Ok(Err(Failure::Fault(fault))) => Err(error(py, &fault)),
        Ok(Err(Failure::Raised)) => Err(panicked(&"a run ended without a reason")),
        Ok(Ok((log, note))) => {
            let list = PyList::empty(py);
            for line in &log {
                list.append(to_python(py, line)?)?;
            }
            Ok((list, note))
        }
    }
}

impl Task {
    fn run(self) -> Result<(Vec<Value>, Option<String>), Failure> {
        let mut stored = if self.is_resumed { self.resume()? } else { self.begin()? };
        while !stored.run.is_over() {
            let workers = Interruptible { threads: self.threads(), raised: &self.raised };
            let cancel = &self.raised.cancel;
            let mut executor = Executor { workers: &workers, cancel, watcher: &mut () };
            let advanced = stored.advance(&mut executor);
            let Ok(logged) = advanced? else {
                return Err(match stored.run.failure() {
                    Some(failure) if !self.raised.is_over() => Fault::input(failure).into(),
                    _ => Failure::Raised,
                });
            };
            self.report(&logged, stored.run.remaining());
            self.raised.look_at_signals();
            if self.raised.is_over() {
                return Err(Failure::Raised);
            }
        }
        let note = stored.finish()?.note;
        Ok((stored.folder.log()?, note))
    }

    /// The thread that called searches puzzles of Python, which have the GIL anyway.
    fn threads(&self) -> Option<usize> {
        match self.subject {
            Subject::Own(_) => self.threads.filter(|&threads| 1 < threads),
            Subject::Kit(_) => Some(self.threads.unwrap_or_else(all_cores)),
        }
    }

    fn report(&self, logged: &LogLine, remaining: Option<u32>) {
        let Some(progress) = &self.progress else { return };
        let called = Python::attach(|py| {
            // A line of the log is JSON.
            let line = serde_json::from_str(&logged.json).unwrap_or_default();
            progress.call1(py, (to_python(py, &line)?, remaining)).map(drop)
        });
        self.raised.keep(called);
    }

    fn begin(&self) -> Result<RunFolder, Failure> {
        let mut changes = self.changes.clone();
        for (key, given) in self.functions() {
            if let Some(Named(_, name)) = given {
                changes.insert(key.to_owned(), format!("{PREFIX}{name}").into());
            }
        }
        let settings = match &self.subject {
            Subject::Kit(kit) => evolution::settings(kit.about().name, changes)?,
            Subject::Own(own) => {
                evolution::with_gradual_length(own.settings(), &changes).changed(changes)?
            }
        };
        let text = settings.to_text();
        let run = Box::new(Evolution::begin(self.policies(settings)?));
        self.stop_if_over()?;
        Ok(RunFolder::create(&self.out, &text, run)?)
    }

    fn resume(&self) -> Result<RunFolder, Failure> {
        let folder = Folder::at(&self.out);
        let before = folder.settings()?;
        let file = folder.file(SETTINGS);
        let wrong =
            |what: &dyn std::fmt::Display| Fault::input(format_args!("{}: {what}", file.display()));
        let table: Table =
            before.parse().map_err(|error: patience_learn::TomlError| wrong(&error))?;
        let mut changes = self.changes.clone();
        for (key, given) in self.functions() {
            let old = table.get(key).and_then(TomlValue::as_str);
            let old = old.filter(|name| name.starts_with(PREFIX));
            match (old, given) {
                // It may have moved to another module since.
                (Some(_), Some(_)) | (None, None) => {}
                (Some(name), None) => {
                    let what =
                        format!("the run has a function of Python, {name}: give it as {key}=…");
                    return Err(wrong(&what).into());
                }
                (None, Some(Named(_, name))) => {
                    changes.insert(key.to_owned(), format!("{PREFIX}{name}").into());
                }
            }
        }
        let settings = Settings::continued(&before, changes).map_err(|error| wrong(&error))?;
        let text = settings.to_text();
        let open = |folder: &Folder| -> Result<Box<dyn Run>, Fault> {
            Ok(Box::new(Evolution::open(self.policies(settings)?, folder)?))
        };
        let stored = RunFolder::resume(folder, &text, open);
        self.stop_if_over()?;
        Ok(stored?)
    }

    fn functions(&self) -> [(&'static str, Option<&Named>); 2] {
        [("mutator", self.mutator.as_ref()), ("fitness", self.fitness.as_ref())]
    }

    /// Nothing is written after an exception.
    fn stop_if_over(&self) -> Result<(), Failure> {
        if self.raised.is_over() { Err(Failure::Raised) } else { Ok(()) }
    }

    fn policies(&self, settings: Settings) -> Result<Policies, Fault> {
        let hook = |named: &Named| Hook {
            function: Python::attach(|py| named.0.clone_ref(py)),
            raised: Arc::clone(&self.raised),
        };
        let hooks = Hooks {
            mutator: self.mutator.as_ref().map(|named| Box::new(Breeding::new(hook(named))) as _),
            fitness: self.fitness.as_ref().map(|named| Box::new(Judging(hook(named))) as _),
        };
        match &self.subject {
            Subject::Kit(kit) => kit_policies(*kit, settings, hooks),
            Subject::Own(own) => {
                let arena: Rc<dyn Arena> = Rc::new(own.arena(&settings, &self.raised)?);
                policies(settings, arena, hooks)
            }
        }
    }
}
