//! Layers on disk: a folder with one file each.
//!
//! A file with the right name is a finished layer. A restarted search, which is deterministic, uses the layers it finds and makes the others. Layers no longer needed are removed; a [journal](Journal)
//! keeps the results of their iterations, so they are not repeated. It also says which problem the folder is for, and has the lock.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use patience_core::Cut;
use patience_files::{Journal, JournalError, NewFile, Purpose, is_unfinished};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ShortestPath;
use super::coding::Order;
use super::layer_file::{LayerFile, Room, Unfinished};

const JOURNAL: &str = "journal.jsonl";
/// The extension of layers.
const LAYER: &str = "layer";

/// An error with the file in which it occurred.
///
/// ```
/// use patience_search::layered::WordFolder;
///
/// # let temporary = tempfile::tempdir()?;
/// let folder = temporary.path().join("words");
/// drop(WordFolder::open(&folder, "one search", None)?);
/// let error = WordFolder::open(&folder, "another search", None).unwrap_err();
/// assert!(error.is_of_another_folder());
/// assert!(error.path.starts_with(&folder));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct LayerStoreError {
    /// The file.
    pub path: PathBuf,
    /// The error.
    pub source: io::Error,
}

impl std::error::Error for LayerStoreError {}

impl fmt::Display for LayerStoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source.get_ref() {
            // It names the file itself.
            Some(error) if error.is::<JournalError>() => write!(f, "{error}"),
            _ => write!(f, "{}: {}", self.path.display(), self.source),
        }
    }
}

impl LayerStoreError {
    /// Whether the folder was made for something else or by another version: another folder is needed, and nothing is broken.
    ///
    /// ```
    /// use patience_files::{Journal, Purpose};
    /// use patience_search::layered::LayerStoreError;
    /// use serde_json::Value;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("journal.jsonl");
    /// std::fs::write(&path, "a letter\n")?;
    /// let error = Journal::open(&path, &Purpose::new("layers", 1), |_: Value| Ok(())).err();
    /// assert!(error.is_some_and(|error| LayerStoreError::from(error).is_of_another_folder()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn is_of_another_folder(&self) -> bool {
        let error = self.source.get_ref().and_then(|error| error.downcast_ref::<JournalError>());
        matches!(
            error,
            Some(
                JournalError::Foreign { .. }
                    | JournalError::Earlier { .. }
                    | JournalError::Version { .. }
                    | JournalError::Other { .. }
            )
        )
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        let advice = "remove the folder to begin again";
        let what = format!("{}; {advice}", what.into());
        Self { path: path.to_owned(), source: io::Error::new(io::ErrorKind::InvalidData, what) }
    }
}

impl From<JournalError> for LayerStoreError {
    fn from(error: JournalError) -> Self {
        let (path, kind) = match &error {
            JournalError::Io { path, error } => (path.clone(), error.kind()),
            JournalError::Busy { path, .. } => (path.clone(), io::ErrorKind::ResourceBusy),
            JournalError::Foreign { path, .. }
            | JournalError::Earlier { path, .. }
            | JournalError::Version { path, .. }
            | JournalError::Other { path, .. }
            | JournalError::Damaged { path, .. }
            | JournalError::Refused { path, .. } => (path.clone(), io::ErrorKind::InvalidData),
        };
        Self { path, source: io::Error::new(kind, error) }
    }
}

/// The effort of making a layer, and its best meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Made {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Why steps of this side were pruned.
    pub(super) cut: Cut,
    pub(super) meeting: Option<Meeting>,
}

/// A state that both sides reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Meeting {
    /// The number of moves of a solution through it.
    pub(super) cost: u8,
    pub(super) key: u64,
    /// The moves of this side, and of the other.
    pub(super) here: u8,
    pub(super) there: u8,
    /// The continuation of a move of which both sides made a part.
    pub(super) through: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Done {
    pub(super) iteration: String,
    pub(super) most: Option<u64>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) ending: Ending,
    /// The bounds of all states surveyed.
    pub(super) seen: Value,
    /// The best solution so far, if this iteration found it.
    pub(super) found: Option<ShortestPath>,
}

/// How an iteration ended.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cutoff_sides.rs"));
/// # }
/// # use doc::Sides;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{CutoffSides, Ending, IterationLimits};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // `Sides` is defined in the example of `CutoffSides`. An iteration that is abandoned proves nothing.
/// let mut sides = Sides { shortest: 12, factors: [2, 2], best: None };
/// let limits = IterationLimits { enough: 12, most: Some(100) };
/// let iteration = sides.complete(0, 12, limits, &mut meter)?.iteration;
/// assert_eq!((iteration.ending, sides.best), (Ending::GivenUp, None));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Ending {
    /// All states were expanded.
    Exhausted,
    /// All states within the cutoff.
    CutOff,
    /// All states within bounds.
    Bounded,
    /// It was abandoned.
    GivenUp,
}

/// A folder for layers.
#[derive(Clone, Debug)]
pub(super) struct LayerStore {
    folder: PathBuf,
    problem: String,
    /// The order of the records of its layers.
    order: Order,
    room: Room,
    journal: Arc<Mutex<Journal>>,
    /// The results of iterations that ended before this process began.
    done: Arc<Vec<Done>>,
}

