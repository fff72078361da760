//! Where everything lies on the table.

use crate::Position;
use patience_cards::svg::table::{TableLayout, small, span};
use patience_cards::svg::timeline::PlacedCard;
use patience_cards::svg::{HEIGHT, INDEX, Shape, WIDTH};
use patience_cards::{Card, Suit};
use patience_draw::MARGIN;

/// Room between two columns.
const COLUMN_GAP: u32 = 14;
/// Room between two foundations.
const PLACE_GAP: u32 = 8;
/// The least room between the waste and the foundations.
const MIDDLE_GAP: u32 = 30;
/// Room above a row, with the names of its places.
const NAMES: u32 = 30;
/// How much of a covered card is seen where there is room.
const STRIP: u32 = 26;
/// How much of a card face down is seen.
const DOWN_STRIP: u32 = 9;
/// How far the cards face up of a column may reach before all of them move together.
const DROP: u32 = 12 * STRIP;
/// How much of the cards below the top one is seen in the waste.
const FAN: u32 = 22;
/// How many cards of the waste are seen.
const FANNED: usize = 3;

/// The places of a table that is large enough for all positions of a game.
pub(super) struct Layout {
    columns: usize,
    /// From each card face up in a column to the next.
    strip: u32,
    width: u32,
    height: u32,
}

/// Where cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pile {
    Stock,
    Waste,
    Foundation(Suit),
    Column(usize),
}

impl Layout {
    pub(super) fn of(positions: &[Position]) -> Self {
        let all = || positions.iter().flat_map(|position| &position.columns);
        let columns = positions.iter().map(|position| position.columns.len()).max().unwrap_or(0);
        let covered = all().map(|column| column.up.len().saturating_sub(1)).max().unwrap_or(0);
        let strip = DROP.checked_div(small(covered)).unwrap_or(STRIP).clamp(INDEX, STRIP);
        let reach =
            |down: usize, up: usize| small(down) * DOWN_STRIP + small(up.saturating_sub(1)) * strip;
        let deepest = all().map(|column| reach(column.down.len(), column.up.len())).max();
        let above = 2 * WIDTH
            + COLUMN_GAP
            + small(FANNED - 1) * FAN
            + MIDDLE_GAP
            + span(Suit::ALL.len(), PLACE_GAP);
        let below = deepest.map_or(0, |deepest| NAMES + deepest + HEIGHT);
        Self {
            columns,
            strip,
            width: 2 * MARGIN + above.max(span(columns, COLUMN_GAP)),
            height: NAMES + HEIGHT + below + MARGIN,
        }
    }
}

impl TableLayout for Layout {
    type Position = Position;
    type Pile = Pile;

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Stock, waste, foundations, columns.
    fn piles(&self) -> impl Iterator<Item = Pile> + use<> {
        let above = [Pile::Stock, Pile::Waste].into_iter().chain(Suit::ALL.map(Pile::Foundation));
        above.chain((0..self.columns).map(Pile::Column))
    }

    fn place(&self, pile: Pile) -> (u32, u32) {
        match pile {
            Pile::Stock => (MARGIN, NAMES),
            Pile::Waste => (MARGIN + WIDTH + COLUMN_GAP, NAMES),
            Pile::Foundation(suit) => {
                let before = span(Suit::ALL.len() - suit as usize, PLACE_GAP);
                (self.width - MARGIN - before, NAMES)
            }
            Pile::Column(index) => {
                let left = (self.width - span(self.columns, COLUMN_GAP)) / 2;
                let x = left + small(index) * (WIDTH + COLUMN_GAP);
                (x, NAMES + HEIGHT + NAMES)
            }
        }
    }

    fn shape(pile: Pile) -> Shape {
        match pile {
            Pile::Foundation(suit) => Shape::Foundation(suit),
            Pile::Stock | Pile::Waste | Pile::Column(_) => Shape::Place,
        }
    }

    /// The stock has the name of turning it.
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
        match pile {
            Pile::Stock => {
                // The next card to be turned is on top.
                let cards = position.stock.iter().rev();
                cards.map(|&card| PlacedCard { card, shape: Shape::Back, spot: (x, y) }).collect()
            }
            Pile::Waste => {
                let hidden = position.waste.len().saturating_sub(FANNED);
                let shift = |at: usize| FAN * small(at.saturating_sub(hidden));
                let cards = position.waste.iter().enumerate();
                cards.map(|(at, &card)| face(card, (x + shift(at), y))).collect()
            }
            Pile::Foundation(suit) => {
                let height = position.foundations[suit as usize].min(13);
                (1..=height).map(|rank| face(Card::new(rank, suit), (x, y))).collect()
            }
            Pile::Column(index) => {
                let Some(column) = position.columns.get(index) else { return Vec::new() };
                let down = column.down.iter().enumerate().map(|(depth, &card)| {
                    let spot = (x, y + DOWN_STRIP * small(depth));
                    PlacedCard { card, shape: Shape::Back, spot }
                });
                let above = y + DOWN_STRIP * small(column.down.len());
                let up = column
                    .up
                    .iter()
                    .enumerate()
                    .map(|(depth, &card)| face(card, (x, above + self.strip * small(depth))));
                down.chain(up).collect()
            }
        }
    }
}

fn face(card: Card, spot: (u32, u32)) -> PlacedCard {
    PlacedCard { card: Some(card), shape: Shape::Face(card), spot }
}
