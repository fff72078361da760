//! Peg solitaire: boards, problems, moves, pictures, analysis, engines.
//!
//! **Rules.** A peg jumps over a neighbouring peg into the empty hole behind it, and the neighbour is taken away. Successive jumps of one
//! peg are one *move*. Jumps go along rows and columns; on a triangular board also along falling diagonals, six directions in all.
//!
//! **Boards.** [`Board::named`] has those that people play on; [`Drawing::parse`] reads any other of up to 64 holes.
//!
//! **Lengths.** All solutions of a problem have the same number of *jumps*; the fewest *moves* are what is hard to find.
//!
//! **Notation.** `64-62-42` is the move of the peg in row 6, column 4 over two others to row 4, column 2; see [`Chain`].
//!
//! | you look for | it is in |
//! |---|---|
//! | boards, problems, the referee | `rules/` |
//! | drawings, positions as text, notation | `text/` |
//! | proofs and bounds without a search | [`analysis`] |
//! | searches | [`engines`] |
//! | what surfaces use | [`KIT`] |

pub mod analysis;
pub mod engines;
mod features;
mod kit;
pub mod picture;
mod report;
mod rules;
mod text;

pub use kit::{KIT, PegSolitaire};
pub use rules::{
    Board, BoardError, Foul, Goal, Hole, Jump, Lattice, Lengths, Line, MOST_HOLES, MOST_SIDE,
    Metric, Move, NotASolution, Part, Peg, Pegs, Position, Problem, ProblemError, Referee, State,
    Unfinished, image, members,
};
pub use text::{Chain, Drawing, HoleError, WrittenChain, read_chains, read_hole};
