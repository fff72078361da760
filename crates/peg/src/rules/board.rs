//! The board: holes of a lattice, the jumps between them, and its symmetries.

use std::fmt;

use super::Lattice;

/// The most holes of a board: a set of them is a word.
pub const MOST_HOLES: usize = 64;

/// The most rows and columns of a board: enough for 64 holes in a row.
pub const MOST_SIDE: u8 = 64;

/// A set of holes, a bit each: usually those with a peg.
pub type Pegs = u64;

/// The place of a hole in the smallest box around the board.
///
/// ```
/// use patience_peg::{Board, Hole, read_hole};
///
/// assert_eq!(Hole { row: 3, column: 12 }.to_string(), "3,12");
/// // Holes are in reading order, and each reads back to its number.
/// let board = Board::named("english").expect("a board of that name");
/// assert!(board.holes().is_sorted());
/// for (number, hole) in (0..).zip(board.holes()) {
///     assert_eq!(read_hole(&hole.to_string(), &board), Ok(number));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole {
    /// From 0 at the top.
    pub row: u8,
    /// From 0 at the left.
    pub column: u8,
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// A jump: three holes in a line, by their numbers.
///
/// ```
/// use patience_peg::Jump;
///
/// let jump = Jump { from: 0, over: 1, to: 2 };
/// assert!(jump.is_legal(0b1011));
/// assert!(!jump.is_legal(0b1111), "the hole to land in has a peg");
/// assert!(!jump.is_legal(0b1001), "there is no peg to take");
/// assert_eq!(0b1011 ^ jump.holes(), 0b1100);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jump {
    /// The hole of the peg that jumps.
    pub from: u8,
    /// The hole of the peg that is taken.
    pub over: u8,
    /// The hole where it lands.
    pub to: u8,
}

impl Jump {
    /// The three holes, all of which change.
    #[must_use]
    pub fn holes(self) -> Pegs {
        1 << self.from | 1 << self.over | 1 << self.to
    }

    /// Whether it is legal with these pegs.
    #[must_use]
    pub fn is_legal(self, pegs: Pegs) -> bool {
        pegs & self.holes() == 1 << self.from | 1 << self.over
    }
}

/// Up to 64 holes of a lattice, numbered from 0 in reading order.
///
/// ```
/// use patience_peg::{Board, Hole};
///
/// let board = Board::named("english").expect("a board of that name");
/// assert_eq!(board.holes().len(), 33);
/// assert_eq!(board.jumps().len(), 76);
/// assert_eq!(board.symmetries().len(), 8);
/// let centre = board.number(Hole { row: 3, column: 3 });
/// assert_eq!(centre, Some(16));
///
/// let triangle = Board::named("triangle15").expect("a board of that name");
/// assert_eq!(triangle.holes().len(), 15);
/// assert_eq!(triangle.jumps().len(), 36);
/// assert_eq!(triangle.symmetries().len(), 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    lattice: Lattice,
    rows: u8,
    columns: u8,
    holes: Vec<Hole>,
    jumps: Vec<Jump>,
}

/// Why holes are not a board.
///
/// ```
/// use patience_peg::{Board, BoardError, Hole};
///
/// let row = |columns: &[u8]| Board::new(columns.iter().map(|&column| Hole { row: 0, column }));
/// assert_eq!(row(&[]), Err(BoardError::Empty));
/// assert_eq!(row(&[0, 64]), Err(BoardError::TooWide));
/// assert_eq!(row(&Vec::from_iter(0..65)), Err(BoardError::TooMany(65)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// None at all.
    #[error("a board has at least one hole")]
    Empty,
    /// More than fit into a word.
    #[error("a board has at most {MOST_HOLES} holes, not {0}")]
    TooMany(usize),
    /// Holes that are too far apart.
    #[error("a board has at most {MOST_SIDE} rows and {MOST_SIDE} columns")]
    TooWide,
}

