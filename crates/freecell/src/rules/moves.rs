//! Places and moves.

use std::fmt;

use patience_cards::Card;

/// A place that cards move from and to.
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
