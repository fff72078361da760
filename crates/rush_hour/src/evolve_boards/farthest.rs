//! The position of a cluster that is the most steps from a solution.

use patience_core::{Cancel, Limits, Meter, Puzzle as _};

use crate::engines::cluster::Cluster;
use crate::rules::board::Board;
use crate::rules::game::{Metric, RushHour};

/// The farthest position of a board's cluster in steps, the first by its letters; `None` if the cluster has more than `most` positions, if
/// it has no solution, or if the board is larger than 8×8.
pub(super) fn farthest(board: &Board, most: u64) -> Option<Board> {
    let mut game: RushHour = RushHour::new(board.clone()).ok()?;
    game.metric = Metric::Steps;
    // Every position is expanded twice: to find all, and to measure distances.
    let limits = Limits { nodes: Some(most.saturating_mul(2)), ..Limits::default() };
    let mut observer = ();
    let mut meter = Meter::start(&limits, &Cancel::new(), &mut observer);
    let cluster = Cluster::explore(&game, &game.start(), &mut meter).ok()?;
    cluster.hardest().map(|(board, _)| board)
}
