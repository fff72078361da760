//! Depth-first searches that go a bounded way and start again.

mod bounded;
mod ida_star;
mod iterative;
mod staged;

pub use ida_star::IdaStar;
pub use iterative::IterativeDeepening;
pub use staged::{Open, StagedDeepening};
