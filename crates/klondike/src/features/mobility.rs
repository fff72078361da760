//! What can be moved now: legal moves, those that turn a card, and cards of the stock that can be played.

use crate::rules::board::Board;
use crate::{Klondike, Move, State};

/// More legal moves than there are: four cards go home, each column takes two cards, and the first empty one four kings.
pub(super) fn most(game: &Klondike) -> f64 {
    f64::from(4 + 2 * game.rules().columns + 2)
}

/// Calls `visit` with every legal move.
fn each(game: &Klondike, state: &State, visit: impl FnMut(Move)) {
    game.board.moves_with(state, |_| true, |place| game.stock()[place], visit);
}

/// The number of legal moves, to empty columns only the first of them.
pub(super) fn moves(game: &Klondike, state: &State) -> u32 {
    let mut count = 0;
    each(game, state, |_| count += 1);
    count
}

/// The number of legal moves that turn a face-down card.
pub(super) fn uncovering(game: &Klondike, state: &State) -> u32 {
    let mut count = 0;
    each(game, state, |mv| count += u32::from(Board::uncovers(state, mv).is_some()));
    count
}

/// The number of cards of waste and stock that can go home or to a column now.
pub(super) fn stock_playable(game: &Klondike, state: &State) -> u32 {
    let mut places = 0_u64;
    each(game, state, |mv| {
        if let Move::StockHome { at } | Move::StockColumn { at, .. } = mv {
            places |= 1 << at;
        }
    });
    places.count_ones()
}
