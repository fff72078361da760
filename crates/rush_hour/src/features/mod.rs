//! The heuristics and advisors of Hauptman, Elyasaf, Sipper and Karmon (2009), by their names there.
//!
//! The paper is *GP-Rush: Using Genetic Programming to Evolve Solvers for the Rush Hour Puzzle*.
//!
//! The paper describes them in words. How we read them:
//!
//! - `BlockersLowerBound` counts the vehicles that must move, recursively: the target's blockers, what blocks these in the cheaper
//!   direction, and so on, no vehicle twice, and one for the target's last move. The cheapest is sought over all choices of
//!   directions together, so that it is a lower bound in slides and in steps. Where every choice ends at walls and edges there is
//!   no solution: then it is two more than there are vehicles, the greatest value.
//! - `GoalDistance` sums how far the vehicles are from their places in the deduced goal, which is found once, for the board that the
//!   instance begins with: see [`RushHour::deduced_goal`]. A position can be solved and still be away from it.
//! - `Hybrid` adds, for each vehicle, how many others stand on the cells that it must cross to get to that place, and on the place.
//! - `IsMoveToSecluded`: the last move brought a vehicle to cells none of which another one can ever come to, however the rest stands:
//!   walls, edges and the order of the vehicles on a line are all that holds one back.
//! - `IsReleasingMove`: the last move left the other vehicles more ways to move than they had, where a way is a vehicle and a
//!   direction.
//! - The phases are g / (g + h), and 1 where h is 0.

pub(crate) mod blockers;
pub(crate) mod cache;
pub(crate) mod goal_board;
pub(crate) mod hand_crafted;
pub(crate) mod occupancy_grid;
pub(crate) mod static_facts;

use patience_core::{Feature, Features, Kind, Nearer, Node, Puzzle};

use crate::features::blockers::lower_bound;
use crate::features::cache::Measure;
use crate::features::occupancy_grid::{OccupancyGrid, Occupant};
use crate::rules::game::{Move, RushHour, State};
use crate::rules::track::cells_of;
use crate::rules::word::Word;

type At<'a, W> = Node<'a, RushHour<W>>;

impl<W: Word> Features for RushHour<W> {
    fn features() -> &'static [Feature<Self>] {
        Self::FEATURES
    }
}

