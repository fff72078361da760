//! Beams of growing width: a first solution soon, then cheaper ones.

use std::time::Duration;

use patience_core::{
    Blind, ChildEvaluator, Event, Heuristic, Meter, Puzzle, Search, Solution, Solver, Stop,
};

use super::beam::{LastLevel, Run};
use super::pace::Pace;

/// Finds a solution with another solver, then cheaper ones with beams that widen until `widest` or a limit.
///
/// Under a time limit, the last beam is as wide as the remaining time allows, extrapolated from the beam before. If its first solution ends it, its
/// width is set anew at each level, by the speed so far. A limit after the first solution ends the search with the cheapest one. States that
/// cannot lead to a cheaper one, by the estimate, take no place in a beam.
///
/// *Complete* if the first solver is; *not optimal*, but solutions improve with width; *memory*: that of the widest
/// [`Beam`](super::Beam).
///
/// ```
/// use patience_core::{Blind, Built, ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::Countdown, solve};
/// use patience_search::{Beam, LastLevel, Widening};
///
/// let puzzle = Countdown { from: 40, most: 3 };
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let evaluator = Built { evaluator: left, scale: 1.0 };
/// let solver = Widening { first: Beam { evaluator, width: 1 }, evaluator, heuristic: Blind, widest: 64, last_level: LastLevel::default() };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 14));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Widening<S, F, H = Blind> {
    /// Finds the first solution.
    pub first: S,
    /// Scores children; the lowest are kept.
    pub evaluator: F,
    /// Estimates the cost-to-go of states that may be kept.
    pub heuristic: H,
    /// The width of the last beam.
    pub widest: usize,
    /// The level after which a beam ends.
    pub last_level: LastLevel,
}

const NARROWEST: usize = 32;
/// Growth of the width without a time limit.
const FACTOR: f64 = 4.0;
const MAX_FACTOR: f64 = 16.0;
/// Minimum growth: a beam hardly wider finds nothing new.
const MIN_FACTOR: f64 = 1.3;
/// A beam takes this much longer than its width predicts: wider ones exceed the caches.
const SLOWDOWN: f64 = 1.25;

impl<P, S, F, H> Solver<P> for Widening<S, F, H>
where
    P: Puzzle,
    S: Solver<P>,
    F: ChildEvaluator<P>,
    H: Heuristic<P>,
{
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        let found = meter.first_solution(|meter| self.first.search(puzzle, root, meter))?;
        let Some(mut best) = found else { return Ok(None) };
        let mut beams = Beams::new(self.widest);
        while beams.search((puzzle, root), self, &mut best, meter).is_ok()
            && !beams.are_over()
            && beams.widen(self.last_level, meter)
        {}
        Ok(Some(best))
    }

    fn is_complete(&self) -> bool {
        self.first.is_complete()
    }
}

/// Beams of growing width, one after the other.
pub(super) struct Beams {
    width: usize,
    widest: usize,
    /// What the last one took.
    taken: Duration,
    /// Whether the next one takes all the time that is left.
    is_final: bool,
}

impl Beams {
    /// The first one is to come.
    pub(super) fn new(widest: usize) -> Self {
        let widest = widest.max(1);
        Self { width: NARROWEST.min(widest), widest, taken: Duration::ZERO, is_final: false }
    }

    /// Searches with the next beam for a solution cheaper than the best one.
    pub(super) fn search<P, S, F, H>(
        &mut self,
        (puzzle, root): (&P, &P::State),
        with: &Widening<S, F, H>,
        best: &mut Solution<P::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop>
    where
        P: Puzzle,
        F: ChildEvaluator<P>,
        H: Heuristic<P>,
    {
        let begun = meter.elapsed();
        let (evaluator, heuristic) = (&with.evaluator, &with.heuristic);
        let pace = self.is_final.then(|| Pace::new(self.widest, meter));
        let mut run = Run::new(puzzle, evaluator, heuristic, self.width, best.cost, meter);
        (run.last_level, run.pace) = (with.last_level, pace);
        if let Some(cheaper) = run.search(root)? {
            meter.emit(Event::Improved { score: f64::from(cheaper.cost) });
            *best = cheaper;
        }
        self.taken = meter.elapsed().saturating_sub(begun);
        Ok(())
    }

    /// Whether no wider beam comes, whatever time is left.
    pub(super) fn are_over(&self) -> bool {
        self.is_final || self.width == self.widest
    }

    /// Sets the width of the next beam; returns whether there is one.
    pub(super) fn widen(&mut self, last_level: LastLevel, meter: &Meter<'_>) -> bool {
        let Some(left) = meter.time_left() else {
            self.width = wider(self.width, FACTOR).min(self.widest);
            return true;
        };
        let taken = SLOWDOWN * self.taken.as_secs_f64().max(1e-6);
        let mut factor = left.as_secs_f64() / taken;
        // Only then is it known how many levels are left.
        if last_level == LastLevel::OfSolution {
            self.is_final = factor < MAX_FACTOR;
            factor = if self.is_final { factor } else { factor / FACTOR };
        }
        self.width = wider(self.width, factor.min(MAX_FACTOR)).min(self.widest);
        MIN_FACTOR <= factor
    }
}

/// A width multiplied by a factor of at most 16.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn wider(width: usize, factor: f64) -> usize {
    (width as f64 * factor) as usize
}
