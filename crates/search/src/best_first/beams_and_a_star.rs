//! Beams of growing width and A* by turns: short solutions soon, and proofs where these are near.

use patience_core::{ChildEvaluator, Heuristic, Meter, Packed, Search, Solution, Solver, replay};

use super::eager_a_star::a_star_below;
use super::move_order::MoveOrder;
use super::widening::{Beams, Widening};

/// Finds ever cheaper solutions with beams; between two of them A* looks for one below the best, or for the proof that there is none.
///
/// A beam soon finds a solution near the optimum, A* a cheaper one that beams miss if the optimum is near the estimate. A* may take three times the
/// nodes of all that came before, and begins anew each time. It gives up as soon as the growth from bound to bound says that these will not do. So
/// most nodes are those of A* where it will end, and those of beams where it will not. No decision of A* depends on time.
///
/// *Complete* if the first solver is; *optimal* if A* ends, with an admissible heuristic; *memory*: that of the widest
/// [`Beam`](super::Beam) or a key per state that may beat the best known solution.
///
/// ```
/// use patience_core::{Blind, Built, ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::{Countdown, HeapHeight}, solve};
/// use patience_search::{BeamsAndAStar, AnyOrder, IterativeDeepening, LastLevel, Widening};
///
/// let puzzle = Countdown { from: 100, most: 7 };
/// let first = IterativeDeepening { step: 1000, table: 1000 };
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let evaluator = Built { evaluator: left, scale: 1.0 };
/// let beams = Widening { first, evaluator, heuristic: Blind, widest: 64, last_level: LastLevel::default() };
/// let solver = BeamsAndAStar { beams, heuristic: HeapHeight, order: AnyOrder };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 15 && solution.optimal));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamsAndAStar<S, F, H, E, O> {
    /// Finds the first solution, then others with beams.
    pub beams: Widening<S, F, H>,
    /// Estimates the cost-to-go in A*.
    pub heuristic: E,
    /// Says which orders of moves A* tries.
    pub order: O,
}

/// Nodes of A* for each one before it. With three, A* ended within two seconds on 39 of 50 deals of a card game, with one on 26.
const SHARE: u64 = 3;

impl<P, S, F, H, E, O> Solver<P> for BeamsAndAStar<S, F, H, E, O>
where
    P: Packed,
    S: Solver<P>,
    F: ChildEvaluator<P>,
    H: Heuristic<P>,
    E: Heuristic<P>,
    O: MoveOrder<P>,
{
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        let found = meter.first_solution(|meter| self.beams.first.search(puzzle, root, meter))?;
        let Some(mut best) = found else { return Ok(None) };
        let mut beams = Beams::new(self.beams.widest);
        while beams.search((puzzle, root), &self.beams, &mut best, meter).is_ok()
            && !beams.are_over()
            && !self.finish((puzzle, root), &mut best, meter)
            && beams.widen(self.beams.last_level, meter)
        {}
        Ok(Some(best))
    }

    fn is_complete(&self) -> bool {
        self.beams.first.is_complete()
    }
}

impl<S, F, H, E, O> BeamsAndAStar<S, F, H, E, O> {
    /// Looks for a cheaper solution with A*; returns whether none is left, as far as the heuristic can tell.
    fn finish<P>(
        &self,
        (puzzle, root): (&P, &P::State),
        best: &mut Solution<P::Move>,
        meter: &mut Meter<'_>,
    ) -> bool
    where
        P: Packed,
        F: ChildEvaluator<P>,
        E: Heuristic<P>,
        O: MoveOrder<P>,
    {
        if puzzle.is_goal(root) {
            return true;
        }
        let by = (&self.beams.evaluator, &self.heuristic);
        let left =
            meter.limits().nodes.map_or(u64::MAX, |all| all.saturating_sub(meter.expanded()));
        let limits = (best.cost, SHARE.saturating_mul(meter.expanded()).min(left));
        let improved = a_star_below((puzzle, root), by, &self.order, limits, meter);
        if let Some(keys) = improved.keys {
            // States with equal keys have equal successor keys: a law of puzzles.
            let moves = replay(puzzle, root, &keys).expect("a path of keys can be replayed");
            *best = Solution::new(puzzle, root, moves);
        }
        best.optimal |= improved.is_finished && self.heuristic.is_admissible(puzzle);
        improved.is_finished
    }
}
