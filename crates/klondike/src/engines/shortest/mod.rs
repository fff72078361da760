//! The shortest engine: a solution by the exact engine, shorter ones by beams, and the proof by A*.

pub(crate) mod beam_weights;
mod landmark_a_star;
#[cfg(test)]
mod tests;
mod tight;
pub(crate) mod trimmed;

pub use beam_weights::BeamWeights;
pub use trimmed::Trimmed;

use patience_core::{Blind, Meter, Search, Solver};
use patience_search::Widening;

use self::landmark_a_star::LandmarkAStar;
use super::exact::Exact;
use crate::{Klondike, Move, State};

/// Finds a solution by the exact engine, shorter ones by beams, and a still shorter one, or the proof that there is none, by A*.
///
/// *Complete*; *optimal* unless a limit comes first: then the answer is the shortest solution so far; *memory*: about 95 bytes per state that
/// A* expands, and 8 to 16 per other state that it generates.
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, solve};
/// use patience_klondike::engines::Shortest;
/// use patience_klondike::{Klondike, Rules};
///
/// let rules = Rules { ranks: 5, columns: 4, ..Rules::default() };
/// let game = Klondike::of_seed(3, rules)?;
/// let report = solve(&Shortest::default(), &game, &game.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.optimal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The width of the last beam.
    pub widest: usize,
    /// What ranks the states of a beam.
    pub weights: BeamWeights,
}

impl Shortest {
    /// The default width of the last beam: wider ones gain little for their time.
    pub const WIDEST: usize = 1 << 13;
}

impl Default for Shortest {
    fn default() -> Self {
        Self { widest: Self::WIDEST, weights: BeamWeights::BRIEF }
    }
}

impl Solver<Klondike> for Shortest {
    fn search(&self, puzzle: &Klondike, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        let (evaluator, widest) = (self.weights, self.widest);
        let beams = Widening { first: Whole, evaluator, heuristic: Blind, widest };
        LandmarkAStar { first: beams }.search(&Trimmed { game: puzzle }, root, meter)
    }

    fn is_complete(&self) -> bool {
        true
    }
}

/// The exact engine, which solves a trimmed game with moves of the full game.
#[derive(Clone, Copy, Debug)]
struct Whole;

impl Solver<Trimmed<'_>> for Whole {
    fn search(&self, trimmed: &Trimmed<'_>, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        Exact::default().search(trimmed.game, root, meter)
    }

    fn is_complete(&self) -> bool {
        true
    }
}
