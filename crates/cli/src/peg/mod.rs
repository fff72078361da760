//! The commands for peg solitaire.

mod play;
mod problem;
pub(crate) mod show;
pub(crate) mod verify;
