//! The commands for peg solitaire.

mod analysis;
mod grid;
mod layer_folders;
mod play;
mod problem;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod verify;
