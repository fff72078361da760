//! Bounded reading: regular files only, up to a stated size.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The largest text of boards, deals or solutions: far more than any has, far less than memory.
pub const MOST_TEXT: u64 = 64 << 20;
/// The largest file of settings, and the largest policy.
pub const MOST_SETTINGS: u64 = 1 << 20;

/// An error unless a path names a regular file. Devices and pipes may have no end, and opening a pipe may wait forever.
///
/// ```
/// use patience_files::require_regular;
///
/// let folder = tempfile::tempdir()?;
/// let error = require_regular(folder.path()).unwrap_err();
/// assert_eq!(error.to_string(), "a folder, not a regular file");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn require_regular(path: &Path) -> io::Result<()> {
    let meta = fs::metadata(path)?;
    if meta.is_file() {
        return Ok(());
    }
    let what = if meta.is_dir() { "a folder" } else { "a device or a pipe (- is standard input)" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{what}, not a regular file")))
}

/// Reads a regular file of at most `most` bytes as text.
///
/// ```
/// use patience_files::{MOST_TEXT, read_text};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("board.txt");
/// std::fs::write(&path, "a board")?;
/// assert_eq!(read_text(&path, MOST_TEXT)?, "a board");
/// assert!(read_text(&path, 3).is_err(), "it is larger");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    require_regular(path)?;
    text_of(File::open(path)?, most)
}

/// Reads at most `most` bytes of text. An error names the line that is not text.
///
/// ```
/// use patience_files::text_of;
///
/// assert_eq!(text_of(&b"a board"[..], 100)?, "a board");
/// let error = text_of(&b"one\ntwo \xff"[..], 100).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: not text (invalid UTF-8)");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn text_of(input: impl Read, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if most < bytes.len() as u64 {
        let what = format!("larger than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = 1 + String::from_utf8_lossy(&error.as_bytes()[..valid]).matches('\n').count();
        let what = format!("line {line}: not text (invalid UTF-8)");
        io::Error::new(io::ErrorKind::InvalidData, what)
    })
}

/// An error of reading in words; `name` is what people call the source.
///
/// ```
/// use patience_files::{text_of, unreadable};
///
/// let error = text_of(&b"\xff"[..], 100).unwrap_err();
/// assert_eq!(unreadable("deals.txt", &error), "deals.txt, line 1: not text (invalid UTF-8)");
/// ```
#[must_use]
pub fn unreadable(name: &str, error: &io::Error) -> String {
    match error.kind() {
        // The error begins with the line.
        io::ErrorKind::InvalidData => format!("{name}, {error}"),
        io::ErrorKind::FileTooLarge => format!("{name} is {error}"),
        _ => format!("cannot read {name}: {error}"),
    }
}
