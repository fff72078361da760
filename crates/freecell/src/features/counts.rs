//! Counts of a state that weighted sums have in common.

// The scores of children call this for every kind of move.
#![allow(clippy::inline_always)]

use patience_cards::{Card, cards_of};

use crate::{FreeCell, State};

/// How many cards are not home.
#[inline]
pub(crate) fn away(game: &FreeCell, state: &State) -> i32 {
    i32::from(game.rules().cards() - state.homes().iter().sum::<u8>())
}

/// The taken cells and the empty columns.
#[inline]
pub(crate) fn vacancies(game: &FreeCell, state: &State) -> (i32, i32) {
    let empty = game.rules().columns - state.columns_taken();
    (i32::from(state.cells_taken()), i32::from(empty))
}

/// The next cards of the foundations that lie in columns.
#[inline]
pub(crate) fn next_in_columns(game: &FreeCell, state: &State) -> impl Iterator<Item = Card> {
    cards_of(state.next_home() & game.deck() & !state.held())
}

/// How many cards lie on these.
#[inline]
pub(crate) fn next_covers(game: &FreeCell, state: &State) -> i32 {
    next_in_columns(game, state).map(|card| covers(state, card)).sum()
}

/// How many cards lie on a card of a column.
#[inline]
pub(crate) fn covers(state: &State, card: Card) -> i32 {
    i32::from(state.covers(card))
}

/// How many cards a set has.
#[inline(always)]
pub(crate) fn count(cards: u64) -> i32 {
    // At most 52.
    #[allow(clippy::cast_possible_wrap)]
    let count = cards.count_ones() as i32;
    count
}

/// How many bits a set of few has.
#[inline]
pub(crate) fn count_few(mut set: u64) -> u32 {
    let mut count = 0;
    while set != 0 {
        set &= set - 1;
        count += 1;
    }
    count
}

/// The part of a sum for `g` moves or steps.
#[inline]
pub(crate) fn weighed(weight: i32, g: u32) -> i32 {
    weight.saturating_mul(i32::try_from(g).unwrap_or(i32::MAX))
}
