//! The places of everything on the table.

use crate::Position;
use patience_cards::Suit;
use patience_cards::svg::table::{Rows, TableLayout, listed, small, strip};
use patience_cards::svg::timeline::PlacedCard;
use patience_cards::svg::{HEIGHT, Shape, WIDTH};

/// Places beside the foundations: the stock, and the waste with its fan.
const LEFT: usize = 3;
/// Visible strip of a face-down card.
const DOWN_STRIP: u32 = 9;
/// Visible strip of the cards of the waste below its top card: rank and suit, also of a ten.
const FAN: u32 = 42;
/// Visible cards of the waste.
const FANNED: usize = 3;

/// A table that is large enough for all positions of a game.
///
/// ```
/// use patience_cards::svg::table::TableLayout;
/// use patience_klondike::picture::{Layout, Pile};
/// use patience_klondike::{Position, Rules, deal_of_seed};
///
/// let rules = Rules::default();
/// let deal = Position::deal(&deal_of_seed(1, &rules), &rules);
/// let layout = Layout::of(std::slice::from_ref(&deal));
/// // Stock, waste, foundations, columns.
/// assert_eq!(layout.piles().count(), 1 + 1 + 4 + 7);
/// assert_eq!(layout.lying(&deal, Pile::Column(6)).len(), 7);
/// ```
pub struct Layout {
    rows: Rows,
    /// From each face-up card of a column to the next.
    strip: u32,
}

/// A pile of cards.
///
/// ```
/// use patience_cards::{Suit, svg::table::TableLayout};
/// use patience_klondike::picture::{Layout, Pile};
///
/// // The names are those of notation.
/// let piles = [Pile::Stock, Pile::Waste, Pile::Foundation(Suit::Spades), Pile::Column(4)];
/// assert_eq!(piles.map(|pile| Layout::name(pile).unwrap_or_default()), ["T", "w", "hS", "5"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pile {
    /// The stock.
    Stock,
    /// The waste.
    Waste,
    /// A foundation.
    Foundation(Suit),
    /// A column, from 0.
    Column(usize),
}

impl TableLayout for Layout {
    type Position = Position;
    type Pile = Pile;

    const NAMES: (&'static str, &'static str) = ("Klondike", "steps");

    fn of(positions: &[Position]) -> Self {
        let all = || positions.iter().flat_map(|position| &position.columns);
        let columns = positions.iter().map(|position| position.columns.len()).max().unwrap_or(0);
        let strip = strip(all().map(|column| column.up.len().saturating_sub(1)).max().unwrap_or(0));
        let reach =
            |down: usize, up: usize| small(down) * DOWN_STRIP + small(up.saturating_sub(1)) * strip;
        let deepest = all().map(|column| reach(column.down.len(), column.up.len())).max();
        Self { rows: Rows::new(LEFT, columns, deepest.unwrap_or(0)), strip }
    }

    fn size(&self) -> (u32, u32) {
        self.rows.size
    }

    /// Stock, waste, foundations, columns.
    fn piles(&self) -> impl Iterator<Item = Pile> + use<> {
        let above = [Pile::Stock, Pile::Waste].into_iter().chain(Suit::ALL.map(Pile::Foundation));
        above.chain((0..self.rows.columns).map(Pile::Column))
    }

    fn place(&self, pile: Pile) -> (u32, u32) {
        match pile {
            Pile::Stock => self.rows.above(0),
            Pile::Waste => self.rows.above(1),
            Pile::Foundation(suit) => self.rows.foundation(suit),
            Pile::Column(index) => self.rows.column(index),
        }
    }

    fn shape(pile: Pile) -> Shape {
        match pile {
            Pile::Foundation(suit) => Shape::Foundation(suit),
            Pile::Stock | Pile::Waste | Pile::Column(_) => Shape::Place,
        }
    }

    /// As in notation, except for the stock.
    fn id(pile: Pile) -> String {
        match pile {
            Pile::Stock => "stock".to_owned(),
            _ => Self::name(pile).unwrap_or_default(),
        }
    }

    /// The waste has room for its fan.
    fn area(&self, pile: Pile) -> (u32, u32) {
        match pile {
            Pile::Stock | Pile::Foundation(_) => (WIDTH, HEIGHT),
            Pile::Waste => (WIDTH + FAN * small(FANNED - 1), HEIGHT),
            Pile::Column(_) => self.rows.column_area(),
        }
    }

    /// The name of the stock is the step that turns it.
    fn name(pile: Pile) -> Option<String> {
        Some(match pile {
            Pile::Stock => "T".to_owned(),
            Pile::Waste => "w".to_owned(),
            Pile::Foundation(suit) => format!("h{}", suit.letter()),
            Pile::Column(index) => (index + 1).to_string(),
        })
    }

    fn lying(&self, position: &Position, pile: Pile) -> Vec<PlacedCard> {
        let (x, y) = self.place(pile);
        let back = |card, spot| PlacedCard { card, shape: Shape::Back, spot };
        match pile {
            // The next card to be turned is on top.
            Pile::Stock => position.stock.iter().rev().map(|&card| back(card, (x, y))).collect(),
            Pile::Waste => {
                let hidden = position.waste.len().saturating_sub(FANNED);
                let spot = |at: usize| (x + FAN * small(at.saturating_sub(hidden)), y);
                let cards = position.waste.iter().enumerate();
                cards.map(|(at, &card)| PlacedCard::face(card, spot(at))).collect()
            }
            Pile::Foundation(suit) => {
                let cards = suit.up_to(position.foundations[suit as usize]);
                cards.map(|card| PlacedCard::face(card, (x, y))).collect()
            }
            Pile::Column(index) => {
                let Some(column) = position.columns.get(index) else { return Vec::new() };
                let top = y + DOWN_STRIP * small(column.down.len());
                let down = column.down.iter().enumerate();
                let down =
                    down.map(|(depth, &card)| back(card, (x, y + DOWN_STRIP * small(depth))));
                let up = column.up.iter().enumerate();
                let up = up.map(|(depth, &card)| {
                    PlacedCard::face(card, (x, top + self.strip * small(depth)))
                });
                down.chain(up).collect()
            }
        }
    }

    /// The stock shows how many cards it has.
    fn note(position: &Position, pile: Pile) -> Option<String> {
        let count = position.stock.len();
        (pile == Pile::Stock && 0 < count).then(|| count.to_string())
    }

    /// Face-down cards are counted, not named.
    fn describe(position: &Position, pile: Pile) -> String {
        match pile {
            Pile::Stock => format!("Stock: {} cards", position.stock.len()),
            Pile::Waste => format!("Waste: {}", listed(&position.waste)),
            Pile::Foundation(suit) => {
                let top = suit.up_to(position.foundations[suit as usize]).last();
                format!("{suit:?}: {}", listed(top.as_slice()))
            }
            Pile::Column(at) => {
                let column = position.columns.get(at).cloned().unwrap_or_default();
                let down = match column.down.len() {
                    0 => String::new(),
                    count => format!(" {count} face down,"),
                };
                format!("Column {}:{down} {}", at + 1, listed(&column.up))
            }
        }
    }
}
