//! A table with piles of cards: drawing it, and animating a game on it.

mod note;
mod rows;

use std::fmt::{Debug, Write as _};
use std::slice;

use self::note::{Note, drawn_note};
use super::timeline::{Heap, PlacedCard, keyframes, paint, timeline};
use super::{HEIGHT, Shape, WIDTH, cloth, definitions};
use crate::{Card, names};
use patience_draw::film::{CAPTIONS, Film};
use patience_draw::{marks, opening};

pub use self::rows::{COLUMN_GAP, NAMES, Rows, small, strip};

/// The layout of a card game: a game gives the places of its piles, and gets pictures.
///
/// The examples of its methods show this `Column`, too.
///
/// ```
#[doc = include_str!("../../../doc/column.rs")]
///
/// let cards: Vec<Card> = vec!["QH".parse()?, "JS".parse()?];
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
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// // It has room for the longest column of a game.
    /// let card = "QH".parse()?;
    /// let game = Column::of(&[vec![card], vec![card; 9]]);
    /// assert_eq!(game.size(), Column::of(&[vec![card; 9]]).size());
    /// assert!(Column::of(&[vec![card]]).size().1 < game.size().1);
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    fn of(positions: &[Self::Position]) -> Self;

    /// Width and height.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// let (width, height) = Column::of(&[Vec::new()]).size();
    /// let picture = Column::svg(&Vec::new());
    /// assert!(picture.contains(&format!(r#"viewBox="0 0 {width} {height}""#)));
    /// ```
    fn size(&self) -> (u32, u32);

    /// Every pile, in the order in which they are painted.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// // A picture has a place for each of them.
    /// let piles = Column::of(&[Vec::new()]).piles().count();
    /// assert_eq!(Column::svg(&Vec::new()).matches("data-place=").count(), piles);
    /// ```
    fn piles(&self) -> impl Iterator<Item = Self::Pile> + use<Self>;

    /// The upper left corner of the place of a pile.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// // The deepest card lies there.
    /// let column = vec!["QH".parse()?, "JS".parse()?];
    /// let layout = Column::of(&[column.clone()]);
    /// assert_eq!(layout.lying(&column, ())[0].spot, layout.place(()));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    fn place(&self, pile: Self::Pile) -> (u32, u32);

    /// The shape of that place: piles with the place of a suit take cards home.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// // It is what a picture shows of an empty pile.
    /// let place = Column::shape(());
    /// assert!(Column::svg(&Vec::new()).contains(&format!(r##"href="#{place}""##)));
    /// ```
    fn shape(pile: Self::Pile) -> Shape;

    /// The id of a pile in the view of a position.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    /// use patience_draw::marks;
    ///
    /// // A page finds the pile in the picture by it.
    /// assert!(Column::svg(&Vec::new()).contains(&marks::place(&Column::id(()))));
    /// ```
    fn id(pile: Self::Pile) -> String;

    /// Width and height of the area where cards can be put on a pile.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    /// use patience_cards::svg::HEIGHT;
    /// use patience_draw::marks;
    ///
    /// // A column is higher than a card, and all of it can be clicked.
    /// let column = vec!["QH".parse()?, "JS".parse()?];
    /// let (width, height) = Column::of(&[column.clone()]).area(());
    /// assert!(HEIGHT < height);
    /// assert!(Column::svg(&column).contains(&marks::area(width, height, "")));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    fn area(&self, _pile: Self::Pile) -> (u32, u32) {
        (WIDTH, HEIGHT)
    }

    /// The name of a pile in the notation of the game, if it has one of its own.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// let name = Column::name(()).expect("a column has one");
    /// assert!(Column::svg(&Vec::new()).contains(&format!(">{name}</text>")));
    /// ```
    fn name(pile: Self::Pile) -> Option<String>;

    /// The cards of a pile, the deepest first, and where they lie.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::{TableLayout, strip};
    ///
    /// let column = vec!["QH".parse()?, "JS".parse()?];
    /// let lying = Column::of(&[column.clone()]).lying(&column, ());
    /// // The jack leaves the corner of the queen visible.
    /// assert_eq!((lying[0].card, lying[1].card), (Some(column[0]), Some(column[1])));
    /// assert_eq!(lying[1].spot.1 - lying[0].spot.1, strip(2));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    fn lying(&self, position: &Self::Position, pile: Self::Pile) -> Vec<PlacedCard>;

    /// A note on a pile, such as the number of cards that nobody can count.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// // `Column` counts the cards where there are many.
    /// let card = "QH".parse()?;
    /// assert_eq!(Column::note(&vec![card; 9], ()), None);
    /// assert!(Column::svg(&vec![card; 10]).contains(">10</text>"));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    fn note(_position: &Self::Position, _pile: Self::Pile) -> Option<String> {
        None
    }

    /// A pile in words, for screen readers.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// let column = vec!["QH".parse()?];
    /// assert!(Column::svg(&column).contains("<desc>Column: QH.\n</desc>"));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    fn describe(position: &Self::Position, pile: Self::Pile) -> String;

    /// A picture of a position.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// // Every card has the mark of its id.
    /// let picture = Column::svg(&vec!["QH".parse()?, "JS".parse()?]);
    /// assert!(picture.contains(r#"data-piece="QH""#) && picture.contains(r#"data-piece="JS""#));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
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
        out += &description::<Self>(&format!("A {} position", Self::NAMES.0), position);
        out += &definitions(layout.piles().map(Self::shape).chain(shapes));
        out += &places(&layout, height);
        out += &drawn;
        for pile in layout.piles() {
            if let Some(note) = Self::note(position, pile) {
                out += &drawn_note(layout.place(pile), &note, "");
            }
        }
        out + "</svg>\n"
    }

    /// An animation of a game, `pace` seconds per frame; `captions[i]` describes the move to `frames[i + 1]`.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// let column: Vec<_> = vec!["QH".parse()?, "JS".parse()?];
    /// let film = Column::animation(&[column[..1].to_vec(), column], &["jack on queen".to_owned()], 1.0);
    /// assert!(film.contains("jack on queen") && film.contains("@keyframes"));
    /// // Without a frame there is only the empty table.
    /// assert_eq!(Column::animation(&[], &[], 1.0), Column::svg(&Vec::new()));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    fn animation(frames: &[Self::Position], captions: &[String], pace: f64) -> String {
        let [first, rest @ ..] = frames else { return Self::svg(&Self::Position::default()) };
        let layout = Self::of(frames);
        let film = Film::new(&frames, rest.len(), captions, pace);
        let heaps: Vec<_> = frames.iter().map(|frame| layout.heaps(frame)).collect();
        let timeline = timeline(&film.clock, &heaps);
        let shapes = layout.piles().map(Self::shape);
        let (width, bottom) = layout.size();
        let height = bottom + CAPTIONS;
        let (game, moves) = Self::NAMES;
        let mut out = film.opening(width, bottom);
        out += &description::<Self>(&format!("A {game} game in {} {moves}", rest.len()), first);
        let notes = Note::all(&layout, frames);
        let stays = timeline.iter().map(|stay| keyframes(&film.clock, stay));
        let shown = notes.iter().map(|note| note.keyframes(&film.clock));
        out += &film.style("cards", ":is(use,.note)", stays.chain(shown));
        out += &definitions(shapes.chain(timeline.iter().map(|stay| stay.lying.shape)));
        out += &places(&layout, height);
        let drawn = notes.iter().zip(timeline.len()..);
        let drawn = drawn.map(|(note, at)| note.drawn(&film, at));
        out += &paint(&film, &timeline, &drawn.collect::<String>());
        out += &film.subtitles(width, bottom);
        out + "</svg>\n"
    }

    /// Where all cards of a position lie.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/column.rs"));
    /// # }
    /// # use doc::Column;
    /// use patience_cards::svg::table::TableLayout;
    ///
    /// let column = vec!["QH".parse()?];
    /// let layout = Column::of(&[column.clone()]);
    /// // A heap for each pile; a column is no foundation.
    /// let [heap] = &layout.heaps(&column)[..] else { panic!("there is one pile") };
    /// assert_eq!((heap.is_home, &heap.cards), (false, &layout.lying(&column, ())));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    fn heaps(&self, position: &Self::Position) -> Vec<Heap> {
        let heap = |pile| Heap {
            is_home: matches!(Self::shape(pile), Shape::Foundation(_)),
            cards: self.lying(position, pile),
        };
        self.piles().map(heap).collect()
    }
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

