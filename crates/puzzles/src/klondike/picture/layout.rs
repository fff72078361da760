//! Where everything lies on the table.

use std::fmt::Write as _;

use crate::cards::svg::stays::{Heap, Lying};
use crate::cards::svg::{HEIGHT, INDEX, Shape, WIDTH, cloth};
use crate::cards::{Card, Suit};
use crate::klondike::Position;
use crate::svg::MARGIN;

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
/// More cards or places than this lie on top of each other: coordinates stay small.
const MOST: usize = 10_000;

/// The places of a table that is large enough for all positions of a game.
pub(super) struct Layout {
    columns: usize,
    /// From each card face up in a column to the next.
    strip: u32,
    pub(super) width: u32,
    pub(super) height: u32,
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

    /// Every pile of the table: stock, waste, foundations, columns.
    pub(super) fn piles(&self) -> impl Iterator<Item = Pile> + use<> {
        let above = [Pile::Stock, Pile::Waste].into_iter().chain(Suit::ALL.map(Pile::Foundation));
        above.chain((0..self.columns).map(Pile::Column))
    }

    /// The upper left corner of the place of a pile.
    pub(super) fn place(&self, pile: Pile) -> (u32, u32) {
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

    /// The cards of a pile, the deepest first, and where they lie.
    pub(super) fn cards(&self, position: &Position, pile: Pile) -> Vec<Lying> {
        let (x, y) = self.place(pile);
        match pile {
            Pile::Stock => {
                // The next card to be turned is on top.
                let cards = position.stock.iter().rev();
                cards.map(|&card| Lying { card, shape: Shape::Back, spot: (x, y) }).collect()
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
                    Lying { card, shape: Shape::Back, spot }
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

    /// Where all cards of a position lie.
    pub(super) fn heaps(&self, position: &Position) -> Vec<Heap> {
        let heap = |pile| Heap {
            is_home: matches!(pile, Pile::Foundation(_)),
            cards: self.cards(position, pile),
        };
        self.piles().map(heap).collect()
    }

    /// The cloth, every place, and their names; `height` may have room for more below.
    pub(super) fn table(&self, height: u32) -> String {
        let mut out = cloth(self.width, height);
        out += "<g fill=\"#fff\" fill-opacity=\".65\" font-size=\"15\" text-anchor=\"middle\">\n";
        for pile in self.piles() {
            let ((x, y), name) = (self.place(pile), name(pile));
            let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{name}</text>", x + WIDTH / 2, y - 8);
        }
        out += "</g>\n";
        for pile in self.piles() {
            let (x, y) = self.place(pile);
            out += &shape(pile).at(x, y);
            out.push('\n');
        }
        out
    }

    /// The shapes that [`table`](Self::table) puts down.
    pub(super) fn places(&self) -> impl Iterator<Item = Shape> + use<> {
        self.piles().map(shape)
    }
}

fn face(card: Card, spot: (u32, u32)) -> Lying {
    Lying { card: Some(card), shape: Shape::Face(card), spot }
}

/// The name of a pile in the notation of steps; the stock has that of turning it.
pub(super) fn name(pile: Pile) -> String {
    match pile {
        Pile::Stock => "T".to_owned(),
        Pile::Waste => "w".to_owned(),
        Pile::Foundation(suit) => format!("h{}", suit.letter()),
        Pile::Column(index) => (index + 1).to_string(),
    }
}

fn shape(pile: Pile) -> Shape {
    match pile {
        Pile::Foundation(suit) => Shape::Foundation(suit),
        Pile::Stock | Pile::Waste | Pile::Column(_) => Shape::Place,
    }
}

/// The width of some places side by side.
fn span(places: usize, gap: u32) -> u32 {
    (small(places) * (WIDTH + gap)).saturating_sub(gap)
}

/// A count as a coordinate can hold it.
fn small(count: usize) -> u32 {
    u32::try_from(count.min(MOST)).unwrap_or(0)
}
