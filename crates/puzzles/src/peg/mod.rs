//! Peg solitaire: boards, problems, moves.
//!
//! **Rules.** A peg jumps over a neighbour in its row or column into the empty hole behind it, and the neighbour is taken away. Jumps of
//! one peg in a row are one *move*.

pub mod analysis;
mod board;
pub mod engine;
mod problem;

pub use board::{Board, BoardError, Hole, Jump, MOST_HOLES, Pegs, image, members};
pub use problem::{Goal, Problem, ProblemError};
