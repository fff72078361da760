//! The folder of a run: settings, a log with a line per generation, a checkpoint, results.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use patience_files::{
    Holder, Journal, JournalError, LockError, MOST_TEXT, Purpose, lock, read_journal, read_text,
    write_journal,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::checkpoint::BadCheckpoint;
use crate::evolution::{Run, Species, StateOf, from_checkpoint};

/// The settings of a run.
pub const SETTINGS: &str = "settings.toml";
/// A JSON line per generation.
pub const LOG: &str = "log.jsonl";
/// The state after the last generation.
pub const CHECKPOINT: &str = "checkpoint.json";
/// The best genome.
pub const BEST: &str = "best.toml";
/// The best genomes of each kind, if the run has an archive.
pub const ARCHIVE: &str = "archive.toml";
/// An empty file that a process locks while it works in the folder.
const HOLD: &str = "lock";

/// An exclusive lock of a folder. The system releases it when the process ends.
#[derive(Debug)]
pub struct Hold(#[allow(dead_code, reason = "the lock lasts as long as the file is open")] File);

/// The folder of a run on disk.
///
/// Files are replaced atomically (see [`patience_files`]). A generation is logged before its checkpoint is written; a resumed run drops the
/// lines beyond its checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
}

/// A folder that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is a run in it already.
    #[error("{} already holds a run", .0.display())]
    Taken(PathBuf),
    /// Another process works in it.
    #[error("{} is in use by {holder}", .path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
        /// The process.
        holder: Holder,
    },
    /// Something else is in it.
    #[error("{} is not empty: it has {name}; choose another folder", .path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// A file that is not of a run.
        name: String,
    },
    /// There is no run in it.
    #[error("{} holds no run: it has no {SETTINGS}", .0.display())]
    Empty(PathBuf),
    /// The settings cannot be read.
    #[error("{}: {error}", .path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// Where and why.
        error: toml::de::Error,
    },
    /// The log cannot be used.
    #[error(transparent)]
    Log(#[from] JournalError),
    /// The checkpoint cannot be read.
    #[error("{}: {error}", .path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Why.
        error: BadCheckpoint,
    },
    /// The log ends before the checkpoint.
    #[error("{}: it has {found} lines, but the checkpoint is of generation {expected}", .path.display())]
    Short {
        /// The file.
        path: PathBuf,
        /// Its lines.
        found: usize,
        /// What there should be.
        expected: u32,
    },
}

impl Folder {
    /// Creates the folder of a new run and writes its settings.
    pub fn create(path: &Path, settings: &str) -> Result<Self, FolderError> {
        let folder = Self::at(path);
        if folder.file(SETTINGS).exists() {
            return Err(FolderError::Taken(path.to_owned()));
        }
        fs::create_dir_all(path).map_err(|error| folder.io("", error))?;
        folder.require_empty()?;
        folder.set(settings)?;
        Ok(folder)
    }

