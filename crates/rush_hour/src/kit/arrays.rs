//! Boards in arrays, for programs that learn to play.

use patience_kit::{Alphabet, ArrayGame, Fault};

use crate::rules::board::{Axis, Board};

/// A vehicle on its line.
#[derive(Clone, Copy)]
struct Car {
    number: u8,
    length: usize,
    /// Its first cell.
    at: usize,
    /// Cells from one cell of its line to the next.
    stride: usize,
    offset: usize,
    last_offset: usize,
}

/// A board as the number of the vehicle in every cell, and one more for the exit.
pub(super) struct Traffic {
    cells: Vec<u8>,
    cars: Vec<Car>,
    target: usize,
}

impl Traffic {
    pub(super) fn new(board: &Board) -> Option<Self> {
        let (width, height) = (usize::from(board.width()), usize::from(board.height()));
        let mut cells = vec![0; width * height];
        for &(row, column) in board.walls() {
            cells[usize::from(row) * width + usize::from(column)] = Alphabet::SOLID;
        }
        let (target, mut cars) = (board.target(), Vec::new());
        for vehicle in board.vehicles() {
            let is_target = *vehicle == target;
            let letter = Alphabet::number(vehicle.letter)?;
            let number = if is_target { Alphabet::ACCENT } else { letter };
            let (stride, side) = match vehicle.axis {
                Axis::Horizontal => (1, width),
                Axis::Vertical => (width, height),
            };
            let (length, offset) = (usize::from(vehicle.length), usize::from(vehicle.offset()));
            let at = usize::from(vehicle.row) * width + usize::from(vehicle.column);
            (0..length).for_each(|part| cells[at + part * stride] = number);
            cars.push(Car { number, length, at, stride, offset, last_offset: side - length });
        }
        let target = board.vehicles().iter().position(|vehicle| *vehicle == target)?;
        // Nothing can be put on the exit.
        cells.push(Alphabet::SOLID);
        Some(Self { cells, cars, target })
    }
}

impl ArrayGame for Traffic {
    fn observation(&self) -> &[u8] {
        &self.cells
    }

    fn legal(&self, actions: &mut Vec<u32>) {
        let places = self.cells.len();
        // There are at most 145 places.
        #[allow(clippy::cast_possible_truncation)]
        let mut add = |from: usize, to: usize| actions.push((from * places + to) as u32);
        for &Car { length, at, stride, offset, last_offset, .. } in &self.cars {
            for by in 1..=last_offset - offset {
                if self.cells[at + (length - 1 + by) * stride] != 0 {
                    break;
                }
                add(at, at + by * stride);
            }
            for by in 1..=offset {
                if self.cells[at - by * stride] != 0 {
                    break;
                }
                add(at, at - by * stride);
            }
        }
    }

    fn play(&mut self, action: u32) -> Result<(), Fault> {
        let (from, to) = (action as usize / self.cells.len(), action as usize % self.cells.len());
        let Some(car) = self.cars.iter_mut().find(|car| car.at == from) else {
            return Err(Fault::input(format_args!("the action {action} moves nothing")));
        };
        (0..car.length).for_each(|part| self.cells[from + part * car.stride] = 0);
        (0..car.length).for_each(|part| self.cells[to + part * car.stride] = car.number);
        car.offset = if from < to {
            car.offset + (to - from) / car.stride
        } else {
            car.offset - (from - to) / car.stride
        };
        car.at = to;
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let target = self.cars[self.target];
        target.offset == target.last_offset
    }
}
