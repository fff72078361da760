//! A board as people see it: vehicles and walls on a grid.

use std::fmt;

use crate::text::grid::Grid;
use patience_core::text::ParseError;

/// The longest side that a board may have.
pub const MAX_SIDE: u8 = 12;
/// The shortest side that a board may have.
pub const MIN_SIDE: u8 = 2;

/// The way a vehicle moves.
///
/// ```
/// use patience_rush_hour::{Axis, Board};
///
/// let board = Board::parse("AA.B\n...B\n....\n....")?;
/// let axes: Vec<Axis> = board.vehicles().iter().map(|vehicle| vehicle.axis).collect();
/// assert_eq!(axes, [Axis::Horizontal, Axis::Vertical]);
/// // A vehicle has one axis: it stands in a row or in a column.
/// assert!(Board::parse("AA.B\nA..B\n....\n....").is_err());
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Left and right.
    Horizontal,
    /// Up and down.
    Vertical,
}

/// A vehicle on its cells.
///
/// ```
/// use patience_rush_hour::{Axis, Vehicle};
///
/// let car = Vehicle { letter: 'B', axis: Axis::Vertical, row: 1, column: 3, length: 2 };
/// assert!(car.cells().eq([(1, 3), (2, 3)]));
/// assert_eq!((car.line(), car.offset()), (3, 1));
/// assert!(car.at(0).cells().eq([(0, 3), (1, 3)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vehicle {
    /// Its letter, as it was read.
    pub letter: char,
    /// The axis that it moves along.
    pub axis: Axis,
    /// The row of its first cell, from 0 at the top.
    pub row: u8,
    /// The column of its first cell, from 0 at the left.
    pub column: u8,
    /// Its length in cells.
    pub length: u8,
}

impl Vehicle {
    /// Its cells, as rows and columns.
    pub fn cells(self) -> impl Iterator<Item = (u8, u8)> {
        (0..self.length).map(move |at| match self.axis {
            Axis::Horizontal => (self.row, self.column + at),
            Axis::Vertical => (self.row + at, self.column),
        })
    }

    /// Its place on the line that it moves along, from 0.
    #[must_use]
    pub fn offset(self) -> u8 {
        match self.axis {
            Axis::Horizontal => self.column,
            Axis::Vertical => self.row,
        }
    }

    /// The line that it moves along: a row or a column, from 0.
    #[must_use]
    pub fn line(self) -> u8 {
        match self.axis {
            Axis::Horizontal => self.row,
            Axis::Vertical => self.column,
        }
    }

    /// The same vehicle at another place of its line.
    #[must_use]
    pub fn at(self, offset: u8) -> Self {
        match self.axis {
            Axis::Horizontal => Self { column: offset, ..self },
            Axis::Vertical => Self { row: offset, ..self },
        }
    }
}

/// Vehicles and walls on a grid. The target is horizontal; its exit is the right edge of its row.
///
/// ```
/// use patience_rush_hour::Board;
///
/// let board = Board::parse("BB...C..D..CAAD..CE.D..FE..GGFE.HH.F")?;
/// assert_eq!((board.width(), board.height()), (6, 6));
/// assert_eq!(board.target().letter, 'A');
/// assert_eq!(board.letters(), "BB...C..D..CAAD..CE.D..FE..GGFE.HH.F");
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: u8,
    height: u8,
    /// Rows and columns, in reading order.
    walls: Vec<(u8, u8)>,
    /// In reading order of their first cells.
    vehicles: Vec<Vehicle>,
    target: usize,
}

