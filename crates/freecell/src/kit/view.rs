//! A position as places with pieces: cells and foundations above the columns.

use patience_cards::svg::table::TableLayout as _;
use patience_cards::{Card, Suit};
use patience_kit::{Area, Ink, Label, Piece, Place as ViewPlace, Spread, View};

use crate::picture::{Layout, Pile};
use crate::{Place, Position};

/// The id of a place, as in pictures.
pub(super) fn id(place: Place, suit: Suit) -> String {
    Layout::id(Pile::of(place, suit))
}

pub(super) fn view(position: &Position) -> View {
    let (cells, columns) = (position.cells.len(), position.columns.len());
    // Foundations end with the last column, or follow the cells.
    let homes = columns.saturating_sub(Suit::ALL.len()).max(cells);
    let mut places = Vec::new();
    for (at, card) in (0..).zip(&position.cells) {
        let cell = Place::Cell(at);
        let place = ViewPlace::new(
            id(cell, Suit::Clubs),
            format!("cell {cell}"),
            "cell",
            Area::cell(at.into(), 0),
        );
        let cards = card.iter().copied().map(piece).collect();
        places.push(place.labelled(Label::plain(cell.to_string())).holding(Spread::Stack, cards));
    }
    for (at, (suit, rank)) in Suit::ALL.into_iter().zip(position.foundations).enumerate() {
        let name = format!("foundation of {}", suit.name());
        let area = Area::cell(homes + at, 0);
        let place = ViewPlace::new(id(Place::Home, suit), name, "foundation", area);
        let label = Label::new(suit.symbol(), suit.letter());
        let cards = suit.up_to(rank).map(piece).collect();
        places.push(place.labelled(label).holding(Spread::Stack, cards));
    }
    for (at, cards) in (0..).zip(&position.columns) {
        let column = Place::Column(at);
        let place = ViewPlace::new(
            id(column, Suit::Clubs),
            format!("column {column}"),
            "column",
            Area::cell(at.into(), 1),
        );
        let cards = cards.iter().copied().map(piece).collect();
        places.push(place.labelled(Label::plain(column.to_string())).holding(Spread::Down, cards));
    }
    View { places }
}

fn piece(card: Card) -> Piece {
    let ink = if card.is_red() { Ink::Red } else { Ink::Black };
    Piece::new(card.to_string(), card.name(), Label::new(card.with_symbol(), card.to_string()), ink)
}
