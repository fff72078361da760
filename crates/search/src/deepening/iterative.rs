//! Iterative deepening (Korf, 1985): depth-first search with a growing bound, without a heuristic.

use patience_core::{Blind, Cost, Meter, Puzzle, Search, Solver};

use super::bounded::BoundedDfs;

/// Searches everything up to a cost bound, then raises the bound by a step, until it finds a goal.
///
/// *Complete*; *optimal* with a step of 1, otherwise less than a step above the optimum (a step above it if that is 0); *memory*: the
/// table of one pass, at most `table` states.
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
    /// The first bound and its increment; 0 counts as 1.
    pub step: Cost,
    /// Maximum number of states in the table; a full one keeps its entries. 0: no table.
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
        BoundedDfs::new(puzzle, &Blind, self.table, meter).deepen(root, |_| step, step)
    }

    fn is_complete(&self) -> bool {
        true
    }
}
