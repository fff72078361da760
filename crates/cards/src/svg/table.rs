//! A table with piles of cards: drawing it, and animating a game on it.

use std::fmt::{Debug, Write as _};
use std::slice;

use super::timeline::{Heap, PlacedCard, keyframes, paint, timeline};
use super::{HEIGHT, INDEX, Shape, WIDTH, cloth, definitions};
use crate::{Card, Suit, names};
use patience_draw::film::{CAPTIONS, Clock, Film};
use patience_draw::{MARGIN, escape, marks, opening};

/// Cards or places beyond this lie on top of each other, so that coordinates stay small.
const MOST: usize = 10_000;
/// Space between two columns, and between two places above them.
pub const COLUMN_GAP: u32 = 14;
/// Space above a row, with the names of its places.
pub const NAMES: u32 = 30;
/// Visible strip of a covered face-up card where there is room: its corner.
const STRIP: u32 = 26;
/// Longest distance from the deepest face-up card of a column to its top before the strips shrink.
const DROP: u32 = 12 * STRIP;

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

    /// The notes of a game, each while it stays the same.
    fn notes(&self, frames: &[Self::Position]) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        for pile in self.piles() {
            let mut last: Option<usize> = None;
            for (frame, position) in frames.iter().enumerate() {
                let text = Self::note(position, pile);
                if let Some(note) = last.map(|at| &mut notes[at]) {
                    if text.as_ref() == Some(&note.text) {
                        continue;
                    }
                    note.ends = Some(frame);
                }
                last = text.map(|text| {
                    notes.push(Note { spot: self.place(pile), text, begins: frame, ends: None });
                    notes.len() - 1
                });
            }
        }
        notes
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
        out += "<g class=\"label\" fill=\"#fff\" fill-opacity=\".65\" font-size=\"15\" text-anchor=\"middle\">\n";
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
            let (shape, id) = (Self::shape(pile), marks::place(&Self::id(pile)));
            let _ = match self.area(pile) {
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
}

/// A note on a pile while it stays the same.
pub struct Note {
    /// The place of its pile.
    spot: (u32, u32),
    text: String,
    /// The frame that it begins with.
    begins: usize,
    /// The frame that has another, if there is one.
    ends: Option<usize>,
}

impl Note {
    /// When a frame is seen: with the first movement of its move.
    fn seen(clock: &Clock, frame: usize) -> String {
        clock.percent(frame.checked_sub(1).map_or(0.0, |mv| clock.start(mv)))
    }

    fn keyframes(&self, clock: &Clock) -> String {
        let mut frames = String::new();
        // Writing to a string cannot fail.
        if 0 < self.begins {
            let _ = write!(frames, "{}{{visibility:visible}}", Self::seen(clock, self.begins));
        }
        if let Some(ends) = self.ends {
            let _ = write!(frames, "{}{{visibility:hidden}}", Self::seen(clock, ends));
        }
        frames
    }

    fn attributes(&self, film: &Film<'_>, number: usize) -> String {
        match (self.begins, self.ends) {
            (0, None) => String::new(),
            (0, Some(_)) => film.moves(number),
            _ => format!(r#" visibility="hidden"{}"#, film.moves(number)),
        }
    }
}

/// A note at the foot of a pile; its attributes begin with a space.
fn drawn_note((x, y): (u32, u32), text: &str, attributes: &str) -> String {
    let (left, top) = (x + WIDTH / 2 - 17, y + HEIGHT - 24);
    format!(
        "<g class=\"note\" font-size=\"14\" font-weight=\"700\" text-anchor=\"middle\" pointer-events=\"none\"{attributes}>\
         <rect x=\"{left}\" y=\"{top}\" width=\"34\" height=\"18\" rx=\"9\" fill=\"#fffdf7\" stroke=\"#c9a24a\"/>\
         <text x=\"{}\" y=\"{}\" fill=\"#1d1d24\">{}</text></g>\n",
        x + WIDTH / 2,
        top + 14,
        escape(text)
    )
}

/// The rows of a table: places and foundations above, columns below, all at the same distances, so that they are in line.
///
/// ```
/// use patience_cards::Suit;
/// use patience_cards::svg::HEIGHT;
/// use patience_cards::svg::table::Rows;
///
/// // Four cells and four foundations above eight columns.
/// let rows = Rows::new(4, 8, 300);
/// assert_eq!(rows.above(4), rows.foundation(Suit::Clubs));
/// assert_eq!(rows.above(7).0, rows.column(7).0);
/// assert_eq!(rows.column_area().1, 300 + HEIGHT);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Columns below.
    pub columns: usize,
    /// Places side by side.
    places: usize,
    /// Width and height of the table.
    pub size: (u32, u32),
}

