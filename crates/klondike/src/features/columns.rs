//! How the columns stand: depth, room, and cards in the way of their own suit.

use crate::{Klondike, State};
use patience_cards::Card;

/// The face-down cards of each column.
fn depths(game: &Klondike, state: &State) -> impl Iterator<Item = u32> {
    (0..game.rules().columns).map(|at| u32::from(state.pile(at).down()))
}

/// The sum of the squares of the numbers of face-down cards: two on top of each other are a greater burden than two side by side.
pub(super) fn down_squared(game: &Klondike, state: &State) -> u32 {
    depths(game, state).map(|depth| depth * depth).sum()
}

/// The most face-down cards of a column.
pub(super) fn deepest(game: &Klondike, state: &State) -> u32 {
    depths(game, state).max().unwrap_or(0)
}

/// The number of columns without cards.
pub(super) fn empty(game: &Klondike, state: &State) -> u32 {
    (0..game.rules().columns).map(|at| u32::from(state.pile(at).is_empty())).sum()
}

/// The number of face-up cards.
pub(super) fn face_up(game: &Klondike, state: &State) -> u32 {
    (0..game.rules().columns).map(|at| u32::from(state.pile(at).up())).sum()
}

/// Cards, face up or down, that lie above a lower card of their suit. Only a face-down card can be the lower one: ranks of runs descend.
pub(super) fn on_lower_of_suit(game: &Klondike, state: &State) -> u32 {
    let mut sum = 0;
    for at in 0..game.rules().columns {
        let pile = state.pile(at);
        // The higher cards of the suits of all cards so far.
        let mut higher = 0_u64;
        for &card in &game.down(at)[..usize::from(pile.down())] {
            sum += u32::from(higher & card.bit() != 0);
            higher |= card.higher();
        }
        if higher != 0 {
            sum += pile.run().map(|card| u32::from(higher & card.bit() != 0)).sum::<u32>();
        }
    }
    sum
}

/// Cards that lie above a card that its foundation needs next. A card above two of them counts once.
pub(super) fn on_next(game: &Klondike, state: &State) -> u32 {
    let next = super::foundations::next(game, state);
    let mut sum = 0;
    for at in 0..game.rules().columns {
        let pile = state.pile(at);
        let down = &game.down(at)[..usize::from(pile.down())];
        let column = down.iter().copied().chain(pile.run());
        let is_next = |card: Card| next & card.bit() != 0;
        // What comes after the first of them.
        sum += column.skip_while(|&card| !is_next(card)).skip(1).map(|_| 1).sum::<u32>();
    }
    sum
}
