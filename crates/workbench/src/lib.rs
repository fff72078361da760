//! What all surfaces share: the registry of puzzles, batches on several threads, and requests as JSON.

pub mod batch;
mod read;
mod registry;
pub mod request;

pub use read::read;
pub use registry::{find, kits};
