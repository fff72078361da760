//! Journals: files of records that work appends to and resumes from.
//!
//! A journal is a file of JSON lines. The first line says what the file is for ([`Purpose`]). Every line ends with a checksum of itself
//! and of all lines before it, so a changed, lost or moved line is found. A process locks the file while it writes.
//!
//! [`Journal::open`] resumes a journal with the same purpose, or changes nothing and says why. A last line without its end, as a crash
//! leaves it, is dropped and reported.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use web_time::Instant;

use crate::fault::{self, Step};
use crate::lock::{Holder, LockError, lock};
use crate::purpose::{Difference, Purpose};
use crate::read::require_regular;
use crate::reading::{Header, Reading, open_object, seal, seal_text};
use crate::shard::ShardRow;

/// How long records may stay unsynced while more come.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// An error of a caller.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Why a journal cannot be used. Nothing was changed.
///
/// ```
/// use patience_files::{Journal, JournalError, Purpose};
/// use serde_json::Value;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("squares.jsonl");
/// let open = |purpose: &Purpose| Journal::open(&path, purpose, |_: Value| Ok(()));
/// drop(open(&Purpose::new("squares", 1).with("up_to", 10))?);
/// let other = open(&Purpose::new("squares", 1).with("up_to", 20));
/// assert!(matches!(other, Err(JournalError::Other { .. })));
/// assert!(matches!(open(&Purpose::new("squares", 2)), Err(JournalError::Version { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system failed.
    #[error("cannot use {}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Something else is in the file.
    #[error(
        "{} is not a file of `{format}`: it does not begin with a record of Patience; it was not changed. Choose another file",
        .path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What was expected.
        format: &'static str,
    },
    /// It was made before files said what they are for.
    #[error(
        "{} seems to be a file of version 0.1, which cannot be resumed; it was not changed. {advice}",
        .path.display()
    )]
    Earlier {
        /// The file.
        path: PathBuf,
        /// What to do.
        advice: &'static str,
    },
    /// It has another version.
    #[error("{} has version {found} of its format; expected version {expected}", .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The expected version.
        expected: u32,
    },
    /// It is for something else.
    #[error("{} belongs to another run: {difference}. Choose another file", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        difference: Box<Difference>,
    },
    /// Another process writes it.
    #[error("{} is in use by {holder}", .path.display())]
    Busy {
        /// The file.
        path: PathBuf,
        /// The process.
        holder: Holder,
    },
    /// A line is not what was written.
    #[error(
        "{}, line {line}: {what}. The lines before it are intact: remove the rest to resume from there",
        .path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// A record does not fit.
    #[error("{}, line {line}: {error}", .path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Why.
        error: BoxError,
    },
}

impl JournalError {
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self::Io { path: path.to_owned(), error }
    }
}

/// A file of records that work appends to.
///
/// ```
/// use patience_files::{Journal, Purpose};
/// use serde_json::{Value, json};
///
/// let folder = tempfile::tempdir()?;
/// let (path, purpose) = (folder.path().join("squares.jsonl"), Purpose::new("squares", 1));
/// let mut journal = Journal::open(&path, &purpose, |_: Value| Ok(()))?;
/// journal.append(&json!({ "root": 3, "square": 9 }))?;
/// journal.append_durably(&json!({ "root": 4, "square": 16 }))?;
/// drop(journal);
/// // A crash leaves a line without its end. It is dropped, and the records before it are kept.
/// patience_files::append(&path, b"{\"root\":5")?;
/// let mut roots = vec![];
/// let journal = Journal::open(&path, &purpose, |it: Value| Ok(roots.push(it["root"].clone())))?;
/// assert_eq!((journal.dropped(), roots), (9, vec![json!(3), json!(4)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The checksum of the last line.
    chain: u32,
    /// The length of all whole lines.
    length: u64,
    synced: Instant,
    dropped: usize,
}

