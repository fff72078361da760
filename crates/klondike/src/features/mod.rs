//! Named features of Klondike with all cards known, and a weighted sum of them.
//!
//! Counts of cards that are far from home, buried, out of reach, or on top of cards that they need; what can be moved; the value functions of the
//! planner of 2007; and a lower bound on the cost. A feature reads the state alone, not its path.

mod columns;
mod counts;
pub(crate) mod detour_heuristic;
mod foundations;
pub(crate) mod landmarks;
mod list;
mod mobility;
mod planner;
pub(crate) mod relaxed;
mod stock;
mod weighted_sum;

pub(crate) use counts::takers;
pub use detour_heuristic::DetourHeuristic;
pub use weighted_sum::WeightedSum;

use patience_core::{Feature, Features};
use patience_kit::Guided;

use crate::Klondike;

impl Features for Klondike {
    fn features() -> &'static [Feature<Self>] {
        &list::FEATURES
    }
}

impl Guided for Klondike {
    const DEFAULT_HEURISTIC: &'static str = "LowerBound";
}
