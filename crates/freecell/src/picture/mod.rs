//! Pictures of positions and animations of games, as self-contained SVG.

mod film;
mod layout;

use std::fmt::Write as _;
use std::slice;

use self::layout::{Layout, Pile};
use crate::Position;
use patience_cards::Card;
use patience_cards::svg::Shape;
use patience_cards::svg::table::TableLayout as _;

pub use self::film::animation;

/// A picture of a position: cells and foundations above, columns below, named as in the notation of moves.
///
/// Every position has a picture, including unreachable ones.
///
/// ```
/// use patience_cards::microsoft_deal;
/// use patience_freecell::picture::svg;
/// use patience_freecell::{Position, Rules};
///
/// let picture = svg(&Position::deal(&microsoft_deal(617)?, &Rules::default()));
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// # Ok::<(), patience_cards::NoSuchDeal>(())
/// ```
#[must_use]
pub fn svg(position: &Position) -> String {
    let layout = Layout::of(slice::from_ref(position));
    let (mut shapes, mut drawn) = (Vec::new(), String::new());
    for pile in layout.piles() {
        let cards = layout::cards(position, pile);
        for (depth, &card) in cards.iter().enumerate().skip(buried(pile, &cards)) {
            let (x, y) = layout.spot(pile, depth);
            shapes.push(Shape::Face(card));
            let _ = writeln!(drawn, "{}", Shape::Face(card).at(x, y));
        }
    }
    layout.still(&description("A FreeCell position", position), shapes, &drawn)
}

/// The title, and the position in words, for screen readers.
fn description(title: &str, position: &Position) -> String {
    let mut out = format!("<title>{title}</title>\n<desc>");
    for pile in Layout::of(slice::from_ref(position)).piles() {
        let name = Layout::name(pile).map_or_else(String::new, |name| format!(" {name}"));
        let _ = match pile {
            Pile::Cell(_) => write!(out, "Cell{name}:"),
            Pile::Column(_) => write!(out, "Column{name}:"),
            Pile::Foundation(suit) => write!(out, "{suit:?}:"),
        };
        let cards = layout::cards(position, pile);
        for card in &cards[buried(pile, &cards)..] {
            let _ = write!(out, " {card}");
        }
        out += if cards.is_empty() { " empty.\n" } else { ".\n" };
    }
    out + "</desc>\n"
}

/// The number of hidden cards of a pile: all of a foundation except the top card.
fn buried(pile: Pile, cards: &[Card]) -> usize {
    match pile {
        Pile::Foundation(_) => cards.len().saturating_sub(1),
        Pile::Cell(_) | Pile::Column(_) => 0,
    }
}

#[cfg(test)]
mod tests;
