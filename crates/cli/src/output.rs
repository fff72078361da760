//! Writing results: files, words for people on standard error, and numbers.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use anyhow::Context;

pub(crate) use patience_kit::grouped;

use crate::progress;

/// Writes a file atomically.
pub(crate) fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    patience_files::replace(path, text.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Prints a message on standard error, while progress is off the screen. A closed standard error is not an error.
pub(crate) fn say(message: impl Display) {
    progress::suspended(|| drop(writeln!(anstream::stderr(), "{message}")));
}
