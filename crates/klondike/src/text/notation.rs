//! The notation of steps.
//!
//! | text | step |
//! |---|---|
//! | `T` | the stock is turned once |
//! | `R` | the waste is turned over |
//! | `w-h` | the top card of the waste goes home |
//! | `w-3` | it goes to column 3 |
//! | `5-h` | the top card of column 5 goes home |
//! | `5-2` | as many cards of column 5 as fit move to column 2 |
//! | `5-2x3` | three of them do |
//! | `hS-4` | the highest spade comes back to column 4 |

use std::fmt;

use super::sentence::read_sentence;
use crate::{Rules, Step};
use patience_cards::Suit;
use patience_core::text::{ParseError, Word, Written, is_number, is_numbering, joined_words};

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Notation counts columns from 1.
        let name = |column: u8| u16::from(column) + 1;
        match *self {
            Self::Turn => f.pad("T"),
            Self::Redeal => f.pad("R"),
            Self::WasteHome => f.pad("w-h"),
            Self::WasteColumn { to } => f.pad(&format!("w-{}", name(to))),
            Self::Home { from } => f.pad(&format!("{}-h", name(from))),
            Self::Run { from, to, count: None } => f.pad(&format!("{}-{}", name(from), name(to))),
            Self::Run { from, to, count: Some(count) } => {
                f.pad(&format!("{}-{}x{count}", name(from), name(to)))
            }
            Self::Back { suit, to } => f.pad(&format!("h{}-{}", suit.letter(), name(to))),
        }
    }
}

/// Reads steps in any number of lines, in either case. Lines that begin with `#` and numbers such as `12.` are skipped.
///
/// ```
/// use patience_klondike::{Rules, Step, read_steps};
///
/// let steps = read_steps("1. T 2. w-3\n3. 5-2x3 4. hS-4", &Rules::default())?;
/// assert_eq!(steps[1].step, Step::WasteColumn { to: 2 });
/// assert_eq!(steps[2].step, Step::Run { from: 4, to: 1, count: Some(3) });
/// assert_eq!(
///     read_steps("T 8-h", &Rules::default()).unwrap_err().to_string(),
///     "line 1, column 3: there is no column 8: the rules have 7",
/// );
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
pub fn read_steps(text: &str, rules: &Rules) -> Result<Vec<Written<Step>>, ParseError> {
    let mut steps = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with('#') {
            continue;
        }
        let mut words = joined_words(number, line, is_pair);
        words.retain(|word| !is_numbering(word.text));
        match read_sentence(&words, |word| column(word, word.text, rules)) {
            Some(step) => steps.push(words[0].written(step?)),
            None => {
                for word in words {
                    steps.push(word.written(read_step(word, rules)?));
                }
            }
        }
    }
    Ok(steps)
}

/// What an error expects of a step.
const STEP: &str = "a step such as T, R, w-h, w-3, 5-h, 5-2, 5-2x3 or hS-4";

/// The column of a number in a word.
fn column(word: Word<'_>, name: &str, rules: &Rules) -> Result<u8, ParseError> {
    let number = name.parse().ok().filter(|_| is_number(name));
    let number: u8 = number.filter(|&number| number != 0).ok_or_else(|| word.expected(STEP))?;
    if rules.columns < number {
        let message = format!("there is no column {number}: the rules have {}", rules.columns);
        return Err(word.error(message));
    }
    Ok(number - 1)
}

/// Whether two words are the places of one step: `5 2`, `w h`.
fn is_pair(from: &str, to: &str) -> bool {
    let is = |word: &str, more: &str| {
        let mut letters = word.chars().map(|letter| letter.to_ascii_lowercase());
        let is_place = |letter: char| letter.is_ascii_digit() || more.contains(letter);
        letters.next().is_some_and(is_place) && letters.next().is_none()
    };
    is(from, "w") && is(to, "h")
}

/// What may stand between the places of a step besides a dash.
const BETWEEN: [char; 5] = ['>', '→', '–', '−', ' '];

/// A step with a dash between its places: `5>2`, `5→2`, `5 2` and `52` are `5-2`.
fn spelled(text: &str) -> String {
    if let Some((from, to)) = text.split_once(BETWEEN) {
        let to = to.trim_start_matches(BETWEEN).trim_start_matches('-');
        return format!("{}-{to}", from.trim_end_matches('-'));
    }
    // Columns have one digit.
    let is_place = |letter: char| letter.is_ascii_digit() || letter == 'w';
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(from), Some(to)) if is_place(from) && (to.is_ascii_digit() || to == 'h') => {
            format!("{from}-{to}{}", letters.as_str())
        }
        _ => text.to_owned(),
    }
}

fn read_step(word: Word<'_>, rules: &Rules) -> Result<Step, ParseError> {
    let expected = || word.expected(STEP);
    let text = spelled(&word.text.trim_end_matches(',').to_ascii_lowercase());
    match text.as_str() {
        "t" => return Ok(Step::Turn),
        "r" => return Ok(Step::Redeal),
        _ => {}
    }
    let (from, to) = text.split_once('-').ok_or_else(expected)?;
    let column = |name: &str| column(word, name, rules);
    match (from, to) {
        ("w", "h") => Ok(Step::WasteHome),
        ("w", to) => Ok(Step::WasteColumn { to: column(to)? }),
        (from, "h") => Ok(Step::Home { from: column(from)? }),
        (from, to) => {
            if let Some(letters) = from.strip_prefix('h') {
                let mut letters = letters.chars();
                let (Some(letter), None) = (letters.next(), letters.next()) else {
                    return Err(expected());
                };
                let suit = Suit::from_letter(letter).ok_or_else(expected)?;
                return Ok(Step::Back { suit, to: column(to)? });
            }
            let (to, count) = match to.split_once('x') {
                None => (to, None),
                Some((to, count)) => {
                    let count: Option<u8> = count.parse().ok().filter(|_| is_number(count));
                    (to, Some(count.filter(|&count| count != 0).ok_or_else(expected)?))
                }
            };
            Ok(Step::Run { from: column(from)?, to: column(to)?, count })
        }
    }
}
