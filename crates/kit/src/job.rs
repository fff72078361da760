//! Long computations in units of work: generating, enumerating, tables.

use patience_core::{Cancel, Limits};
use serde::Serialize;
use serde_json::Value;

use crate::{Fault, Field, Position, Values};

/// A computation that a puzzle offers.
pub trait Job: Send + Sync {
    /// What it is.
    fn about(&self) -> JobAbout;

    /// Begins with these settings: what works on units, and what gathers their results.
    #[allow(clippy::type_complexity, reason = "an alias would hide what it returns")]
    fn start(&self, settings: &Values) -> Result<(Box<dyn Work>, Box<dyn Gather>), Fault>;
}

/// A job as data.
#[derive(Clone, Debug, Serialize)]
pub struct JobAbout {
    /// The verb of the program: `generate`, `enumerate`, `evolve`.
    pub verb: &'static str,
    /// The word behind the verb: the puzzle's name, or another one.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Its settings.
    pub settings: Vec<Field>,
    /// The names of settings that do not change the results, so that another run may continue a file with other ones.
    pub unrecorded: &'static [&'static str],
    /// The flag of the file that results are written to as they come, and that the job continues from.
    pub journal: Option<&'static str>,
    /// The flag of the file that the list of all items is written to at the end.
    pub list: Option<&'static str>,
    /// Whether items have pictures.
    pub pictures: bool,
    /// Whether a unit can be limited in nodes, time and memory.
    pub limits: bool,
}

/// Works on units, on several threads at once. The same unit gives the same result.
pub trait Work: Send + Sync {
    /// How many units there are; `None` if they go on until [`Gather::take`] has enough.
    fn units(&self) -> Option<u64>;

    /// Announces the units to come, in order except for those that run at once. Work that explores many units together needs it.
    fn plan(&self, _units: &mut dyn Iterator<Item = u64>) {}

    /// The result of a unit, from 0; `None` if it was cancelled.
    fn work(&self, unit: u64, limits: &Limits, cancel: &Cancel) -> Result<Option<Value>, Fault>;
}

/// Gathers results in the order of the units, on one thread.
pub trait Gather: Send {
    /// How much there is to gather: what a progress bar counts up to.
    fn goal(&self) -> u64;

    /// Takes the result of the next unit, fresh or from a journal; an error if it belongs to another job.
    fn take(&mut self, unit: u64, result: Value) -> Result<Taken, Fault>;

    /// The end, after the last unit or an interrupt.
    fn finish(&mut self) -> Finished;
}

/// What the result of a unit adds.
#[derive(Default)]
pub struct Taken {
    /// Items to print.
    pub items: Vec<Item>,
    /// How much of the goal it adds.
    pub progress: u64,
    /// The state of the whole in a few words.
    pub message: String,
    /// Whether nothing more is needed.
    pub is_enough: bool,
}

/// Something that a job made.
#[derive(Default)]
pub struct Item {
    /// The line that is printed.
    pub text: String,
    /// The same for programs. Its fields are file format.
    pub json: Value,
    /// The name of its file, without an extension.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// The position, where it is one: it has a picture, and can be graded and solved.
    pub position: Option<Box<dyn Position>>,
}

/// What a job came to.
#[derive(Default)]
pub struct Finished {
    /// The summary that is printed.
    pub text: String,
    /// The same for programs; items are printed instead where there is none.
    pub json: Option<Value>,
    /// The list of all items as a file.
    pub list: Option<String>,
    /// Remarks for people.
    pub notes: Vec<String>,
    /// Whether the job did what it was asked for.
    pub is_complete: bool,
}
