//! The search of settled positions against searches of all moves, from deals and from the middle of games.

use patience_laws::agreement;

use super::BySuit;
use crate::small_games::{compare, drawn};
use crate::{Build, Fill, FreeCell};

/// A game that builds by suit, after up to `most` random moves: a position that is seldom settled.
fn game(ranks: u8, seed: u64, most: usize) -> FreeCell {
    drawn((Build::Suit, &[Fill::Any, Fill::Kings, Fill::Kings, Fill::Nothing]), ranks, seed, most)
}

#[test]
fn settled_positions_agree_with_the_reference() {
    for seed in 0..3000 {
        let game = game(if seed % 5 == 0 { 3 } else { 2 }, seed, 8);
        agreement(&game, &BySuit::of(&game).unwrap(), "by suit");
    }
}

#[test]
fn settled_positions_agree_with_all_moves() {
    let (won, lost) =
        compare(&(0..300), |ranks, seed| game(ranks, seed, 12), |game| BySuit::of(game).unwrap());
    assert!(100 < won && 100 < lost, "{won} won, {lost} lost");
}

#[test]
#[ignore = "slow: 20,000 games"]
fn settled_positions_agree_with_all_moves_in_many_games() {
    compare(&(1_000..6_000), |ranks, seed| game(ranks, seed, 12), |game| BySuit::of(game).unwrap());
}
