//! A table with piles of cards: drawing it, and animating a game on it.

use std::fmt::{Debug, Write as _};
use std::slice;

use super::timeline::{Heap, PlacedCard, keyframes, paint, timeline};
use super::{HEIGHT, INDEX, Shape, WIDTH, cloth, definitions};
use crate::{Card, Suit, names};
use patience_draw::film::{CAPTIONS, Clock, Film};
use patience_draw::{MARGIN, escape, marks, opening};

/// The layout of a card game: a game gives the places of its piles, and gets pictures.
///
/// ```
/// use patience_cards::Card;
/// use patience_cards::svg::table::{Rows, TableLayout, listed, strip};
/// use patience_cards::svg::{Shape, timeline::PlacedCard};
///
/// /// A game of one column.
/// struct Column(Rows);
///
/// impl TableLayout for Column {
///     type Position = Vec<Card>;
///     type Pile = ();
///
///     const NAMES: (&'static str, &'static str) = ("column", "moves");
///
///     fn of(positions: &[Vec<Card>]) -> Self {
///         let longest = positions.iter().map(Vec::len).max().unwrap_or(0);
///         Self(Rows::new(0, 1, strip(longest) * u32::try_from(longest).unwrap_or(0)))
///     }
///     fn size(&self) -> (u32, u32) {
///         self.0.size
///     }
///     fn piles(&self) -> impl Iterator<Item = ()> + use<> {
///         std::iter::once(())
///     }
///     fn place(&self, (): ()) -> (u32, u32) {
///         self.0.column(0)
///     }
///     fn shape((): ()) -> Shape {
///         Shape::Place
///     }
///     fn id((): ()) -> String {
///         "column".to_owned()
///     }
///     fn name((): ()) -> Option<String> {
///         None
///     }
///     fn lying(&self, cards: &Vec<Card>, (): ()) -> Vec<PlacedCard> {
///         let (x, y) = self.place(());
///         let face = |(depth, &card)| PlacedCard::face(card, (x, y + depth * strip(cards.len())));
///         (0..).zip(cards).map(face).collect()
///     }
///     fn describe(cards: &Vec<Card>, (): ()) -> String {
///         format!("Column: {}", listed(cards))
///     }
/// }
///
/// let cards = vec!["QH".parse()?, "JS".parse()?];
/// let picture = Column::svg(&cards);
/// assert!(picture.contains("Column: QH JS") && picture.contains(r##"href="#card-JS""##));
/// // The jack is dealt on the queen.
/// let film = Column::animation(&[cards[..1].to_vec(), cards], &["JS".to_owned()], 1.0);
/// assert!(film.contains("A column game in 1 moves"));
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
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

    /// The id of a pile in the view of a position.
    fn id(pile: Self::Pile) -> String;

    /// Width and height of the area where cards can be put on a pile.
    fn area(&self, _pile: Self::Pile) -> (u32, u32) {
        (WIDTH, HEIGHT)
    }

    /// The name of a pile in the notation of the game, if it has one of its own.
    fn name(pile: Self::Pile) -> Option<String>;

    /// The cards of a pile, the deepest first, and where they lie.
    fn lying(&self, position: &Self::Position, pile: Self::Pile) -> Vec<PlacedCard>;

    /// A note on a pile, such as the number of cards that nobody can count.
    fn note(_position: &Self::Position, _pile: Self::Pile) -> Option<String> {
        None
    }

    /// A pile in words, for screen readers.
    fn describe(position: &Self::Position, pile: Self::Pile) -> String;

    /// A picture of a position.
    fn svg(position: &Self::Position) -> String {
        let layout = Self::of(slice::from_ref(position));
        let (mut shapes, mut drawn) = (Vec::new(), String::new());
        for pile in layout.piles() {
            let cards = layout.lying(position, pile);
            for (at, &PlacedCard { card, shape, spot: (x, y) }) in cards.iter().enumerate() {
                // A card that the next one covers completely is not drawn.
                if cards.get(at + 1).is_none_or(|above| above.spot != (x, y)) {
                    shapes.push(shape);
                    let id = marks::piece(&piece_id(card, &Self::id(pile), at));
                    let _ = writeln!(drawn, "{}", shape.marked(x, y, &id));
                }
            }
        }
        let (width, height) = layout.size();
        let mut out = opening(width, height, "");
        out += &layout.description(&format!("A {} position", Self::NAMES.0), position);
        out += &definitions(layout.piles().map(Self::shape).chain(shapes));
        out += &layout.table(height);
        out += &drawn;
        for pile in layout.piles() {
            if let Some(note) = Self::note(position, pile) {
                out += &drawn_note(layout.place(pile), &note, "");
            }
        }
        out + "</svg>\n"
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
        let notes = layout.notes(frames);
        let stays = timeline.iter().map(|stay| keyframes(&film.clock, stay));
        let shown = notes.iter().map(|note| note.keyframes(&film.clock));
        out += &film.style("cards", ":is(use,.note)", stays.chain(shown));
        out += &definitions(places.chain(timeline.iter().map(|stay| stay.lying.shape)));
        out += &layout.table(height);
        let drawn = notes.iter().zip(timeline.len()..);
        let drawn =
            drawn.map(|(note, at)| drawn_note(note.spot, &note.text, &note.attributes(&film, at)));
        out += &paint(&film, &timeline, &drawn.collect::<String>());
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

/// The id of a card in the view of a position. One that nobody has seen is named by its place and its depth there, from the bottom.
///
/// ```
/// use patience_cards::svg::table::piece_id;
///
/// assert_eq!(piece_id(Some("QH".parse()?), "column-3", 0), "QH");
/// assert_eq!(piece_id(None, "column-3", 0), "column-3-1");
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
#[must_use]
pub fn piece_id(card: Option<Card>, place: &str, depth: usize) -> String {
    card.map_or_else(|| format!("{place}-{}", depth + 1), |card| card.to_string())
}

/// The names of cards for a description.
///
/// ```
/// use patience_cards::{Suit, svg::table::listed};
///
/// assert_eq!(listed(&Suit::Hearts.up_to(2).collect::<Vec<_>>()), "AH 2H");
/// assert_eq!(listed(&[]), "empty");
/// ```
#[must_use]
pub fn listed(cards: &[Card]) -> String {
    if cards.is_empty() { "empty".to_owned() } else { names(cards) }
}