impl LayerStore {
    /// Opens a folder, created if necessary, for layers of a problem with a maximum size. Locks it, and removes unfinished files.
    pub(super) fn open(
        folder: &Path,
        problem: &str,
        order: Order,
        limit: Option<u64>,
    ) -> Result<Self, LayerStoreError> {
        let fail = |source| LayerStoreError { path: folder.to_owned(), source };
        fs::create_dir_all(folder).map_err(fail)?;
        let mut done = Vec::new();
        let purpose = Purpose::new("layers", 1).with("problem", problem);
        let journal = Journal::open(&folder.join(JOURNAL), &purpose, |record| {
            done.push(record);
            Ok(())
        })?;
        for entry in fs::read_dir(folder).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            if is_unfinished_layer(&path) {
                fs::remove_file(&path).map_err(|source| LayerStoreError { path, source })?;
            }
        }
        let (folder, problem) = (folder.to_owned(), problem.to_owned());
        let (journal, done) = (Arc::new(Mutex::new(journal)), Arc::new(done));
        let room = Room { limit, used: Arc::new(AtomicU64::new(bytes(&folder)?)) };
        Ok(Self { folder, problem, order, room, journal, done })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{LAYER}"))
    }

    /// The finished layer with a name, if there is one.
    pub(super) fn find(&self, name: &str) -> Result<Option<LayerFile>, LayerStoreError> {
        let path = self.path(name);
        if !path.exists() {
            return Ok(None);
        }
        LayerFile::open(path, &self.problem, self.order).map(Some)
    }

    /// Starts a layer file, to be written part by part.
    pub(super) fn begin(&self, name: &str) -> Result<Unfinished, LayerStoreError> {
        let path = self.path(name);
        let (room, replaced) = (self.room.clone(), fs::metadata(&path).map_or(0, |it| it.len()));
        match NewFile::create(&path) {
            Ok(file) => {
                let (order, lengths, sums) = (self.order, vec![], vec![]);
                Ok(Unfinished { path, file, order, room, replaced, lengths, sums })
            }
            Err(source) => Err(LayerStoreError { path, source }),
        }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn problem(&self) -> &str {
        &self.problem
    }

    pub(super) fn room(&self) -> &Room {
        &self.room
    }

    /// The result of the iteration with a name and a maximum number of states, if it ended.
    pub(super) fn recall(&self, name: &str, most: Option<u64>) -> Option<&Done> {
        self.done.iter().rev().find(|done| done.iteration == name && done.most == most)
    }

    /// Records the result of an iteration.
    pub(super) fn note(&self, done: &Done) -> Result<(), LayerStoreError> {
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(journal.append_durably(done)?)
    }

    /// Removes the layers of iterations of the same kind with a smaller cutoff.
    pub(super) fn forget_before(&self, kind: &str, cutoff: u8) -> Result<(), LayerStoreError> {
        self.keep_only(|name| {
            let digits = name.strip_prefix(kind).and_then(|rest| rest.get(..3));
            digits.and_then(|digits| digits.parse().ok()).is_none_or(|other: u8| cutoff <= other)
        })
    }

    /// Removes the layers of a kind except those of one iteration.
    pub(super) fn forget_others(&self, kind: &str, iteration: &str) -> Result<(), LayerStoreError> {
        self.keep_only(|name| !name.starts_with(kind) || name.starts_with(iteration))
    }

    /// Removes the layers whose names are not wanted.
    pub(super) fn keep_only(
        &self,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<(), LayerStoreError> {
        keep_only(&self.folder, is_wanted)?;
        self.room.used.store(bytes(&self.folder)?, Ordering::Relaxed);
        Ok(())
    }

    /// Whether a folder contains finished layers, or results of iterations.
    pub(super) fn is_begun(folder: &Path) -> bool {
        let Ok(entries) = fs::read_dir(folder) else { return false };
        let mut paths = entries.filter_map(Result::ok).map(|entry| entry.path());
        // The first line of the journal says only what it is for.
        let has_results = |journal: &Path| {
            let lines = File::open(journal).map(|file| BufReader::new(file).split(b'\n'));
            lines.is_ok_and(|lines| lines.take(2).flatten().count() == 2)
        };
        paths.any(|path| is_layer(&path) || (path.ends_with(JOURNAL) && has_results(&path)))
    }

    /// Removes all layers, and the folder if nothing else is in it.
    pub(super) fn clear(&self) -> Result<(), LayerStoreError> {
        Self::remove(&self.folder)
    }

    /// Removes the layers and the journal of a folder, and the folder if nothing else is in it.
    pub(super) fn remove(folder: &Path) -> Result<(), LayerStoreError> {
        keep_only(folder, |_| false)?;
        let path = folder.join(JOURNAL);
        match fs::remove_file(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(LayerStoreError { path, source });
            }
            _ => {}
        }
        // The folder stays if it contains other files.
        let _ = fs::remove_dir(folder);
        Ok(())
    }
}

/// Bytes of the layers in a folder.
fn bytes(folder: &Path) -> Result<u64, LayerStoreError> {
    let bytes = || -> io::Result<u64> {
        let layers = fs::read_dir(folder)?
            .filter(|entry| entry.as_ref().map_or(true, |entry| is_layer(&entry.path())));
        layers.map(|entry| Ok(entry?.metadata()?.len())).sum()
    };
    bytes().map_err(|source| LayerStoreError { path: folder.to_owned(), source })
}

fn is_layer(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == LAYER)
}

/// Whether a file is a layer that was not finished.
fn is_unfinished_layer(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    is_unfinished(path) && name.contains(&format!(".{LAYER}."))
}

/// Removes the layers of a folder whose names are not wanted, finished or not.
fn keep_only(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Result<(), LayerStoreError> {
    let fail = |source| LayerStoreError { path: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if (is_layer(&path) || is_unfinished_layer(&path)) && !is_wanted(name) {
            fs::remove_file(&path).map_err(|source| LayerStoreError { path, source })?;
        }
    }
    Ok(())
}
