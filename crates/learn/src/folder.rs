//! The folder of a run: its settings, a line a generation, the state to go on from, the best genome.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::checkpoint::BadCheckpoint;
use crate::evolution::State;
use crate::genome::Lexicon;
use crate::log::Generation;

/// The settings of a run.
pub const SETTINGS: &str = "settings.toml";
/// A JSON line a generation.
pub const LOG: &str = "log.jsonl";
/// The state after the last of them.
pub const CHECKPOINT: &str = "checkpoint.json";
/// The best genome.
pub const BEST: &str = "best.toml";
/// An empty file that is locked while a process works in the folder.
const HOLD: &str = "lock";

/// While it lives, no other process works in the folder that it is of. It ends with the process, however that ends.
#[derive(Debug)]
pub struct Hold(#[allow(dead_code, reason = "it is locked while it is open")] File);

/// The folder of a run on disk.
///
/// Files are replaced whole, by renaming: whoever reads one, whenever, sees the old or the new, and a full disk leaves the old. The log is
/// written before the checkpoint; lines beyond it are dropped when the run goes on.
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
    /// Somebody else works in it.
    #[error("{}: another process is at work on this run", .0.display())]
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
    /// A folder for a new run, which is made if need be; its settings are written.
    pub fn create(path: &Path, settings: &impl Serialize) -> Result<Self, FolderError> {
        let folder = Self { path: path.to_owned() };
        if folder.file(SETTINGS).exists() {
            return Err(FolderError::Taken(path.to_owned()));
        }
        fs::create_dir_all(path).map_err(|error| folder.io("", error))?;
        folder.set(settings)?;
        Ok(folder)
    }

    /// Keeps other processes from working in the folder while the hold lasts; they may look.
    pub fn hold(&self) -> Result<Hold, FolderError> {
        let file = File::create(self.file(HOLD)).map_err(|error| self.io(HOLD, error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(FolderError::Busy(self.path.clone())),
            // Where files cannot be locked, nobody is kept out.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Hold(file)),
        }
    }

    /// Puts other settings in the place of those that there are.
    pub fn set(&self, settings: &impl Serialize) -> Result<(), FolderError> {
        let text = toml::to_string(settings)
            .map_err(|error| self.io(SETTINGS, io::Error::other(error)))?;
        self.replace(SETTINGS, &text)
    }

    /// The folder of a run, and its settings.
    pub fn open<S: DeserializeOwned>(path: &Path) -> Result<(Self, S), FolderError> {
        let folder = Self { path: path.to_owned() };
        let text = folder.read(SETTINGS)?.ok_or_else(|| FolderError::Empty(path.to_owned()))?;
        let settings = toml::from_str(&text)
            .map_err(|error| FolderError::Settings { path: folder.file(SETTINGS), error })?;
        Ok((folder, settings))
    }

    /// A folder whatever is in it: for runs that breed something else than genomes and have files of their own.
    #[must_use]
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// The path of one of its files.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The last state, if there was one; generations of the log that are beyond it are dropped.
    pub fn load(&self, lexicon: &Lexicon) -> Result<Option<State>, FolderError> {
        let state = self.state(lexicon)?;
        self.cut_log(state.as_ref().map_or(0, |state| state.generation))?;
        Ok(state)
    }

    /// The last state, if there was one. Nothing is changed, so that a run can be looked at while it goes on.
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

    /// The whole lines of a file of JSON; none if there is no such file.
    pub fn lines<T: DeserializeOwned>(&self, name: &str) -> Result<Vec<T>, FolderError> {
        let text = self.read(name)?.unwrap_or_default();
        let read = |(index, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| FolderError::Log {
                path: self.file(name),
                line: index + 1,
                error,
            })
        };
        // The last line of a run that is going on may be cut short.
        text.split_inclusive('\n')
            .filter(|line| line.ends_with('\n'))
            .enumerate()
            .map(read)
            .collect()
    }

    /// Adds a generation to the log, then makes the state after it the one to go on from.
    pub fn save(
        &self,
        log: &Generation,
        state: &State,
        lexicon: &Lexicon,
    ) -> Result<(), FolderError> {
        self.append(LOG, log)?;
        self.replace(CHECKPOINT, &state.to_checkpoint(lexicon))
    }

    /// Adds a JSON line to a file.
    pub fn append(&self, name: &str, line: &impl Serialize) -> Result<(), FolderError> {
        let append = || {
            let mut line = serde_json::to_string(line)?;
            line.push('\n');
            let mut file = OpenOptions::new().create(true).append(true).open(self.file(name))?;
            file.write_all(line.as_bytes())?;
            file.sync_data()
        };
        append().map_err(|error| self.io(name, error))
    }

    /// Keeps the first lines of the log, which are those of the generations before the checkpoint.
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

    /// Puts a file in place of what it was, whole.
    pub fn replace(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let (path, fresh) = (self.file(name), self.file(&format!("{name}.new")));
        let write = || {
            let mut file = File::create(&fresh)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&fresh, &path)?;
            // The name lasts when the folder does. Where folders cannot be opened, that is left to the system.
            File::open(&self.path).map_or(Ok(()), |folder| folder.sync_all())
        };
        write().map_err(|error| {
            // What is left of it serves nobody; if that fails too, the first error is the one to tell.
            let _ = fs::remove_file(&fresh);
            self.io(name, error)
        })
    }

    /// The text of one of its files, if it is there.
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
