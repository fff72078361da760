//! A run of evolution in its folder: begun or resumed, locked against other writers, and saved after every generation.

use std::path::Path;

use patience_kit::Fault;
use patience_learn::{Ending, Executor, Folder, FolderError, Hold, Logged, Run, Stopped};

/// A run that this process writes.
pub struct RunFolder {
    /// The folder.
    pub folder: Folder,
    /// The run.
    pub run: Box<dyn Run>,
    /// Bytes of an unfinished line of the log, which the resumed run dropped.
    pub dropped: usize,
    _hold: Hold,
}

impl RunFolder {
    /// The folder of a new run.
    pub fn create(path: &Path, settings: &str, run: Box<dyn Run>) -> Result<Self, Fault> {
        let folder = Folder::create(path, settings)?;
        let hold = folder.hold()?;
        Ok(Self { folder, run, dropped: 0, _hold: hold })
    }

    /// Resumes the run in a folder. `settings` are its own with what may change; `open` opens the run.
    pub fn resume(
        folder: Folder,
        settings: &str,
        open: impl FnOnce(&Folder) -> Result<Box<dyn Run>, Fault>,
    ) -> Result<Self, Fault> {
        let hold = folder.hold()?;
        let dropped = folder.unfinished()?;
        let run = open(&folder)?;
        folder.set(settings)?;
        Ok(Self { folder, run, dropped, _hold: hold })
    }

    /// Evaluates a generation, breeds the next, and saves both. A stopped generation changes nothing.
    pub fn advance(
        &mut self,
        executor: &mut Executor<'_>,
    ) -> Result<Result<Logged, Stopped>, FolderError> {
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