impl Board {
    /// The names of the boards of the square lattice.
    pub const NAMES: [&'static str; 4] = ["english", "french", "diamond5", "wiegleb"];

    /// The names of the triangles, from 3 rows to 10.
    pub const TRIANGLES: [&'static str; 8] = [
        "triangle6",
        "triangle10",
        "triangle15",
        "triangle21",
        "triangle28",
        "triangle36",
        "triangle45",
        "triangle55",
    ];

    /// A board of these holes of the square lattice, in any order; empty rows and columns at the edges are left out.
    pub fn new(holes: impl IntoIterator<Item = Hole>) -> Result<Self, BoardError> {
        Self::of(Lattice::Square, holes)
    }

    /// A board of these holes of a lattice, in any order; empty rows and columns at the edges are left out.
    pub fn of(lattice: Lattice, holes: impl IntoIterator<Item = Hole>) -> Result<Self, BoardError> {
        let mut holes: Vec<Hole> = holes.into_iter().collect();
        holes.sort_unstable();
        holes.dedup();
        if MOST_HOLES < holes.len() {
            return Err(BoardError::TooMany(holes.len()));
        }
        let least = |of: fn(&Hole) -> u8| holes.iter().map(of).min().ok_or(BoardError::Empty);
        let (top, left) = (least(|hole| hole.row)?, least(|hole| hole.column)?);
        for hole in &mut holes {
            *hole = Hole { row: hole.row - top, column: hole.column - left };
        }
        let most = |of: fn(&Hole) -> u8| holes.iter().map(of).max().unwrap_or(0);
        let (last_row, last_column) = (most(|hole| hole.row), most(|hole| hole.column));
        if MOST_SIDE <= last_row.max(last_column) {
            return Err(BoardError::TooWide);
        }
        let (rows, columns) = (last_row + 1, last_column + 1);
        let jumps = jumps(lattice, &holes);
        Ok(Self { lattice, rows, columns, holes, jumps })
    }

    /// The board of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if let Some(rows) = (3..).zip(Self::TRIANGLES).find(|it| it.1 == name).map(|it| it.0) {
            let row = |row| (0..=row).map(move |column| Hole { row, column });
            return Self::of(Lattice::Triangular, (0..rows).flat_map(row)).ok();
        }
        let is_hole = |row: i8, column: i8| match name {
            "english" => {
                row.abs() <= 3 && column.abs() <= 3 && (row.abs() <= 1 || column.abs() <= 1)
            }
            "french" => row.abs() <= 3 && column.abs() <= 3 && row.abs() + column.abs() <= 4,
            "diamond5" => row.abs() + column.abs() <= 4,
            "wiegleb" => row.abs() <= 1 || column.abs() <= 1,
            _ => false,
        };
        let at = |at: i8| at.unsigned_abs();
        let places = (-4..=4).flat_map(|row| (-4..=4).map(move |column| (row, column)));
        let holes = places.filter(|&(row, column)| is_hole(row, column));
        Self::new(holes.map(|(row, column)| Hole { row: at(row + 4), column: at(column + 4) })).ok()
    }

    /// The name of the board, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        let names = Self::NAMES.into_iter().chain(Self::TRIANGLES);
        names.into_iter().find(|name| Self::named(name).as_ref() == Some(self))
    }

    /// The lattice of its holes.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The hole in the middle, if there is one: of the box around a board of the square lattice, else the hole that every symmetry keeps.
    #[must_use]
    pub fn centre(&self) -> Option<u8> {
        match self.lattice {
            Lattice::Square => {
                let middle = |side: u8| (side % 2 == 1).then_some(side / 2);
                let (row, column) = (middle(self.rows)?, middle(self.columns)?);
                self.number(Hole { row, column })
            }
            Lattice::Triangular => {
                let symmetries = self.symmetries();
                let stays = |hole: &u8| symmetries.iter().all(|it| it[usize::from(*hole)] == *hole);
                members(self.all()).find(stays).filter(|_| 2 < symmetries.len())
            }
        }
    }

    /// Rows of the smallest box around it.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Columns of the smallest box around it.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The holes by their numbers.
    #[must_use]
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// Where each hole is drawn, in half columns from the left: rows of a triangular board are shifted to the left by half a column each.
    pub(crate) fn half_columns(&self) -> Vec<usize> {
        let place = |hole: &Hole| {
            let shift = match self.lattice {
                Lattice::Square => 0,
                Lattice::Triangular => i16::from(hole.row),
            };
            2 * i16::from(hole.column) - shift
        };
        let left = self.holes.iter().map(place).min().unwrap_or(0);
        self.holes.iter().map(|hole| usize::from((place(hole) - left).unsigned_abs())).collect()
    }

    /// All holes as a set.
    #[must_use]
    pub fn all(&self) -> Pegs {
        Pegs::MAX >> (MOST_HOLES - self.holes.len())
    }

    /// The number of a hole, if the board has it.
    #[must_use]
    pub fn number(&self, hole: Hole) -> Option<u8> {
        number(&self.holes, hole.row.into(), hole.column.into())
    }

    /// The hole of a set of one.
    pub(crate) fn only(&self, set: Pegs) -> Option<Hole> {
        let hole = members(set).next().filter(|_| set.is_power_of_two())?;
        self.holes.get(usize::from(hole)).copied()
    }

    /// Every line of three holes in both directions, by the hole where it starts, then in the order of [`Lattice::steps`].
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The rotations and reflections that map the board onto itself, as the number that each hole gets; the identity is the first.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Vec<u8>> {
        let mut symmetries: Vec<Vec<u8>> = Vec::new();
        for map in self.lattice.maps() {
            let place = |hole: &Hole| map((hole.row.into(), hole.column.into()));
            let places: Vec<(i16, i16)> = self.holes.iter().map(place).collect();
            let top = places.iter().map(|place| place.0).min().unwrap_or(0);
            let left = places.iter().map(|place| place.1).min().unwrap_or(0);
            let image: Option<Vec<u8>> =
                places.iter().map(|it| number(&self.holes, it.0 - top, it.1 - left)).collect();
            symmetries.extend(image.filter(|image| !symmetries.contains(image)));
        }
        symmetries
    }

    /// The symmetries that map these sets of holes onto each other.
    pub(crate) fn symmetries_of(&self, sets: &[Pegs]) -> Vec<Vec<u8>> {
        let mut symmetries = self.symmetries();
        symmetries.retain(|symmetry| sets.iter().all(|&set| sets.contains(&image(set, symmetry))));
        symmetries
    }
}

