//! How the foundations stand, and the cards that they need next.

use crate::{Klondike, State};
use patience_cards::{Card, Suit};

/// The ranks between the highest and the lowest foundation.
pub(super) fn difference(state: &State) -> u32 {
    let most = state.foundations.iter().max().copied().unwrap_or(0);
    let least = state.foundations.iter().min().copied().unwrap_or(0);
    u32::from(most - least)
}

/// The card that each foundation needs next, as a set.
pub(super) fn next(game: &Klondike, state: &State) -> u64 {
    Suit::ALL
        .into_iter()
        .filter(|&suit| state.home(suit) < game.rules().ranks)
        .fold(0, |set, suit| set | Card::new(state.home(suit) + 1, suit).bit())
}
