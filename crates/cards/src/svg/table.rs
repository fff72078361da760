//! A table with piles of cards: drawing it, and animating a game on it.

use std::fmt::{Debug, Write as _};
use std::slice;

use super::timeline::{Heap, PlacedCard, keyframes, paint, timeline};
use super::{HEIGHT, INDEX, Shape, WIDTH, cloth, definitions};
use crate::{Card, Suit, names};
use patience_draw::film::{CAPTIONS, Film};
use patience_draw::{MARGIN, opening};

/// Cards or places beyond this lie on top of each other, so that coordinates stay small.
const MOST: usize = 10_000;
/// Space between two columns.
pub const COLUMN_GAP: u32 = 14;
/// Space between two cells or two foundations.
pub const PLACE_GAP: u32 = 8;
/// Space above a row, with the names of its places.
pub const NAMES: u32 = 30;
/// Visible strip of a covered face-up card where there is room: its corner.
const STRIP: u32 = 26;
/// Longest distance from the deepest face-up card of a column to its top before the strips shrink.
const DROP: u32 = 12 * STRIP;

/// The layout of a card game: a game gives the places of its piles, and gets pictures.
pub trait TableLayout: Sized {
    /// A position of the game; the default one has no cards.
    type Position: Debug + Default;
    /// A pile of cards.
    type Pile: Copy;

    /// The name of the game, and what it calls a move.
    const NAMES: (&'static str, &'static str);

    /// A table that is large enough for all of these positions.
    fn of(positions: &[Self::Position]) -> Self;

    /// Width and height.
    fn size(&self) -> (u32, u32);

    /// Every pile, in the order in which they are painted.
    fn piles(&self) -> impl Iterator<Item = Self::Pile> + use<Self>;

    /// The upper left corner of the place of a pile.
    fn place(&self, pile: Self::Pile) -> (u32, u32);

    /// The shape of that place: piles with the place of a suit take cards home.
    fn shape(pile: Self::Pile) -> Shape;

    /// The name of a pile in the notation of the game, if it has one of its own.
    fn name(pile: Self::Pile) -> Option<String>;

    /// The cards of a pile, the deepest first, and where they lie.
    fn lying(&self, position: &Self::Position, pile: Self::Pile) -> Vec<PlacedCard>;

    /// A pile in words, for screen readers.
    fn describe(position: &Self::Position, pile: Self::Pile) -> String;

    /// A picture of a position.
    fn svg(position: &Self::Position) -> String {
        let layout = Self::of(slice::from_ref(position));
        let (mut shapes, mut drawn) = (Vec::new(), String::new());
        for heap in layout.heaps(position) {
            for (at, &PlacedCard { shape, spot: (x, y), .. }) in heap.cards.iter().enumerate() {
                // A card that the next one covers completely is not drawn.
                if heap.cards.get(at + 1).is_none_or(|above| above.spot != (x, y)) {
                    shapes.push(shape);
                    let _ = writeln!(drawn, "{}", shape.at(x, y));
                }
            }
        }
        let (width, height) = layout.size();
        let mut out = opening(width, height, "");
        out += &layout.description(&format!("A {} position", Self::NAMES.0), position);
        out += &definitions(layout.piles().map(Self::shape).chain(shapes));
        out += &layout.table(height);
        out + &drawn + "</svg>\n"
    }

    /// An animation of a game, `pace` seconds per frame; `captions[i]` describes the move to `frames[i + 1]`.
    fn animation(frames: &[Self::Position], captions: &[String], pace: f64) -> String {
        let [first, rest @ ..] = frames else { return Self::svg(&Self::Position::default()) };
        let layout = Self::of(frames);
        let film = Film::new(&frames, rest.len(), captions, pace);
        let heaps: Vec<_> = frames.iter().map(|frame| layout.heaps(frame)).collect();
        let timeline = timeline(&film.clock, &heaps);
        let places = layout.piles().map(Self::shape);
        let (width, bottom) = layout.size();
        let height = bottom + CAPTIONS;
        let (game, moves) = Self::NAMES;
        let mut out = film.opening(width, bottom);
        out += &layout.description(&format!("A {game} game in {} {moves}", rest.len()), first);
        out +=
            &film.style("cards", "use", timeline.iter().map(|stay| keyframes(&film.clock, stay)));
        out += &definitions(places.chain(timeline.iter().map(|stay| stay.lying.shape)));
        out += &layout.table(height);
        out += &paint(&film, &timeline);
        out += &film.subtitles(width, bottom);
        out + "</svg>\n"
    }

