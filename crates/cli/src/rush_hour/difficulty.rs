//! How hard a position is: lengths, and what can be reached from it.

use anyhow::bail;
use patience_catalog::DriveLengths;
use patience_catalog::rush_hour::{Engine, solve};
use patience_core::{Cancel, Cost, Limits, Meter, Outcome, Puzzle, Stop};
use patience_rush_hour::{AnySize, Board, Cluster, Metric, RushHour};
use serde::Serialize;

/// How hard a position is. Its fields are file format.
#[derive(Debug, Serialize)]
pub(super) struct Difficulty {
    /// The fewest slides and the fewest steps, which may be those of two solutions; none if there is no solution.
    #[serde(flatten)]
    pub(super) lengths: DriveLengths,
    /// The positions that can be reached.
    pub(super) positions: usize,
    /// Moves of a position, on average.
    pub(super) branching: f64,
    /// Positions with a single move.
    pub(super) dead_ends: usize,
    /// How many shortest solutions there are.
    pub(super) solutions: u128,
}

impl Difficulty {
    /// The length in a metric.
    pub(super) fn length(&self, metric: Metric) -> Option<Cost> {
        match metric {
            Metric::Slides => self.lengths.slides,
            Metric::Steps => self.lengths.steps,
        }
    }
}

/// Explores all positions that can be reached from a board of up to 8×8 cells, and has the exact engine and the referee check the
/// length that follows. Moves and solutions are counted in the metric. Why it was stopped, if it was.
pub(super) fn explore(
    board: &Board,
    metric: Metric,
    limits: &Limits,
    cancel: &Cancel,
) -> anyhow::Result<Result<(Difficulty, Cluster), Stop>> {
    let mut game: RushHour = RushHour::new(board.clone())?;
    game.metric = metric;
    let mut watcher = ();
    let mut meter = Meter::start(limits, cancel, &mut watcher);
    let cluster = match Cluster::explore(&game, &game.start(), &mut meter) {
        Ok(cluster) => cluster,
        Err(stop) => return Ok(Err(stop)),
    };
    let mut lengths = [None; 2];
    for (length, metric) in lengths.iter_mut().zip([Metric::Slides, Metric::Steps]) {
        match exact(board, metric, limits, cancel)? {
            Ok(found) => *length = found,
            Err(stop) => return Ok(Err(stop)),
        }
    }
    let [slides, steps] = lengths;
    let difficulty = Difficulty {
        lengths: DriveLengths { slides, steps },
        positions: cluster.positions(),
        branching: cluster.branching(),
        dead_ends: cluster.dead_ends(),
        solutions: cluster.solutions(),
    };
    let (found, explored) = (difficulty.length(metric), cluster.distance().map(Cost::from));
    if found != explored {
        bail!(
            "{}: the exact engine finds {found:?} {}, but {explored:?} follows from all positions: this is a bug",
            board.letters(),
            metric.name()
        );
    }
    Ok(Ok((difficulty, cluster)))
}

/// The length of a solution of the exact engine, as the referee counts it.
fn exact(
    board: &Board,
    metric: Metric,
    limits: &Limits,
    cancel: &Cancel,
) -> anyhow::Result<Result<Option<Cost>, Stop>> {
    let game: AnySize = Engine::Exact.game(board.clone(), metric)?;
    let answer = solve(&game, &Engine::Exact, limits, cancel, &mut ());
    Ok(match answer.outcome {
        Outcome::LimitReached(stop) => Err(stop),
        _ => Ok(answer.line.map(|line| match metric {
            Metric::Slides => line.lengths().slides,
            Metric::Steps => line.lengths().steps,
        })),
    })
}
