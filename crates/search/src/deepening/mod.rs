//! Depth-first searches that restart with growing bounds or from better states.

mod bounded;
mod ida_star;
mod iterative;
mod staged;

pub use ida_star::IdaStar;
pub use iterative::IterativeDeepening;
pub use staged::{Open, StagedDeepening};
