//! Games for the tests.

use patience_cards::Card;
use patience_freecell::{FreeCell, MoveSet, Position, Rules};
use patience_laws::SplitMix;

/// A deck of that many ranks, shuffled by `seed`.
pub(crate) fn shuffled(ranks: u8, seed: u64) -> Vec<Card> {
    let mut deck: Vec<Card> = Card::deck(ranks).collect();
    SplitMix::new(seed).shuffle(&mut deck);
    deck
}

/// A game of these rules with a deck shuffled by `seed`.
pub(crate) fn game(rules: Rules, seed: u64, moves: MoveSet) -> FreeCell {
    let position = Position::deal(&shuffled(rules.ranks, seed), &rules);
    let mut game = FreeCell::new(rules, &position).unwrap();
    game.moves = moves;
    game
}