    /// Where all cards of a position lie.
    fn heaps(&self, position: &Self::Position) -> Vec<Heap> {
        let heap = |pile| Heap {
            is_home: matches!(Self::shape(pile), Shape::Foundation(_)),
            cards: self.lying(position, pile),
        };
        self.piles().map(heap).collect()
    }

    /// The title, and the position in words, for screen readers.
    fn description(&self, title: &str, position: &Self::Position) -> String {
        let piles = Self::of(slice::from_ref(position)).piles();
        let piles: String = piles.map(|pile| Self::describe(position, pile) + ".\n").collect();
        format!("<title>{title}</title>\n<desc>{piles}</desc>\n")
    }

    /// The cloth, every place, and the names that there are; `height` may have room for more below.
    fn table(&self, height: u32) -> String {
        let (width, _) = self.size();
        let mut out = cloth(width, height);
        out += "<g fill=\"#fff\" fill-opacity=\".65\" font-size=\"15\" text-anchor=\"middle\">\n";
        for pile in self.piles() {
            let (x, y) = self.place(pile);
            if let Some(name) = Self::name(pile) {
                let _ =
                    writeln!(out, "<text x=\"{}\" y=\"{}\">{name}</text>", x + WIDTH / 2, y - 8);
            }
        }
        out += "</g>\n";
        for pile in self.piles() {
            let (x, y) = self.place(pile);
            let _ = writeln!(out, "{}", Self::shape(pile).at(x, y));
        }
        out
    }
}

/// The rows of a table: places and foundations above, columns below.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Columns below.
    pub columns: usize,
    /// Width and height of the table.
    pub size: (u32, u32),
}

impl Rows {
    /// Rows with `left` beside the foundations, and columns whose top cards lie up to `reach` below their deepest cards.
    #[must_use]
    pub fn new(left: u32, columns: usize, reach: u32) -> Self {
        let above = left + span(Suit::ALL.len(), PLACE_GAP);
        let below = if columns == 0 { 0 } else { NAMES + reach + HEIGHT };
        let width = 2 * MARGIN + above.max(span(columns, COLUMN_GAP));
        Self { columns, size: (width, NAMES + HEIGHT + below + MARGIN) }
    }

    /// The place of a foundation.
    #[must_use]
    pub fn foundation(&self, suit: Suit) -> (u32, u32) {
        (self.size.0 - MARGIN - span(Suit::ALL.len() - suit as usize, PLACE_GAP), NAMES)
    }

    /// The place of a column.
    #[must_use]
    pub fn column(&self, index: usize) -> (u32, u32) {
        let left = (self.size.0 - span(self.columns, COLUMN_GAP)) / 2;
        (left + small(index) * (WIDTH + COLUMN_GAP), NAMES + HEIGHT + NAMES)
    }
}

/// Visible strip of face-up cards where a column covers at most `covered` of them.
#[must_use]
pub fn strip(covered: usize) -> u32 {
    DROP.checked_div(small(covered)).unwrap_or(STRIP).clamp(INDEX, STRIP)
}

/// The names of cards for a description.
#[must_use]
pub fn listed(cards: &[Card]) -> String {
    if cards.is_empty() { "empty".to_owned() } else { names(cards) }
}

/// The width of some places side by side.
#[must_use]
pub fn span(places: usize, gap: u32) -> u32 {
    (small(places) * (WIDTH + gap)).saturating_sub(gap)
}

/// A count, capped so that coordinates stay small.
#[must_use]
pub fn small(count: usize) -> u32 {
    u32::try_from(count.min(MOST)).unwrap_or(0)
}
