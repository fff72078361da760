//! The grade of a board: the nodes that an engine needs to solve it, the length of its solution, or both.

use std::time::Duration;

use patience_core::{Cancel, Limits, Meter};
use patience_kit::End;
use serde::{Deserialize, Serialize};

use super::{Grading, Settings};
use crate::engines::engine::Engine;
use crate::rules::board::Board;
use crate::rules::game::Metric;

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
pub(super) fn is_zero(steps: &u32) -> bool {
    *steps == 0
}

/// The result of grading a board.
///
/// ```
/// use patience_core::Cancel;
/// use patience_rush_hour::Board;
/// use patience_rush_hour::evolve_boards::{Grade, Grading, Settings};
///
/// let settings = Settings { grade: Grading::Length, ..Settings::default() };
/// let of = |board: Board| Grade::of(&board, &settings, &Cancel::new());
/// // B moves one cell down and A two to the right.
/// assert_eq!(of(Board::parse("AA.B...B........")?).fitness(Grading::Length), 3);
/// // B and C fill their column.
/// assert_eq!(of(Board::parse("AA.B...B...C...C")?), Grade::Unsolvable);
/// assert_eq!(Grade::Unsolvable.fitness(Grading::Length), 0);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// It was solved.
    Solved {
        /// The nodes that the engine expanded.
        nodes: u64,
        /// The slides of its solution.
        slides: u32,
        /// The fewest steps; 0 if grades are nodes, which need no such search.
        #[serde(default, skip_serializing_if = "is_zero")]
        steps: u32,
    },
    /// It has no solution.
    Unsolvable,
    /// It was not solved within the limit.
    Limit,
}

impl Grade {
    /// How hard a solved board is, or 0.
    #[must_use]
    pub fn fitness(self, by: Grading) -> u64 {
        let Self::Solved { nodes, steps, .. } = self else { return 0 };
        match by {
            Grading::Nodes => nodes,
            Grading::Length => steps.into(),
            Grading::Both => u64::from(steps).saturating_mul(nodes.isqrt().isqrt()),
        }
    }

    /// The grade of a board. That of a cancelled search is of no use.
    ///
    /// A breadth-first search comes first: it visits every position of a board without a solution once, not once per pass; and it needs far
    /// fewer nodes than iterative deepening, so that most boards that are too hard are rejected early.
    ///
    /// For lengths the breadth-first search counts steps, and it is not left out: without a filter, it has the node limit itself.
    #[must_use]
    pub fn of(board: &Board, settings: &Settings, cancel: &Cancel) -> Self {
        let metric = match settings.grade {
            Grading::Nodes => Metric::Slides,
            Grading::Length | Grading::Both => Metric::Steps,
        };
        let most = settings.nodes.checked_div(settings.filter);
        let most = most.or((metric == Metric::Steps).then_some(settings.nodes));
        let mut fewest = 0;
        if let Some(nodes) = most {
            let exact = Engine::exact(metric);
            match Self::by(&exact, metric, board, settings, nodes.max(1), cancel) {
                solved @ Self::Solved { .. } if settings.grade == Grading::Length => return solved,
                Self::Solved { steps, .. } => fewest = steps,
                unsolved => return unsolved,
            }
        }
        let Ok(engine) = settings.engine.engine() else { return Self::Limit };
        match Self::by(&engine, Metric::Slides, board, settings, settings.nodes, cancel) {
            Self::Solved { nodes, slides, .. } => Self::Solved { nodes, slides, steps: fewest },
            unsolved => unsolved,
        }
    }

    /// The result of an engine; steps only if they are its metric.
    fn by(
        engine: &Engine,
        metric: Metric,
        board: &Board,
        settings: &Settings,
        nodes: u64,
        cancel: &Cancel,
    ) -> Self {
        let time = settings.seconds.map(Duration::from_secs_f64);
        let limits = Limits { nodes: Some(nodes), time, memory: None };
        let mut observer = ();
        let mut meter = Meter::start(&limits, cancel, &mut observer);
        // A board that is too large is too hard for every engine.
        let Ok(answer) = engine.answer(board, &mut meter) else { return Self::Limit };
        match (answer.line, answer.end) {
            (Some(line), end) => {
                let slides = line.length().try_into().unwrap_or(u32::MAX);
                let steps = match (metric, end) {
                    (Metric::Steps, End::Solved { cost, .. }) => cost,
                    _ => 0,
                };
                Self::Solved { nodes: meter.expanded(), slides, steps }
            }
            (None, End::Unsolvable { .. }) => Self::Unsolvable,
            (None, _) => Self::Limit,
        }
    }
}