impl Rows {
    /// Rows with `left` places beside the foundations, and columns whose top cards lie up to `reach` below their deepest cards.
    ///
    /// ```
    /// use patience_cards::svg::table::Rows;
    ///
    /// // A longer column needs a higher table, not a wider one.
    /// let (low, high) = (Rows::new(4, 8, 200), Rows::new(4, 8, 300));
    /// assert_eq!(high.size, (low.size.0, low.size.1 + 100));
    /// ```
    #[must_use]
    pub fn new(left: usize, columns: usize, reach: u32) -> Self {
        let places = (left + Suit::ALL.len()).max(columns);
        let below = if columns == 0 { 0 } else { NAMES + reach + HEIGHT };
        let width = 2 * MARGIN + span(places);
        Self { columns, places, size: (width, NAMES + HEIGHT + below + MARGIN) }
    }

    /// A place above, from the left.
    ///
    /// ```
    /// use patience_cards::svg::WIDTH;
    /// use patience_cards::svg::table::{COLUMN_GAP, Rows};
    ///
    /// let rows = Rows::new(4, 8, 200);
    /// assert_eq!(rows.above(1).0 - rows.above(0).0, WIDTH + COLUMN_GAP);
    /// ```
    #[must_use]
    pub fn above(&self, index: usize) -> (u32, u32) {
        (MARGIN + small(index) * (WIDTH + COLUMN_GAP), NAMES)
    }

    /// The place of a foundation.
    ///
    /// ```
    /// use patience_cards::Suit;
    /// use patience_cards::svg::table::Rows;
    ///
    /// // The foundations are the last places above.
    /// let rows = Rows::new(4, 8, 200);
    /// assert_eq!(Suit::ALL.map(|suit| rows.foundation(suit)), [4, 5, 6, 7].map(|place| rows.above(place)));
    /// ```
    #[must_use]
    pub fn foundation(&self, suit: Suit) -> (u32, u32) {
        self.above(self.places.saturating_sub(Suit::ALL.len()) + suit as usize)
    }

    /// The area of a column: to the bottom of the table.
    ///
    /// ```
    /// use patience_cards::svg::table::Rows;
    ///
    /// // A card can be dropped anywhere below the start of a column.
    /// let rows = Rows::new(4, 8, 200);
    /// assert!(rows.column(0).1 + rows.column_area().1 < rows.size.1);
    /// ```
    #[must_use]
    pub fn column_area(&self) -> (u32, u32) {
        (WIDTH, self.size.1.saturating_sub(MARGIN + self.column(0).1).max(HEIGHT))
    }

    /// The place of a column.
    ///
    /// ```
    /// use patience_cards::svg::HEIGHT;
    /// use patience_cards::svg::table::{NAMES, Rows};
    ///
    /// let rows = Rows::new(4, 8, 200);
    /// assert_eq!(rows.column(0).0, rows.above(0).0);
    /// assert_eq!(rows.column(0).1, rows.above(0).1 + HEIGHT + NAMES);
    /// ```
    #[must_use]
    pub fn column(&self, index: usize) -> (u32, u32) {
        let first = self.places.saturating_sub(self.columns) / 2;
        (self.above(first + index).0, NAMES + HEIGHT + NAMES)
    }
}

/// Visible strip of face-up cards where a column covers at most `covered` of them.
///
/// ```
/// use patience_cards::svg::INDEX;
/// use patience_cards::svg::table::strip;
///
/// // Long columns are squeezed, but ranks and suits stay visible.
/// assert!(strip(20) < strip(3));
/// assert_eq!(strip(52), INDEX);
/// ```
#[must_use]
pub fn strip(covered: usize) -> u32 {
    DROP.checked_div(small(covered)).unwrap_or(STRIP).clamp(INDEX, STRIP)
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

/// The width of some places side by side.
fn span(places: usize) -> u32 {
    (small(places) * (WIDTH + COLUMN_GAP)).saturating_sub(COLUMN_GAP)
}

/// A count, capped so that coordinates stay small.
///
/// ```
/// use patience_cards::svg::table::small;
///
/// assert_eq!(small(52), 52);
/// assert_eq!(small(usize::MAX), small(1_000_000));
/// ```
#[must_use]
pub fn small(count: usize) -> u32 {
    u32::try_from(count.min(MOST)).unwrap_or(0)
}
