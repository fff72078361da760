//! What the stock offers: cards that turns reach, cards that can be played, cards that are out of reach.

use super::foundations::next;
use crate::{Klondike, State};

/// The cards of waste and stock that turns reach.
pub(super) fn available(game: &Klondike, state: &State) -> u32 {
    state.talon().reachable(game.rules()).count_ones()
}

/// Cards of waste and stock that their foundations need next, and that turns do not reach.
pub(super) fn next_unreached(game: &Klondike, state: &State) -> u32 {
    let (next, reached) = (next(game, state), state.talon().reachable(game.rules()));
    let left = game.stock().iter().enumerate().filter(|&(place, _)| state.left >> place & 1 == 1);
    let is_wanted = |&(at, (_, card)): &(u32, (usize, &patience_cards::Card))| {
        next & card.bit() != 0 && reached >> at & 1 == 0
    };
    (0_u32..).zip(left).filter(is_wanted).map(|_| 1).sum()
}
