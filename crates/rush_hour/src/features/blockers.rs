//! `BlockersLowerBound`: the vehicles that must move, recursively.
//!
//! **Forced moves.** The target must sweep every cell from where it stands to the exit. A vehicle on a cell that another must
//! sweep has to leave that cell, backwards or forwards along its own line, and so must sweep cells itself: back until its end is off
//! the cell, or forth until its start is. A vehicle of the same line has no choice: it is pushed ahead. Walls and edges make a direction
//! impossible.
//!
//! **The count.** A *plan* chooses a direction wherever there are two. The value is the fewest vehicles that any plan moves, plus one
//! for the target's last move. A plan counts each vehicle once, however often it is in the way; the target counts as a vehicle only
//! where it must back up. The minimum is taken over whole plans and not choice by choice: two blockers, each cheapest on its own,
//! may together cost more than two that share obstacles.
//!
//! **Why it is a lower bound.** Take any solution, and let the hull of a vehicle be all that lies between the least and the greatest
//! offset it ever has. The target's hull reaches the exit. A vehicle comes to every cell of its hull, so the vehicle that stands there now
//! leaves that cell at some time, and its hull contains one of the two ways to leave. Thus the hulls of the solution contain
//! those of some plan, and every vehicle of the plan makes a move. If the target must back up, that move is not its last one, which goes
//! forwards. Every move costs at least one in either metric.

use crate::features::occupancy_grid::{CELLS, OccupancyGrid, Occupant, VEHICLES};
use crate::rules::board::Axis;

/// The choices after which the search for the cheapest plan ends. Smaller plans are refuted by then, so the value stays a lower bound. Random boards of 12×12 with forty vehicles took fewer.
const TRIES: u32 = 2_000;

/// The fewest moves that the recursive blockers allow; `None` if no plan exists, which proves that there is no solution.
///
/// The target must not stand at the exit already.
pub(crate) fn lower_bound(occupancy: &OccupancyGrid<'_>) -> Option<u32> {
    let board = occupancy.board();
    let target = board.target_index();
    let exit = board.width() - board.target().length;
    let mut search = Search { occupancy, agenda: [(0, 0); CELLS], limit: 0, cut: false, tries: 0 };
    let mut plan = Plan { least: *occupancy.offsets(), most: *occupancy.offsets(), moved: 0 };
    let mut end = 0;
    search.limit = u32::MAX;
    if !search.forth(&mut plan, target, exit, &mut end) {
        return None;
    }
    plan.moved &= !(1 << target);
    // Every one of them must move.
    search.limit = plan.moved.count_ones();
    loop {
        search.cut = false;
        if search.completes(&plan, 0, end) {
            return Some(search.limit + 1);
        }
        if !search.cut {
            return None;
        }
        search.limit += 1;
    }
}

/// The hull of every vehicle, from its least to its greatest offset, and the vehicles that move, a bit each.
#[derive(Clone, Copy)]
struct Plan {
    least: [u8; VEHICLES],
    most: [u8; VEHICLES],
    moved: u128,
}

struct Search<'a> {
    occupancy: &'a OccupancyGrid<'a>,
    /// Vehicles and the cells of their lines that they must leave, those of earlier choices first.
    agenda: [(u8, u8); CELLS],
    /// The most vehicles that a plan may move.
    limit: u32,
    /// Whether the limit ended some plan.
    cut: bool,
    tries: u32,
}

impl Search<'_> {
    /// Whether the plan can be completed by the demands of the agenda from `start` to `end`; also true if that takes too long to decide.
    fn completes(&mut self, plan: &Plan, mut start: usize, end: usize) -> bool {
        while start < end {
            let (index, at) = self.agenda[start];
            let index = usize::from(index);
            start += 1;
            if self.has_left(plan, index, at) {
                continue;
            }
            self.tries += 1;
            if TRIES < self.tries {
                return true;
            }
            let (mut one, mut end_of_one) = (*plan, end);
            let back = at.checked_sub(self.occupancy.vehicle(index).length);
            if back.is_some_and(|to| self.back(&mut one, index, to, &mut end_of_one))
                && self.completes(&one, start, end_of_one)
            {
                return true;
            }
            let (mut other, mut end_of_other) = (*plan, end);
            return self.forth(&mut other, index, at + 1, &mut end_of_other)
                && self.completes(&other, start, end_of_other);
        }
        true
    }

    /// Takes a vehicle back to the offset `to`, unless that is impossible or moves too many others.
    fn back(&mut self, plan: &mut Plan, index: usize, to: u8, end: &mut usize) -> bool {
        let vehicle = self.occupancy.vehicle(index);
        let from = plan.least[index];
        if from <= to {
            return true;
        }
        plan.least[index] = to;
        self.moves(plan, index)
            && (to..from).rev().all(|at| match self.occupant(vehicle.axis, vehicle.line(), at) {
                Occupant::Nobody => true,
                Occupant::Wall => false,
                Occupant::Vehicle(other) => {
                    let ahead = self.occupancy.vehicle(other);
                    if ahead.axis == vehicle.axis {
                        let to = to.checked_sub(ahead.length);
                        to.is_some_and(|to| self.back(plan, other, to, end))
                    } else {
                        self.asks(plan, other, vehicle.line(), end)
                    }
                }
            })
    }

    /// Takes a vehicle forth to the offset `to`, unless that is impossible or moves too many others.
    fn forth(&mut self, plan: &mut Plan, index: usize, to: u8, end: &mut usize) -> bool {
        let vehicle = self.occupancy.vehicle(index);
        let from = plan.most[index];
        if to <= from {
            return true;
        }
        plan.most[index] = to;
        self.moves(plan, index)
            && (from..to).all(|at| {
                match self.occupant(vehicle.axis, vehicle.line(), at + vehicle.length) {
                    Occupant::Nobody => true,
                    Occupant::Wall => false,
                    Occupant::Vehicle(other) => {
                        let ahead = self.occupancy.vehicle(other);
                        if ahead.axis == vehicle.axis {
                            self.forth(plan, other, to + vehicle.length, end)
                        } else {
                            self.asks(plan, other, vehicle.line(), end)
                        }
                    }
                }
            })
    }

    fn occupant(&self, axis: Axis, line: u8, at: u8) -> Occupant {
        self.occupancy.occupant(axis, line, at)
    }

    /// Asks a vehicle to leave the cell `at` of its line, unless that moves too many.
    fn asks(&mut self, plan: &mut Plan, index: usize, at: u8, end: &mut usize) -> bool {
        // Fewer vehicles than there are cells.
        #[allow(clippy::cast_possible_truncation)]
        let demand = (index as u8, at);
        if self.has_left(plan, index, at) || self.agenda[..*end].contains(&demand) {
            return true;
        }
        self.agenda[*end] = demand;
        *end += 1;
        self.moves(plan, index)
    }

    /// Whether the hull of a vehicle has it leave the cell `at` of its line.
    fn has_left(&self, plan: &Plan, index: usize, at: u8) -> bool {
        plan.least[index] + self.occupancy.vehicle(index).length <= at || at < plan.most[index]
    }

    fn moves(&mut self, plan: &mut Plan, index: usize) -> bool {
        plan.moved |= 1 << index;
        let is_within = plan.moved.count_ones() <= self.limit;
        self.cut |= !is_within;
        is_within
    }
}