impl Board {
    /// A board of these vehicles, the one of index `target` among them, and walls.
    pub fn new(
        (width, height): (u8, u8),
        mut vehicles: Vec<Vehicle>,
        target: usize,
        mut walls: Vec<(u8, u8)>,
    ) -> Result<Self, BoardError> {
        for (name, side) in [("wide", width), ("high", height)] {
            if !(MIN_SIDE..=MAX_SIDE).contains(&side) {
                return Err(BoardError(format!(
                    "a board is {MIN_SIDE} to {MAX_SIDE} cells {name}, not {side}"
                )));
            }
        }
        let letter = match vehicles.get(target) {
            Some(vehicle) if vehicle.axis == Axis::Horizontal => vehicle.letter,
            Some(vehicle) => {
                return Err(BoardError(format!(
                    "the target {} must stand in a row, since its exit is the right edge",
                    vehicle.letter
                )));
            }
            None => return Err(BoardError("there is no target".to_owned())),
        };
        walls.sort_unstable();
        walls.dedup();
        let target = sort(&mut vehicles, letter);
        let mut taken: Vec<Option<char>> = vec![None; usize::from(width) * usize::from(height)];
        let of_walls = walls.iter().map(|&cell| (cell, 'x'));
        let of_vehicles = vehicles
            .iter()
            .flat_map(|&vehicle| vehicle.cells().map(move |cell| (cell, vehicle.letter)));
        for ((row, column), letter) in of_walls.chain(of_vehicles) {
            let (at_row, at_column) = (u32::from(row) + 1, u32::from(column) + 1);
            if width <= column || height <= row {
                return Err(BoardError(format!(
                    "{letter} reaches row {at_row}, column {at_column}, which is off the board"
                )));
            }
            let cell = usize::from(row) * usize::from(width) + usize::from(column);
            if let Some(other) = taken[cell].replace(letter) {
                return Err(BoardError(format!(
                    "{other} and {letter} share row {at_row}, column {at_column}"
                )));
            }
        }
        for (at, vehicle) in vehicles.iter().enumerate() {
            let letter = vehicle.letter;
            if !is_vehicle(letter) {
                return Err(BoardError(format!("a vehicle cannot be called `{letter}`")));
            }
            if vehicle.length < 2 {
                return Err(BoardError(format!("{letter} is shorter than two cells")));
            }
            if vehicles[..at].iter().any(|other| other.letter == letter) {
                return Err(BoardError(format!("two vehicles are called {letter}")));
            }
        }
        Ok(Self { width, height, walls, vehicles, target })
    }

    /// A board of vehicles and walls, in reading order, that are known to be one.
    pub(crate) fn of_parts(
        (width, height): (u8, u8),
        mut vehicles: Vec<Vehicle>,
        target: usize,
        walls: Vec<(u8, u8)>,
    ) -> Self {
        let letter = vehicles[target].letter;
        let target = sort(&mut vehicles, letter);
        Self { width, height, walls, vehicles, target }
    }

