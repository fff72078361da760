//! The folder of a run: settings, a log with a line per generation, a checkpoint, the best genome.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::checkpoint::BadCheckpoint;
use crate::evolution::State;
use crate::genome::Lexicon;
use crate::log::Generation;

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
    pub fn create(path: &Path, settings: &impl Serialize) -> Result<Self, FolderError> {
        let folder = Self { path: path.to_owned() };
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
    pub fn set(&self, settings: &impl Serialize) -> Result<(), FolderError> {
        let text = toml::to_string(settings)
            .map_err(|error| self.io(SETTINGS, io::Error::other(error)))?;
        self.replace(SETTINGS, &text)
    }

    /// Opens the folder of a run and reads its settings.
    pub fn open<S: DeserializeOwned>(path: &Path) -> Result<(Self, S), FolderError> {
        let folder = Self { path: path.to_owned() };
        let text = folder.read(SETTINGS)?.ok_or_else(|| FolderError::Empty(path.to_owned()))?;
        let settings = toml::from_str(&text)
            .map_err(|error| FolderError::Settings { path: folder.file(SETTINGS), error })?;
        Ok((folder, settings))
    }

    /// A folder with any content, for runs that evolve something else than genomes and have files of their own.
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
    pub fn load(&self, lexicon: &Lexicon) -> Result<Option<State>, FolderError> {
        let state = self.state(lexicon)?;
        self.cut_log(state.as_ref().map_or(0, |state| state.generation))?;
        Ok(state)
    }

    /// Reads the checkpoint, if there is one, and changes nothing: another process may be writing.
    pub fn state(&self, lexicon: &Lexicon) -> Result<Option<State>, FolderError> {
        let Some(text) = self.read(CHECKPOINT)? else { return Ok(None) };
        let state = State::from_checkpoint(&text, lexicon);
        let bad = |error| FolderError::Checkpoint { path: self.file(CHECKPOINT), error };
        state.map(Some).map_err(bad)
    }

    /// The log of a run.
    pub fn log(&self) -> Result<Vec<Generation>, FolderError> {
        self.lines(LOG)
    }

    /// The complete lines of a file of JSON lines; none if the file does not exist.
    pub fn lines<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>, FolderError> {
        let text = self.read(name)?.unwrap_or_default();
        let read = |(index, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| FolderError::Log {
                path: self.file(name),
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

    /// Appends a generation to the log, then writes the checkpoint after it.
    pub fn save(
        &self,
        log: &Generation,
        state: &State,
        lexicon: &Lexicon,
    ) -> Result<(), FolderError> {
        self.append(LOG, log)?;
        self.replace(CHECKPOINT, &state.to_checkpoint(lexicon))
    }

    /// Appends a JSON line to a file.
    pub fn append(&self, name: &str, line: &impl Serialize) -> Result<(), FolderError> {
        let append = || {
            let line = serde_json::to_string(line)? + "\n";
            patience_files::append(&self.file(name), line.as_bytes())
        };
        append().map_err(|error| self.io(name, error))
    }

    /// Truncates the log to its first `kept` lines, those of the generations before the checkpoint.
    pub fn cut_log(&self, kept: u32) -> Result<(), FolderError> {
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
