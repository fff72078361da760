//! The referee: plays moves on a plain grid of letters, by the rules alone, and says which rule a move breaks.
//!
//! Nothing here shares code with the moves that searches make, so that one checks the other.

use std::fmt;

use crate::rules::board::Board;
use crate::text::notation::Step;

const EMPTY: char = '.';
const WALL: char = 'x';

/// Why a move is not allowed.
///
/// ```
/// use patience_rush_hour::{Board, Direction, Foul, Obstacle, Referee, Step};
///
/// let mut referee = Referee::new(&Board::parse("AA.B\n...B\n....\n....")?);
/// let mut foul = |letter, by| referee.play(Step { letter, by }).unwrap_err();
/// assert_eq!(foul('C', 1), Foul::Unknown('C'));
/// assert_eq!(foul('A', 0), Foul::Still('A'));
/// let (step, direction) = (Step { letter: 'A', by: 2 }, Direction::Right);
/// let blocked = Foul::Blocked { step, direction, obstacle: Obstacle::Vehicle('B'), row: 1, column: 4 };
/// assert_eq!(foul('A', 2), blocked);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foul {
    /// No vehicle has that letter.
    #[error("there is no vehicle {0} on the board")]
    Unknown(char),
    /// A move of no cells.
    #[error("{0} must move at least one cell")]
    Still(char),
    /// Something is in the way.
    #[error("{} cannot move {}: {obstacle} row {row}, column {column}", .step.letter, .direction.distance(*.step))]
    Blocked {
        /// The move.
        step: Step,
        /// Its direction.
        direction: Direction,
        /// What is in the way.
        obstacle: Obstacle,
        /// The row of the obstacle, or of the last cell before the edge, from 1.
        row: usize,
        /// Its column, from 1.
        column: usize,
    },
}

/// What blocks a move.
///
/// ```
/// use patience_rush_hour::{Board, Referee, Step};
///
/// let mut referee = Referee::new(&Board::parse("AA.B\n..xB\n....\nCC..")?);
/// let mut foul = |letter, by| referee.play(Step { letter, by }).unwrap_err().to_string();
/// assert_eq!(foul('A', 2), "A cannot move 2 cells right: B is in the way at row 1, column 4");
/// assert_eq!(foul('C', -1), "C cannot move 1 cell left: the board ends at row 4, column 1");
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The edge of the board.
    Edge,
    /// A wall.
    Wall,
    /// Another vehicle.
    Vehicle(char),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edge => f.write_str("the board ends at"),
            Self::Wall => f.write_str("a wall is in the way at"),
            Self::Vehicle(letter) => write!(f, "{letter} is in the way at"),
        }
    }
}

/// A direction.
///
/// ```
/// use patience_rush_hour::{Board, Direction, Foul, Referee, read_steps};
///
/// let mut referee = Referee::new(&Board::parse("AA.B\n...B\n....\n....")?);
/// let expected = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];
/// for (written, expected) in read_steps("A-1 A+2 B-1 B+3")?.iter().zip(expected) {
///     let foul = referee.play(written.step).unwrap_err();
///     assert!(matches!(foul, Foul::Blocked { direction, .. } if direction == expected));
/// }
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To lower columns.
    Left,
    /// To higher columns.
    Right,
    /// To lower rows.
    Up,
    /// To higher rows.
    Down,
}

impl Direction {
    /// The direction of a vehicle that goes forwards or backwards in a row or column.
    fn new(is_row: bool, forwards: bool) -> Self {
        match (is_row, forwards) {
            (true, true) => Self::Right,
            (true, false) => Self::Left,
            (false, true) => Self::Down,
            (false, false) => Self::Up,
        }
    }

    /// The neighbour of a cell in this direction, which must be on the board.
    fn next(self, (row, column): (usize, usize)) -> (usize, usize) {
        match self {
            Self::Left => (row, column - 1),
            Self::Right => (row, column + 1),
            Self::Up => (row - 1, column),
            Self::Down => (row + 1, column),
        }
    }

    fn distance(self, step: Step) -> String {
        let direction = match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        };
        match step.by.unsigned_abs() {
            1 => format!("1 cell {direction}"),
            by => format!("{by} cells {direction}"),
        }
    }
}

/// The length of a line in both metrics.
///
/// ```
/// use patience_rush_hour::{Board, Lengths, Referee, read_steps};
///
/// let board = Board::parse("AA.B\n...B\n....\n....")?;
/// for (text, slides) in [("B+2", 1), ("B+1 B+1", 2)] {
///     let mut referee = Referee::new(&board);
///     read_steps(text)?.iter().try_for_each(|written| referee.play(written.step))?;
///     assert_eq!(referee.lengths(), Lengths { slides, steps: 2 });
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Moves as they are written, of any distance.
    pub slides: u32,
    /// Cells that vehicles move.
    pub steps: u32,
}

