//! A position as places with pieces.

use patience_cards::{Card, Suit};
use patience_kit::{Piece, Place, View};

use crate::Position;

/// The id of the stock.
pub(super) const STOCK: &str = "stock";
/// The id of the waste, as in notation.
pub(super) const WASTE: &str = "w";

/// The id of a column, from 0.
pub(super) fn column(at: usize) -> String {
    (at + 1).to_string()
}

/// The id of a foundation.
pub(super) fn foundation(suit: Suit) -> String {
    format!("h{}", suit.letter())
}

/// The id of a known card.
pub(super) fn card_id(card: Card) -> String {
    card.to_string()
}

/// The cards of the stock, the next one first. Unknown cards are named by their distance from the end, which turning does not change.
pub(super) fn stock_pieces(position: &Position) -> Vec<Piece> {
    let count = position.stock.len();
    let cards = position.stock.iter().enumerate();
    cards.map(|(at, &card)| piece(card, || format!("{STOCK}-{}", count - at), true)).collect()
}

pub(super) fn view(position: &Position) -> View {
    let mut stock = stock_pieces(position);
    // The card that can be turned comes last.
    stock.reverse();
    let known = |card: Card| piece(Some(card), String::new, false);
    let place = |id: String, name: String, kind, pieces| Place { id, name, kind, pieces };
    let mut places = vec![
        place(STOCK.to_owned(), "stock".to_owned(), "stock", stock),
        place(
            WASTE.to_owned(),
            "waste".to_owned(),
            "waste",
            position.waste.iter().copied().map(known).collect(),
        ),
    ];
    for suit in Suit::ALL {
        let cards = suit.up_to(position.foundations[suit as usize]).map(known).collect();
        places.push(place(
            foundation(suit),
            format!("foundation of {}", suit.name()),
            "foundation",
            cards,
        ));
    }
    for (at, cards) in position.columns.iter().enumerate() {
        let id = column(at);
        let down = cards.down.iter().enumerate();
        let down = down.map(|(depth, &card)| piece(card, || format!("{id}-{}", depth + 1), true));
        let pieces = down.chain(cards.up.iter().copied().map(known)).collect();
        places.push(place(id.clone(), format!("column {id}"), "column", pieces));
    }
    View { places }
}

/// A card; an unknown one is named by its place.
fn piece(card: Option<Card>, place: impl FnOnce() -> String, is_down: bool) -> Piece {
    let down = if is_down { ", face down" } else { "" };
    match card {
        Some(card) => Piece { id: card_id(card), name: format!("{}{down}", card.name()) },
        None => Piece { id: place(), name: "unknown card, face down".to_owned() },
    }
}
