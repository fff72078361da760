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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{deal_of_seed, write_digits, write_json, write_position};

    /// The three formats of a deal.
    fn formats(seed: u64) -> [String; 3] {
        let rules = Rules::default();
        let position = Position::deal(&deal_of_seed(seed, &rules), &rules);
        [
            write_position(&rules, &position),
            write_json(&position) + "\n",
            write_digits(&position).unwrap() + "\n",
        ]
    }

    #[test]
    fn texts_hold_several_positions_in_any_format() {
        let [text, json, digits] = formats(7);
        let [.., other] = formats(8);
        for one in [&text, &json, &digits] {
            assert_eq!(read_deals(one).unwrap().len(), 1);
        }
        let all = format!("# six\n\n{text}\n{json}{json}\n# two\n{digits}{other}\n{text}");
        let read = read_deals(&all).unwrap();
        assert_eq!(read.len(), 6);
        assert!([0, 1, 2, 3, 5].iter().all(|&at| read[at] == read[0]) && read[4] != read[0]);
        // The digits of a card may be separated from those of the next.
        let apart: Vec<&str> = (0..52).map(|card| &digits[3 * card..3 * card + 3]).collect();
        assert_eq!(read_deals(&apart.join(" ")).unwrap(), read[..1]);
    }

    #[test]
    fn positions_may_have_blank_lines() {
        assert_eq!(read_deals("draw 1\n\n1: | AC\n\n2: AD | AH\nstock: AS\n").unwrap().len(), 1);
    }

    #[test]
    fn errors_name_the_line_in_the_text() {
        let [text, _, digits] = formats(7);
        let wrong = text.replacen(": |", ": | XX", 1);
        let line = text.lines().count() + 1;
        let error = read_deals(&format!("{text}\n{wrong}")).unwrap_err();
        let column_one = text.lines().position(|line| line.starts_with("1:")).unwrap() + 1;
        assert_eq!((error.line, error.column), (line + column_one, 6));
        let error = read_deals(&digits[3..]).unwrap_err().to_string();
        assert!(error.contains("expected 156 digits, three a card, found 153"), "{error}");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,200}") {
            let _ = read_deals(&text);
        }

        #[test]
        fn no_near_miss_panics(text in "[0-9A-Kacdhs:#.=|?{}\"\\-\n ]{0,200}") {
            let _ = read_deals(&text);
        }
    }
}
