//! The shortest engine: a solution by the exact engine, shorter ones by beams, and the proof by A*.
//!
//! If turns of the stock count, the first solution is a poor one: the exact engine does not mind them, and on some deals the beams find no other. There
//! searches near the best solution (`neighbourhoods`) come before and after the beams.

pub(crate) mod beam_weights;
mod landmark_a_star;
mod neighbourhoods;
#[cfg(test)]
mod tests;
mod tight;
pub(crate) mod trimmed;

pub use beam_weights::BeamWeights;
pub use trimmed::Trimmed;

use patience_core::{Blind, Meter, Search, Solver};
use patience_search::{LastLevel, Widening};

use self::landmark_a_star::LandmarkAStar;
use self::neighbourhoods::{Neighbourhoods, QuickDetours};
use super::exact::Exact;
use crate::{Klondike, Metric, Move, State};

/// Finds a solution by the exact engine, shorter ones by beams, and a still shorter one, or the proof that there is none, by A*. If turns count, it also
/// looks for cheaper solutions that differ a little from the best one.
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
        let game = Trimmed { game: puzzle };
        match puzzle.metric {
            Metric::Moves => {
                let last_level = LastLevel::OfSolution;
                let beams =
                    Widening { first: Whole, evaluator, heuristic: Blind, widest, last_level };
                LandmarkAStar { first: beams }.search(&game, root, meter)
            }
            Metric::Turns => {
                let first = Neighbourhoods::of(Whole, evaluator, widest);
                let (heuristic, last_level) = (QuickDetours, LastLevel::OfStates);
                let first = Widening { first, evaluator, heuristic, widest, last_level };
                let first = Neighbourhoods::of(first, evaluator, widest);
                LandmarkAStar { first }.search(&game, root, meter)
            }
        }
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
