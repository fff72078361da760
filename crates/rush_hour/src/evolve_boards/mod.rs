//! Evolution of Rush Hour boards that take many nodes to solve (Hauptman, Elyasaf, Sipper and Karmon, 2009).
//!
//! A run begins with hard boards of 6×6 cells in the middle of a larger board. Every generation is graded by the nodes that an engine needs;
//! boards without a solution within the limit are worth nothing. The hardest are copied, and mutants of hard ones replace the others.

mod evolvable;
mod grade;
mod list;
mod report;
mod settings;
mod species;
mod start;

pub(crate) use evolvable::EvolvableBoards;
pub use grade::Grade;
pub use list::{Listed, archive, list};
pub use settings::{GradingEngine, Selection, Settings};
pub use species::{Generation, HardBoards, Memory};
pub use start::first_boards;
