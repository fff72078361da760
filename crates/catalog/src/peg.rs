//! Peg solitaire by name.

use patience_puzzles::peg as puzzle;

use crate::{JumpLengths, Lengths};

/// The name of the puzzle in records and on the command line.
pub const NAME: &str = "peg";

/// The referee's lengths as they are told.
#[must_use]
pub fn lengths(lengths: puzzle::Lengths) -> Lengths {
    let puzzle::Lengths { moves, jumps } = lengths;
    Lengths::Jumps(JumpLengths { moves: Some(moves), jumps: Some(jumps) })
}
