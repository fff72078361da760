//! The commands for FreeCell.

pub(crate) mod features;
mod instances;
mod lines;
pub(crate) mod show;
pub(crate) mod solve;
mod table;
pub(crate) mod verify;
