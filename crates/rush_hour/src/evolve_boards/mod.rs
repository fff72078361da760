//! Evolution of Rush Hour boards that take many nodes to solve (Hauptman, Elyasaf, Sipper and Karmon, 2009).
//!
//! A run begins with hard boards of 6×6 cells, put into the middle of a larger board. In every generation the boards are graded by the
//! nodes that an engine needs for them; boards without a solution, or without one within the limit, are worth nothing. The hardest pass
//! on, and mutants of hard ones take the places of the others. The caller grades a generation, on as many threads as it likes.

mod grade;
mod list;
mod run;
mod run_folder;
mod settings;
mod start;

pub use grade::Grade;
pub use list::{Listed, archive, list};
pub use run::{Generation, Run, State, Stopped};
pub use run_folder::{ARCHIVE, BOARDS, RunFolder};
pub use settings::{GradingEngine, OtherRun, Selection, Settings, SettingsError};
pub use start::first_boards;
