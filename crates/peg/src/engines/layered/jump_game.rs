//! A problem as the data of a jump game, for searches on a GPU.
//!
//! The bound is that of [`Distance`](super::distance) with *all* Merson regions of up to eight holes that contain no other, instead of a
//! fixed family: every one that needs a move has a hole where a move starts, so the moves are at least a least set of holes that
//! hits all of them. A move starts in one hole, so it lowers the bound by at most one.

use patience_gpu::{End, JumpGame, JumpSide, MOST_REGIONS, SideJump};

use super::distance::{moves, spared_types};
use super::hops::{Direction, Hop};
use super::options::{Bound, Options, Symmetry};
use super::side::Side;
use crate::analysis::{corners, merson, possible_goals};
use crate::{Board, Metric, Pegs, Problem};

/// A problem as data.
#[must_use]
pub fn jump_game(problem: &Problem, options: Options) -> JumpGame {
    jump_game_while(problem, options, &mut || true)
}

/// The same, with fewer invariants if `goes_on` says no.
pub(crate) fn jump_game_while(
    problem: &Problem,
    options: Options,
    goes_on: &mut dyn FnMut() -> bool,
) -> JumpGame {
    let goals = possible_goals(problem);
    let (forth, back) = Side::both_while(problem, options, goes_on);
    let holes = problem.board().holes().len();
    let mut sides = [forth, back].map(|side| without_bound(&side, holes));
    if options.bound != Bound::None && options.metric == Metric::Moves {
        let regions = merson::orbits(problem.board(), |it| it.len() <= MOST_REGIONS);
        add_bound(problem.board(), &mut sides[0], &goals, &regions, Direction::Forth);
        add_bound(problem.board(), &mut sides[1], &[problem.start()], &regions, Direction::Back);
    }
    let mut symmetries = problem.symmetries();
    if options.symmetry == Symmetry::None {
        symmetries.truncate(1);
    }
    let continues = options.metric == Metric::Moves;
    JumpGame { holes, symmetries, steps: problem.jumps_to_play() as usize, continues, sides }
}

/// A side as data, without its bound.
fn without_bound(side: &Side, holes: usize) -> JumpSide {
    let (lanes, lane_base) = side.worth.parts(holes);
    let jump = |hop: &Hop| SideJump {
        mask: hop.jump.holes(),
        pattern: hop.pattern,
        begin: hop.begin,
        finish: hop.end,
        drop: side.worth.drop(hop),
    };
    JumpSide {
        roots: side.roots.clone(),
        jumps: side.hops.iter().map(jump).collect(),
        lanes,
        lane_base,
        flip: side.worth.direction().flip(),
        regions: Vec::new(),
        types: [0; 4],
        ends: Vec::new(),
    }
}

/// Adds the bound on the moves of a side to these ends.
fn add_bound(
    board: &Board,
    side: &mut JumpSide,
    ends: &[Pegs],
    regions: &[Pegs],
    direction: Direction,
) {
    let corners = corners(board);
    side.types = spared_types(board, corners);
    side.regions = regions.to_vec();
    side.ends = ends
        .iter()
        .map(|&pegs| {
            let is_asked = |region: Pegs| match direction {
                Direction::Forth => pegs & region != region,
                Direction::Back => pegs & region == region,
            };
            let each = regions.iter().enumerate();
            End {
                corners: match direction {
                    Direction::Forth => corners & !pegs,
                    Direction::Back => corners & pegs,
                },
                asked: each.map(|(at, &region)| u32::from(is_asked(region)) << at).sum(),
                moves: moves(board, side.types, pegs, direction),
            }
        })
        .collect();
}
