//! The commands for FreeCell.

pub(crate) mod instances;
mod lines;
mod reading;
pub(crate) mod show;
pub(crate) mod solve;
mod table;
pub(crate) mod verify;

use anyhow::Context;
use patience_catalog::freecell::NAME;
use patience_catalog::policy::lexicon;
use patience_freecell::FreeCell;

use crate::args::{FeaturesFreecell, GuidedEngine};
use crate::exit::Exit;
use crate::features;

/// `patience features freecell`: the ranges are those of a standard deal.
pub(crate) fn features(args: &FeaturesFreecell) -> anyhow::Result<Exit> {
    match args.engine {
        GuidedEngine::Staged | GuidedEngine::IdaStar => {
            features::list(&FreeCell::microsoft(1)?, &args.list)
        }
        GuidedEngine::Fast => {
            let words = lexicon(NAME, Some("fast")).context("the engine has words")?;
            features::list_words(&words, &args.list)
        }
    }
}
