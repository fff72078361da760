//! Boards as drawings: `o` is a peg, `.` an empty hole, a space is outside the board.
//!
//! A row is a line, or a part of one between slashes. A drawing of a triangular board begins with the line `triangle`, and its rows are
//! staggered: every second place of a row is a hole, and neighbouring rows are shifted by one place.

use std::fmt;

use patience_core::text::{ParseError, quoted};

use super::notation;
use crate::{Board, BoardError, Hole, Lattice, MOST_HOLES, MOST_SIDE, Pegs};

const PEG: char = 'o';
const EMPTY: char = '.';
const OUTSIDE: char = ' ';
/// Ends a row, like a new line.
const SLASH: char = '/';
/// The first line of a board of the square lattice; it may be left out.
pub(super) const SQUARE: &str = "square";
/// The first line of a triangular board.
pub(super) const TRIANGLE: &str = "triangle";

/// A board with pegs in some of its holes.
///
/// ```
/// use patience_peg::{Drawing, Lattice};
///
/// let drawing = Drawing::parse(" o\no.o\n o")?;
/// assert_eq!((drawing.board.holes().len(), drawing.pegs), (5, 0b11011));
/// assert_eq!(drawing.to_string(), " o\no.o\n o");
/// assert_eq!(Drawing::parse(" o/o.o/ o")?, drawing);
/// assert_eq!(
///     Drawing::parse("oo.\noxo").unwrap_err().to_string(),
///     "line 2, column 2: expected `o` for a peg, `.` for an empty hole or a space outside the board, found `x`",
/// );
///
/// let drawing = Drawing::parse("triangle\n  .\n o o\no o o")?;
/// assert_eq!(drawing.board.lattice(), Lattice::Triangular);
/// assert_eq!((drawing.board.holes()[4].row, drawing.board.holes()[4].column), (2, 1));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The board.
    pub board: Board,
    /// The pegs.
    pub pegs: Pegs,
}

impl Drawing {
    /// Reads a drawing. Lines that begin with `#` and empty space around the board are skipped.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut lattice = None;
        let mut marks: Vec<Mark> = Vec::new();
        let mut row = 0;
        for (line, letters) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
            let mut column = 0;
            let mut rows = letters.split(SLASH).peekable();
            // The lattice is named before anything is drawn.
            if let Some(named) = rows.peek().and_then(|first| lattice_of(first))
                && lattice.is_none()
                && marks.is_empty()
            {
                lattice = Some(named);
                column += rows.next().map_or(0, |first| first.chars().count() + 1);
            }
            for letters in rows {
                let first = column;
                column += letters.chars().count() + 1;
                for (at, letter) in letters.chars().enumerate() {
                    let error = |message| ParseError { line, column: first + at + 1, message };
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
                row += 1;
            }
        }
        Self::of_marks(lattice.unwrap_or_default(), marks)
    }

    /// The board of what is drawn, in reading order.
    fn of_marks(lattice: Lattice, mut marks: Vec<Mark>) -> Result<Self, ParseError> {
        let error = |mark: Option<&Mark>, message: &str| ParseError {
            line: mark.map_or(1, |mark| mark.line),
            column: mark.map_or(1, |mark| mark.column + 1),
            message: message.to_owned(),
        };
        let Some(first) = marks.first() else {
            return Err(error(None, "expected a drawing of a board, found nothing"));
        };
        let top = first.row;
        if lattice == Lattice::Triangular {
            let parity = |mark: &Mark| (mark.row + mark.column) % 2;
            let is_shifted = |mark: &&Mark| parity(mark) != parity(first);
            if let Some(mark) = marks.iter().find(is_shifted) {
                return Err(error(
                    Some(mark),
                    "the rows of a triangular board are staggered: expected a hole one place further left or right",
                ));
            }
            for mark in &mut marks {
                mark.column = mark.column.midpoint(mark.row);
            }
        }
        let left = marks.iter().map(|mark| mark.column).min().unwrap_or(0);
        let within = |at: usize| u8::try_from(at).ok().filter(|&at| at < MOST_SIDE);
        let mut holes = Vec::with_capacity(marks.len());
        for mark in &marks {
            let (row, column) = (within(mark.row - top), within(mark.column - left));
            let (Some(row), Some(column)) = (row, column) else {
                return Err(error(Some(mark), &BoardError::TooWide.to_string()));
            };
            holes.push(Hole { row, column });
        }
        // In reading order, and so in the order of their numbers.
        let bits = marks.iter().enumerate().map(|(at, mark)| Pegs::from(mark.letter == PEG) << at);
        let pegs = bits.fold(0, |pegs, bit| pegs | bit);
        let board = Board::of(lattice, holes).map_err(|wrong| error(None, &wrong.to_string()))?;
        Ok(Self { board, pegs })
    }
}

fn lattice_of(line: &str) -> Option<Lattice> {
    match line.trim() {
        SQUARE => Some(Lattice::Square),
        TRIANGLE => Some(Lattice::Triangular),
        _ => None,
    }
}

impl fmt::Display for Drawing {
    /// What [`parse`](Self::parse) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.board.lattice() == Lattice::Triangular {
            writeln!(f, "{TRIANGLE}")?;
        }
        f.write_str(&self.rows().join("\n"))
    }
}

/// A hole of a drawing, with the line of the text.
struct Mark {
    row: usize,
    column: usize,
    line: usize,
    letter: char,
}

impl Drawing {
    /// The rows, with no space at their ends.
    pub(super) fn rows(&self) -> Vec<String> {
        let Self { board, pegs } = self;
        let mut rows = vec![String::new(); board.rows().into()];
        let halves = board.half_columns();
        for (number, (hole, half)) in board.holes().iter().zip(halves).enumerate() {
            let row = &mut rows[usize::from(hole.row)];
            // Only staggered rows need half columns.
            let place = match board.lattice() {
                Lattice::Square => half / 2,
                Lattice::Triangular => half,
            };
            let gap = place - row.len();
            row.extend(std::iter::repeat_n(OUTSIDE, gap));
            row.push(if pegs >> number & 1 == 1 { PEG } else { EMPTY });
        }
        rows
    }

    /// The drawing on one line, with slashes between its rows.
    pub(crate) fn on_one_line(&self) -> String {
        self.to_string().replace('\n', "/")
    }
}

/// Why a text is not a hole of a board.
///
/// ```
/// use patience_peg::{Drawing, Hole, HoleError, read_hole};
///
/// let board = Drawing::parse("o.o\n o")?.board;
/// let hole = |row, column| Hole { row, column };
/// assert_eq!(read_hole("2,0", &board), Err(HoleError::Row { hole: hole(2, 0), last: 1 }));
/// assert_eq!(read_hole("1,0", &board), Err(HoleError::Column { hole: hole(1, 0), columns: vec![1] }));
/// assert_eq!(read_hole("left", &board), Err(HoleError::Unreadable("left".to_owned())));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HoleError {
    /// Not a row and a column.
    #[error("expected a hole such as 3,3, found `{0}`")]
    Unreadable(String),
    /// The board has no such row.
    #[error("the board has no hole {hole}: its rows are 0 to {last}")]
    Row {
        /// The hole.
        hole: Hole,
        /// The last row.
        last: u8,
    },
    /// The board has no such hole in that row.
    #[error("the board has no hole {hole}: row {} has {}", .hole.row, in_words(.columns))]
    Column {
        /// The hole.
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

/// Reads a hole, written as its row and column from 0: `3,3`.
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
