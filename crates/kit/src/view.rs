//! What a renderer needs of a position: places and pieces with ids, where they lie, and no rules.

use serde::Serialize;

/// A position as places that hold pieces.
///
/// ```
/// use patience_kit::{Area, Ink, Label, Piece, Place, Spread, View};
///
/// /// A view in one line: the label of every place, or that of its top piece.
/// fn line(view: &View) -> String {
///     let label = |place: &Place| place.pieces.last().map_or(&place.label, |piece| &piece.label).ascii.clone();
///     view.places.iter().map(label).collect::<Vec<_>>().join(" ")
/// }
///
/// let queen = Piece::new("QH".into(), "queen of hearts".into(), Label::new("Q♥", "QH"), Ink::Red);
/// let cell = |name: &str, column| Place::new(name.into(), format!("cell {name}"), "cell", Area::cell(column, 0));
/// let full = cell("a", 0).holding(Spread::Stack, vec![queen]);
/// let empty = cell("b", 1).labelled(Label::plain("--"));
/// assert!(!full.area.overlaps(&empty.area));
/// assert_eq!(line(&View { places: vec![full, empty] }), "QH --");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct View {
    /// Every place, in reading order.
    pub places: Vec<Place>,
}

/// A pile, a cell, a hole: somewhere a piece can be.
///
/// ```
/// use patience_kit::{Area, Label, Place};
///
/// let wall = Place::new("a1".into(), "row 1, column 1".into(), "cell", Area::cell(0, 0)).solid();
/// assert!(wall.solid && wall.pieces.is_empty());
/// assert_eq!(wall.labelled(Label::plain("##")).label.ascii, "##");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// Stable within a game, and the word for the place in moves where there is one.
    pub id: String,
    /// The place in words: `column 3`.
    pub name: String,
    /// What kind of place it is: `column`, `cell`, `hole`.
    pub kind: &'static str,
    /// What an empty place shows.
    pub label: Label,
    /// Where it lies on the grid. A pile that is fanned down may grow to the bottom of the board.
    pub area: Area,
    /// How its pieces lie.
    pub spread: Spread,
    /// Nothing can be put here, and nothing taken: a wall, an exit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub solid: bool,
    /// The pieces there, the one that can move last.
    pub pieces: Vec<Piece>,
}

impl Place {
    /// An empty place of one cell that shows one piece.
    #[must_use]
    pub fn new(id: String, name: String, kind: &'static str, area: Area) -> Self {
        let (label, spread) = (Label::default(), Spread::Stack);
        Self { id, name, kind, label, area, spread, solid: false, pieces: Vec::new() }
    }

    /// The same with a label.
    #[must_use]
    pub fn labelled(self, label: Label) -> Self {
        Self { label, ..self }
    }

    /// The same with pieces that lie in a certain way.
    #[must_use]
    pub fn holding(self, spread: Spread, pieces: Vec<Piece>) -> Self {
        Self { spread, pieces, ..self }
    }

    /// The same as a place that nothing can be put on.
    #[must_use]
    pub fn solid(self) -> Self {
        Self { solid: true, ..self }
    }
}

/// A rectangle of a coarse grid. Columns are counted in half cells, so that rows can be staggered; a cell is two of them wide.
///
/// ```
/// use patience_kit::Area;
///
/// // A truck of three cells covers the cell at its end, and not the one after it.
/// let truck = Area::cell(1, 2).wide(3);
/// assert!(truck.overlaps(&Area::cell(3, 2)));
/// assert!(!truck.overlaps(&Area::cell(4, 2)));
/// // Rows of a triangle are staggered by half a cell.
/// assert!(Area::half(1, 0).overlaps(&Area::cell(0, 0)) && Area::half(1, 0).overlaps(&Area::cell(1, 0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// The left edge, in half cells.
    pub left: u16,
    /// The upper edge, in rows.
    pub top: u16,
    /// The width, in half cells.
    pub width: u16,
    /// The height, in rows.
    pub height: u16,
}

impl Area {
    /// One cell of a grid that is not staggered.
    #[must_use]
    pub fn cell(column: usize, row: usize) -> Self {
        Self::half(2 * column, row)
    }

    /// One cell that begins at a half cell.
    #[must_use]
    pub fn half(left: usize, row: usize) -> Self {
        let number = |value| u16::try_from(value).unwrap_or(u16::MAX);
        Self { left: number(left), top: number(row), width: 2, height: 1 }
    }

