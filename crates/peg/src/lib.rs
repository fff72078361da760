//! Peg solitaire: boards, problems, moves.
//!
//! **Rules.** A peg jumps over a neighbour in its row or column into the empty hole behind it, and the neighbour is taken away. Jumps of
//! one peg in a row are one *move*.
//!
//! **Boards.** [`Board::named`] has those that people play on; [`Drawing::parse`] reads any other of up to 64 holes.
//!
//! **Lengths.** All solutions of a problem have the same number of *jumps*; the fewest *moves* are what is hard to find.
//!
//! **Notation.** `64-62-42` is the move of the peg in row 6, column 4 over two others to row 4, column 2; see [`Chain`].

pub mod analysis;
mod board;
mod drawing;
pub mod engine;
mod game;
mod notation;
pub mod picture;
mod problem;
mod referee;
mod solution;
mod turn;

pub use board::{Board, BoardError, Hole, Jump, MOST_HOLES, MOST_SIDE, Pegs, image, members};
pub use drawing::{Drawing, HoleError, read_hole};
pub use game::{Metric, Move, Part, Peg, State};
pub use notation::{Chain, WrittenChain, read_chains};
pub use problem::{Goal, Problem, ProblemError};
pub use referee::{Foul, Lengths, Referee, Unfinished};
pub use solution::{Line, NotASolution};
