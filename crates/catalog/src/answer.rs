//! What an engine answered, seen by the referee.

use std::fmt::Display;

use patience_core::{Outcome, Report, Solution, Stats};

/// What an engine answered: `M` is a move of the search, `L` a line of play that the referee has seen.
#[derive(Clone, Debug)]
pub struct Answer<M, L> {
    /// How the search ended.
    pub outcome: Outcome<M>,
    /// What it spent.
    pub stats: Stats,
    /// The solution as the referee saw it.
    pub line: Option<L>,
}

impl<M, L> Answer<M, L> {
    /// The answer of an engine, its solution replayed by the referee.
    ///
    /// # Panics
    ///
    /// If the referee refuses the solution: a bug of the rules or of the engine, never the fault of the input.
    pub(crate) fn refereed<E: Display>(
        Report { outcome, stats }: Report<M>,
        engine: &str,
        replay: impl FnOnce(&Solution<M>) -> Result<L, E>,
    ) -> Self {
        let line = match &outcome {
            Outcome::Solved(solution) => match replay(solution) {
                Ok(line) => Some(line),
                Err(error) => panic!("the referee refuses the solution of {engine}: {error}"),
            },
            _ => None,
        };
        Self { outcome, stats, line }
    }
}
