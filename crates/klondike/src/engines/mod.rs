//! Engines for Klondike with all cards known.

pub mod exact;
pub mod planner_2007;
pub mod shortest;

pub use exact::Exact;
pub use planner_2007::Planner2007;
pub use shortest::Shortest;
