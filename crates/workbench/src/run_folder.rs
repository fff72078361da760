//! A run of evolution in its folder: begun or resumed, locked against other writers, and saved after every generation.

use std::path::Path;

use patience_kit::Fault;
use patience_learn::{Ending, Executor, Folder, FolderError, FolderLock, LogLine, Run, Stopped};

/// A run that this process writes.
///
/// ```
/// use patience_core::Cancel;
/// use patience_learn::{Executor, Run, Sequential, Table};
/// use patience_workbench::RunFolder;
/// use patience_workbench::evolution::evolvables;
///
/// # let temporary = tempfile::tempdir()?;
/// # let path = temporary.path().join("run");
/// let tiles = evolvables().find(|it| it.about().name == "tiles").expect("its policies evolve");
/// let changes = "genome = 'weights'\npopulation = 4\ngenerations = 2\ntraining = 2\nvalidation = 2";
/// let settings = tiles.settings(changes.parse()?)?;
/// let mut stored = RunFolder::create(&path, &settings, tiles.begin(&settings)?)?;
/// let mut executor = Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut () };
/// stored.advance(&mut executor)?.expect("nobody cancels it");
/// let folder = stored.folder.clone();
/// drop(stored);
/// // Another process goes on after the first generation.
/// let mut resumed = RunFolder::resume(folder, &settings, |folder| tiles.resume(&settings, folder))?;
/// assert_eq!(resumed.run.generation(), 1);
/// resumed.advance(&mut executor)?.expect("nobody cancels it");
/// resumed.finish()?;
/// assert!(resumed.run.is_over() && path.join("best.toml").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RunFolder {
    /// The folder.
    pub folder: Folder,
    /// The run.
    pub run: Box<dyn Run>,
    /// Bytes of an unfinished line of the log, which the resumed run dropped.
    pub dropped: usize,
    _lock: FolderLock,
}

impl RunFolder {
    /// The folder of a new run.
    pub fn create(path: &Path, settings: &str, run: Box<dyn Run>) -> Result<Self, Fault> {
        let folder = Folder::create(path, settings)?;
        let lock = folder.lock()?;
        Ok(Self { folder, run, dropped: 0, _lock: lock })
    }

    /// Resumes the run in a folder. `settings` are its own with what may change; `open` opens the run.
    pub fn resume(
        folder: Folder,
        settings: &str,
        open: impl FnOnce(&Folder) -> Result<Box<dyn Run>, Fault>,
    ) -> Result<Self, Fault> {
        let lock = folder.lock()?;
        let dropped = folder.unfinished()?;
        let run = open(&folder)?;
        folder.set(settings)?;
        Ok(Self { folder, run, dropped, _lock: lock })
    }

    /// Evaluates a generation, breeds the next, and saves both. A stopped generation changes nothing.
    pub fn advance(
        &mut self,
        executor: &mut Executor<'_>,
    ) -> Result<Result<LogLine, Stopped>, FolderError> {
        let logged = self.run.advance(executor);
        if let Ok(logged) = &logged {
            self.folder.save(&logged.json, &*self.run)?;
        }
        Ok(logged)
    }

    /// Writes the results of a run that is over.
    pub fn finish(&self) -> Result<Ending, FolderError> {
        // Settings of the results may have changed since the last generation.
        self.folder.write_results(&*self.run)?;
        Ok(self.run.ending(&self.folder))
    }
}
