//! Drawing cards: shapes that an SVG picture defines once and places any number of times.

mod art;
#[cfg(any(test, feature = "testing"))]
pub mod svg_reader;
pub mod table;
pub mod timeline;

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use super::{Card, Suit, rank_name};

pub use patience_draw::FONTS;

/// Width of every shape.
pub const WIDTH: u32 = 80;
/// Height of every shape.
pub const HEIGHT: u32 = 116;
/// Height of the strip of a covered card that shows its rank and suit.
pub const INDEX: u32 = 22;

const RED: &str = "#c8142f";
const BLACK: &str = "#1d1d24";

/// A card, or a place for one.
///
/// ```
/// use patience_cards::Card;
/// use patience_cards::svg::{Shape, definitions};
///
/// let queen: Card = "QH".parse()?;
/// let shape = Shape::Face(queen);
/// assert_eq!(shape.at(20, 30), r##"<use href="#card-QH" transform="translate(20 30)"/>"##);
/// assert!(definitions([shape]).contains(r#"id="card-QH""#));
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// A place that takes any card.
    Place,
    /// The place of a suit.
    Foundation(Suit),
    /// A card that lies face down.
    Back,
    /// A card that lies face up.
    Face(Card),
}

impl Shape {
    /// The element that draws the shape with its upper left corner at `x`, `y`.
    ///
    /// ```
    /// use patience_cards::Suit;
    /// use patience_cards::svg::{Shape, WIDTH};
    ///
    /// let place = Shape::Foundation(Suit::Hearts).at(WIDTH, 0);
    /// assert_eq!(place, r##"<use href="#place-H" transform="translate(80 0)"/>"##);
    /// ```
    #[must_use]
    pub fn at(self, x: u32, y: u32) -> String {
        self.marked(x, y, "")
    }

    /// The same with attributes, which begin with a space.
    pub(crate) fn marked(self, x: u32, y: u32, attributes: &str) -> String {
        format!(r##"<use href="#{self}" transform="translate({x} {y})"{attributes}/>"##)
    }
}

impl fmt::Display for Shape {
    /// Writes the name by which the picture refers to the shape.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place => f.write_str("place"),
            Self::Foundation(suit) => write!(f, "place-{}", suit.letter()),
            Self::Back => f.write_str("card-back"),
            Self::Face(card) => write!(f, "card-{card}"),
        }
    }
}

