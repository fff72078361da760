//! The folder of a run: settings, a log with a line per generation, a checkpoint, results.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

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
    #[error("{}: another process is working on this run", .0.display())]
    Busy(PathBuf),
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
    /// The log cannot be read.
    #[error("{}, line {line}: {error}", .path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        error: serde_json::Error,
    },
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
        folder.set(settings)?;
        Ok(folder)
    }

    /// Locks the folder against other writers, and removes what a crash left. Readers need no lock.
    pub fn hold(&self) -> Result<Hold, FolderError> {
        let file = File::create(self.file(HOLD)).map_err(|error| self.io(HOLD, error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(FolderError::Busy(self.path.clone())),
            Ok(()) => {
                patience_files::remove_unfinished(&self.path)
                    .map_err(|error| self.io("", error))?;
            }
            // The file system has no locks.
            Err(TryLockError::Error(_)) => {}
        }
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
        let text = self.read(LOG)?.unwrap_or_default();
        let read = |(index, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| FolderError::Log {
                path: self.file(LOG),
                line: index + 1,
                error,
            })
        };
        // The last line may be incomplete: a process may be writing it.
        text.split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
            .enumerate()
            .map(read)
            .collect()
    }

    /// Appends a generation to the log and writes the results, then the checkpoint.
    pub fn save(&self, line: &str, run: &dyn Run) -> Result<(), FolderError> {
        patience_files::append(&self.file(LOG), format!("{line}\n").as_bytes())
            .map_err(|error| self.io(LOG, error))?;
        self.write_results(run)?;
        self.replace(CHECKPOINT, &run.checkpoint())
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
        let log = self.read(LOG)?.unwrap_or_default();
        let whole: Vec<&str> =
            log.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
        if whole.len() < kept as usize {
            let (path, found) = (self.file(LOG), whole.len());
            return Err(FolderError::Short { path, found, expected: kept });
        }
        let rest = whole[..kept as usize].concat();
        if rest != log {
            self.replace(LOG, &rest)?;
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
        match fs::read_to_string(self.file(name)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.io(name, error)),
        }
    }

    fn io(&self, name: &str, error: io::Error) -> FolderError {
        FolderError::Io { path: self.file(name), error }
    }
}