impl Journal {
    /// Creates a journal, or resumes one and passes its records to `each`, which may refuse them.
    ///
    /// ```
    /// use patience_files::{Journal, Purpose};
    /// use serde_json::{Value, json};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("squares.jsonl");
    /// let purpose = Purpose::new("squares", 1);
    /// let mut journal = Journal::open(&path, &purpose, |_: Value| Ok(()))?;
    /// journal.append(&json!({ "root": 3, "square": 9 }))?;
    /// drop(journal);
    ///
    /// let mut squares = vec![];
    /// Journal::open(&path, &purpose, |record: Value| Ok(squares.push(record["square"].clone())))?;
    /// assert_eq!(squares, [9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        purpose: &Purpose,
        each: impl FnMut(T) -> Result<(), BoxError>,
    ) -> Result<Self, JournalError> {
        let io = |error| JournalError::io(path, error);
        match require_regular(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(io(error)),
            _ => {}
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(io)?;
        lock(&file).map_err(|error| match error {
            LockError::Held(holder) => JournalError::Busy { path: path.to_owned(), holder },
            LockError::Io(error) => io(error),
        })?;
        let (chain, length, synced) = (0, 0, Instant::now());
        let mut journal = Self { path: path.to_owned(), file, chain, length, synced, dropped: 0 };
        journal.resume(purpose, each)?;
        Ok(journal)
    }

    /// The bytes of an unfinished last line that were dropped.
    #[must_use]
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// Reads all lines, drops an unfinished last one, and writes the first one where there is none.
    fn resume<T: DeserializeOwned>(
        &mut self,
        purpose: &Purpose,
        each: impl FnMut(T) -> Result<(), BoxError>,
    ) -> Result<(), JournalError> {
        let mut reading = Reading::new(&self.path, &self.file);
        let is_begun = reading.header(purpose)?.is_some();
        if is_begun {
            reading.records(each)?;
        }
        let Reading { chain, length, tail, .. } = reading;
        let header = Header::new(purpose);
        if !is_begun {
            // The beginning of this header, or nothing: no record is lost.
            let (line, _) = seal(&header, 0).map_err(|error| self.io(error))?;
            if !line.as_bytes().starts_with(&tail) {
                let (path, format) = (self.path.clone(), purpose.format());
                return Err(JournalError::Foreign { path, format });
            }
        }
        (self.chain, self.length) = (chain, length);
        if !tail.is_empty() {
            self.file.set_len(length).map_err(|error| self.io(error))?;
        }
        if is_begun {
            self.dropped = tail.len();
            return Ok(());
        }
        self.append_durably(&header)
    }

    /// Appends a record, a value that is a JSON object. It survives the end of the process at once, and a failure of the system after
    /// a second at most.
    pub fn append(&mut self, record: &impl Serialize) -> Result<(), JournalError> {
        let text = open_object(record).map_err(|error| self.io(error))?;
        self.append_text(&text)
    }

    /// Appends the record of a unit to a shard, like [`append`](Self::append).
    pub fn append_unit(&mut self, unit: u64, record: &impl Serialize) -> Result<(), JournalError> {
        let text = open_object(record).map_err(|error| self.io(error))?;
        self.append_text(&(text + &ShardRow::ending(unit)))
    }

    fn append_text(&mut self, text: &str) -> Result<(), JournalError> {
        let (line, chain) = seal_text(text, self.chain);
        if let Err(error) = fault::write(&mut self.file, line.as_bytes()) {
            // What is whole stays; after a crash nobody does this, and the next process drops the rest.
            if !fault::has_crashed() {
                let _ = self.file.set_len(self.length);
            }
            return Err(self.io(error));
        }
        (self.chain, self.length) = (chain, self.length + line.len() as u64);
        if SYNC_EVERY <= self.synced.elapsed() { self.sync() } else { Ok(()) }
    }

    /// Appends a record and waits until it is on disk.
    pub fn append_durably(&mut self, record: &impl Serialize) -> Result<(), JournalError> {
        self.append(record)?;
        self.sync()
    }

    /// Waits until all records are on disk.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        let sync = fault::check(Step::Sync).and_then(|()| self.file.sync_data());
        self.synced = Instant::now();
        sync.map_err(|error| self.io(error))
    }

    fn io(&self, error: io::Error) -> JournalError {
        JournalError::Io { path: self.path.clone(), error }
    }
}

