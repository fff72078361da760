//! Beams of growing width: a first solution soon, then cheaper ones.

use std::time::Duration;

use patience_core::{Blind, ChildEvaluator, Event, Heuristic, Meter, Puzzle, Search, Solver};

use super::beam::{LastLevel, Run};

/// Finds a solution with another solver, then cheaper ones with beams that widen until `widest` or a limit.
///
/// Under a time limit, the last beam is as wide as the remaining time allows, extrapolated from the one before. A limit after the first
/// solution ends the search with the cheapest one. States that cannot lead to a cheaper one, by the estimate, take no place in a beam.
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
        let Some(mut best) = self.first.search(puzzle, root, meter)? else { return Ok(None) };
        meter.emit(Event::Improved { score: f64::from(best.cost) });
        let mut width = NARROWEST.min(self.widest.max(1));
        loop {
            let begun = meter.elapsed();
            let (evaluator, heuristic) = (&self.evaluator, &self.heuristic);
            let mut run = Run::new(puzzle, evaluator, heuristic, width, best.cost, meter);
            run.last_level = self.last_level;
            let Ok(found) = run.search(root) else { break };
            if let Some(cheaper) = found {
                meter.emit(Event::Improved { score: f64::from(cheaper.cost) });
                best = cheaper;
            }
            let factor = factor(meter.elapsed().saturating_sub(begun), meter.time_left());
            if width == self.widest || factor < MIN_FACTOR {
                break;
            }
            width = wider(width, factor).min(self.widest);
        }
        Ok(Some(best))
    }

    fn is_complete(&self) -> bool {
        self.first.is_complete()
    }
}

fn factor(last: Duration, left: Option<Duration>) -> f64 {
    match left {
        None => FACTOR,
        Some(left) => {
            (left.as_secs_f64() / (SLOWDOWN * last.as_secs_f64().max(1e-6))).min(MAX_FACTOR)
        }
    }
}

/// A width multiplied by a factor of at most 16.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn wider(width: usize, factor: f64) -> usize {
    (width as f64 * factor) as usize
}
