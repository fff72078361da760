//! The commands for Klondike with all cards known.

pub(crate) mod generate;
mod instances;
mod lines;
mod play;
pub(crate) mod show;
pub(crate) mod solve;
mod table;
pub(crate) mod verify;
