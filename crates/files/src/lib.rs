//! Atomic file writes: a reader sees the old file or the new one, after a crash too.
//!
//! [`replace`] and [`NewFile`] write to a temporary file in the same folder, sync it, rename it, and sync the folder. [`append`] adds to a
//! file and syncs it; a crash may cut the last line short, so readers drop a line without its end. [`fault`] is the seam where tests make
//! a step fail or simulate a crash.

pub mod fault;
mod journal;
mod lock;
mod merge;
mod new_file;
mod purpose;
mod read;
mod reading;
mod shard;

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

pub use journal::{BoxError, Journal, JournalError, read_journal, read_journal_of, write_journal};
pub use lock::{Holder, LockError, lock};
pub use merge::{MergeError, Merged, merge};
pub use new_file::NewFile;
pub use purpose::{Difference, Purpose, fingerprint};
pub use read::{MOST_SETTINGS, MOST_TEXT, read_text, require_regular, text_of, unreadable};
pub use shard::{Shard, ShardHeader, ShardRow};

use fault::Step;

/// The extension of temporary files. A crash leaves them behind; see [`remove_unfinished`].
pub const UNFINISHED: &str = "unfinished";

/// Replaces a file as a whole, or creates it.
///
/// An existing file keeps its permissions. A symbolic link is followed. A device or a pipe is written directly.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("result.txt");
/// patience_files::replace(&path, b"one")?;
/// patience_files::replace(&path, b"two")?;
/// assert_eq!(std::fs::read(&path)?, b"two");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_special(path) {
        let mut file = OpenOptions::new().append(true).open(path)?;
        return fault::write(&mut file, bytes);
    }
    let mut file = NewFile::create(path)?;
    io::Write::write_all(&mut file, bytes)?;
    file.commit()
}

/// Appends to a file, which is created if it does not exist, and syncs it.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("log.txt");
/// patience_files::append(&path, b"one\n")?;
/// patience_files::append(&path, b"two\n")?;
/// assert_eq!(std::fs::read(&path)?, b"one\ntwo\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    fault::write(&mut file, bytes)?;
    fault::check(Step::Sync)?;
    file.sync_data()
}

/// Removes temporary files that a crash left in a folder. The caller makes sure that nobody writes there.
///
/// ```
/// use patience_files::fault::{Kind, inject};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("result.txt");
/// // The process ends in the middle of a write.
/// let crash = inject(2, Kind::Crash);
/// assert!(patience_files::replace(&path, b"new").is_err());
/// drop(crash);
/// assert_eq!(folder.path().read_dir()?.count(), 1);
/// patience_files::remove_unfinished(folder.path())?;
/// assert_eq!(folder.path().read_dir()?.count(), 0);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn remove_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if is_unfinished(&path) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Whether a path is that of a temporary file of this crate.
///
/// ```
/// use patience_files::is_unfinished;
/// use std::path::Path;
///
/// assert!(is_unfinished(Path::new("best.toml.x1y2z3.unfinished")));
/// assert!(!is_unfinished(Path::new("best.toml")));
/// ```
#[must_use]
pub fn is_unfinished(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == UNFINISHED)
}

/// Whether a path names something that a rename would destroy. `/dev/stdout` counts even if it is a regular file: the program's own
/// output goes there too.
fn is_special(path: &Path) -> bool {
    let is_irregular = |meta: fs::Metadata| !meta.is_file() && !meta.is_dir();
    path.starts_with("/dev")
        || path.starts_with("/proc")
        || fs::metadata(path).is_ok_and(is_irregular)
}
