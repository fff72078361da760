//! How hard a position is: its lengths, and all positions that can be reached from it.

use patience_core::{Cancel, Cost, Limits, Meter, Puzzle};
use patience_kit::{End, Fault};
use serde::Serialize;
use serde_json::Value;

use crate::engines::cluster::Cluster;
use crate::engines::engine::Engine;
use crate::rules::board::Board;
use crate::rules::game::{Metric, RushHour};

/// How hard a position is. Its fields are file format.
#[derive(Debug, Serialize)]
pub(crate) struct Difficulty {
    /// The fewest slides; `None` if there is no solution.
    pub(crate) slides: Option<Cost>,
    /// The fewest steps, which may be those of another solution.
    pub(crate) steps: Option<Cost>,
    /// Positions that can be reached.
    pub(crate) positions: usize,
    /// Moves of a position, on average.
    pub(crate) branching: f64,
    /// Positions with a single move.
    pub(crate) dead_ends: usize,
    /// The number of shortest solutions.
    #[serde(serialize_with = "count")]
    pub(crate) solutions: u128,
}

/// A count as a number, or as text where JSON has no such number.
fn count<S: serde::Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*count) {
        Ok(count) => serializer.serialize_u64(count),
        Err(_) => serializer.serialize_str(&count.to_string()),
    }
}

impl Difficulty {
    /// The length in a metric.
    pub(crate) fn length(&self, metric: Metric) -> Option<Cost> {
        match metric {
            Metric::Slides => self.slides,
            Metric::Steps => self.steps,
        }
    }

    /// Explores all positions that can be reached from a board of up to 8×8 cells, and checks the length that follows with the exact
    /// engine and the referee. Moves and solutions are counted in the metric.
    pub(crate) fn explore(
        board: &Board,
        metric: Metric,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<(Self, Cluster), Fault> {
        let mut game: RushHour = RushHour::new(board.clone()).map_err(Fault::input)?;
        game.metric = metric;
        let mut observer = ();
        let mut meter = Meter::start(limits, cancel, &mut observer);
        let cluster = Cluster::explore(&game, &game.start(), &mut meter).map_err(Fault::limit)?;
        let difficulty = Self {
            slides: exact(board, Metric::Slides, limits, cancel)?,
            steps: exact(board, Metric::Steps, limits, cancel)?,
            positions: cluster.positions(),
            branching: cluster.branching(),
            dead_ends: cluster.dead_ends(),
            solutions: cluster.solutions(),
        };
        let (found, explored) = (difficulty.length(metric), cluster.distance().map(Cost::from));
        if found != explored {
            return Err(Fault::environment(format_args!(
                "{}: the exact engine finds {found:?} {}, but {explored:?} follows from all positions: this is a bug",
                board.letters(),
                metric.name()
            )));
        }
        Ok((difficulty, cluster))
    }
}

/// The length of a solution of the exact engine, as the referee counts it.
fn exact(
    board: &Board,
    metric: Metric,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Option<Cost>, Fault> {
    let mut observer = ();
    let mut meter = Meter::start(limits, cancel, &mut observer);
    let answer = Engine::exact(metric).answer(board, &mut meter)?;
    if let End::Limit(stop) = answer.end {
        return Err(Fault::limit(stop));
    }
    let at = match metric {
        Metric::Slides => 0,
        Metric::Steps => 1,
    };
    let length = answer.line.and_then(|line| line.lengths().0.get(at).copied());
    Ok(length.and_then(|length| length.try_into().ok()))
}

/// Fields as JSON; null if they are none, which the types rule out.
pub(crate) fn json(fields: &impl Serialize) -> Value {
    serde_json::to_value(fields).unwrap_or_default()
}
