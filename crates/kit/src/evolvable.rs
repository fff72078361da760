//! What can be evolved: policies of a puzzle, or something else that the puzzle offers, such as hard boards.

use patience_core::Cancel;
use patience_learn::{Folder, FolderError, Run, SettingsError, Table};
use serde_json::Value;

use crate::{Fault, Field};

/// Something that can be evolved. Complete settings are the text of a `settings.toml`. Object safe.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/counting.rs"));
/// # }
/// # use doc::Counting;
/// use patience_kit::Evolvable;
/// use patience_learn::Table;
///
/// // Complete settings are defaults with changes; a resumed run keeps its own.
/// let changes = "generations = 3".parse::<Table>().expect("it is TOML");
/// let settings = Counting.settings(changes)?;
/// assert_eq!(Counting.continued(&settings, Table::new())?, settings);
/// let run = Counting.begin(&settings)?;
/// assert_eq!((run.generation(), run.remaining()), (0, Some(3)));
/// assert!(Counting.check("generations = -1").is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/counting.rs"));
/// # }
/// # use doc::Counting;
/// use patience_kit::{Evolvable, EvolvableAbout};
///
/// // Examples are command lines of its own name.
/// let EvolvableAbout { name, examples, .. } = Counting.about();
/// assert!(examples.iter().all(|example| example.starts_with(&format!("evolve {name}"))));
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/counting.rs"));
/// # }
/// # use doc::Counting;
/// use patience_core::Cancel;
/// use patience_kit::{Estimate, Evolvable};
///
/// let cancel = Cancel::new();
/// let estimate = Counting.estimate("generations = 1000", &cancel)?;
/// let seconds = |it: Estimate| it.seconds * f64::from(it.generations);
/// assert!(estimate.map(seconds).is_some_and(|whole_run| whole_run < 1.0));
/// cancel.cancel();
/// assert_eq!(Counting.estimate("generations = 1000", &cancel)?, None);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/counting.rs"));
/// # }
/// # use doc::summary;
/// use patience_kit::RunReport;
///
/// // Lines for people and JSON for programs say the same.
/// let RunReport { lines, json, charts, .. } = summary(3);
/// assert_eq!((&lines[..], &json["count"]), (&[("count", "3".to_owned())][..], &3.into()));
/// assert!(charts.is_empty());
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/counting.rs"));
/// # }
/// # use doc::summary;
/// // A row has a cell for every column.
/// let table = summary(3).best.expect("there is a best individual");
/// assert!(table.rows.iter().all(|row| row.len() == table.head.len()));
/// ```
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
