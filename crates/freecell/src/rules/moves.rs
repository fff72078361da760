//! Places and moves.

use std::fmt;

use patience_cards::Card;

/// A place that cards move from and to.
///
/// ```
/// use patience_freecell::Place;
///
/// // The tenth column is `0`, and no cell is `h`, which is home.
/// assert_eq!([Place::Column(0), Place::Column(9)].map(Place::letter), ['1', '0']);
/// assert_eq!([Place::Cell(6), Place::Home, Place::Cell(7)].map(Place::letter), ['g', 'h', 'i']);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A column of the tableau, from 0.
    Column(u8),
    /// A free cell, from 0.
    Cell(u8),
    /// The foundations.
    Home,
}

/// A move of one card, or of a run of cards at once.
///
/// ```
/// use patience_freecell::{Foul, Move, Place, Position, Referee, Rules};
///
/// let rules = Rules { ranks: 1, ..Rules::default() };
/// let mut referee = Referee::new(&rules, Position::parse("AC AD AH AS", &rules)?);
/// let mv = Move { card: "AS".parse()?, count: 1, from: Place::Column(0), to: Place::Home };
/// assert_eq!(referee.play_move(mv), Ok(()));
/// // Now another card is there.
/// assert_eq!(referee.play_move(mv), Err(Foul::OtherCard { claimed: mv.card, found: "AH".parse()? }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The card that moves; of a run the deepest, which is the one that must fit.
    pub card: Card,
    /// How many cards move.
    pub count: u8,
    /// Where they come from.
    pub from: Place,
    /// Where they go.
    pub to: Place,
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{} {:?}→{:?}", self.card, self.count, self.from, self.to)
    }
}
