//! The commands for peg solitaire.

mod analysis;
mod grid;
mod play;
mod problem;
mod shelf;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod verify;
