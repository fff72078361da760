//! What follows where not even one move can be wasted.

use crate::features::relaxed::Relaxed;
use crate::{Move, State};
use patience_cards::Card;

/// The move home from a column that loses nothing if every extra move to come is one of `spent`, each made once.
///
/// None of the cards that these moves take to columns can lie on it, and none of them comes back from its foundation. So it can go home first: later moves of runs
/// take one card less.
pub(super) fn forced_home(
    state: &State,
    moves: &[Move],
    game: &Relaxed,
    spent: u64,
) -> Option<Move> {
    let loose = game.moved(spent);
    let card = |mv: Move| match mv {
        Move::Home { from } => state.pile(from).top(),
        _ => None,
    };
    let is_free = |card: &Card| {
        let home = card.suit().up_to(state.home(card.suit()));
        carried(*card) & loose == 0 && home.fold(0, |set, card| set | card.bit()) & spent == 0
    };
    let homes = moves.iter().filter_map(|&mv| Some((card(mv).filter(is_free)?.index(), mv)));
    // Independent of the order of columns, so that states of equal keys continue alike.
    homes.min_by_key(|&(card, _)| card).map(|(_, mv)| mv)
}

/// The two cards that can lie on a card; none for aces.
fn carried(card: Card) -> u64 {
    let pair = if card.is_red() { 0b1001 } else { 0b0110 };
    if card.rank() < 2 { 0 } else { pair << (4 * u32::from(card.rank() - 2)) }
}
