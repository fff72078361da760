//! What all surfaces share: the registry of puzzles, batches and games on several threads, evolution on several threads.

pub mod batch;
pub mod play;
mod registry;

pub use registry::{find, kits};
