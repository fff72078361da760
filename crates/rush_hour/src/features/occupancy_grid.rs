//! A position as a grid of occupants, for features that look at single cells.

use crate::rules::board::{Axis, Board, MAX_SIDE, Vehicle};
use crate::rules::game::{RushHour, State};
use crate::rules::word::Word;

/// Cells of the largest board.
pub(crate) const CELLS: usize = (MAX_SIDE as usize) * (MAX_SIDE as usize);
/// Vehicles that fit on the largest board.
pub(crate) const VEHICLES: usize = CELLS / 2;

const EMPTY: u8 = u8::MAX;
const WALL: u8 = EMPTY - 1;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occupant {
    Nobody,
    Wall,
    Vehicle(usize),
}

/// A position: the offset of every vehicle, and the content of every cell.
pub(crate) struct OccupancyGrid<'a> {
    board: &'a Board,
    offsets: [u8; VEHICLES],
    occupants: [u8; CELLS],
}

impl<'a> OccupancyGrid<'a> {
    pub(crate) fn of<W: Word>(game: &'a RushHour<W>, state: &State<W>) -> Self {
        let board = game.first_board();
        let mut occupancy = Self { board, offsets: [0; VEHICLES], occupants: [EMPTY; CELLS] };
        for &(row, column) in board.walls() {
            occupancy.occupants[cell(Axis::Horizontal, row, column)] = WALL;
        }
        for (index, vehicle) in (0..).zip(board.vehicles()) {
            let offset = game.offset(state, index.into());
            occupancy.offsets[usize::from(index)] = offset;
            for at in offset..offset + vehicle.length {
                occupancy.occupants[cell(vehicle.axis, vehicle.line(), at)] = index;
            }
        }
        occupancy
    }

    pub(crate) fn board(&self) -> &'a Board {
        self.board
    }

    /// The vehicle as it stands on the first board.
    pub(crate) fn vehicle(&self, index: usize) -> Vehicle {
        self.board.vehicles()[index]
    }

    pub(crate) fn offsets(&self) -> &[u8; VEHICLES] {
        &self.offsets
    }

    /// The content of a cell; beyond the edges are walls.
    pub(crate) fn occupant(&self, axis: Axis, line: u8, at: u8) -> Occupant {
        if self.board.side(axis) <= at {
            return Occupant::Wall;
        }
        match self.occupants[cell(axis, line, at)] {
            EMPTY => Occupant::Nobody,
            WALL => Occupant::Wall,
            index => Occupant::Vehicle(index.into()),
        }
    }
}

/// The number of a cell among those of the largest board.
pub(crate) fn cell(axis: Axis, line: u8, at: u8) -> usize {
    let (row, column) = match axis {
        Axis::Horizontal => (line, at),
        Axis::Vertical => (at, line),
    };
    usize::from(row) * usize::from(MAX_SIDE) + usize::from(column)
}
