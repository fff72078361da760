//! Reading files and standard input.

use std::io::{self, ErrorKind};
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
    Exit::bad_input(match error.kind() {
        // The error begins with the line.
        ErrorKind::InvalidData => anyhow!("{name}, {error}"),
        ErrorKind::FileTooLarge => anyhow!("{name} is {error}"),
        _ => anyhow!("cannot read {name}: {error}"),
    })
}

/// How a source is named to people.
pub(crate) fn name(path: &str) -> String {
    if path == "-" { "standard input".to_owned() } else { path.to_owned() }
}

/// Pieces of text between blank lines, with the number of their first line, comments dropped where nothing else is.
pub(crate) fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (number, line) in (1..).zip(text.lines()) {
        let is_blank = line.trim().is_empty();
        if !is_blank {
            if !is_open {
                paragraphs.push((number, String::new()));
            }
            if let Some((_, paragraph)) = paragraphs.last_mut() {
                paragraph.push_str(line);
                paragraph.push('\n');
            }
        }
        is_open = !is_blank;
    }
    let has_content =
        |paragraph: &str| paragraph.lines().any(|line| !line.trim_start().starts_with('#'));
    paragraphs.retain(|(_, paragraph)| has_content(paragraph));
    paragraphs
}