    /// Reads a board: its cells row by row in one word, or a line a row.
    ///
    /// `.` and `o` are empty, `x` is a wall, every other letter or digit is a vehicle. The target is the horizontal vehicle `A`, or
    /// `X` where that is the horizontal one. One word may have the number of moves before it and the size of the cluster behind it, as
    /// lists of boards have them.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let grid = Grid::read(text)?;
        let mut vehicles: Vec<Vehicle> = Vec::new();
        let mut walls = Vec::new();
        for (index, &letter) in grid.cells.iter().enumerate() {
            let (row, column) = grid.place(index);
            match letter {
                '.' | 'o' => {}
                'x' => walls.push((row, column)),
                _ if is_vehicle(letter) => {
                    if !vehicles.iter().any(|vehicle| vehicle.letter == letter) {
                        vehicles.push(grid.vehicle(index, letter)?);
                    }
                }
                _ => {
                    return Err(grid.error(
                        index,
                        format!(
                            "expected a letter, `.` or `o` for an empty cell, or `x` for a wall, found `{}`",
                            letter.escape_debug()
                        ),
                    ));
                }
            }
        }
        let target = grid.target(&vehicles)?;
        Self::new((grid.width, grid.height), vehicles, target, walls)
            .map_err(|error| grid.error(0, error.0))
    }

    /// Columns of the grid.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Rows of the grid.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The number of cells of a line along an axis.
    pub(crate) fn side(&self, axis: Axis) -> u8 {
        match axis {
            Axis::Horizontal => self.width,
            Axis::Vertical => self.height,
        }
    }

    /// The walls, as rows and columns, in reading order.
    #[must_use]
    pub fn walls(&self) -> &[(u8, u8)] {
        &self.walls
    }

    /// The vehicles, in reading order of their first cells.
    #[must_use]
    pub fn vehicles(&self) -> &[Vehicle] {
        &self.vehicles
    }

    /// The vehicle that must reach the exit.
    #[must_use]
    pub fn target(&self) -> Vehicle {
        self.vehicles[self.target]
    }

    /// The place of the target among the vehicles.
    #[must_use]
    pub fn target_index(&self) -> usize {
        self.target
    }

    /// Whether the target touches the exit.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let target = self.target();
        target.column + target.length == self.width
    }

    /// The same board with its vehicles, in the same order, at other places of their lines.
    ///
    /// # Panics
    ///
    /// If there are not as many offsets as vehicles.
    #[must_use]
    pub fn with_offsets(&self, offsets: &[u8]) -> Self {
        assert_eq!(offsets.len(), self.vehicles.len(), "an offset a vehicle");
        let moved = self.vehicles.iter().zip(offsets).map(|(vehicle, &at)| vehicle.at(at));
        let mut vehicles: Vec<Vehicle> = moved.collect();
        let target = sort(&mut vehicles, self.target().letter);
        Self { vehicles, target, ..self.clone() }
    }

    /// The board without the vehicle of an index; `None` if that is the target.
    #[must_use]
    pub fn without(&self, index: usize) -> Option<Self> {
        if index == self.target {
            return None;
        }
        let mut board = self.clone();
        board.vehicles.remove(index);
        board.target -= usize::from(index < self.target);
        Some(board)
    }

    /// The mirror image with the top row at the bottom. It is solved by the same moves, the other way up.
    #[must_use]
    pub fn upside_down(&self) -> Self {
        let mirrored = |&vehicle: &Vehicle| {
            let rows = match vehicle.axis {
                Axis::Horizontal => 1,
                Axis::Vertical => vehicle.length,
            };
            Vehicle { row: self.height - vehicle.row - rows, ..vehicle }
        };
        let mut vehicles: Vec<Vehicle> = self.vehicles.iter().map(mirrored).collect();
        let target = sort(&mut vehicles, self.target().letter);
        let mut walls = self.walls.clone();
        for (row, _) in &mut walls {
            *row = self.height - 1 - *row;
        }
        walls.sort_unstable();
        Self { walls, vehicles, target, ..*self }
    }

    /// The same board with the target called `A` and the other vehicles `B`, `C` … in reading order.
    ///
    /// Letters that mean something else, `O` and `X`, are left out. After the 24 that remain come digits and small letters.
    #[must_use]
    pub(crate) fn relettered(&self) -> Self {
        let others = ('B'..='Z').chain('0'..='9').chain('a'..='z');
        let mut letters = others.filter(|letter| !matches!(letter, 'O' | 'X' | 'o' | 'x'));
        let mut board = self.clone();
        for (at, vehicle) in board.vehicles.iter_mut().enumerate() {
            // There are never more than 72 vehicles, of which few boards have more than 57.
            vehicle.letter = if at == self.target { 'A' } else { letters.next().unwrap_or('?') };
        }
        board
    }

    /// The letters of all cells, row by row: what [`parse`](Self::parse) reads, with `.` for empty cells.
    #[must_use]
    pub fn letters(&self) -> String {
        self.rows().concat()
    }

    /// The letters of each row.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let mut rows = vec![vec!['.'; self.width.into()]; self.height.into()];
        for &(row, column) in &self.walls {
            rows[usize::from(row)][usize::from(column)] = 'x';
        }
        for vehicle in &self.vehicles {
            for (row, column) in vehicle.cells() {
                rows[usize::from(row)][usize::from(column)] = vehicle.letter;
            }
        }
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }
}

impl fmt::Display for Board {
    /// A line a row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rows().join("\n"))
    }
}

/// Vehicles and walls that are no board.
///
/// ```
/// use patience_rush_hour::{Axis, Board, Vehicle};
///
/// let target = Vehicle { letter: 'A', axis: Axis::Horizontal, row: 0, column: 0, length: 2 };
/// let other = Vehicle { letter: 'B', axis: Axis::Vertical, row: 0, column: 1, length: 2 };
/// let error = |index| Board::new((4, 4), vec![target, other], index, Vec::new()).unwrap_err().to_string();
/// assert_eq!(error(0), "A and B share row 1, column 2");
/// assert_eq!(error(1), "the target B must stand in a row, since its exit is the right edge");
/// assert_eq!(error(2), "there is no target");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BoardError(String);

/// Puts vehicles into the reading order of their first cells; returns the place of the one of that letter.
fn sort(vehicles: &mut [Vehicle], letter: char) -> usize {
    vehicles.sort_unstable_by_key(|vehicle| (vehicle.row, vehicle.column));
    vehicles.iter().position(|vehicle| vehicle.letter == letter).unwrap_or(0)
}

/// Whether a letter may name a vehicle.
fn is_vehicle(letter: char) -> bool {
    letter.is_ascii_alphanumeric() && letter != 'o' && letter != 'x'
}