const fn estimate<W: Word>(
    name: &'static str,
    summary: &'static str,
    admissible: bool,
    range: fn(&RushHour<W>) -> (f64, f64),
    measure: fn(&RushHour<W>, &At<'_, W>) -> f64,
) -> Feature<RushHour<W>> {
    let kind = Kind::Heuristic { nearer: Nearer::Low, admissible };
    Feature { name, summary, kind, range, measure }
}

const fn advisor<W: Word>(
    name: &'static str,
    summary: &'static str,
    range: fn(&RushHour<W>) -> (f64, f64),
    measure: fn(&RushHour<W>, &At<'_, W>) -> f64,
) -> Feature<RushHour<W>> {
    Feature { name, summary, kind: Kind::Advisor, range, measure }
}

const fn flag<W: Word>(
    name: &'static str,
    summary: &'static str,
    measure: fn(&RushHour<W>, &At<'_, W>) -> f64,
) -> Feature<RushHour<W>> {
    Feature { name, summary, kind: Kind::Flag, range: |_| (0.0, 1.0), measure }
}

impl<W: Word> RushHour<W> {
    /// The terminals of the paper's Table 1 in its order.
    const FEATURES: &'static [Feature<Self>] = &[
        estimate(
            "BlockersLowerBound",
            "vehicles that must move: the target, what blocks it, what blocks that, and so on",
            true,
            |game| (0.0, f64::from(dead_end(game))),
            |game, node| f64::from(blockers(game, node.state)),
        ),
        estimate(
            "GoalDistance",
            "cells that the vehicles are away from their places in the deduced goal",
            false,
            |game| (0.0, f64::from(game.facts().farthest.max(1))),
            |game, node| f64::from(goal_distance(game, node.state)),
        ),
        estimate(
            "Hybrid",
            "GoalDistance plus, for each vehicle, the vehicles between it and its place",
            false,
            // No more vehicles than cells.
            |game| (0.0, 2.0 * f64::from(game.facts().farthest.max(1))),
            |game, node| f64::from(hybrid(game, node.state)),
        ),
        flag(
            "IsMoveToSecluded",
            "1 if the last move went to where no other vehicle can ever come",
            |game, node| is(is_move_to_secluded(game, node)),
        ),
        flag(
            "IsReleasingMove",
            "1 if the last move left the other vehicles more ways to move",
            |game, node| is(is_releasing_move(game, node)),
        ),
        advisor(
            "g",
            "moves made since the start",
            |_| (0.0, LONG_GAME),
            |_, node| f64::from(node.g).min(LONG_GAME),
        ),
        advisor(
            "PhaseByDistance",
            "g / (g + h) with GoalDistance as h",
            |_| (0.0, 1.0),
            |game, node| phase(node.g, goal_distance(game, node.state)),
        ),
        advisor(
            "PhaseByBlockers",
            "g / (g + h) with BlockersLowerBound as h",
            |_| (0.0, 1.0),
            |game, node| phase(node.g, blockers(game, node.state)),
        ),
        advisor(
            "NumberOfSiblings",
            "moves of the state before",
            |game| (0.0, f64::from(game.facts().most_moves.max(1))),
            |_, node| f64::from(node.siblings),
        ),
        advisor(
            "DifficultyLevel",
            "the place of the board among a set sorted by difficulty, from 0 to 1",
            |_| (0.0, 1.0),
            |game, _| game.difficulty,
        ),
    ];
}

/// Moves after which a game counts as endless: the longest of the paper takes 120.
const LONG_GAME: f64 = 200.0;

fn is(truth: bool) -> f64 {
    f64::from(u8::from(truth))
}

/// The phase of a game, from 0 to 1.
pub(crate) fn phase(g: u32, h: u32) -> f64 {
    if h == 0 { 1.0 } else { f64::from(g) / (f64::from(g) + f64::from(h)) }
}

/// `BlockersLowerBound` where there is no solution: more than if all move, and the target both back and forth.
pub(crate) fn dead_end<W: Word>(game: &RushHour<W>) -> u32 {
    // At most 72.
    #[allow(clippy::cast_possible_truncation)]
    let vehicles = game.first_board().vehicles().len() as u32;
    vehicles + 2
}

pub(crate) fn blockers<W: Word>(game: &RushHour<W>, state: &State<W>) -> u32 {
    if game.is_goal(state) {
        return 0;
    }
    game.cache().get(game.key(state), Measure::Blockers, || {
        lower_bound(&OccupancyGrid::of(game, state)).unwrap_or_else(|| dead_end(game))
    })
}

fn goal_distance<W: Word>(game: &RushHour<W>, state: &State<W>) -> u32 {
    game.cache().get(game.key(state), Measure::GoalDistance, || {
        let places = game.deduced_goal().iter().enumerate();
        places.map(|(index, &there)| u32::from(game.offset(state, index).abs_diff(there))).sum()
    })
}

fn hybrid<W: Word>(game: &RushHour<W>, state: &State<W>) -> u32 {
    game.cache().get(game.key(state), Measure::Hybrid, || {
        let occupancy = OccupancyGrid::of(game, state);
        let places = game.deduced_goal().iter().enumerate();
        places.map(|(index, &there)| distance_and_blockers(&occupancy, index, there)).sum()
    })
}

/// The cells from a vehicle to the offset `there`, and the vehicles on them.
fn distance_and_blockers(occupancy: &OccupancyGrid<'_>, index: usize, there: u8) -> u32 {
    let vehicle = occupancy.vehicle(index);
    let here = occupancy.offsets()[index];
    let crossed =
        if there < here { there..here } else { here + vehicle.length..there + vehicle.length };
    let distance = u32::from(here.abs_diff(there));
    let mut others = 0_u128;
    for at in crossed {
        if let Occupant::Vehicle(other) = occupancy.occupant(vehicle.axis, vehicle.line(), at) {
            others |= 1 << other;
        }
    }
    distance + others.count_ones()
}

pub(crate) fn is_move_to_secluded<W: Word>(game: &RushHour<W>, node: &At<'_, W>) -> bool {
    node.last.is_some_and(|mv| {
        let index = usize::from(mv.vehicle);
        let cells: W = cells_of(game.first_board(), game.vehicle(node.state, index));
        !game.facts().shared[index].meets(cells)
    })
}

fn is_releasing_move<W: Word>(game: &RushHour<W>, node: &At<'_, W>) -> bool {
    node.last.is_some_and(|mv| {
        let before = game.child(node.state, Move { by: -mv.by, ..mv });
        ways_of_others(game, &before, mv.vehicle) < ways_of_others(game, node.state, mv.vehicle)
    })
}

/// The directions in which all vehicles but one can move.
fn ways_of_others<W: Word>(game: &RushHour<W>, state: &State<W>, but: u8) -> u32 {
    let mut ways = 0;
    game.each_slide(state, |mv, _| ways += u32::from(mv.vehicle != but && mv.by.abs() == 1));
    ways
}
