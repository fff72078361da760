//! A table with piles of cards: drawing it, and animating a game on it.

use std::fmt::{Debug, Write as _};

use super::timeline::{Heap, PlacedCard, keyframes, paint, timeline};
use super::{Shape, WIDTH, cloth, definitions};
use patience_draw::film::{CAPTIONS, Film};
use patience_draw::opening;

/// Cards or places beyond this lie on top of each other, so that coordinates stay small.
const MOST: usize = 10_000;

/// The layout of a card game: a game gives the places of its piles, and gets pictures.
pub trait TableLayout {
    /// A position of the game.
    type Position: Debug;
    /// Where cards lie.
    type Pile: Copy;

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

    /// Where all cards of a position lie.
    fn heaps(&self, position: &Self::Position) -> Vec<Heap> {
        let heap = |pile| Heap {
            is_home: matches!(Self::shape(pile), Shape::Foundation(_)),
            cards: self.lying(position, pile),
        };
        self.piles().map(heap).collect()
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

    /// A picture of `drawn`, which refers to `shapes`, on the table; `description` is for screen readers.
    fn still(&self, description: &str, shapes: Vec<Shape>, drawn: &str) -> String {
        let (width, height) = self.size();
        let mut out = opening(width, height, "");
        out += description;
        out += &definitions(self.piles().map(Self::shape).chain(shapes));
        out += &self.table(height);
        out + drawn + "</svg>\n"
    }

    /// An animation of a game, `pace` seconds per frame; `description` is for screen readers.
    fn film(
        &self,
        description: &str,
        frames: &[Self::Position],
        captions: &[String],
        pace: f64,
    ) -> String {
        let film = Film::new(&frames, frames.len().saturating_sub(1), captions, pace);
        let heaps: Vec<_> = frames.iter().map(|frame| self.heaps(frame)).collect();
        let timeline = timeline(&film.clock, &heaps);
        let places = self.piles().map(Self::shape);
        let (width, bottom) = self.size();
        let height = bottom + CAPTIONS;
        let mut out = opening(width, height, &format!(r#" id="{}""#, film.id));
        out += description;
        out +=
            &film.style("cards", "use", timeline.iter().map(|stay| keyframes(&film.clock, stay)));
        out += &definitions(places.chain(timeline.iter().map(|stay| stay.lying.shape)));
        out += &self.table(height);
        out += &paint(&film, &timeline);
        out += &film.subtitles(width, bottom);
        out + "</svg>\n"
    }
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
