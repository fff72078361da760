//! The counts of a state that [`WeightedSum`](super::WeightedSum) adds up, all at once.

use crate::{Klondike, State};
use patience_cards::Card;

/// The number of counts.
pub(super) const COUNT: usize = 9;

/// All counts at once, in the order of the features.
pub(super) fn counts_of(game: &Klondike, state: &State) -> [f64; COUNT] {
    let ranks = game.rules().ranks;
    let home: u8 = state.foundations.iter().sum();
    let least = state.foundations.iter().min().copied().unwrap_or(0);
    let (mut down, mut covered, mut empty) = (0, 0_u8, 0_u32);
    let (mut lower, mut needed) = (0, 0_u32);
    let mut buried = 0;
    let mut kings = 0;
    for at in 0..game.rules().columns {
        let pile = state.pile(at);
        if pile.is_empty() {
            empty += 1;
        }
        if pile.down() == 0 {
            continue;
        }
        down += u32::from(pile.down());
        covered += 1;
        let head = pile.card(pile.high());
        kings += u32::from(pile.high() == ranks);
        // From top to bottom, with the set of the cards above.
        let mut above = head.map_or(0, Card::bit);
        let hidden = &game.down(at)[..usize::from(pile.down())];
        for &card in hidden.iter().rev() {
            lower += (above & card.higher()).count_ones();
            above |= card.bit();
        }
        let all = above;
        for card in hidden.iter().copied().chain(head) {
            let on = takers(card);
            needed += u32::from(on != 0 && all & on == on);
        }
        buried |= above & !head.map_or(0, Card::bit);
    }
    // In the order clubs, diamonds, hearts, spades, black twins are three bits apart, and red ones one.
    let blacks = buried & BLACK_TWINS & buried >> 3 & BLACK_TWINS;
    let reds = buried & RED_TWINS & buried >> 1 & RED_TWINS;
    let king_bits = 0b1111 << (4 * (u32::from(ranks) - 1));
    let stock_kings = game
        .stock()
        .iter()
        .enumerate()
        .filter(|&(at, card)| state.left >> at & 1 == 1 && card.rank() == ranks);
    // At most four of each.
    #[allow(clippy::cast_possible_truncation)]
    let waiting = kings + (buried & king_bits).count_ones() + stock_kings.count() as u32;
    [
        f64::from(game.rules().cards() - home),
        f64::from(down),
        f64::from(covered),
        f64::from(state.left.count_ones()),
        f64::from(lower),
        f64::from((blacks | reds).count_ones()),
        f64::from(needed),
        f64::from(ranks - least),
        f64::from(waiting.saturating_sub(empty)),
    ]
}

/// Every club, and every diamond: the first of each pair of one rank and colour.
const BLACK_TWINS: u64 = 0x1111_1111_1111_1111;
const RED_TWINS: u64 = BLACK_TWINS << 1;

/// The two cards that a card fits on; none for kings.
pub(crate) fn takers(card: Card) -> u64 {
    let next = card.rank() + 1;
    if 13 < next {
        return 0;
    }
    // The four cards of the next rank, of which two have the other colour.
    let pair = if card.is_red() { 0b1001 } else { 0b0110 };
    pair << (4 * u32::from(next - 1))
}
