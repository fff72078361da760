//! What can be evolved: policies of a puzzle, or something else that the puzzle offers, such as hard boards.

use patience_core::Cancel;
use patience_learn::{Folder, FolderError, Run, SettingsError, Table};
use serde_json::Value;

use crate::{Fault, Field};

/// Something that can be evolved. Complete settings are the text of a `settings.toml`. Object safe.
pub trait Evolvable: Send + Sync {
    /// What it is.
    fn about(&self) -> EvolvableAbout;

    /// Checks a file of settings, which need not be complete; errors have line and column.
    fn check(&self, text: &str) -> Result<(), Fault>;

    /// Complete settings: the defaults with changes, checked.
    fn settings(&self, changes: Table) -> Result<String, Fault>;

    /// The settings of a resumed run: its own with changes, checked.
    fn continued(&self, before: &str, changes: Table) -> Result<String, Fault>;

    /// Whether settings that name no puzzle are of this kind.
    fn owns(&self, settings: &Table) -> bool;

    /// The folder of a run that names none, by its settings.
    fn default_folder(&self, settings: &str) -> Option<String>;

    /// Starts a run.
    fn begin(&self, settings: &str) -> Result<Box<dyn Run>, Fault>;

    /// Resumes the run of a folder.
    fn resume(&self, settings: &str, folder: &Folder) -> Result<Box<dyn Run>, Fault>;

    /// What another process needs to evaluate items of a run with these settings.
    fn evaluator(&self, settings: &str) -> Result<Box<Evaluate>, Fault>;

    /// The cost of a run, from a few searches; `None` if cancelled.
    fn estimate(&self, settings: &str, cancel: &Cancel) -> Result<Option<Estimate>, Fault>;

    /// A report of the run in a folder; `None` where surfaces make it from the log.
    fn report(&self, folder: &Folder) -> Result<Option<RunReport>, Fault>;
}

/// The result of an item of [`Executor::run_anywhere`](patience_learn::Executor::run_anywhere), both as JSON.
pub type Evaluate = dyn Fn(&str, &Cancel) -> Result<String, Fault>;

/// Something that can be evolved, as data.
#[derive(Clone, Debug)]
pub struct EvolvableAbout {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// A description of a run and of its files.
    pub description: String,
    /// Examples: command lines without the name of the program.
    pub examples: Vec<String>,
    /// Settings that have flags of their own.
    pub flags: Vec<Field>,
}

/// The cost of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// What was measured.
    pub measured: String,
    /// Seconds of a generation on one thread.
    pub seconds: f64,
    /// The number of generations.
    pub generations: u32,
    /// Whether the run takes this long at most, or about this long.
    pub is_bound: bool,
    /// What the estimate leaves out.
    pub note: &'static str,
}

/// A report of a run. Surfaces do the layout.
#[derive(Clone, Debug, Default)]
pub struct RunReport {
    /// A headline.
    pub about: String,
    /// The summary: a label and text per line; lines that continue a label have an empty one.
    pub lines: Vec<(&'static str, String)>,
    /// The summary for programs. Its fields are file format.
    pub json: Value,
    /// The main figures: name, value, remark.
    pub facts: Vec<(&'static str, String, String)>,
    /// Charts of the generations as HTML figures.
    pub charts: Vec<String>,
    /// A title and a picture as SVG.
    pub picture: Option<(&'static str, String)>,
    /// The best individuals.
    pub best: Option<BestTable>,
    /// The settings.
    pub settings: Table,
}

/// A table of the best individuals of a run.
#[derive(Clone, Debug)]
pub struct BestTable {
    /// The title.
    pub title: &'static str,
    /// The names of the columns.
    pub head: &'static [&'static str],
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl From<FolderError> for Fault {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::Io { .. } => Self::environment(error),
            FolderError::Taken(_) => {
                Self::input(format_args!("{error}: resume it with --resume, or use another folder"))
            }
            _ => Self::input(error),
        }
    }
}

impl From<SettingsError> for Fault {
    fn from(error: SettingsError) -> Self {
        Self::input(error)
    }
}
