//! What a renderer needs of a position: places and pieces with ids, and no rules.

use serde::Serialize;

/// A position as places that hold pieces.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct View {
    /// Every place, in reading order.
    pub places: Vec<Place>,
}

/// A pile, a cell, a hole: somewhere a piece can be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// Stable within a game, and the word for the place in moves where there is one.
    pub id: String,
    /// The place in words: `column 3`.
    pub name: String,
    /// What kind of place it is: `column`, `cell`, `hole`.
    pub kind: &'static str,
    /// The pieces there, the one that can move last.
    pub pieces: Vec<Piece>,
}

/// A card, a vehicle, a peg.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// Stable within a game. Unseen pieces are named by their place, so that ids reveal nothing.
    pub id: String,
    /// The piece in words: `five of diamonds`.
    pub name: String,
}
