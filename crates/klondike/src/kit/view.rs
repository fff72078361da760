//! A position as places with pieces.

use patience_cards::svg::table::{TableLayout as _, piece_id};
use patience_cards::{Card, Suit};
use patience_kit::{Area, Ink, Label, Piece, Place, Spread, View};

use crate::Position;
use crate::picture::{Layout, Pile};

/// The id of a pile, as in pictures.
pub(super) fn id(pile: Pile) -> String {
    Layout::id(pile)
}

/// The id of a known card.
pub(super) fn card_id(card: Card) -> String {
    card.to_string()
}

/// The cards of the stock, the next one first. Unknown cards are named by their distance from the end, which turning does not change.
pub(super) fn stock_pieces(position: &Position) -> Vec<Piece> {
    let count = position.stock.len();
    let cards = position.stock.iter().enumerate();
    cards.map(|(at, &card)| piece(card, Pile::Stock, count - at - 1, true)).collect()
}

pub(super) fn view(position: &Position) -> View {
    let mut stock = stock_pieces(position);
    // The card that can be turned comes last.
    stock.reverse();
    let known = |card: Card| piece(Some(card), Pile::Waste, 0, false);
    // The waste has room for two cells beside the stock; foundations end with the last column, or follow the waste.
    let homes = position.columns.len().saturating_sub(Suit::ALL.len()).max(3);
    let waste = position.waste.iter().copied().map(known).collect();
    let mut places = vec![
        Place::new(id(Pile::Stock), "stock".to_owned(), "stock", Area::cell(0, 0))
            .labelled(Label::new("○", "o"))
            .holding(Spread::Stack, stock),
        Place::new(id(Pile::Waste), "waste".to_owned(), "waste", Area::cell(1, 0).wide(2))
            .labelled(Label::plain(id(Pile::Waste)))
            .holding(Spread::Right, waste),
    ];
    for (at, suit) in Suit::ALL.into_iter().enumerate() {
        let cards = suit.up_to(position.foundations[suit as usize]).map(known).collect();
        let name = format!("foundation of {}", suit.name());
        let id = id(Pile::Foundation(suit));
        let place = Place::new(id, name, "foundation", Area::cell(homes + at, 0));
        let label = Label::new(suit.symbol(), suit.letter());
        places.push(place.labelled(label).holding(Spread::Stack, cards));
    }
    for (at, cards) in position.columns.iter().enumerate() {
        let pile = Pile::Column(at);
        let id = id(pile);
        let down = cards.down.iter().enumerate();
        let down = down.map(|(depth, &card)| piece(card, pile, depth, true));
        let pieces = down.chain(cards.up.iter().copied().map(known)).collect();
        let place = Place::new(id.clone(), format!("column {id}"), "column", Area::cell(at, 1));
        places.push(place.labelled(Label::plain(id)).holding(Spread::Down, pieces));
    }
    View { places }
}

/// A card of a pile, at a depth from the bottom, which names an unknown one.
fn piece(card: Option<Card>, pile: Pile, depth: usize, is_down: bool) -> Piece {
    let name = piece_id(card, &id(pile), depth);
    let down = if is_down { ", face down" } else { "" };
    let Some(card) = card else {
        let words = "unknown card, face down".to_owned();
        return Piece::new(name, words, Label::default(), Ink::Neutral).face_down();
    };
    let ink = if card.is_red() { Ink::Red } else { Ink::Black };
    let label = Label::new(card.with_symbol(), card.to_string());
    let piece = Piece::new(name, format!("{}{down}", card.name()), label, ink);
    if is_down { piece.face_down() } else { piece }
}