/// The `<defs>` element that a picture of these shapes needs; every shape once, in a fixed order.
///
/// ```
/// use patience_cards::svg::{Shape, definitions};
///
/// // However often a card is placed, it is drawn once.
/// let drawn = definitions([Shape::Back, Shape::Back, Shape::Place]);
/// assert_eq!(drawn.matches(r#"<g id="card-back""#).count(), 1);
/// assert_eq!(drawn.matches(r#"<g id="place""#).count(), 1);
/// ```
#[must_use]
pub fn definitions(shapes: impl IntoIterator<Item = Shape>) -> String {
    let shapes: BTreeSet<Shape> = shapes.into_iter().collect();
    let mut needs = Needs::default();
    let mut drawn = String::new();
    for &shape in &shapes {
        let drawing = match shape {
            Shape::Place => PLACE.to_owned(),
            Shape::Foundation(suit) => {
                needs.suits.insert(suit);
                let symbol = pip(suit, 40, 58, 44);
                format!(r##"{PLACE}<g class="symbol" fill="#fff" fill-opacity=".2">{symbol}</g>"##)
            }
            Shape::Back => {
                needs.suits.extend(Suit::ALL);
                needs.card = true;
                back()
            }
            Shape::Face(card) => {
                needs.suits.insert(card.suit());
                needs.ranks.insert(card.rank());
                needs.card = true;
                face(card)
            }
        };
        let ink = if let Shape::Face(card) = shape { ink(card.suit()) } else { String::new() };
        let _ = writeln!(drawn, r#"<g id="{shape}"{ink}>{drawing}</g>"#);
    }
    format!("<defs>\n{}{drawn}</defs>\n", needs.definitions())
}

/// The cloth of the table, lighter in the middle.
fn cloth(width: u32, height: u32) -> String {
    format!(
        "{FELT}<rect class=\"ground\" width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"url(#felt)\"/>\n"
    )
}

const FELT: &str = concat!(
    r#"<radialGradient id="felt" cx=".5" cy=".35" r=".8">"#,
    r##"<stop stop-color="#2f8058"/><stop offset="1" stop-color="#14492f"/></radialGradient>"##,
    "\n"
);

/// The definitions that shapes refer to.
#[derive(Default)]
struct Needs {
    suits: BTreeSet<Suit>,
    ranks: BTreeSet<u8>,
    card: bool,
}

impl Needs {
    fn definitions(&self) -> String {
        let mut out = String::new();
        for &suit in &self.suits {
            let (letter, outline) = (suit.letter(), art::outline(suit));
            let _ = writeln!(
                out,
                r#"<symbol id="suit-{letter}" viewBox="-50 -50 100 100"><path d="{outline}"/></symbol>"#
            );
        }
        for &rank in &self.ranks {
            let _ = writeln!(out, "{}", index(rank));
            if let Some(figure) = art::court(rank) {
                let _ = writeln!(out, r#"<g id="court-{rank}">{figure}</g>"#);
            }
        }
        out + if self.card { CARD } else { "" }
    }
}

/// The paper of every card, with a shadow that separates it from the card below.
const CARD: &str = concat!(
    r##"<g id="card"><rect class="shadow" x="-1" y="-1" width="82" height="118" rx="8" fill="#000" fill-opacity=".17"/>"##,
    r##"<rect class="paper" x=".4" y=".4" width="79.2" height="115.2" rx="7" fill="#fffdf7" stroke="#8f8a7a" stroke-width=".8"/></g>"##,
    "\n",
);

/// A place without a card.
const PLACE: &str = r##"<rect class="place" x="1" y="1" width="78" height="114" rx="7" fill="#000" fill-opacity=".13" stroke="#fff" stroke-opacity=".28" stroke-width="1.5"/>"##;

/// The frame around the court.
const FRAME: &str = r##"<rect class="frame" x="12" y="27" width="56" height="62" rx="3" fill="#f7eed8" stroke="#c9a24a"/>"##;
/// The line between the two halves of the court.
const DIVIDE: &str = r##"<path d="M12.5 58H67.5" stroke="#e9b949" stroke-width="1.4"/>"##;

/// The rank in the corner; a ten is squeezed to leave room for its suit.
fn index(rank: u8) -> String {
    let text = rank_name(rank);
    let (text, x, squeeze) = match rank {
        10 => ("10", 15, r#" textLength="21" lengthAdjust="spacingAndGlyphs""#),
        _ => (text.as_str(), 13, ""),
    };
    format!(
        r#"<text id="rank-{rank}" x="{x}" y="21" font-family="{FONTS}" font-size="20.5" font-weight="700" text-anchor="middle"{squeeze}>{text}</text>"#
    )
}

/// The classes and the colour of a card of a suit, as attributes. A style sheet that colours classes can tell all four suits apart.
fn ink(suit: Suit) -> String {
    let (class, colour) = if suit.is_red() { ("red", RED) } else { ("black", BLACK) };
    format!(r#" class="{class} {}" fill="{colour}""#, suit.name())
}

/// A card: one half, the same half upside down, and the parts across the middle. It takes its colour from what it is drawn in.
fn face(card: Card) -> String {
    let (rank, suit) = (card.rank(), card.suit());
    let corner = pip(suit, if rank == 10 { 34 } else { 30 }, 14, 15);
    let (mut below, mut half, mut above) = (String::new(), String::new(), String::new());
    if let Some(pips) = art::pips(rank) {
        half.extend(pips.upper.iter().map(|&(x, y)| pip(suit, x, y, pips.size)));
        above.extend(pips.once.iter().map(|&(x, y)| pip(suit, x, y, pips.size)));
    } else {
        below += FRAME;
        half += &pip(suit, 20, 35, 11);
        let _ = write!(half, r##"<use href="#court-{rank}"/>"##);
        above += DIVIDE;
    }
    format!(
        r##"<use href="#card"/>{below}<g id="half-{card}"><use href="#rank-{rank}"/>{corner}{half}</g><use href="#half-{card}" transform="rotate(180 40 58)"/>{above}"##
    )
}

/// A suit's symbol in a square of `size` around `x`, `y`.
fn pip(suit: Suit, x: u8, y: u8, size: u8) -> String {
    let edge = |centre: u8| f32::from(centre) - f32::from(size) / 2.0;
    let (letter, x, y) = (suit.letter(), edge(x), edge(y));
    format!(r##"<use href="#suit-{letter}" x="{x}" y="{y}" width="{size}" height="{size}"/>"##)
}

/// A lattice, and the four suits around the middle.
fn back() -> String {
    let spots = [(40, 47), (51, 58), (40, 69), (29, 58)];
    let suits: String =
        Suit::ALL.into_iter().zip(spots).map(|(suit, (x, y))| pip(suit, x, y, 11)).collect();
    let mut lattice = String::new();
    for step in 0..14 {
        let _ = write!(lattice, "M{} 6l-104 104M{} 6l104 104", 6 + 12 * step, 74 - 12 * step);
    }
    format!(
        r##"<clipPath id="back"><rect x="6" y="6" width="68" height="104" rx="4"/></clipPath><use href="#card"/><g clip-path="url(#back)"><path class="back" d="M6 6h68v104H6z" fill="#2b4a86"/><path class="lattice" d="{lattice}" stroke="#8fa8d8" stroke-width="1.2"/></g><circle class="back seal" cx="40" cy="58" r="21" fill="#2b4a86" stroke="#c9a24a" stroke-width="1.5"/><g class="symbol" fill="#f3e3b3">{suits}</g>"##
    )
}

#[cfg(test)]
mod tests {
    use super::art;

    #[test]
    fn a_card_has_as_many_pips_as_its_rank_says() {
        for rank in 1..=10 {
            let pips = art::pips(rank).unwrap();
            assert_eq!(2 * pips.upper.len() + pips.once.len(), usize::from(rank));
        }
    }

    #[test]
    fn the_court_has_figures_instead_of_pips() {
        for rank in 1..=13 {
            assert_eq!(art::pips(rank).is_none(), art::court(rank).is_some());
        }
    }
}
