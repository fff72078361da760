//! The commands for FreeCell.

pub(crate) mod features;
mod instances;
mod lines;
mod reading;
pub(crate) mod show;
pub(crate) mod solve;
mod table;
mod tally;
pub(crate) mod verify;
