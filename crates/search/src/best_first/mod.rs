//! Searches that expand the most promising of all open states.

mod buckets;
mod greedy;

pub use greedy::BestFirst;
