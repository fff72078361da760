//! What all surfaces share: the registry of puzzles, batches on several threads, evolution on several threads.

pub mod batch;
pub mod evolution;
mod registry;

pub use registry::{find, kits};
