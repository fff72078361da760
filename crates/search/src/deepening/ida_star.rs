//! IDA* (Korf, 1985): iterative deepening on cost so far plus estimate.

use patience_core::{Cost, Heuristic, Meter, Puzzle, Search, Solver};

use super::bounded::BoundedDfs;

/// Searches everything whose cost so far plus estimate is within a bound, then raises the bound to the minimum that exceeded it, and by at
/// least a step.
///
/// *Complete*; *optimal* with an admissible heuristic and a step of 1, with a larger step less than a step above the optimum; *memory*: the
/// table of one pass, at most `table` states.
///
/// ```
/// use patience_core::example::{Countdown, HeapHeight};
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, solve};
/// use patience_search::IdaStar;
///
/// let puzzle = Countdown { from: 20, most: 6 };
/// let solver = IdaStar { ordered: true, ..IdaStar::new(HeapHeight) };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 4 && solution.optimal));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdaStar<H> {
    /// Estimates the cost-to-go.
    pub heuristic: H,
    /// The least increment of the bound; 0 counts as 1.
    pub step: Cost,
    /// Maximum number of states in the table; a full one keeps its entries. 0: no table.
    pub table: usize,
    /// Whether moves are tried in the order of the children's estimates, the lowest first.
    pub ordered: bool,
}

impl<H> IdaStar<H> {
    /// IDA* with a step of 1, a table bounded only by the memory limit, and moves in the puzzle's order.
    pub fn new(heuristic: H) -> Self {
        Self { heuristic, step: 1, table: usize::MAX, ordered: false }
    }
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for IdaStar<H> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        BoundedDfs::new(puzzle, &self.heuristic, self.table, meter).ordered(self.ordered).deepen(
            root,
            |estimate| estimate,
            self.step,
        )
    }

    fn is_complete(&self) -> bool {
        true
    }
}