/// Replaces a journal by one with these records, atomically.
///
/// ```
/// use patience_files::{Purpose, read_journal, write_journal};
/// use serde_json::{Value, json};
///
/// let folder = tempfile::tempdir()?;
/// let (path, purpose) = (folder.path().join("squares.jsonl"), Purpose::new("squares", 1));
/// write_journal(&path, &purpose, &[json!({ "square": 4 }), json!({ "square": 9 })])?;
/// let mut sum = 0;
/// read_journal(&path, &purpose, |record: Value| Ok(sum += record["square"].as_u64().unwrap_or(0)))?;
/// assert_eq!(sum, 4 + 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_journal(
    path: &Path,
    purpose: &Purpose,
    records: &[impl Serialize],
) -> Result<(), JournalError> {
    let write = || -> io::Result<()> {
        let (mut text, mut chain) = seal(&Header::new(purpose), 0)?;
        for record in records {
            let (line, next) = seal(record, chain)?;
            text.push_str(&line);
            chain = next;
        }
        crate::replace(path, text.as_bytes())
    };
    write().map_err(|error| JournalError::io(path, error))
}

/// Reads the records of a journal without changing it; another process may be writing. A last line without its end is left out: the result
/// is the number of its bytes.
///
/// ```
/// use patience_files::{Purpose, append, read_journal, write_journal};
/// use serde_json::{Value, json};
///
/// let folder = tempfile::tempdir()?;
/// let (path, purpose) = (folder.path().join("squares.jsonl"), Purpose::new("squares", 1));
/// write_journal(&path, &purpose, &[json!({ "square": 4 })])?;
/// // Somebody is just writing the next line.
/// append(&path, b"{\"squ")?;
/// let mut records = 0;
/// let tail = read_journal(&path, &purpose, |_: Value| Ok(records += 1))?;
/// assert_eq!((records, tail), (1, b"{\"squ".len()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_journal<T: DeserializeOwned>(
    path: &Path,
    purpose: &Purpose,
    each: impl FnMut(T) -> Result<(), BoxError>,
) -> Result<usize, JournalError> {
    let open = || require_regular(path).and_then(|()| File::open(path));
    let file = open().map_err(|error| JournalError::io(path, error))?;
    let mut reading = Reading::new(path, &file);
    match reading.header(purpose)? {
        Some(()) => reading.records(each).map(|()| reading.tail.len()),
        // The beginning of a first line: no record is lost.
        None => Ok(0),
    }
}

/// Reads a journal of a format, whatever it is for, and changes nothing. Returns what it is for; `None` if its first line is unfinished.
///
/// ```
/// use patience_files::{Purpose, read_journal_of, write_journal};
/// use serde_json::{Value, json};
///
/// let folder = tempfile::tempdir()?;
/// let (path, purpose) = (folder.path().join("squares.jsonl"), Purpose::new("squares", 1).with("up_to", 10));
/// write_journal(&path, &purpose, &[json!({ "square": 4 })])?;
/// let found = read_journal_of(&path, ("squares", 1), |_: Value| Ok(()))?;
/// assert_eq!(found.as_ref(), Some(purpose.fields()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_journal_of<T: DeserializeOwned>(
    path: &Path,
    (format, version): (&'static str, u32),
    each: impl FnMut(T) -> Result<(), BoxError>,
) -> Result<Option<Map<String, Value>>, JournalError> {
    let open = || require_regular(path).and_then(|()| File::open(path));
    let file = open().map_err(|error| JournalError::io(path, error))?;
    let mut reading = Reading::new(path, &file);
    let purpose = reading.header_of(format, version)?;
    if purpose.is_some() {
        reading.records(each)?;
    }
    Ok(purpose)
}

impl Drop for Journal {
    fn drop(&mut self) {
        // An error here cannot be reported; the process writes no more.
        let _ = self.file.sync_data();
    }
}