/// Plays moves on a board, by the rules.
///
/// ```
/// use patience_rush_hour::{Board, Referee, read_steps};
///
/// let board = Board::parse("AA.B\n...B\n....\n....")?;
/// let mut referee = Referee::new(&board);
/// let steps = read_steps("A+2 B+2 A+2")?;
/// assert_eq!(
///     referee.play(steps[0].step).unwrap_err().to_string(),
///     "A cannot move 2 cells right: B is in the way at row 1, column 4",
/// );
/// referee.play(steps[1].step)?;
/// referee.play(steps[2].step)?;
/// assert!(referee.is_solved());
/// assert_eq!((referee.lengths().slides, referee.lengths().steps), (2, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    /// The board that it began with.
    first: Board,
    /// The letter of every cell, row by row.
    grid: Vec<Vec<char>>,
    lengths: Lengths,
}

impl Referee {
    /// Begins with `board`.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let grid = board.rows().iter().map(|row| row.chars().collect()).collect();
        Self { first: board.clone(), grid, lengths: Lengths::default() }
    }

    /// The letters of each row after the moves so far.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        self.grid.iter().map(|row| row.iter().collect()).collect()
    }

    /// The board after the moves so far.
    #[must_use]
    pub fn board(&self) -> Board {
        let offsets = self.first.vehicles().iter().map(|vehicle| {
            let cells = self.cells(vehicle.letter);
            let (row, column) = cells[0];
            let offset = if Self::is_row(&cells) { column } else { row };
            // At most eleven.
            #[allow(clippy::cast_possible_truncation)]
            let offset = offset as u8;
            offset
        });
        self.first.with_offsets(&offsets.collect::<Vec<_>>())
    }

    /// Whether the target touches the exit.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let target = self.first.target().letter;
        self.grid.iter().any(|row| row.last() == Some(&target))
    }

    /// The lengths of the moves so far.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// Plays a step; an illegal one changes nothing.
    pub fn play(&mut self, step: Step) -> Result<(), Foul> {
        let cells = self.cells(step.letter);
        if cells.is_empty() {
            return Err(Foul::Unknown(step.letter));
        }
        if step.by == 0 {
            return Err(Foul::Still(step.letter));
        }
        let direction = Direction::new(Self::is_row(&cells), 0 < step.by);
        let mut after = cells.clone();
        for _ in 0..step.by.unsigned_abs() {
            after = self.one_cell_on(step, direction, &after)?;
        }
        for (row, column) in cells {
            self.grid[row][column] = EMPTY;
        }
        for (row, column) in after {
            self.grid[row][column] = step.letter;
        }
        self.lengths.slides += 1;
        self.lengths.steps += u32::from(step.by.unsigned_abs());
        Ok(())
    }

    /// The cells with that letter, row by row.
    fn cells(&self, letter: char) -> Vec<(usize, usize)> {
        if letter == EMPTY || letter == WALL {
            return Vec::new();
        }
        let rows = self.grid.iter().enumerate();
        let cells = rows.flat_map(|(row, letters)| {
            letters.iter().enumerate().map(move |(column, &found)| ((row, column), found))
        });
        cells.filter(|&(_, found)| found == letter).map(|(cell, _)| cell).collect()
    }

    /// Whether cells lie in one row.
    fn is_row(cells: &[(usize, usize)]) -> bool {
        cells.iter().all(|cell| cell.0 == cells[0].0)
    }

    /// The cells of a vehicle when it has moved one further.
    fn one_cell_on(
        &self,
        step: Step,
        direction: Direction,
        cells: &[(usize, usize)],
    ) -> Result<Vec<(usize, usize)>, Foul> {
        let mut after = Vec::with_capacity(cells.len());
        for &(row, column) in cells {
            let is_at_edge = match direction {
                Direction::Left => column == 0,
                Direction::Right => column + 1 == self.grid[row].len(),
                Direction::Up => row == 0,
                Direction::Down => row + 1 == self.grid.len(),
            };
            let blocked = |obstacle, (row, column)| {
                Err(Foul::Blocked { step, direction, obstacle, row: row + 1, column: column + 1 })
            };
            if is_at_edge {
                return blocked(Obstacle::Edge, (row, column));
            }
            let next = direction.next((row, column));
            match self.grid[next.0][next.1] {
                EMPTY => {}
                WALL => return blocked(Obstacle::Wall, next),
                letter if letter == step.letter => {}
                letter => return blocked(Obstacle::Vehicle(letter), next),
            }
            after.push(next);
        }
        Ok(after)
    }
}
