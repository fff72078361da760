//! The engines of peg solitaire.
//!
//! [`layered`] is the problem as a space in layers, for the searches of `patience_search::layered`: they find the fewest moves. The engine
//! `decide` only finds out whether there is a solution.

mod decide;
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
mod gpu;
pub mod layered;
mod shortest;

pub use decide::{Decider, decide};
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
pub(crate) use gpu::GpuSearch;
pub(crate) use shortest::{Found, Shortest};

/// The name of the engine that needs a GPU, and the feature `gpu`.
pub(crate) const GPU: &str = "gpu";
