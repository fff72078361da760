//! The places of everything on the table.

use crate::text::{CELLS, COLUMNS};
use crate::{Place, Position};
use patience_cards::svg::table::{Rows, TableLayout, listed, small, strip};
use patience_cards::svg::timeline::PlacedCard;
use patience_cards::svg::{HEIGHT, Shape, WIDTH};
use patience_cards::{Card, Suit};

/// A table that is large enough for all positions of a game.
///
/// ```
/// use patience_cards::svg::table::TableLayout;
/// use patience_freecell::picture::{Layout, Pile};
/// use patience_freecell::{Position, Rules};
///
/// let rules = Rules { ranks: 1, columns: 2, cells: 1, ..Rules::default() };
/// let position = Position::parse("AC AD\nAH AS", &rules)?;
/// let layout = Layout::of(std::slice::from_ref(&position));
/// // A cell, four foundations, two columns.
/// assert_eq!(layout.piles().count(), 1 + 4 + 2);
/// // Each card hides only a part of the card below it.
/// let column = layout.lying(&position, Pile::Column(0));
/// assert!(column[0].spot.1 < column[1].spot.1);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
pub struct Layout {
    cells: usize,
    rows: Rows,
    /// From each card of a column to the next.
    strip: u32,
}

/// A pile of cards.
///
/// ```
/// use patience_cards::Suit;
/// use patience_freecell::{Place, picture::Pile};
///
/// assert_eq!(Pile::of(Place::Home, Suit::Hearts), Pile::Foundation(Suit::Hearts));
/// assert_eq!(Pile::of(Place::Cell(2), Suit::Hearts), Pile::Cell(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pile {
    /// A cell, from 0.
    Cell(usize),
    /// A foundation.
    Foundation(Suit),
    /// A column, from 0.
    Column(usize),
}

impl Pile {
    /// The pile of a place: a card of `suit` that goes home goes to the foundation of its suit.
    #[must_use]
    pub fn of(place: Place, suit: Suit) -> Self {
        match place {
            Place::Home => Self::Foundation(suit),
            Place::Column(at) => Self::Column(at.into()),
            Place::Cell(at) => Self::Cell(at.into()),
        }
    }
}

impl TableLayout for Layout {
    type Position = Position;
    type Pile = Pile;

    const NAMES: (&'static str, &'static str) = ("FreeCell", "moves");

    fn of(positions: &[Position]) -> Self {
        let most = |count: fn(&Position) -> usize| positions.iter().map(count).max().unwrap_or(0);
        let cells = most(|position| position.cells.len());
        let columns = most(|position| position.columns.len());
        let longest = most(|position| position.columns.iter().map(Vec::len).max().unwrap_or(0));
        let covered = longest.saturating_sub(1);
        let strip = strip(covered);
        Self { cells, rows: Rows::new(cells, columns, small(covered) * strip), strip }
    }

    fn size(&self) -> (u32, u32) {
        self.rows.size
    }

    /// Cells, foundations, columns.
    fn piles(&self) -> impl Iterator<Item = Pile> + use<> {
        let cells = (0..self.cells).map(Pile::Cell);
        let columns = (0..self.rows.columns).map(Pile::Column);
        cells.chain(Suit::ALL.map(Pile::Foundation)).chain(columns)
    }

    fn place(&self, pile: Pile) -> (u32, u32) {
        match pile {
            Pile::Cell(index) => self.rows.above(index),
            Pile::Foundation(suit) => self.rows.foundation(suit),
            Pile::Column(index) => self.rows.column(index),
        }
    }

    fn shape(pile: Pile) -> Shape {
        match pile {
            Pile::Foundation(suit) => Shape::Foundation(suit),
            Pile::Cell(_) | Pile::Column(_) => Shape::Place,
        }
    }

    /// As in notation; foundations also have the letter of their suit.
    fn id(pile: Pile) -> String {
        match pile {
            Pile::Foundation(suit) => format!("{}{}", Place::Home, suit.letter()),
            Pile::Cell(_) | Pile::Column(_) => Self::name(pile).unwrap_or_default(),
        }
    }

    fn area(&self, pile: Pile) -> (u32, u32) {
        match pile {
            Pile::Column(_) => self.rows.column_area(),
            Pile::Cell(_) | Pile::Foundation(_) => (WIDTH, HEIGHT),
        }
    }

    /// `a`, `b`, … without `h`, which means the foundations; `1` to `9` and `0`.
    fn name(pile: Pile) -> Option<String> {
        let name = match pile {
            Pile::Cell(index) => CELLS.chars().nth(index),
            Pile::Column(index) => COLUMNS.chars().nth(index),
            Pile::Foundation(_) => None,
        };
        name.map(String::from)
    }

    fn lying(&self, position: &Position, pile: Pile) -> Vec<PlacedCard> {
        let (x, y) = self.place(pile);
        let face = |card| PlacedCard::face(card, (x, y));
        match pile {
            Pile::Cell(index) => {
                position.cells.get(index).into_iter().flatten().map(|&card| face(card)).collect()
            }
            Pile::Foundation(suit) => {
                suit.up_to(position.foundations[suit as usize]).map(face).collect()
            }
            Pile::Column(index) => {
                let cards = position.columns.get(index).into_iter().flatten();
                let spot = |depth| (x, y + small(depth) * self.strip);
                cards
                    .enumerate()
                    .map(|(depth, &card)| PlacedCard::face(card, spot(depth)))
                    .collect()
            }
        }
    }

    fn describe(position: &Position, pile: Pile) -> String {
        let name = Self::name(pile).map_or_else(String::new, |name| format!(" {name}"));
        let cards: Vec<Card> = match pile {
            Pile::Cell(index) => position.cells.get(index).copied().flatten().into_iter().collect(),
            Pile::Column(index) => position.columns.get(index).cloned().unwrap_or_default(),
            Pile::Foundation(suit) => {
                suit.up_to(position.foundations[suit as usize]).last().into_iter().collect()
            }
        };
        let cards = listed(&cards);
        match pile {
            Pile::Cell(_) => format!("Cell{name}: {cards}"),
            Pile::Column(_) => format!("Column{name}: {cards}"),
            Pile::Foundation(suit) => format!("{suit:?}: {cards}"),
        }
    }
}
