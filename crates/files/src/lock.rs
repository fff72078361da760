//! One writer: an advisory lock on a file, and the name of the process that has it.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::thread;
use std::time::Duration;

/// The process that holds a lock, as far as the system says.
///
/// ```
/// use patience_files::Holder;
///
/// let holder = Holder { process: Some(1234), command: Some("patience evolve tiles".to_owned()) };
/// assert_eq!(holder.to_string(), "process 1234 (patience evolve tiles)");
/// assert_eq!(Holder::default().to_string(), "another process");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// Its number.
    pub process: Option<u32>,
    /// Its command line.
    pub command: Option<String>,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.process, &self.command) {
            (Some(process), Some(command)) => write!(f, "process {process} ({command})"),
            (Some(process), None) => write!(f, "process {process}"),
            (None, _) => f.write_str("another process"),
        }
    }
}

/// Why a file was not locked.
///
/// ```
/// use patience_files::{LockError, lock};
/// use std::fs::File;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("lock");
/// let (first, second) = (File::create(&path)?, File::open(&path)?);
/// let message = |file| match lock(file) {
///     Ok(()) => "nobody has it".to_owned(),
///     Err(LockError::Held(holder)) => format!("it is in use by {holder}"),
///     Err(LockError::Io(error)) => error.to_string(),
/// };
/// assert_eq!(message(&first), "nobody has it");
/// assert!(message(&second).contains("in use by"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub enum LockError {
    /// A process has it.
    Held(Holder),
    /// The system failed.
    Io(io::Error),
}

/// How often a lock is tried before it counts as held: a process that ends, or begins another one, holds it a moment longer.
const TRIES: u32 = 10;
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Locks a file until it is closed; the system releases the lock when the process ends, however it ends.
///
/// On a file system without locks, there is none.
///
/// ```
/// use patience_files::{LockError, lock};
/// use std::fs::File;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("lock");
/// let (first, second) = (File::create(&path)?, File::open(&path)?);
/// assert!(lock(&first).is_ok());
/// assert!(matches!(lock(&second), Err(LockError::Held(_))));
/// drop(first);
/// assert!(lock(&second).is_ok());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn lock(file: &File) -> Result<(), LockError> {
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN_TRIES),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(());
            }
            Err(TryLockError::Error(error)) => return Err(LockError::Io(error)),
        }
    }
    Err(LockError::Held(holder(file).unwrap_or_default()))
}

/// The process in the system's list of locks that has this file.
#[cfg(target_os = "linux")]
fn holder(file: &File) -> Option<Holder> {
    use std::os::unix::fs::MetadataExt;

    let inode = file.metadata().ok()?.ino().to_string();
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    // `1: FLOCK ADVISORY WRITE 1234 fe:00:5678 0 EOF`; a process that waits has an arrow before the kind.
    let process = locks.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, "FLOCK", _, _, process, place, ..] = words[..] else { return None };
        (place.rsplit(':').next() == Some(inode.as_str())).then(|| process.parse().ok()).flatten()
    })?;
    let command = std::fs::read(format!("/proc/{process}/cmdline")).ok();
    let command = command.map(|bytes| {
        let words = bytes.split(|&byte| byte == 0).filter(|word| !word.is_empty());
        let words: Vec<_> = words.map(String::from_utf8_lossy).collect();
        words.join(" ")
    });
    Some(Holder { process: Some(process), command: command.filter(|it| !it.is_empty()) })
}

#[cfg(not(target_os = "linux"))]
fn holder(_: &File) -> Option<Holder> {
    None
}