/// The number of the hole at a place.
fn number(holes: &[Hole], row: i16, column: i16) -> Option<u8> {
    let hole = Hole { row: row.try_into().ok()?, column: column.try_into().ok()? };
    // At most 64 holes.
    #[allow(clippy::cast_possible_truncation)]
    holes.binary_search(&hole).ok().map(|at| at as u8)
}

fn jumps(lattice: Lattice, holes: &[Hole]) -> Vec<Jump> {
    let mut jumps = Vec::new();
    for &Hole { row, column } in holes {
        let (row, column) = (i16::from(row), i16::from(column));
        for (down, right) in lattice.steps() {
            let ahead = |by: i16| number(holes, row + by * down, column + by * right);
            if let (Some(from), Some(over), Some(to)) = (ahead(0), ahead(1), ahead(2)) {
                jumps.push(Jump { from, over, to });
            }
        }
    }
    jumps
}

/// The holes of a set, by their numbers.
///
/// ```
/// use patience_peg::members;
///
/// assert!(members(0b1011).eq([0, 1, 3]));
/// assert_eq!(members(0).count(), 0);
/// assert_eq!(members(u64::MAX).last(), Some(63));
/// ```
pub fn members(mut set: Pegs) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        // At most 64.
        #[allow(clippy::cast_possible_truncation)]
        (first < Pegs::BITS).then_some(first as u8)
    })
}

/// The image of a set of holes under a symmetry, which gives each hole its new number.
///
/// ```
/// use patience_peg::{Drawing, image};
///
/// let symmetries = Drawing::parse("....")?.board.symmetries();
/// let [identity, mirror] = &symmetries[..] else { panic!("a row has two symmetries") };
/// assert_eq!(image(0b1011, identity), 0b1011);
/// assert_eq!(image(0b1011, mirror), 0b1101);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn image(set: Pegs, symmetry: &[u8]) -> Pegs {
    members(set).fold(0, |image, hole| image | 1 << symmetry[usize::from(hole)])
}
