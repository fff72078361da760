//! Moves as people write them: the letter of the vehicle and how far it goes, `A+3` or `G-1`.

use std::fmt;

use crate::rules::board::Board;
use crate::rules::game::Move;
use patience_core::text::{ParseError, is_number, is_numbering, words_of_moves};

/// A move in notation.
///
/// ```
/// use patience_rush_hour::{Board, Move, Step};
///
/// let board = Board::parse("AA.B\n...B\n....\n....")?;
/// let step = Step { letter: 'B', by: 2 };
/// assert_eq!(step.to_string(), "B+2");
/// assert_eq!(step.to_move(&board), Some(Move { vehicle: 1, by: 2 }));
/// assert_eq!(Step::of(Move { vehicle: 1, by: 2 }, &board), Some(step));
/// assert_eq!(Step { letter: 'C', by: 2 }.to_move(&board), None);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The letter of the vehicle.
    pub letter: char,
    /// The distance: right and down are positive.
    pub by: i8,
}

impl Step {
    /// The step of a move whose vehicle is one of `board`.
    #[must_use]
    pub fn of(mv: Move, board: &Board) -> Option<Self> {
        let vehicle = board.vehicles().get(usize::from(mv.vehicle))?;
        Some(Self { letter: vehicle.letter, by: mv.by })
    }

    /// The move of a step, if `board` has a vehicle of that letter.
    #[must_use]
    pub fn to_move(self, board: &Board) -> Option<Move> {
        let mut letters = (0..).zip(board.vehicles());
        let (vehicle, _) = letters.find(|(_, vehicle)| vehicle.letter == self.letter)?;
        Some(Move { vehicle, by: self.by })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:+}", self.letter, self.by)
    }
}

/// A step with the place in the text where it stands.
///
/// ```
/// use patience_rush_hour::{Step, WrittenStep, read_steps};
///
/// let written = read_steps("# a comment\nB+2 A+2")?[1];
/// assert_eq!(written, WrittenStep { step: Step { letter: 'A', by: 2 }, line: 2, column: 5 });
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenStep {
    /// The step.
    pub step: Step,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

/// Reads the moves of a solution, with spaces, commas or new lines between them. Numbers such as `12.` before moves, and lines that
/// begin with `#`, are skipped.
///
/// ```
/// use patience_rush_hour::read_steps;
///
/// let steps = read_steps("1. B-2, A+3\n2. G+1")?;
/// assert_eq!(steps[1].step.to_string(), "A+3");
/// assert_eq!((steps[2].line, steps[2].column), (2, 4));
/// assert_eq!(
///     read_steps("A+3 G1").unwrap_err().to_string(),
///     "line 1, column 5: expected a move such as A+3 or G-1, found `G1`",
/// );
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
pub fn read_steps(text: &str) -> Result<Vec<WrittenStep>, ParseError> {
    let mut steps = Vec::new();
    for word in words_of_moves(text).flat_map(|word| word.split(',')) {
        if !word.text.is_empty() && !is_numbering(word.text) {
            let step =
                token(word.text).ok_or_else(|| word.expected("a move such as A+3 or G-1"))?;
            steps.push(WrittenStep { step, line: word.line, column: word.column });
        }
    }
    Ok(steps)
}

/// Reads `A+3` or `G-1`.
fn token(text: &str) -> Option<Step> {
    let mut letters = text.chars();
    let letter = letters.next().filter(char::is_ascii_alphanumeric)?;
    let (sign, digits) = match letters.next()? {
        // Links have no plus sign.
        '+' | '_' => (1, letters.as_str()),
        '-' | '−' | '–' => (-1, letters.as_str()),
        _ => return None,
    };
    let distance: i8 = digits.parse().ok().filter(|_| is_number(digits))?;
    Some(Step { letter, by: sign * distance })
}
