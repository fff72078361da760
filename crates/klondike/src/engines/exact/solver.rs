//! The exact engine as a solver.

use patience_core::{Meter, Search, Solution, Solver, Stop};

use super::abstract_state::AbstractState;
use super::depth_first::{Budget, DepthFirst};
use super::layout::Layout;
use super::prunings::Prunings;
use super::reconstruct::reconstruct;
use super::transposition_table::KeyWord;
use crate::{Klondike, State};

/// Decides whether a game with all cards known is winnable, and finds a solution, not a shortest one.
///
/// | complete | optimal | memory |
/// |---|---|---|
/// | yes | no | 8⅓ bytes per stored state |
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, solve};
/// use patience_klondike::{Klondike, Rules, engines::Exact};
///
/// let game = Klondike::of_seed(1, Rules::default())?;
/// let report = solve(&Exact::default(), &game, &game.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact {
    /// Prunings that change no answer.
    pub prunings: Prunings,
}

impl Solver<Klondike> for Exact {
    fn search(
        &self,
        puzzle: &Klondike,
        root: &State,
        meter: &mut Meter<'_>,
    ) -> Search<crate::Move> {
        let (layout, abstract_state) = Layout::new(puzzle, root);
        if layout.key_bits() <= <u64 as KeyWord>::BITS {
            self.run::<u64>(&layout, abstract_state, puzzle, root, meter)
        } else {
            self.run::<u128>(&layout, abstract_state, puzzle, root, meter)
        }
    }

    fn is_complete(&self) -> bool {
        true
    }
}

impl Exact {
    fn run<W: KeyWord>(
        &self,
        layout: &Layout,
        abstract_state: AbstractState,
        puzzle: &Klondike,
        root: &State,
        meter: &mut Meter<'_>,
    ) -> Search<crate::Move> {
        let mut search = DepthFirst::<W>::new(self.prunings);
        if !search.decide(layout, abstract_state, meter)? {
            return Ok(None);
        }
        let moves = reconstruct(puzzle, root, search.path());
        Ok(Some(Solution::new(puzzle, root, moves)))
    }
}

impl Budget for Meter<'_> {
    #[inline]
    fn visit(&mut self) -> Result<(), Stop> {
        self.expand()
    }

    #[inline]
    fn hold(&mut self, states: u64, bytes: u64) -> Result<(), Stop> {
        self.store(states, bytes)
    }
}
