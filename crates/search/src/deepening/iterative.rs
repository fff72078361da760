//! Iterative deepening (Korf, 1985): depth-first under a bound that grows by a fixed step, without any heuristic.

use patience_core::{Blind, Cost, Meter, Puzzle, Search, Solver};

use super::bounded::BoundedDfs;

/// Searches everything up to a cost, then everything up to a step more, until a goal is found.
///
/// *Complete*; *optimal* with a step of 1, and with a larger one at most a step above; *memory*: the table of states of one
/// pass, at most `table` of them.
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, example::Countdown, solve};
/// use patience_search::IterativeDeepening;
///
/// let puzzle = Countdown { from: 11, most: 2 };
/// let solver = IterativeDeepening::default();
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 6 && solution.optimal));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IterativeDeepening {
    /// What the bound begins with and grows by; 0 counts as 1.
    pub step: Cost,
    /// The most states that the table keeps; a full one keeps what it has. 0: no table.
    pub table: usize,
}

impl Default for IterativeDeepening {
    fn default() -> Self {
        Self { step: 1, table: usize::MAX }
    }
}

impl<P: Puzzle> Solver<P> for IterativeDeepening {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        let step = self.step.max(1);
        BoundedDfs::new(puzzle, &Blind, self.table, meter).deepen(
            root,
            |_| step,
            // A pass that could reach nothing new is left out.
            |bound, dropped| bound.saturating_add(step).max(dropped),
        )
    }

    fn is_complete(&self) -> bool {
        true
    }
}