/// The title, and the position in words, for screen readers.
fn description<L: TableLayout>(title: &str, position: &L::Position) -> String {
    let piles = L::of(slice::from_ref(position)).piles();
    let piles: String = piles.map(|pile| L::describe(position, pile) + ".\n").collect();
    format!("<title>{title}</title>\n<desc>{piles}</desc>\n")
}

/// The cloth, every place, and the names that there are; `height` may have room for more below.
fn places<L: TableLayout>(layout: &L, height: u32) -> String {
    let (width, _) = layout.size();
    let mut out = cloth(width, height);
    out += "<g class=\"label\" fill=\"#fff\" fill-opacity=\".65\" font-size=\"15\" text-anchor=\"middle\">\n";
    for pile in layout.piles() {
        let (x, y) = layout.place(pile);
        if let Some(name) = L::name(pile) {
            let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{name}</text>", x + WIDTH / 2, y - 8);
        }
    }
    out += "</g>\n";
    for pile in layout.piles() {
        let (x, y) = layout.place(pile);
        let (shape, id) = (L::shape(pile), marks::place(&L::id(pile)));
        let _ = match layout.area(pile) {
            (WIDTH, HEIGHT) => writeln!(out, "{}", shape.marked(x, y, &id)),
            (width, height) => writeln!(
                out,
                r##"<g transform="translate({x} {y})"{id}>{}<use href="#{shape}"/></g>"##,
                marks::area(width, height, "")
            ),
        };
    }
    out
}
