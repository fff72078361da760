//! The commands for peg solitaire.

mod analysis;
mod grid;
mod play;
mod problem;
pub(crate) mod show;
pub(crate) mod verify;
