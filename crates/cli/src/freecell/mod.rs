//! The commands for FreeCell.

pub(crate) mod instances;
mod lines;
mod reading;
pub(crate) mod show;
pub(crate) mod solve;
mod table;
pub(crate) mod verify;

use patience_puzzles::freecell::FreeCell;

use crate::args::ListFeatures;
use crate::exit::Exit;

/// `patience features freecell`: the ranges are those of a standard deal.
pub(crate) fn features(args: &ListFeatures) -> anyhow::Result<Exit> {
    crate::features::list(&FreeCell::microsoft(1)?, args)
}
