//! Ever wider beams: a first solution soon, ever cheaper ones after it.

use std::time::Duration;

use patience_core::{ChildEvaluator, Event, Meter, Puzzle, Search, Solver};

use super::beam::Run;

/// Finds a solution by another solver, then cheaper ones by beams that grow wider until `widest` or a limit.
///
/// Under a time limit the last beam is made as wide as the time that is left allows, going by the time that the one before took. A
/// limit that is reached after the first solution was found ends the search with the cheapest one.
///
/// *Complete* if the first solver is; *not optimal*, but ever nearer; *memory*: that of the widest [`Beam`](super::Beam).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Widening<S, F> {
    /// Finds the first solution.
    pub first: S,
    /// Scores children; the lowest go on.
    pub evaluator: F,
    /// The width of the last beam.
    pub widest: usize,
}

/// The width of the first beam.
const NARROWEST: usize = 32;
/// How much wider the next beam is, unless the time left says otherwise.
const FACTOR: f64 = 4.0;
/// The most by which the next beam is wider, however much time is left.
const MOST: f64 = 16.0;
/// A beam that is wider by less finds nothing new.
const LEAST: f64 = 1.3;
/// A beam takes this much longer than its width lets expect: wider ones leave the caches.
const SLOWER: f64 = 1.25;

impl<P: Puzzle, S: Solver<P>, F: ChildEvaluator<P>> Solver<P> for Widening<S, F> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        let Some(mut best) = self.first.search(puzzle, root, meter)? else { return Ok(None) };
        meter.emit(Event::Improved { score: f64::from(best.cost) });
        let mut width = NARROWEST.min(self.widest.max(1));
        loop {
            let begun = meter.elapsed();
            let Ok(found) = Run::new(puzzle, &self.evaluator, width, best.cost, meter).search(root)
            else {
                break;
            };
            if let Some(cheaper) = found {
                meter.emit(Event::Improved { score: f64::from(cheaper.cost) });
                best = cheaper;
            }
            let factor = factor(meter.elapsed().saturating_sub(begun), meter.time_left());
            if width == self.widest || factor < LEAST {
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

/// How much wider the next beam may be.
fn factor(last: Duration, left: Option<Duration>) -> f64 {
    match left {
        None => FACTOR,
        Some(left) => (left.as_secs_f64() / (SLOWER * last.as_secs_f64().max(1e-6))).min(MOST),
    }
}

/// A width multiplied by a factor of at most 16.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn wider(width: usize, factor: f64) -> usize {
    (width as f64 * factor) as usize
}
