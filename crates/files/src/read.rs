//! Bounded reading: regular files only, up to a stated size.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The largest text of boards, deals or solutions: far more than any has, far less than memory.
pub const MOST_TEXT: u64 = 64 << 20;
/// The largest file of settings, and the largest policy.
pub const MOST_SETTINGS: u64 = 1 << 20;

/// An error unless a path names a regular file. Devices and pipes may have no end, and opening a pipe may wait forever.
pub fn require_regular(path: &Path) -> io::Result<()> {
    let meta = fs::metadata(path)?;
    if meta.is_file() {
        return Ok(());
    }
    let what = if meta.is_dir() { "a folder" } else { "a device or a pipe (- is standard input)" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{what}, not a regular file")))
}

/// Reads a regular file of at most `most` bytes as text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    require_regular(path)?;
    text_of(File::open(path)?, most)
}

/// Reads at most `most` bytes of text. An error names the line that is not text.
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
#[must_use]
pub fn unreadable(name: &str, error: &io::Error) -> String {
    match error.kind() {
        // The error begins with the line.
        io::ErrorKind::InvalidData => format!("{name}, {error}"),
        io::ErrorKind::FileTooLarge => format!("{name} is {error}"),
        _ => format!("cannot read {name}: {error}"),
    }
}