    /// An error if there is a file that a new run could overwrite.
    fn require_empty(&self) -> Result<(), FolderError> {
        for entry in fs::read_dir(&self.path).map_err(|error| self.io("", error))? {
            let path = entry.map_err(|error| self.io("", error))?.path();
            // A process that crashed at the start leaves these.
            if !patience_files::is_unfinished(&path) && !path.ends_with(HOLD) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                return Err(FolderError::Foreign { path: self.path.clone(), name });
            }
        }
        Ok(())
    }

    /// Locks the folder against other writers, and removes what a crash left. Readers need no lock.
    pub fn hold(&self) -> Result<Hold, FolderError> {
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(false);
        let file = options.open(self.file(HOLD)).map_err(|error| self.io(HOLD, error))?;
        lock(&file).map_err(|error| match error {
            LockError::Held(holder) => FolderError::Busy { path: self.path.clone(), holder },
            LockError::Io(error) => self.io(HOLD, error),
        })?;
        patience_files::remove_unfinished(&self.path).map_err(|error| self.io("", error))?;
        Ok(Hold(file))
    }

    /// Replaces the settings.
    pub fn set(&self, settings: &str) -> Result<(), FolderError> {
        self.replace(SETTINGS, settings)
    }

    /// Opens the folder of a run and reads its settings.
    pub fn open<S: DeserializeOwned>(path: &Path) -> Result<(Self, S), FolderError> {
        let folder = Self::at(path);
        let settings = toml::from_str(&folder.settings()?)
            .map_err(|error| FolderError::Settings { path: folder.file(SETTINGS), error })?;
        Ok((folder, settings))
    }

    /// The text of the settings.
    pub fn settings(&self) -> Result<String, FolderError> {
        self.read(SETTINGS)?.ok_or_else(|| FolderError::Empty(self.path.clone()))
    }

    /// A folder that may not exist.
    #[must_use]
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of one of its files.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Reads the checkpoint, if there is one, and drops the lines of the log beyond it.
    pub fn load<S: Species>(&self, species: &S) -> Result<Option<StateOf<S>>, FolderError> {
        let state = self.state(species)?;
        self.cut_log(state.as_ref().map_or(0, |state| state.generation))?;
        Ok(state)
    }

    /// Reads the checkpoint, if there is one, and changes nothing: another process may be writing.
    pub fn state<S: Species>(&self, species: &S) -> Result<Option<StateOf<S>>, FolderError> {
        let Some(text) = self.read(CHECKPOINT)? else { return Ok(None) };
        let state = from_checkpoint(species, &text);
        state.map(Some).map_err(|error| self.bad_checkpoint(error))
    }

    pub(crate) fn bad_checkpoint(&self, error: BadCheckpoint) -> FolderError {
        FolderError::Checkpoint { path: self.file(CHECKPOINT), error }
    }

    /// The log of a run: its complete lines.
    pub fn log<T: DeserializeOwned>(&self) -> Result<Vec<T>, FolderError> {
        let (path, mut log) = (self.file(LOG), Vec::new());
        if path.exists() {
            read_journal(&path, &self.purpose()?, |line| {
                log.push(line);
                Ok(())
            })?;
        }
        Ok(log)
    }

    /// The bytes of an unfinished last line of the log, which a resumed run drops.
    pub fn unfinished(&self) -> Result<usize, FolderError> {
        let path = self.file(LOG);
        let skip = |_: Value| Ok(());
        if path.exists() { Ok(read_journal(&path, &self.purpose()?, skip)?) } else { Ok(0) }
    }

    /// Appends a generation to the log and writes the results, then the checkpoint.
    pub fn save(&self, line: &str, run: &dyn Run) -> Result<(), FolderError> {
        let line: Value = serde_json::from_str(line).map_err(|error| self.io(LOG, error.into()))?;
        let skip = |_: Value| Ok(());
        Journal::open(&self.file(LOG), &self.purpose()?, skip)?.append_durably(&line)?;
        self.write_results(run)?;
        self.replace(CHECKPOINT, &run.checkpoint())
    }

    /// What decides the log: the settings, except for the number of generations, which a resumed run may change.
    fn purpose(&self) -> Result<Purpose, FolderError> {
        let (_, mut settings) = Self::open::<toml::Table>(&self.path)?;
        settings.remove("generations");
        let settings = serde_json::to_value(settings);
        let settings = settings.map_err(|error| self.io(SETTINGS, error.into()))?;
        Ok(Purpose::new("evolve", 1).with("settings", settings))
    }

    /// Writes the results of a run, as far as they changed.
    pub fn write_results(&self, run: &dyn Run) -> Result<(), FolderError> {
        for (name, text) in run.results() {
            if self.read(name)?.as_deref() != Some(&text) {
                self.replace(name, &text)?;
            }
        }
        Ok(())
    }

    /// Truncates the log to its first `kept` lines, those of the generations before the checkpoint.
    fn cut_log(&self, kept: u32) -> Result<(), FolderError> {
        let (path, mut log) = (self.file(LOG), Vec::<Value>::new());
        if path.exists() {
            // Drops an unfinished last line, too.
            Journal::open(&path, &self.purpose()?, |line| {
                log.push(line);
                Ok(())
            })?;
        }
        let found = log.len();
        if found < kept as usize {
            return Err(FolderError::Short { path, found, expected: kept });
        }
        if (kept as usize) < found {
            write_journal(&path, &self.purpose()?, &log[..kept as usize])?;
        }
        Ok(())
    }

    /// Replaces a file atomically.
    pub fn replace(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let path = self.file(name);
        patience_files::replace(&path, text.as_bytes()).map_err(|error| self.io(name, error))
    }

    /// The text of one of its files, if it exists.
    pub fn read(&self, name: &str) -> Result<Option<String>, FolderError> {
        match read_text(&self.file(name), MOST_TEXT) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.io(name, error)),
        }
    }

    fn io(&self, name: &str, error: io::Error) -> FolderError {
        FolderError::Io { path: self.file(name), error }
    }
}
