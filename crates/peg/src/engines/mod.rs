//! The engines of peg solitaire.
//!
//! [`layered`] is the problem as a space in layers, for the searches of `patience_search::layered`: they find the fewest moves. The engine
//! `decide` only finds out whether there is a solution.

mod decide;
pub mod layered;
mod shortest;

pub use decide::{Decider, decide};
pub(crate) use shortest::{Found, Shortest};
