//! How hard a board is: the nodes that an engine needs for it.

use std::time::Duration;

use patience_core::{Cancel, Limits, Outcome};
use patience_rush_hour::{Board, Metric};
use serde::{Deserialize, Serialize};

use super::Settings;
use crate::rush_hour::{Engine, solve};

/// What is known of a board.
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
    /// The nodes that it took to solve, or 0.
    #[must_use]
    pub fn fitness(self) -> u64 {
        match self {
            Self::Solved { nodes, .. } => nodes,
            Self::Unsolvable | Self::Limit => 0,
        }
    }

    /// How hard a board is by the settings of a run. What comes of a search that was cancelled is of no use.
    ///
    /// A breadth-first search comes first: of a board without a solution it sees every position once, and not once a pass; and it needs a
    /// small part of the nodes that iterative deepening needs, so that most boards that are too hard are known early.
    #[must_use]
    pub fn of(board: &Board, settings: &Settings, cancel: &Cancel) -> Self {
        let run = |engine: &Engine, nodes: u64| {
            let limits = Limits {
                nodes: Some(nodes),
                time: settings.seconds.map(Duration::from_secs_f64),
                memory: None,
            };
            // A board that no word holds is too hard for anyone.
            let game = engine.game(board.clone(), Metric::Slides).ok()?;
            Some(solve(&game, engine, &limits, cancel, &mut ()))
        };
        let unsolved = |outcome| match outcome {
            Some(Outcome::ProvenUnsolvable) => Self::Unsolvable,
            _ => Self::Limit,
        };
        if let Some(nodes) = settings.nodes.checked_div(settings.filter) {
            let answer = run(&Engine::Exact, nodes.max(1));
            let is_solved = answer.as_ref().is_some_and(|answer| answer.line.is_some());
            if !is_solved {
                return unsolved(answer.map(|answer| answer.outcome));
            }
        }
        let answer =
            Engine::named(settings.engine.name()).and_then(|engine| run(&engine, settings.nodes));
        match answer {
            Some(answer) => match &answer.line {
                Some(line) => {
                    let slides = line.lengths().slides;
                    Self::Solved { nodes: answer.stats.expanded, slides }
                }
                None => unsolved(Some(answer.outcome)),
            },
            None => Self::Limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grade(letters: &str, settings: &Settings) -> Grade {
        Grade::of(&Board::parse(letters).unwrap(), settings, &Cancel::new())
    }

    #[test]
    fn what_has_no_solution_or_takes_too_long_is_worth_nothing() {
        for filter in [0, 20] {
            let settings = Settings { nodes: 1_000_000, filter, ..Settings::default() };
            let easy = "AA.B...B........";
            assert!(matches!(grade(easy, &settings), Grade::Solved { slides: 2, .. }));
            let stuck = grade("AA.B...B...C...C", &settings);
            assert_eq!((stuck, stuck.fitness()), (Grade::Unsolvable, 0));
            let hard = grade(patience_rush_hour::JAM[18].letters, &settings);
            assert!(matches!(hard, Grade::Solved { nodes: 1_000.., slides: 22 }), "{hard:?}");
            let few = Settings { nodes: hard.fitness() - 1, ..settings };
            let hard = grade(patience_rush_hour::JAM[18].letters, &few);
            assert_eq!((hard, hard.fitness()), (Grade::Limit, 0));
        }
    }
}
