//! The deduced goal of `GoalDistance` and `Hybrid`: where every vehicle may stand in the end.
//!
//! The target is placed at the exit, and its way there must be clear. A vehicle on the way, or on the cells of a placed vehicle, is placed
//! elsewhere on its line, across anything in between, but never on a wall, on the way or on a placed vehicle, and only within its reach:
//! vehicles pass neither walls nor others of their line. Nearer places are tried first, of equally near ones the left or upper one, with
//! backtracking. The goal is the first board with the fewest cells moved, of those found in a bounded number of tries.
//!
//! If none is found, only the target is placed, and all others stay where they are.

use crate::features::occupancy_grid::{CELLS, cell};
use crate::rules::board::{Board, Vehicle};

/// Places to try.
const TRIES: u32 = 10_000;

/// The offset of every vehicle in the deduced goal. `spans` are the least and the greatest offset that each can ever have.
pub(crate) fn deduce(board: &Board, spans: &[(u8, u8)]) -> Vec<u8> {
    let target = board.target_index();
    let exit = board.width() - board.target().length;
    let mut deduction = Deduction {
        vehicles: board.vehicles(),
        spans,
        taken: [false; CELLS],
        placed: vec![None; board.vehicles().len()],
        best: None,
        tries: 0,
    };
    let way = Vehicle { length: board.width() - board.target().column, ..board.target() };
    deduction.mark(way, true);
    deduction.placed[target] = Some(exit);
    if spans[target].1 == exit {
        deduction.place_others(0);
    }
    deduction.best.map_or_else(
        || {
            let mut offsets: Vec<u8> = board.vehicles().iter().map(|it| it.offset()).collect();
            offsets[target] = exit;
            offsets
        },
        |(_, offsets)| offsets,
    )
}

/// The most that the offsets of a board can differ from those of `goal` in all.
pub(crate) fn farthest(board: &Board, goal: &[u8]) -> u32 {
    let far = board.vehicles().iter().zip(goal).map(|(vehicle, &at)| {
        let last = board.side(vehicle.axis) - vehicle.length;
        u32::from(at.max(last - at))
    });
    far.sum()
}

struct Deduction<'a> {
    vehicles: &'a [Vehicle],
    spans: &'a [(u8, u8)],
    /// Cells of the way and of the vehicles that have been placed.
    taken: [bool; CELLS],
    placed: Vec<Option<u8>>,
    /// Cells moved in all, and the offsets of all vehicles.
    best: Option<(u32, Vec<u8>)>,
    tries: u32,
}

impl Deduction<'_> {
    /// Places every vehicle that cannot stay; `moved` counts the cells so far.
    fn place_others(&mut self, moved: u32) {
        if self.best.as_ref().is_some_and(|&(least, _)| least <= moved) {
            return;
        }
        let unplaced = (0..self.vehicles.len()).filter(|&index| self.placed[index].is_none());
        let mut homeless = unplaced.filter(|&index| !self.fits(index, self.vehicles[index]));
        let Some(index) = homeless.next() else {
            let offsets = self.vehicles.iter().zip(&self.placed);
            let offsets = offsets.map(|(vehicle, placed)| placed.unwrap_or(vehicle.offset()));
            self.best = Some((moved, offsets.collect()));
            return;
        };
        let vehicle = self.vehicles[index];
        let here = vehicle.offset();
        let (first, last) = self.spans[index];
        for far in 1..=last - first {
            let places = [here.checked_sub(far), Some(here + far)];
            for place in places.into_iter().flatten().filter(|at| (first..=last).contains(at)) {
                self.tries += 1;
                if TRIES < self.tries {
                    return;
                }
                if self.fits(index, vehicle.at(place)) {
                    self.mark(vehicle.at(place), true);
                    self.placed[index] = Some(place);
                    self.place_others(moved + u32::from(far));
                    self.placed[index] = None;
                    self.mark(vehicle.at(place), false);
                }
            }
        }
    }

    /// Whether a vehicle can stand there among those that have been placed, in the order that its line has.
    fn fits(&self, index: usize, there: Vehicle) -> bool {
        let line = (there.axis, there.line());
        let keeps_order = |(at, placed): (usize, &Option<u8>)| {
            let other = self.vehicles[at];
            placed.is_none_or(|place| {
                at == index
                    || (other.axis, other.line()) != line
                    || (other.offset() < self.vehicles[index].offset()) == (place < there.offset())
            })
        };
        (there.offset()..there.offset() + there.length)
            .all(|at| !self.taken[cell(there.axis, there.line(), at)])
            && self.placed.iter().enumerate().all(keeps_order)
    }

    fn mark(&mut self, vehicle: Vehicle, taken: bool) {
        for at in vehicle.offset()..vehicle.offset() + vehicle.length {
            self.taken[cell(vehicle.axis, vehicle.line(), at)] = taken;
        }
    }
}
