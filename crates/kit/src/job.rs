//! Long computations in units of work: generating, enumerating, tables.

use patience_core::{Cancel, Limits};
use serde::Serialize;
use serde_json::Value;

use crate::{Fault, Field, Position, Values};

/// A computation that a puzzle offers.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_core::{Cancel, Limits};
/// use patience_kit::{Finished, Job, Kit, Values};
///
/// /// Runs a job on one thread.
/// fn run(job: &dyn Job, settings: &Values) -> Result<Finished, patience_kit::Fault> {
///     let (work, mut gather) = job.start(settings)?;
///     for unit in 0..work.units().unwrap_or(u64::MAX) {
///         let Some(result) = work.work(unit, &Limits::default(), &Cancel::new())? else { break };
///         if gather.take(unit, result)?.is_enough {
///             break;
///         }
///     }
///     Ok(gather.finish())
/// }
///
/// // Two heaps that can be emptied by taking two or three at a time.
/// let done = run(KIT.jobs()[0], &Values::from_iter([("count", 2)]))?;
/// assert!(done.is_complete);
/// assert_eq!(done.list.as_deref(), Some("# heap 2: 1 move, 2 stones\n2\n\n# heap 3: 1 move, 3 stones\n3\n"));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub trait Job: Send + Sync {
    /// What it is.
    fn about(&self) -> JobAbout;

    /// Begins with these settings: what works on units, and what gathers their results.
    #[allow(clippy::type_complexity, reason = "an alias would hide what it returns")]
    fn start(&self, settings: &Values) -> Result<(Box<dyn Work>, Box<dyn Gather>), Fault>;
}

/// A job as data.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_kit::{Kit, Values};
///
/// let about = KIT.jobs()[0].about();
/// assert_eq!((about.verb, about.name), ("generate", "heap"));
/// // Its settings say which values it takes.
/// assert!(Values::from_iter([("size", 4)]).refuse_unknown("it", &about.settings).is_err());
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use patience_core::{Cancel, Limits};
/// # use patience_kit::{Kit, Values};
/// # let job = KIT.jobs()[0];
/// let (work, _) = job.start(&Values::default())?;
/// let result = |unit| work.work(unit, &Limits::default(), &Cancel::new());
/// // The same unit gives the same result, whatever came before it.
/// assert_eq!((work.units(), result(7)?), (Some(10), result(7)?));
/// let cancel = Cancel::new();
/// cancel.cancel();
/// assert_eq!(work.work(7, &Limits::default(), &cancel)?, None);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub trait Work: Send + Sync {
    /// How many units there are; `None` if they go on until [`Gather::take`] has enough.
    fn units(&self) -> Option<u64>;

    /// Announces the units to come, in order except for those that run at once. Work that explores many units together needs it.
    fn plan(&self, _units: &mut dyn Iterator<Item = u64>) {}

    /// The result of a unit, from 0; `None` if it was cancelled.
    fn work(&self, unit: u64, limits: &Limits, cancel: &Cancel) -> Result<Option<Value>, Fault>;
}

/// Gathers results in the order of the units, on one thread.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use patience_core::{Cancel, Limits};
/// # use patience_kit::{Kit, Values};
/// # let job = KIT.jobs()[0];
/// let (work, mut gather) = job.start(&Values::from_iter([("count", 2)]))?;
/// assert_eq!(gather.goal(), 2);
/// // A heap of one cannot be emptied: it is no progress.
/// for (unit, progress) in [(0, 0), (1, 0), (2, 1), (3, 1)] {
///     let result = work.work(unit, &Limits::default(), &Cancel::new())?.expect("it is not cancelled");
///     assert_eq!(gather.take(unit, result)?.progress, progress);
/// }
/// assert!(gather.finish().is_complete);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub trait Gather: Send {
    /// How much there is to gather: what a progress bar counts up to.
    fn goal(&self) -> u64;

    /// Takes the result of the next unit, fresh or from a journal; an error if it belongs to another job.
    fn take(&mut self, unit: u64, result: Value) -> Result<Taken, Fault>;

    /// The end, after the last unit or an interrupt.
    fn finish(&mut self) -> Finished;
}

/// What the result of a unit adds.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use patience_core::{Cancel, Limits};
/// # use patience_kit::{Kit, Values};
/// # let job = KIT.jobs()[0];
/// # let (work, mut gather) = job.start(&Values::from_iter([("count", 1)]))?;
/// # let result = work.work(7, &Limits::default(), &Cancel::new())?.expect("it is not cancelled");
/// // The job makes one heap, and a heap of seven can be emptied.
/// let taken = gather.take(7, result)?;
/// assert_eq!((taken.items.len(), taken.progress, taken.is_enough), (1, 1, true));
/// assert_eq!(taken.message, "1 examined, 1 found");
/// # Ok::<(), patience_kit::Fault>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use patience_core::{Cancel, Limits};
/// # use patience_kit::{Kit, Values};
/// # let job = KIT.jobs()[0];
/// # let (work, mut gather) = job.start(&Values::from_iter([("count", 1)]))?;
/// # let result = work.work(7, &Limits::default(), &Cancel::new())?.expect("it is not cancelled");
/// let item = gather.take(7, result)?.items.remove(0);
/// assert_eq!((&*item.text, &*item.name), ("7: 3 moves, 7 stones", "heap-7"));
/// // The record and the position are those of the line.
/// assert_eq!(item.json["stones"], 7);
/// assert_eq!(item.position.map(|heap| heap.json()["stones"].clone()), Some(7.into()));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use patience_core::{Cancel, Limits};
/// # use patience_kit::{Kit, Values};
/// # let job = KIT.jobs()[0];
/// // An interrupt: the job made nothing yet.
/// let (_, mut gather) = job.start(&Values::from_iter([("count", 2)]))?;
/// let done = gather.finish();
/// assert!(!done.is_complete);
/// assert_eq!(done.notes, ["0 of 2 heaps; 0 examined"]);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
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
