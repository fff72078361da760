//! Positions on a [`BitBoard`](super::bit_board::BitBoard), and the changes between them.

use crate::rules::board::Axis;

/// The places of all vehicles: the arrangement of every lane, four bits each, and the covered cells, a byte a row and a byte a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) key: u64,
    pub(super) rows: u64,
    pub(super) columns: u64,
}

/// Bit `n` of a byte at bit `8 n` of a word: the cells of a row as they stand in columns.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte] |= 1 << (8 * bit);
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// The difference of two positions: a lane, and its arrangements before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// The lane; `u8::MAX` for none.
    pub(super) lane: u8,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Change {
    /// No change.
    pub(crate) const NONE: Self = Self { lane: u8::MAX, from: 0, to: 0 };

    /// The lane, and its arrangements before and after.
    #[inline]
    pub(crate) fn parts(self) -> (usize, usize, usize) {
        (self.lane.into(), self.from.into(), self.to.into())
    }
}

/// How far a vehicle moves at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stride {
    /// Any distance.
    Slide,
    /// One cell.
    Step,
}

/// A bound on the distance to the nearest solved position, without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Distance {
    Exactly(u16),
    AtLeast(u16),
}

impl Position {
    /// Walls at these rows and columns, and no vehicles.
    pub(crate) fn of_walls(walls: &[(u8, u8)]) -> Self {
        walls.iter().fold(Self::default(), |position, &wall| position.with_changed(wall))
    }

    /// The position without the wall at a row and column.
    pub(super) fn without_wall(self, wall: (u8, u8)) -> Self {
        self.with_changed(wall)
    }

    /// The position with a cell covered that was free, or the other way round.
    fn with_changed(mut self, (row, column): (u8, u8)) -> Self {
        self.rows ^= 1 << (8 * row + column);
        self.columns ^= 1 << (8 * column + row);
        self
    }

    /// Covers or uncovers cells of a line.
    #[inline]
    pub(super) fn cover(&mut self, axis: Axis, line: u32, cells: u8) {
        let (along, across) = (u64::from(cells) << (8 * line), SPREAD[usize::from(cells)] << line);
        let (rows, columns) = match axis {
            Axis::Horizontal => (along, across),
            Axis::Vertical => (across, along),
        };
        self.rows ^= rows;
        self.columns ^= columns;
    }
}
