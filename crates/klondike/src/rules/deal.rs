//! Deals from a seed.

use patience_core::SplitMix;

use crate::Rules;
use patience_cards::Card;

/// The cards of the rules' deck in the order in which [`Position::deal`](crate::Position::deal) deals them.
///
/// The deck by rank, then clubs, diamonds, hearts, spades, is shuffled from its end (Fisher and Yates): each card in turn, the last
/// one first, is swapped with a card up to itself, drawn by the generator [`SplitMix`] of this seed, modulo the number of cards.
/// No order is favoured by more than one part in 2⁵⁸. A seed gives the same deal forever.
///
/// ```
/// use patience_klondike::{Rules, deal_of_seed};
///
/// let cards = deal_of_seed(1, &Rules::default());
/// assert_eq!(cards.len(), 52);
/// assert_ne!(cards, deal_of_seed(2, &Rules::default()));
/// ```
#[must_use]
pub fn deal_of_seed(seed: u64, rules: &Rules) -> Vec<Card> {
    let mut cards: Vec<Card> = Card::deck(rules.ranks.min(13)).collect();
    SplitMix::new(seed).shuffle(&mut cards);
    cards
}
