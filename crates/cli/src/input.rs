//! Reading files and standard input.

use std::fs::File;
use std::io::{self, Read};

use anyhow::Context;

use crate::exit::Exit;

/// The largest text that is read: far more than any board or solution, far less than memory.
const MOST_BYTES: u64 = 64 << 20;

/// The text of a file, or of standard input for `-`.
pub(crate) fn text(path: &str) -> anyhow::Result<String> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if path == "-" {
            io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        } else {
            File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    };
    let bytes =
        read().with_context(|| format!("cannot read {}", name(path))).map_err(Exit::bad_input)?;
    if MOST_BYTES < bytes.len() as u64 {
        return Err(Exit::bad_input(anyhow::anyhow!("{} is larger than 64 MiB", name(path))));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = String::from_utf8_lossy(&error.as_bytes()[..valid]).matches('\n').count() + 1;
        Exit::bad_input(anyhow::anyhow!("{}, line {line}: not text (invalid UTF-8)", name(path)))
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
