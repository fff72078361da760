//! The parts of the value functions of the planner of 2007, and the functions themselves *(Bjarnason, Tadepalli and Fern, 2007)*.
//!
//! The other parts are counts: cards home, face-down cards, twins, and cards that lie on a lower card of their suit.

use super::counts::counts_of;
use super::stock;
use crate::engines::planner_2007::ValueFunction;
use crate::{Klondike, State};
use patience_cards::{Card, Suit};

/// The face-down cards of a column from the top, each with the set of the cards above it that are face down or the lowest face-up card.
fn each_buried(game: &Klondike, state: &State, mut visit: impl FnMut(Card, u64)) {
    for at in 0..game.rules().columns {
        let pile = state.pile(at);
        let mut above = pile.card(pile.high()).map_or(0, Card::bit);
        for &card in game.down(at)[..usize::from(pile.down())].iter().rev() {
            visit(card, above);
            above |= card.bit();
        }
    }
}

/// Face-down cards, low ranks counting most: 13 for an ace, 1 for a king.
pub(super) fn ranks_down(game: &Klondike, state: &State) -> u32 {
    let mut sum = 0;
    each_buried(game, state, |card, _| sum += 14 - u32::from(card.rank()));
    sum
}

/// Pairs of a face-down card and a card on it that could be put on it. The cards on it are those that do not rest on a face-up card.
pub(super) fn build_cards_beneath(game: &Klondike, state: &State) -> u32 {
    let mut sum = 0;
    each_buried(game, state, |card, above| sum += (above & fitting(card)).count_ones());
    sum
}

/// The two cards that fit on a card; none for aces.
fn fitting(card: Card) -> u64 {
    let lower = card.rank() - 1;
    if lower == 0 {
        return 0;
    }
    let others = Suit::ALL.into_iter().filter(|suit| suit.is_red() != card.is_red());
    others.fold(0, |set, suit| set | Card::new(lower, suit).bit())
}

/// The value of a state by a value function of 2007.
pub(super) fn value(function: &ValueFunction, game: &Klondike, state: &State) -> f64 {
    let [_, down, _, _, suit, twins, ..] = counts_of(game, state);
    // What is added for each rank counts from 0: all face-down cards were kings if none were lower.
    let below_king = f64::from(ranks_down(game, state)) - down;
    let home = |suit: &Suit| {
        let count = i32::from(state.home(*suit));
        function.home.0 * count + function.home.1 * (count * (count - 1) / 2)
    };
    let home: i32 = Suit::ALL.iter().map(home).sum();
    f64::from(home) + f64::from(function.down.0 + 12 * function.down.1) * down
        - f64::from(function.down.1) * below_king
        + f64::from(function.available) * f64::from(stock::available(game, state))
        + f64::from(function.twins) * twins
        + f64::from(function.blocks_suit) * suit
        + f64::from(function.blocks_build) * f64::from(build_cards_beneath(game, state))
}
