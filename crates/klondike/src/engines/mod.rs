//! Engines for Klondike with all cards known.

pub mod exact;
pub mod shortest;

pub use exact::Exact;
pub use shortest::Shortest;
