//! Best-first search with restarts under different child evaluators.

use patience_core::{ChildEvaluator, Meter, Puzzle, Search, Solver};

use super::greedy::{Found, Run};

/// Runs best-first search under each child evaluator in turn, within a budget, then under the last one without a budget.
///
/// The run time of best-first search has a heavy tail: most instances are easy, a few are very hard, and which ones depends on the
/// evaluator. Restarts cut the tail (Gomes, Selman and Kautz, 1998).
///
/// *Complete* if the last child evaluator is; *not optimal*; *memory*: that of one [`BestFirst`](super::BestFirst).
///
/// ```
/// use patience_core::{Built, ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::Countdown, solve};
/// use patience_search::{Attempt, Attempts};
///
/// let by = |name| Ok(Built { evaluator: ByFeature { feature: Countdown::feature(name)?, reading: Reading::Raw }, scale: 1.0 });
/// let solver = Attempts { first: vec![Attempt { evaluator: by("g")?, budget: 10 }], last: by("Left")? };
/// let puzzle = Countdown { from: 40, most: 3 };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(_)));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempts<F> {
    /// The searches with a budget.
    pub first: Vec<Attempt<F>>,
    /// The child evaluator of the last search, which has none.
    pub last: F,
}

/// A best-first search with a budget.
///
/// ```
/// use patience_core::{Built, ByFeature, Cancel, Features, Limits, Puzzle, Reading, example::Countdown, solve};
/// use patience_search::{Attempt, Attempts};
///
/// let by = |name| Ok(Built { evaluator: ByFeature { feature: Countdown::feature(name)?, reading: Reading::Raw }, scale: 1.0 });
/// let puzzle = Countdown { from: 40, most: 3 };
/// let expanded = |first| {
///     let solver = Attempts { first, last: by("Left")? };
///     Ok(solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ()).stats.expanded)
/// };
/// // It fails: the root and five other states are all that it costs.
/// let failing = Attempt { evaluator: by("g")?, budget: 5 };
/// assert_eq!(expanded(vec![failing])?, 1 + 5 + expanded(Vec::new())?);
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt<F> {
    /// Scores children.
    pub evaluator: F,
    /// Maximum number of expansions, without that of the root.
    pub budget: u64,
}

/// One search: *neither complete nor optimal*.
impl<P: Puzzle, F: ChildEvaluator<P>> Solver<P> for Attempt<F> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        Ok(Run::new(puzzle, &self.evaluator, self.budget, meter).search(root)?.solution())
    }

    fn is_complete(&self) -> bool {
        false
    }
}

impl<P: Puzzle, F: ChildEvaluator<P>> Solver<P> for Attempts<F> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        for Attempt { evaluator, budget } in &self.first {
            let found = Run::new(puzzle, evaluator, *budget, meter).search(root)?;
            let is_proof = matches!(found, Found::Exhausted) && evaluator.is_complete();
            if is_proof || matches!(found, Found::Solution(_)) {
                return Ok(found.solution());
            }
        }
        let found = Run::new(puzzle, &self.last, u64::MAX, meter).search(root)?;
        Ok(found.solution())
    }

    fn is_complete(&self) -> bool {
        self.last.is_complete()
    }
}
