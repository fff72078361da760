//! The first search where runs of any length move at once.
//!
//! In Relaxed FreeCell a run needs no room to move, so a run that fits on another nearly always does well to go there: its cards stay together, and
//! what it lay on is free. This search does not try anything else. A position is *settled* if no card is free that could go home, and neither a run on
//! top of a column nor a card in a cell fits on a column. A *step* moves a run to an empty column or a single card to a cell, and then settles the position, as
//! auto-play does. Of the 44 moves that a solution takes beside those of auto-play, ten are left to choose. A position is *sorted* if no card lies on
//! one with which it forms no run: then all cards can go home, and the search ends. (Settling ends too: with each move a card goes home, or fewer cards
//! lie loose, at bases or in cells.)
//!
//! Unlike the steps of [`ByColour`](crate::by_colour::ByColour), these lose solutions: a run may be needed where it was, the card that it goes onto for
//! another run, and a card that went home in a column. So the search has a budget, its end proves nothing, and searches of all moves follow.

mod space;
#[cfg(test)]
mod tests;
mod weights;

use patience_search::Attempt;

pub(crate) use self::space::Space;
use self::weights::Weights;

/// The search: it solves nearly all deals of Relaxed FreeCell, most of them with hardly more expansions than steps.
pub(crate) const SEARCH: Attempt<Weights> = Attempt { evaluator: Weights::RELAXED, budget: 200 };
