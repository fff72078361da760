//! Standard notation: two characters per move, from and to; and reading it from the output of solvers.

use std::fmt::{self, Write};

use patience_core::text::{ParseError, Word, Written, is_numbering, joined_words};

use super::sentence::{is_sentence, read_sentence};

use crate::{Move, Place, Rules};

/// The characters of columns 1 to 10; the last is also read as `10`.
pub(crate) const COLUMNS: &str = "1234567890";
/// The characters of cells; `h` is home. The last is also read as `k`.
pub(crate) const CELLS: &str = "abcdefgi";

/// A move as notation gives it: without the card, and often without the number of cards.
///
/// ```
/// use patience_freecell::{Place, Rules, Step, read_steps};
///
/// let run = Step { from: Place::Column(0), to: Place::Column(4), count: Some(3) };
/// assert_eq!(run.to_string(), "15v3");
/// assert_eq!(read_steps("15v3", &Rules::default())?[0].step, run);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where cards come from.
    pub from: Place,
    /// Where they go.
    pub to: Place,
    /// How many, if the notation says it.
    pub count: Option<u8>,
}

impl From<Move> for Step {
    fn from(mv: Move) -> Self {
        Self { from: mv.from, to: mv.to, count: Some(mv.count) }
    }
}

impl Place {
    /// The character of standard notation.
    #[must_use]
    pub fn letter(self) -> char {
        let letter = match self {
            Self::Column(at) => COLUMNS.as_bytes().get(usize::from(at)),
            Self::Cell(at) => CELLS.as_bytes().get(usize::from(at)),
            Self::Home => Some(&b'h'),
        };
        letter.map_or('?', |&letter| char::from(letter))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

impl fmt::Display for Step {
    /// Standard notation; a count above one follows a `v`, in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.from.letter())?;
        f.write_char(self.to.letter())?;
        match self.count {
            Some(count) if 1 < count => write!(f, "v{count:x}"),
            _ => Ok(()),
        }
    }
}

/// Beginnings of lines of a solver's output that hold no moves. A first word with a colon also marks one, except `Move:`.
const NOISE: [&str; 8] = [
    "#",
    "-=",
    "==",
    "--",
    "This game is",
    "Total number of states",
    "This scan",
    "I could not solve this game",
];

/// Reads the moves of a solution: standard notation in any number of lines, optionally after `Move:`, or fc-solve's sentences.
/// Boards, rules and counts between them are skipped.
///
/// ```
/// use patience_freecell::{Place, Rules, read_steps};
///
/// let steps = read_steps("7a 26\n15v3 bh", &Rules::default())?;
/// assert_eq!(steps[2].step.count, Some(3));
/// assert_eq!(steps[3].step.to, Place::Home);
/// assert_eq!(
///     read_steps("7a 9b", &Rules::default()).unwrap_err().to_string(),
///     "line 1, column 4: there is no column 9: the rules have 8",
/// );
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
pub fn read_steps(text: &str, rules: &Rules) -> Result<Vec<Written<Step>>, ParseError> {
    let mut steps = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if NOISE.iter().any(|noise| line.trim_start().starts_with(noise)) {
            continue;
        }
        let mut words = joined_words(number, line, is_pair).into_iter().peekable();
        while words.next_if(|word| is_numbering(word.text)).is_some() {}
        let Some(first) = words.peek().copied() else { continue };
        let all: Vec<Word<'_>> = words.clone().collect();
        if is_sentence(&all) {
            let step = read_sentence(&all, place_named)?;
            steps.push(first.written(within(first, step, rules)?));
            continue;
        }
        match first.text {
            "Move" => {
                let step = sentence(first, &words.collect::<Vec<_>>(), rules)?;
                steps.push(first.written(step));
            }
            "Move:" => {
                words.next();
                read_line(words, rules, &mut steps)?;
            }
            // A board, a count, or the headline of a report.
            label if label.ends_with(':') || label.starts_with(':') => {}
            _ => read_line(words, rules, &mut steps)?,
        }
    }
    Ok(steps)
}

fn read_line<'t>(
    words: impl Iterator<Item = Word<'t>>,
    rules: &Rules,
    steps: &mut Vec<Written<Step>>,
) -> Result<(), ParseError> {
    for word in words.filter(|word| !is_numbering(word.text)) {
        steps.push(word.written(token(word, rules)?));
    }
    Ok(())
}

