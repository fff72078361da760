//! Reading files and standard input.

use std::io;
use std::path::Path;

use anyhow::anyhow;
use patience_files::{MOST_SETTINGS, MOST_TEXT};

use crate::exit::Exit;

/// The text of a file, or of standard input for `-`.
pub(crate) fn text(path: &str) -> anyhow::Result<String> {
    let text = if path == "-" {
        patience_files::text_of(io::stdin().lock(), MOST_TEXT)
    } else {
        patience_files::read_text(Path::new(path), MOST_TEXT)
    };
    text.map_err(|error| unreadable(&name(path), &error))
}

/// The text of a file of settings, or of a policy.
pub(crate) fn settings(path: &Path) -> anyhow::Result<String> {
    patience_files::read_text(path, MOST_SETTINGS)
        .map_err(|error| unreadable(&path.display().to_string(), &error))
}

fn unreadable(name: &str, error: &io::Error) -> anyhow::Error {
    Exit::bad_input(anyhow!(patience_files::unreadable(name, error)))
}

/// How a source is named to people.
pub(crate) fn name(path: &str) -> String {
    if path == "-" { "standard input".to_owned() } else { path.to_owned() }
}
