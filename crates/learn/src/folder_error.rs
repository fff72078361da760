//! Why the folder of a run cannot be used.

use std::io;
use std::path::PathBuf;

use patience_files::{Holder, JournalError};

use crate::checkpoint::BadCheckpoint;
use crate::folder::SETTINGS;

/// A folder that cannot be used.
///
/// ```
/// use patience_learn::{Folder, FolderError};
///
/// # let temporary = tempfile::tempdir()?;
/// let path = temporary.path().join("run");
/// assert!(matches!(Folder::at(&path).settings(), Err(FolderError::Empty(_))));
/// Folder::create(&path, "generations = 3\n")?;
/// assert!(matches!(Folder::create(&path, ""), Err(FolderError::Taken(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
