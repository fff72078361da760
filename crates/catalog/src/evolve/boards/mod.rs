//! Breeds Rush Hour boards that take many nodes to solve (Hauptman, Elyasaf, Sipper and Karmon, 2009).
//!
//! A run begins with hard boards of 6×6 cells, put into the middle of a larger board. In every generation the boards are graded by the
//! nodes that an engine needs for them; boards without a solution, or without one within the limit, are worth nothing. The hardest pass
//! on, and mutants of hard ones take the places of the others.

mod grade;
mod list;
mod run;
mod settings;
mod start;
mod store;

pub use grade::Grade;
pub use list::{Listed, archive, list};
pub use run::{Generation, Run, State, Stopped, Watcher};
pub use settings::{Judge, OtherRun, Selection, Settings, SettingsError};
pub use start::first_boards;
pub use store::{ARCHIVE, BOARDS, Store};
