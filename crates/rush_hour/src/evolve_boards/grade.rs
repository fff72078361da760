//! The grade of a board: the nodes that an engine needs to solve it.

use std::time::Duration;

use patience_core::{Cancel, Limits, Meter};
use patience_kit::End;
use serde::{Deserialize, Serialize};

use super::Settings;
use crate::engines::engine::Engine;
use crate::rules::board::Board;
use crate::rules::game::Metric;

/// The result of grading a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// It was solved.
    Solved {
        /// The nodes that the engine expanded.
        nodes: u64,
        /// The slides of its solution.
        slides: u32,
    },
    /// It has no solution.
    Unsolvable,
    /// It was not solved within the limit.
    Limit,
}

impl Grade {
    /// The nodes of a solved board, or 0.
    #[must_use]
    pub fn fitness(self) -> u64 {
        match self {
            Self::Solved { nodes, .. } => nodes,
            Self::Unsolvable | Self::Limit => 0,
        }
    }

    /// The grade of a board. That of a cancelled search is of no use.
    ///
    /// A breadth-first search comes first: it visits every position of a board without a solution once, not once per pass; and it needs far
    /// fewer nodes than iterative deepening, so that most boards that are too hard are rejected early.
    #[must_use]
    pub fn of(board: &Board, settings: &Settings, cancel: &Cancel) -> Self {
        if let Some(nodes) = settings.nodes.checked_div(settings.filter) {
            let filter = Engine::exact(Metric::Slides);
            match Self::by(&filter, board, settings, nodes.max(1), cancel) {
                Self::Solved { .. } => {}
                unsolved => return unsolved,
            }
        }
        match Engine::named(settings.engine.name(), Metric::Slides) {
            Ok(engine) => Self::by(&engine, board, settings, settings.nodes, cancel),
            Err(_) => Self::Limit,
        }
    }

    fn by(
        engine: &Engine,
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
            (Some(line), _) => {
                let slides = line.length().try_into().unwrap_or(u32::MAX);
                Self::Solved { nodes: meter.expanded(), slides }
            }
            (None, End::Unsolvable { .. }) => Self::Unsolvable,
            (None, _) => Self::Limit,
        }
    }
}
