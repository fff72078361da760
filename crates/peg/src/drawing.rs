//! Boards and positions as text: `o` is a peg, `.` an empty hole, a space is outside.

use std::fmt;

use super::board::{Board, BoardError, Hole, MOST_HOLES, MOST_SIDE, Pegs};
use super::notation;
use patience_core::text::{ParseError, quoted};

const PEG: char = 'o';
const EMPTY: char = '.';
const OUTSIDE: char = ' ';

/// A board with pegs in some of its holes.
///
/// ```
/// use patience_peg::Drawing;
///
/// let drawing = Drawing::parse(" o\no.o\n o")?;
/// assert_eq!((drawing.board.holes().len(), drawing.pegs), (5, 0b11011));
/// assert_eq!(drawing.to_string(), " o\no.o\n o");
/// assert_eq!(
///     Drawing::parse("oo.\noxo").unwrap_err().to_string(),
///     "line 2, column 2: expected `o` for a peg, `.` for an empty hole or a space outside the board, found `x`",
/// );
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The board.
    pub board: Board,
    /// Where pegs stand.
    pub pegs: Pegs,
}

impl Drawing {
    /// Reads a line a row. Lines that begin with `#` are skipped, and so is empty room around the board.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let rows = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        let mut marks: Vec<Mark> = Vec::new();
        for (row, (line, letters)) in rows.enumerate() {
            for (at, letter) in letters.chars().enumerate() {
                let error = |message| ParseError { line, column: at + 1, message };
                match letter {
                    OUTSIDE => {}
                    PEG | EMPTY if marks.len() < MOST_HOLES => {
                        marks.push(Mark { row, column: at, line, letter });
                    }
                    PEG | EMPTY => {
                        return Err(error(format!(
                            "a board has at most {MOST_HOLES} holes, this is one more"
                        )));
                    }
                    _ => {
                        return Err(error(format!(
                            "expected `o` for a peg, `.` for an empty hole or a space outside the board, found `{}`",
                            letter.escape_debug()
                        )));
                    }
                }
            }
        }
        Self::of_marks(&marks)
    }

    /// The board of what is drawn, in reading order.
    fn of_marks(marks: &[Mark]) -> Result<Self, ParseError> {
        let nothing = || ParseError {
            line: 1,
            column: 1,
            message: "expected a drawing of a board, found nothing".to_owned(),
        };
        let top = marks.first().ok_or_else(nothing)?.row;
        let left = marks.iter().map(|mark| mark.column).min().ok_or_else(nothing)?;
        let too_wide = |mark: &Mark| ParseError {
            line: mark.line,
            column: mark.column + 1,
            message: BoardError::TooWide.to_string(),
        };
        let within = |at: usize| u8::try_from(at).ok().filter(|&at| at < MOST_SIDE);
        let mut holes = Vec::with_capacity(marks.len());
        for mark in marks {
            let (row, column) = (within(mark.row - top), within(mark.column - left));
            let (Some(row), Some(column)) = (row, column) else { return Err(too_wide(mark)) };
            holes.push(Hole { row, column });
        }
        // In reading order, and so in the order of their numbers.
        let bits = marks.iter().enumerate().map(|(at, mark)| Pegs::from(mark.letter == PEG) << at);
        let pegs = bits.fold(0, |pegs, bit| pegs | bit);
        let board = Board::new(holes)
            .map_err(|error| ParseError { message: error.to_string(), ..nothing() })?;
        Ok(Self { board, pegs })
    }
}

impl fmt::Display for Drawing {
    /// What [`parse`](Self::parse) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&rows(&self.board, self.pegs).join("\n"))
    }
}

/// A hole of a drawing, with the line of the text.
struct Mark {
    row: usize,
    column: usize,
    line: usize,
    letter: char,
}

/// The rows of a drawing, with no space at their ends.
pub(super) fn rows(board: &Board, pegs: Pegs) -> Vec<String> {
    let mut rows = vec![String::new(); board.rows().into()];
    for (number, hole) in board.holes().iter().enumerate() {
        let row = &mut rows[usize::from(hole.row)];
        let gap = usize::from(hole.column) - row.len();
        row.extend(std::iter::repeat_n(OUTSIDE, gap));
        row.push(if pegs >> number & 1 == 1 { PEG } else { EMPTY });
    }
    rows
}

/// Text that is no hole of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HoleError {
    /// Not a row and a column.
    #[error("expected a hole such as 3,3, found `{0}`")]
    Unreadable(String),
    /// The board has no such row.
    #[error("the board has no hole {hole}: its rows are 0 to {last}")]
    Row {
        /// What was read.
        hole: Hole,
        /// The last row.
        last: u8,
    },
    /// The board has no such hole in that row.
    #[error("the board has no hole {hole}: row {} has {}", .hole.row, in_words(.columns))]
    Column {
        /// What was read.
        hole: Hole,
        /// The columns of that row's holes.
        columns: Vec<u8>,
    },
}

fn in_words(columns: &[u8]) -> String {
    match columns {
        [] => "none".to_owned(),
        [column] => format!("column {column} only"),
        columns => {
            let columns: Vec<String> = columns.iter().map(u8::to_string).collect();
            format!("columns {}", columns.join(", "))
        }
    }
}

/// The number of a hole that is written as its row and column, from 0: `3,3`.
///
/// ```
/// use patience_peg::{Board, read_hole};
///
/// let board = Board::named("english").expect("a board of that name");
/// assert_eq!(read_hole("3,3", &board), Ok(16));
/// assert_eq!(
///     read_hole("0,0", &board).unwrap_err().to_string(),
///     "the board has no hole 0,0: row 0 has columns 2, 3, 4",
/// );
/// ```
pub fn read_hole(text: &str, board: &Board) -> Result<u8, HoleError> {
    let hole = notation::hole(text.trim()).ok_or_else(|| HoleError::Unreadable(quoted(text)))?;
    board.number(hole).ok_or_else(|| {
        if board.rows() <= hole.row {
            return HoleError::Row { hole, last: board.rows() - 1 };
        }
        let in_row = board.holes().iter().filter(|other| other.row == hole.row);
        HoleError::Column { hole, columns: in_row.map(|other| other.column).collect() }
    })
}
