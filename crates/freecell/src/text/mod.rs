//! Text: boards, exchange text with rules, tables for terminals, notation of moves.

mod board;
pub(crate) mod code;
mod exchange;
mod notation;
mod reading;
mod sentence;
mod table;

pub use exchange::Board;
pub(crate) use notation::{CELLS, COLUMNS};
pub use notation::{Step, read_steps};
pub(crate) use reading::read_solution;
pub(crate) use sentence::sentence;
