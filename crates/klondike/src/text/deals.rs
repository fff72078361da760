//! Several positions in one text.

use patience_core::text::{ParseError, paragraphs};

use super::exchange::read_position;
use crate::{Position, Rules};

/// Digits of a position in the format of Klondike-Solver.
const DIGITS: usize = 156;

/// Reads a single position, which may have blank lines, or paragraphs of one position each or one per line.
pub(crate) fn read_deals(text: &str) -> Result<Vec<(Rules, Position)>, ParseError> {
    if let Ok(only) = read_position(text) {
        return Ok(vec![only]);
    }
    let mut deals = Vec::new();
    let mut pieces = paragraphs(text).into_iter().peekable();
    while let Some((before, mut paragraph)) = pieces.next() {
        if has_top(&paragraph)
            && let Some((below, columns)) = pieces.next_if(|(_, next)| !has_label(next))
        {
            paragraph += &"\n".repeat(below - before - paragraph.lines().count());
            paragraph += &columns;
        }
        if paragraph.lines().all(is_comment) {
            continue;
        }
        if is_a_line_each(&paragraph) {
            for (at, line) in paragraph.lines().enumerate().filter(|(_, line)| !is_comment(line)) {
                deals.push(read_position(line).map_err(|error| error.shifted(before + at))?);
            }
        } else {
            deals.push(read_position(&paragraph).map_err(|error| error.shifted(before))?);
        }
    }
    Ok(deals)
}

/// Whether a paragraph has the foundations of a table. Its columns are the next one.
fn has_top(paragraph: &str) -> bool {
    paragraph.lines().any(|line| line.trim_start().to_ascii_lowercase().starts_with("home:"))
}

/// Whether a line begins with a label or a setting, as those of a new position do.
fn has_label(paragraph: &str) -> bool {
    let first = paragraph.split_whitespace().next().unwrap_or_default();
    first.ends_with(':')
        || first.starts_with(|letter: char| letter.is_ascii_lowercase() || letter == '{')
}

fn is_comment(line: &str) -> bool {
    line.split('#').next().is_none_or(|before| before.trim().is_empty())
}

/// Whether every line is a whole position: a JSON object, or digits.
fn is_a_line_each(paragraph: &str) -> bool {
    let lines = || paragraph.lines().map(str::trim).filter(|line| !is_comment(line));
    let is_object = |line: &str| line.starts_with('{') && line.ends_with('}');
    let is_digits = |line: &str| {
        let mut letters = line.bytes().filter(|byte| !byte.is_ascii_whitespace());
        letters.clone().count() == DIGITS && letters.all(|byte| byte.is_ascii_digit())
    };
    lines().all(is_object) || lines().all(is_digits)
}