/// Whether two words are the places of one move: `8 3`.
fn is_pair(from: &str, to: &str) -> bool {
    let is_place = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|letter| place(letter.to_ascii_lowercase()).is_some())
            && letters.next().is_none()
    };
    is_place(from) && is_place(to)
}

/// What may stand between the places of a move.
const BETWEEN: [char; 6] = ['-', '>', '→', '–', '−', ' '];

/// Reads `7a`, `ah`, `15v3`, also `7-a`, `7>a`, `7→a` and `7 a`; where there is a tenth column, also `10a` and `a10`.
fn token(word: Word<'_>, rules: &Rules) -> Result<Step, ParseError> {
    let expected = || word.expected("a move such as 7a, bh or 15v3");
    let text = word.text.trim_end_matches(',').to_ascii_lowercase();
    let text = match text.split_once(BETWEEN) {
        Some((from, to)) if !from.is_empty() => from.to_owned() + to.trim_start_matches(BETWEEN),
        _ => text,
    };
    let (places, count) = match text.split_once('v') {
        None => (text.as_str(), None),
        Some((places, digits)) => {
            let is_number = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let count = u8::from_str_radix(digits, 16).ok().filter(|_| is_number);
            (places, Some(count.ok_or_else(expected)?))
        }
    };
    let letters: Vec<char> = places.chars().take(4).collect();
    let (from, to) = match letters[..] {
        [from, to] => (from, to),
        // `110` is from column 1 to column 10: the other reading moves nothing.
        ['1', '0', to] => ('0', to),
        [from, '1', '0'] => (from, '0'),
        _ => return Err(expected()),
    };
    let from = place(from).ok_or_else(expected)?;
    let to = place(to).ok_or_else(expected)?;
    within(word, Step { from, to, count }, rules)
}

fn place(letter: char) -> Option<Place> {
    let index = |letters: &str| letters.find(letter).and_then(|at| u8::try_from(at).ok());
    match letter {
        'h' => Some(Place::Home),
        'k' => Some(Place::Cell(7)),
        _ => index(COLUMNS).map(Place::Column).or_else(|| index(CELLS).map(Place::Cell)),
    }
}

/// The place of a name in a sentence: a letter or digit, or `10`.
fn place_named(name: &str) -> Option<Place> {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => place(letter),
        _ => (name == "10").then(|| place('0')).flatten(),
    }
}

/// Reads `Move 3 cards from stack 6 to freecell 0`, as fc-solve prints it. Places count from 0.
fn sentence(first: Word<'_>, words: &[Word<'_>], rules: &Rules) -> Result<Step, ParseError> {
    let expected =
        || first.error("expected a sentence such as `Move 2 cards from stack 6 to stack 0`");
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    let place = |kind: &str, number: &str| {
        let number: u8 = number.parse().ok()?;
        match kind {
            "stack" => Some(Place::Column(number)),
            "freecell" => Some(Place::Cell(number)),
            _ => None,
        }
    };
    let (head, to) = match texts.as_slice() {
        [head @ .., "to", "the", "foundations"] => (head, Some(Place::Home)),
        [head @ .., "to", kind, number] => (head, place(kind, number)),
        _ => return Err(expected()),
    };
    let ["Move", count, "card" | "cards", "from", kind, number] = head else {
        return Err(expected());
    };
    let count = if *count == "a" { Some(1) } else { count.parse().ok() };
    let (Some(from), Some(to), Some(count)) = (place(kind, number), to, count) else {
        return Err(expected());
    };
    within(first, Step { from, to, count: Some(count) }, rules)
}

/// An error if the rules do not have a place.
fn within(word: Word<'_>, step: Step, rules: &Rules) -> Result<Step, ParseError> {
    for place in [step.from, step.to] {
        match place {
            Place::Column(at) if rules.columns <= at => {
                let message =
                    format!("there is no column {}: the rules have {}", at + 1, rules.columns);
                return Err(word.error(message));
            }
            Place::Cell(at) if rules.cells <= at => {
                return Err(
                    word.error(format!("there is no cell {place}: the rules have {}", rules.cells))
                );
            }
            _ => {}
        }
    }
    Ok(step)
}
