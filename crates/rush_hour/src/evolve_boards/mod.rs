//! Evolution of Rush Hour boards that take many nodes to solve or have long solutions.
//!
//! It follows Hauptman, Elyasaf, Sipper and Karmon (2009).
//! A run begins with hard boards of 6×6 cells in the middle of a larger board. Every generation is graded by the nodes that an engine needs,
//! by the fewest steps, or by both; boards without a solution within the limit are worth nothing. The hardest are copied, and mutants of
//! hard ones replace the others. A mutant may move to the farthest position of its cluster.

mod evolvable;
mod farthest;
mod grade;
mod list;
mod report;
mod settings;
mod species;
mod start;

pub(crate) use evolvable::EvolvableBoards;
pub use grade::Grade;
pub use list::{Listed, archive, list};
pub use settings::{Grading, GradingEngine, Selection, Settings};
pub use species::{Generation, HardBoards, Memory};
pub use start::first_boards;
