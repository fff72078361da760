//! The folder of a run: settings, a log with a line per generation, a checkpoint, results.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use patience_files::{
    Journal, LockError, MOST_TEXT, Purpose, lock, read_journal, read_text, write_journal,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::checkpoint::BadCheckpoint;
use crate::evolution::{Run, Species, StateOf, from_checkpoint};
use crate::folder_error::FolderError;

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
const LOCK: &str = "lock";

/// An exclusive lock of a folder. The system releases it when the process ends.
///
/// ```
/// use patience_learn::{Folder, FolderError};
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = Folder::create(&temporary.path().join("run"), "generations = 3\n")?;
/// let lock = folder.lock()?;
/// assert!(matches!(folder.lock(), Err(FolderError::Busy { .. })));
/// drop(lock);
/// assert!(folder.lock().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FolderLock(
    #[allow(dead_code, reason = "the lock lasts as long as the file is open")] File,
);

/// The folder of a run on disk.
///
/// Files are replaced atomically (see [`patience_files`]). A generation is logged before its checkpoint is written; a resumed run drops the
/// lines beyond its checkpoint.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// use patience_core::Cancel;
/// use patience_learn::{Sequential, Evolution, Executor, Folder, Run};
///
/// # let temporary = tempfile::tempdir()?;
/// let folder = Folder::create(&temporary.path().join("run"), "generations = 3\n")?;
/// let mut executor = Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut () };
/// // `Numbers` is defined in the example of `Species`.
/// let mut run = Evolution::open(Numbers { generations: 3 }, &folder)?;
/// while !run.is_over() {
///     let logged = run.advance(&mut executor)?;
///     folder.save(&logged.json, &run)?;
/// }
/// // A line per generation, and the state after the last.
/// assert_eq!(folder.log::<serde_json::Value>()?.len(), 3);
/// assert_eq!(folder.state(&Numbers { generations: 3 })?.as_ref(), Some(run.state()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Creates the folder of a new run and writes its settings.
    ///
    /// ```
    /// use patience_learn::{Folder, FolderError};
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// let folder = Folder::create(&temporary.path().join("run"), "generations = 3\n")?;
    /// assert_eq!(folder.settings()?, "generations = 3\n");
    /// // It overwrites no file of somebody else.
    /// std::fs::write(temporary.path().join("thesis.txt"), "mine")?;
    /// assert!(matches!(Folder::create(temporary.path(), ""), Err(FolderError::Foreign { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
            if !patience_files::is_unfinished(&path) && !path.ends_with(LOCK) {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                return Err(FolderError::Foreign { path: self.path.clone(), name });
            }
        }
        Ok(())
    }

    /// Locks the folder against other writers, and removes what a crash left. Readers need no lock. [`FolderLock`] has an example.
    pub fn lock(&self) -> Result<FolderLock, FolderError> {
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(false);
        let file = options.open(self.file(LOCK)).map_err(|error| self.io(LOCK, error))?;
        lock(&file).map_err(|error| match error {
            LockError::Held(holder) => FolderError::Busy { path: self.path.clone(), holder },
            LockError::Io(error) => self.io(LOCK, error),
        })?;
        patience_files::remove_unfinished(&self.path).map_err(|error| self.io("", error))?;
        Ok(FolderLock(file))
    }

    /// Replaces the settings.
    ///
    /// ```
    /// use patience_learn::Folder;
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// # let folder = Folder::create(&temporary.path().join("run"), "generations = 3\n")?;
    /// folder.set("generations = 5\n")?;
    /// assert_eq!(folder.settings()?, "generations = 5\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(&self, settings: &str) -> Result<(), FolderError> {
        self.replace(SETTINGS, settings)
    }

    /// Opens the folder of a run and reads its settings.
    ///
    /// ```
    /// use patience_learn::{Folder, Table};
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// let path = temporary.path().join("run");
    /// assert!(Folder::open::<Table>(&path).is_err());
    /// let created = Folder::create(&path, "generations = 3\n")?;
    /// let (opened, settings) = Folder::open::<Table>(&path)?;
    /// assert_eq!(opened, created);
    /// assert_eq!(settings["generations"].as_integer(), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open<S: DeserializeOwned>(path: &Path) -> Result<(Self, S), FolderError> {
        let folder = Self::at(path);
        let settings = toml::from_str(&folder.settings()?)
            .map_err(|error| FolderError::Settings { path: folder.file(SETTINGS), error })?;
        Ok((folder, settings))
    }

    /// The text of the settings.
    ///
    /// ```
    /// use patience_learn::{Folder, RunSettings, Settings};
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// let settings = Settings { generations: 9, ..Settings::default() };
    /// let folder = Folder::create(&temporary.path().join("run"), &settings.to_text())?;
    /// assert_eq!(Settings::parse(&folder.settings()?)?, settings);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn settings(&self) -> Result<String, FolderError> {
        self.read(SETTINGS)?.ok_or_else(|| FolderError::Empty(self.path.clone()))
    }

    /// A folder that may not exist.
    ///
    /// ```
    /// use patience_learn::{Folder, Table};
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// let folder = Folder::at(&temporary.path().join("nowhere"));
    /// assert!(!folder.path().exists());
    /// assert_eq!(folder.log::<Table>()?, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use patience_learn::{BEST, Folder};
    /// use std::path::Path;
    ///
    /// assert_eq!(Folder::at(Path::new("runs/fast")).file(BEST), Path::new("runs/fast/best.toml"));
    /// ```
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Reads the checkpoint, if there is one, and drops the lines of the log beyond it.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/first_generation.rs"));
    /// # }
    /// # use doc::{Numbers, first_generation, next_line};
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// # let (folder, mut run, line) = first_generation(temporary.path())?;
    /// folder.save(&line, &run)?;
    /// // A generation was logged, but the process ended before its checkpoint: that line goes.
    /// # let before = folder.read("checkpoint.json")?.expect("it was saved");
    /// # let second = next_line(&mut run)?;
    /// # folder.save(&second, &run)?;
    /// # folder.replace("checkpoint.json", &before)?;
    /// assert_eq!(folder.log::<serde_json::Value>()?.len(), 2);
    /// let state = folder.load(&Numbers { generations: 3 })?;
    /// assert_eq!(state.map(|state| state.generation), Some(1));
    /// assert_eq!(folder.log::<serde_json::Value>()?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load<S: Species>(&self, species: &S) -> Result<Option<StateOf<S>>, FolderError> {
        let state = self.state(species)?;
        self.cut_log(state.as_ref().map_or(0, |state| state.generation))?;
        Ok(state)
    }

    /// Reads the checkpoint, if there is one, and changes nothing: another process may be writing.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/first_generation.rs"));
    /// # }
    /// # use doc::{Numbers, first_generation};
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// # let (folder, run, line) = first_generation(temporary.path())?;
    /// assert_eq!(folder.state(&Numbers { generations: 3 })?, None);
    /// folder.save(&line, &run)?;
    /// assert_eq!(folder.state(&Numbers { generations: 3 })?.as_ref(), Some(run.state()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state<S: Species>(&self, species: &S) -> Result<Option<StateOf<S>>, FolderError> {
        let Some(text) = self.read(CHECKPOINT)? else { return Ok(None) };
        let state = from_checkpoint(species, &text);
        state.map(Some).map_err(|error| self.bad_checkpoint(error))
    }

    pub(crate) fn bad_checkpoint(&self, error: BadCheckpoint) -> FolderError {
        FolderError::Checkpoint { path: self.file(CHECKPOINT), error }
    }

    /// The log of a run: its complete lines.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/first_generation.rs"));
    /// # }
    /// # use doc::first_generation;
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// # let (folder, run, line) = first_generation(temporary.path())?;
    /// folder.save(&line, &run)?;
    /// // The numbers begin with 1, 2 and 3.
    /// assert_eq!(folder.log::<serde_json::Value>()?[0]["greatest"], 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/first_generation.rs"));
    /// # }
    /// # use doc::first_generation;
    /// use std::fs::OpenOptions;
    /// use std::io::Write;
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// # let (folder, run, line) = first_generation(temporary.path())?;
    /// folder.save(&line, &run)?;
    /// assert_eq!(folder.unfinished()?, 0);
    /// // A crash in the middle of a line leaves its beginning.
    /// OpenOptions::new().append(true).open(folder.file("log.jsonl"))?.write_all(b"{\"gen")?;
    /// assert_eq!(folder.unfinished()?, b"{\"gen".len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unfinished(&self) -> Result<usize, FolderError> {
        let path = self.file(LOG);
        let skip = |_: Value| Ok(());
        if path.exists() { Ok(read_journal(&path, &self.purpose()?, skip)?) } else { Ok(0) }
    }

    /// Appends a generation to the log and writes the results, then the checkpoint.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/first_generation.rs"));
    /// # }
    /// # use doc::{Numbers, first_generation};
    /// use patience_learn::Evolution;
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// # let (folder, run, line) = first_generation(temporary.path())?;
    /// folder.save(&line, &run)?;
    /// // Another process resumes from there.
    /// let resumed = Evolution::open(Numbers { generations: 3 }, &folder)?;
    /// assert_eq!(resumed.state(), run.state());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/first_generation.rs"));
    /// # }
    /// # use doc::first_generation;
    /// use patience_learn::Run;
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// # let (folder, run, line) = first_generation(temporary.path())?;
    /// folder.write_results(&run)?;
    /// let (name, text) = run.results().remove(0);
    /// assert_eq!(folder.read(name)?, Some(text));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use patience_learn::Folder;
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// # let folder = Folder::create(&temporary.path().join("run"), "generations = 3\n")?;
    /// folder.replace("notes.txt", "first")?;
    /// folder.replace("notes.txt", "second")?;
    /// assert_eq!(folder.read("notes.txt")?.as_deref(), Some("second"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let path = self.file(name);
        patience_files::replace(&path, text.as_bytes()).map_err(|error| self.io(name, error))
    }

    /// The text of one of its files, if it exists.
    ///
    /// ```
    /// use patience_learn::Folder;
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// # let folder = Folder::create(&temporary.path().join("run"), "generations = 3\n")?;
    /// assert_eq!(folder.read("best.toml")?, None);
    /// assert_eq!(folder.read("settings.toml")?.as_deref(), Some("generations = 3\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
