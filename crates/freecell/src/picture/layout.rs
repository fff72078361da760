//! The places of everything on the table.

use crate::Position;
use crate::text::{CELLS, COLUMNS};
use patience_cards::svg::table::{TableLayout, small, span};
use patience_cards::svg::timeline::PlacedCard;
use patience_cards::svg::{HEIGHT, INDEX, Shape, WIDTH};
use patience_cards::{Card, Suit};
use patience_draw::MARGIN;

/// Space between two columns.
const COLUMN_GAP: u32 = 14;
/// Space between two cells or two foundations.
const PLACE_GAP: u32 = 8;
/// Least space between the cells and the foundations.
const MIDDLE_GAP: u32 = 40;
/// Space above a row, with the names of its places.
const NAMES: u32 = 30;
/// Visible strip of a covered card where there is room: its corner.
const STRIP: u32 = 26;
/// Longest distance from the deepest card of a column to its top before the strips shrink.
const DROP: u32 = 12 * STRIP;

/// A table that is large enough for all positions of a game.
pub(super) struct Layout {
    cells: usize,
    columns: usize,
    /// From each card of a column to the next.
    strip: u32,
    width: u32,
    height: u32,
}

/// A pile of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pile {
    Cell(usize),
    Foundation(Suit),
    Column(usize),
}

impl Layout {
    pub(super) fn of(positions: &[Position]) -> Self {
        let most = |count: fn(&Position) -> usize| positions.iter().map(count).max().unwrap_or(0);
        let cells = most(|position| position.cells.len());
        let columns = most(|position| position.columns.len());
        let longest = most(|position| position.columns.iter().map(Vec::len).max().unwrap_or(0));
        let covered = small(longest.saturating_sub(1));
        let strip = DROP.checked_div(covered).unwrap_or(STRIP).clamp(INDEX, STRIP);
        let middle = if cells == 0 { 0 } else { MIDDLE_GAP };
        let above = span(cells, PLACE_GAP) + middle + span(Suit::ALL.len(), PLACE_GAP);
        let below = if columns == 0 { 0 } else { NAMES + covered * strip + HEIGHT };
        Self {
            cells,
            columns,
            strip,
            width: 2 * MARGIN + above.max(span(columns, COLUMN_GAP)),
            height: NAMES + HEIGHT + below + MARGIN,
        }
    }

    /// The upper left corner of the card at `depth` in a pile.
    pub(super) fn spot(&self, pile: Pile, depth: usize) -> (u32, u32) {
        match pile {
            Pile::Cell(index) => (MARGIN + small(index) * (WIDTH + PLACE_GAP), NAMES),
            Pile::Foundation(suit) => {
                let before = span(Suit::ALL.len() - suit as usize, PLACE_GAP);
                (self.width - MARGIN - before, NAMES)
            }
            Pile::Column(index) => {
                let left = (self.width - span(self.columns, COLUMN_GAP)) / 2;
                let x = left + small(index) * (WIDTH + COLUMN_GAP);
                (x, NAMES + HEIGHT + NAMES + small(depth) * self.strip)
            }
        }
    }
}

impl TableLayout for Layout {
    type Position = Position;
    type Pile = Pile;

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Cells, foundations, columns.
    fn piles(&self) -> impl Iterator<Item = Pile> + use<> {
        let cells = (0..self.cells).map(Pile::Cell);
        let columns = (0..self.columns).map(Pile::Column);
        cells.chain(Suit::ALL.map(Pile::Foundation)).chain(columns)
    }

    fn place(&self, pile: Pile) -> (u32, u32) {
        self.spot(pile, 0)
    }

    fn shape(pile: Pile) -> Shape {
        match pile {
            Pile::Foundation(suit) => Shape::Foundation(suit),
            Pile::Cell(_) | Pile::Column(_) => Shape::Place,
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
        let lying = |(depth, card)| PlacedCard {
            card: Some(card),
            shape: Shape::Face(card),
            spot: self.spot(pile, depth),
        };
        cards(position, pile).into_iter().enumerate().map(lying).collect()
    }
}

/// The cards of a pile, the deepest first.
pub(super) fn cards(position: &Position, pile: Pile) -> Vec<Card> {
    match pile {
        Pile::Cell(index) => position.cells.get(index).copied().flatten().into_iter().collect(),
        Pile::Foundation(suit) => {
            let height = position.foundations[suit as usize].min(13);
            (1..=height).map(|rank| Card::new(rank, suit)).collect()
        }
        Pile::Column(index) => position.columns.get(index).cloned().unwrap_or_default(),
    }
}