    /// The same, a number of cells wide.
    #[must_use]
    pub fn wide(self, cells: u16) -> Self {
        Self { width: cells.saturating_mul(2), ..self }
    }

    /// Whether two areas share anything.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let meet = |at: u16, size: u16, other_at: u16, other_size: u16| {
            at < other_at.saturating_add(other_size) && other_at < at.saturating_add(size)
        };
        meet(self.left, self.width, other.left, other.width)
            && meet(self.top, self.height, other.top, other.height)
    }
}

/// How the pieces of a place lie.
///
/// ```
/// use patience_kit::{Area, Place, Spread};
///
/// let column = Place::new("1".into(), "column 1".into(), "column", Area::cell(0, 1));
/// assert_eq!(column.spread, Spread::Stack, "unless it holds its pieces in another way");
/// let fanned = column.holding(Spread::Down, Vec::new());
/// assert_eq!(serde_json::to_value(fanned.spread).ok(), Some("down".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Spread {
    /// On top of each other: only the last one is seen.
    Stack,
    /// Each one below the one before, which stays visible.
    Down,
    /// Each one to the right of the one before, as many of the last ones as the area has room for.
    Right,
}

/// A card, a vehicle, a peg.
///
/// ```
/// use patience_kit::{Ink, Label, Piece};
///
/// let card = |id: &str, ink| Piece::new("column-1-2".into(), "a card".into(), Label::plain(id), ink);
/// // Face-down pieces look alike.
/// assert_eq!(card("QH", Ink::Red).face_down(), card("2S", Ink::Black).face_down());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// Stable within a game. Unseen pieces are named by their place, so that ids reveal nothing.
    pub id: String,
    /// The piece in words: `five of diamonds`.
    pub name: String,
    /// What is written on it: `5♦`. All face-down pieces have the same one.
    pub label: Label,
    /// Its colour.
    pub ink: Ink,
    /// Whether it lies face down.
    #[serde(rename = "down", skip_serializing_if = "std::ops::Not::not")]
    pub is_down: bool,
    /// The cells that it covers to the right and downwards, its own among them.
    pub size: (u8, u8),
}

impl Piece {
    /// A piece of one cell that lies face up.
    #[must_use]
    pub fn new(id: String, name: String, label: Label, ink: Ink) -> Self {
        Self { id, name, label, ink, is_down: false, size: (1, 1) }
    }

    /// The same face down: its label and ink no longer depend on what it is.
    #[must_use]
    pub fn face_down(self) -> Self {
        Self { label: Label::new("▒▒", "##"), ink: Ink::Neutral, is_down: true, ..self }
    }

    /// The same with a number of cells to the right and downwards.
    #[must_use]
    pub fn sized(self, size: (u8, u8)) -> Self {
        Self { size, ..self }
    }
}

/// A few letters on a piece or a place, at most four.
///
/// ```
/// use patience_kit::Label;
///
/// let queen = Label::new("Q♥", "QH");
/// assert!(queen.ascii.is_ascii() && queen.text.chars().count() == queen.ascii.len());
/// assert_eq!(Label::plain("12"), Label::new("12", "12"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Label {
    /// With symbols such as `♦`, each as wide as a letter in a terminal.
    pub text: String,
    /// With ASCII only.
    pub ascii: String,
}

impl Label {
    /// A label with symbols, and without.
    #[must_use]
    pub fn new(text: impl Into<String>, ascii: impl Into<String>) -> Self {
        Self { text: text.into(), ascii: ascii.into() }
    }

    /// A label without symbols.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { ascii: text.clone(), text }
    }
}

/// The colour of a piece. Labels differ where inks do, so that nothing depends on colour alone.
///
/// ```
/// use patience_kit::{Ink, Label, Piece};
///
/// // Face-down pieces have no colour, which would tell what they are.
/// let queen = Piece::new("QH".into(), "queen of hearts".into(), Label::new("Q♥", "QH"), Ink::Red);
/// assert_eq!((queen.ink, queen.face_down().ink), (Ink::Red, Ink::Neutral));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ink {
    /// A red card.
    Red,
    /// A black card.
    Black,
    /// Any other piece.
    Neutral,
    /// The piece that the goal is about.
    Accent,
}
