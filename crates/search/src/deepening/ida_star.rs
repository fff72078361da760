//! IDA* (Korf, 1985): iterative deepening whose bound is the least estimate that the last pass had to drop.

use patience_core::{Heuristic, Meter, Puzzle, Search, Solver};

use super::bounded::BoundedDfs;

/// Searches everything whose cost so far plus estimate stays within a bound, then raises the bound to the least that exceeded it.
///
/// *Complete*; *optimal* with an admissible heuristic; *memory*: the table of states of one pass, at most `table` of them.
///
/// See the [crate's example](crate).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdaStar<H> {
    /// Estimates the cost-to-go.
    pub heuristic: H,
    /// The most states that the table keeps; a full one keeps what it has. 0: no table.
    pub table: usize,
    /// Whether the moves of a state are tried in the order of the estimates of what they lead to, the most promising first.
    pub ordered: bool,
}

impl<H> IdaStar<H> {
    /// IDA* with a table that only the memory limit bounds, and moves in the order that the puzzle has them.
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
