//! Searches that expand the most promising of all open states.

mod a_star;
mod attempts;
mod beam;
mod buckets;
mod greedy;
mod widening;

pub use a_star::AStar;
pub use attempts::{Attempt, Attempts};
pub use beam::Beam;
pub use greedy::BestFirst;
pub use widening::Widening;
