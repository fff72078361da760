//! IDA* (Korf, 1985): iterative deepening on cost so far plus estimate.

use patience_core::{Heuristic, Meter, Puzzle, Search, Solver};

use super::bounded::BoundedDfs;

/// Searches everything whose cost so far plus estimate is within a bound, then raises the bound to the minimum that exceeded it.
///
/// *Complete*; *optimal* with an admissible heuristic; *memory*: the table of one pass, at most `table` states.
///
/// See the [crate's example](crate).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdaStar<H> {
    /// Estimates the cost-to-go.
    pub heuristic: H,
    /// Maximum number of states in the table; a full one keeps its entries. 0: no table.
    pub table: usize,
    /// Whether moves are tried in the order of the children's estimates, the lowest first.
    pub ordered: bool,
}

impl<H> IdaStar<H> {
    /// IDA* with a table bounded only by the memory limit, and moves in the puzzle's order.
    pub fn new(heuristic: H) -> Self {
        Self { heuristic, table: usize::MAX, ordered: false }
    }
}

impl<P: Puzzle, H: Heuristic<P>> Solver<P> for IdaStar<H> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        BoundedDfs::new(puzzle, &self.heuristic, self.table, meter).ordered(self.ordered).deepen(
            root,
            |estimate| estimate,
            |_, dropped| dropped,
        )
    }

    fn is_complete(&self) -> bool {
        true
    }
}
