//! Deals from a seed.

use patience_core::SplitMix;

use crate::rules::rule_set::Rules;
use patience_cards::Card;

/// The cards of the rules' deck in the order in which [`Position::deal`](crate::Position::deal) deals them.
///
/// The deck by rank, then clubs, diamonds, hearts, spades, is shuffled from its end (Fisher and Yates): each card in turn, the last
/// one first, changes places with one of those up to itself, which the generator [`SplitMix`] of this seed draws, modulo their number.
/// That favours no order by more than one part in 2⁵⁸. A seed gives the same deal forever.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(seed: u64, rules: &Rules) -> String {
        let cards: Vec<String> = deal_of_seed(seed, rules).iter().map(Card::to_string).collect();
        cards.join(" ")
    }

    #[test]
    fn a_seed_gives_the_same_deal_forever() {
        let rules = Rules::default();
        assert_eq!(
            deal(0, &rules),
            "QH TC 3C JC 4H 7C QC 3D 4S AC 3H 2H 9H 2S KH TH 8H AD 8C 2C 7H 2D JH 6H 5D 9D 6C 4D \
             TD KC 3S 6S JD 5C 7S 6D AH 7D TS QD QS 5S KD 8S KS AS 9C JS 5H 8D 4C 9S"
        );
        assert_eq!(
            deal(u64::MAX, &Rules { ranks: 2, columns: 2, ..rules }),
            "2S AS 2D 2C AH 2H AD AC"
        );
    }
}
