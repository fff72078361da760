//! Positions and moves as arrays of a fixed size, for programs that learn to play.

use std::collections::HashMap;

use crate::{Fault, Ink, MoveInfo, Place, Position, View};

/// What arrays need to know of a puzzle besides its views. The default is enough where a place holds one piece with a label of one letter.
///
/// ```
/// use patience_kit::Alphabet;
///
/// // A piece is the number of its label, from 1; 0 means that nothing is there.
/// let alphabet = Alphabet::default();
/// let number = Alphabet::number('A').expect("a letter can be seen");
/// assert_eq!(alphabet.labels[usize::from(number) - 1], "A");
/// assert_eq!(Alphabet::number(' '), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    /// The ASCII labels that pieces can have, face up. A piece is the number of its label, from 1.
    pub labels: Vec<String>,
    /// The most pieces that a place can hold.
    pub depth: usize,
    /// The most pieces that one move can take, where two moves between the same places can differ in that; 1 otherwise.
    pub most_moved: usize,
}

impl Alphabet {
    /// The number of a label of one letter in the default alphabet; `None` for letters that it does not have.
    #[must_use]
    pub fn number(letter: char) -> Option<u8> {
        let at = u8::try_from(letter).ok()?.checked_sub(FIRST)?;
        (at < LETTERS).then_some(at + 1)
    }

    /// The number of the piece that the goal is about, in the default alphabet.
    pub const ACCENT: u8 = LETTERS + 2;
    /// The number of a solid place, in the default alphabet.
    pub const SOLID: u8 = LETTERS + 3;
}

/// The first letter of the default alphabet, which are those of ASCII that can be seen.
const FIRST: u8 = b'!';
/// How many letters the default alphabet has.
const LETTERS: u8 = b'~' - FIRST + 1;

impl Default for Alphabet {
    fn default() -> Self {
        let labels = ('!'..='~').map(String::from).collect();
        Self { labels, depth: 1, most_moved: 1 }
    }
}

/// The arrays of one board: places in the order of the view, pieces as numbers, moves as numbers.
///
/// A cell of the observation is 0 if nothing is there, or the number of the piece's label. Three numbers more stand for a piece that lies face
/// down, for the piece that the goal is about, and for a place that is solid. A piece that covers several places is in all of them.
///
/// An action is a pair of places, and the number of pieces where that can differ.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use patience_kit::{Kit, Values};
/// use patience_kit::{Codec, Fault, Position};
///
/// /// The observation of a position, and a mask of its legal actions.
/// fn arrays(position: &dyn Position) -> Result<(Vec<u8>, Vec<bool>), Fault> {
///     let codec = Codec::new(position)?;
///     let (view, mut mask) = (position.view(), vec![false; codec.actions()]);
///     for mv in position.moves() {
///         if let Some(action) = codec.action(&view, &mv) {
///             mask[action] = true;
///         }
///     }
///     Ok((codec.observe(&view)?, mask))
/// }
///
/// // A heap of three stones, of nine at most, and a hand that takes two or three of them.
/// let (cells, mask) = arrays(&*KIT.deal(3, &Values::default())?)?;
/// assert_eq!(cells, [[1, 1, 1, 0, 0, 0, 0, 0, 0], [0; 9]].concat());
/// assert_eq!(mask.into_iter().filter(|&is_legal| is_legal).count(), 2);
/// # Ok::<(), Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Codec {
    places: Vec<String>,
    by_place: HashMap<String, usize>,
    by_label: HashMap<String, u8>,
    depth: usize,
    most_moved: usize,
}

impl Codec {
    /// The arrays of a position and of all others with the same places.
    pub fn new(position: &dyn Position) -> Result<Self, Fault> {
        let Alphabet { labels, depth, most_moved } = position.alphabet();
        if labels.len() + 3 > usize::from(u8::MAX) {
            return Err(Fault::input("pieces have too many labels for arrays of bytes"));
        }
        let places: Vec<String> = position.view().places.into_iter().map(|it| it.id).collect();
        let by_place = places.iter().cloned().zip(0..).collect();
        let by_label = labels.into_iter().zip(1..).collect();
        Ok(Self { places, by_place, by_label, depth: depth.max(1), most_moved: most_moved.max(1) })
    }

    /// Places, and the most pieces of each.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (self.places.len(), self.depth)
    }

    /// The ids of the places.
    #[must_use]
    pub fn places(&self) -> &[String] {
        &self.places
    }

    /// The number of a piece that lies face down.
    #[must_use]
    pub fn face_down(&self) -> u8 {
        u8::try_from(self.by_label.len()).unwrap_or(u8::MAX).saturating_add(1)
    }

    /// The number of the piece that the goal is about.
    #[must_use]
    pub fn accent(&self) -> u8 {
        self.face_down().saturating_add(1)
    }

    /// The number of a place that nothing can be put on: the greatest of all numbers.
    #[must_use]
    pub fn solid(&self) -> u8 {
        self.face_down().saturating_add(2)
    }

    /// How many actions there are, legal or not.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.places.len() * self.places.len() * self.most_moved
    }

    /// The numbers of the pieces, place by place and each from the bottom up; an error for a board with other places or pieces.
    pub fn observe(&self, view: &View) -> Result<Vec<u8>, Fault> {
        if !view.places.iter().map(|place| &place.id).eq(&self.places) {
            return Err(Fault::input("the board has other places than the arrays"));
        }
        let mut cells = vec![0; self.places.len() * self.depth];
        for (at, place) in view.places.iter().enumerate() {
            let row = at * self.depth;
            if place.solid {
                cells[row] = self.solid();
            }
            if place.pieces.len() > self.depth {
                let (found, most) = (place.pieces.len(), self.depth);
                return Err(Fault::input(format_args!(
                    "{}: expected at most {most} pieces, found {found}",
                    place.name
                )));
            }
            for (depth, piece) in place.pieces.iter().enumerate() {
                let number = match (piece.is_down, piece.ink) {
                    (true, _) => self.face_down(),
                    (false, Ink::Accent) => self.accent(),
                    (false, _) => *self.by_label.get(&piece.label.ascii).ok_or_else(|| {
                        Fault::input(format_args!("{}: the arrays have no such piece", piece.name))
                    })?,
                };
                cells[row + depth] = number;
                if piece.size != (1, 1) {
                    for other in covered(view, place, piece.size) {
                        cells[other * self.depth] = number;
                    }
                }
            }
        }
        Ok(cells)
    }

    /// The number of a legal move; `None` if the board has other places.
    #[must_use]
    pub fn action(&self, view: &View, mv: &MoveInfo) -> Option<usize> {
        let (from, to) = (*self.by_place.get(&mv.from)?, *self.by_place.get(&mv.to)?);
        let pair = from * self.places.len() + to;
        if self.most_moved == 1 {
            return Some(pair);
        }
        let pieces = &view.places.get(from)?.pieces;
        let at = pieces.iter().position(|piece| piece.id == mv.piece)?;
        let others = pieces.len() - at - 1;
        (others < self.most_moved).then_some(pair * self.most_moved + others)
    }
}

/// The places that a large piece covers besides its own.
fn covered(view: &View, place: &Place, (width, height): (u8, u8)) -> impl Iterator<Item = usize> {
    let mut area = place.area.wide(u16::from(width));
    area.height = u16::from(height);
    let others = view.places.iter().enumerate().filter(|(_, other)| !other.solid);
    others.filter(move |(_, other)| other.area.overlaps(&area)).map(|(at, _)| at)
}
