//! Several positions in one text.

use patience_core::text::ParseError;

use super::exchange::read_position;
use crate::rules::position::Position;
use crate::rules::rule_set::Rules;

/// Digits of a position in the format of Klondike-Solver.
const DIGITS: usize = 156;

/// Reads a single position, which may have blank lines, or paragraphs, each of them a position or a position a line.
pub(crate) fn read_deals(text: &str) -> Result<Vec<(Rules, Position)>, ParseError> {
    if let Ok(only) = read_position(text) {
        return Ok(vec![only]);
    }
    let mut deals = Vec::new();
    for (first_line, paragraph) in paragraphs(text) {
        let placed =
            |line: usize, error: ParseError| ParseError { line: error.line + line - 1, ..error };
        if is_a_line_each(&paragraph) {
            for (at, line) in (first_line..).zip(paragraph.lines()) {
                if !is_comment(line) {
                    deals.push(read_position(line).map_err(|error| placed(at, error))?);
                }
            }
        } else {
            deals.push(read_position(&paragraph).map_err(|error| placed(first_line, error))?);
        }
    }
    Ok(deals)
}

/// Pieces of text between blank lines, with the numbers of their first lines; those of comments only are left out.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (number, line) in (1..).zip(text.lines()) {
        let is_blank = line.trim().is_empty();
        if !is_blank && !is_open {
            paragraphs.push((number, String::new()));
        }
        if let (false, Some((_, paragraph))) = (is_blank, paragraphs.last_mut()) {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
        is_open = !is_blank;
    }
    paragraphs.retain(|(_, paragraph)| !paragraph.lines().all(is_comment));
    paragraphs
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
