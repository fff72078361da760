//! The rules: boards and their jumps, problems, positions, the referee, and how searches play.

mod board;
mod game;
mod lattice;
mod line;
mod position;
mod problem;
mod referee;
mod symmetry;

pub use board::{Board, BoardError, Hole, Jump, MOST_HOLES, MOST_SIDE, Pegs, image, members};
pub use game::{Metric, Move, Part, Peg, State};
pub use lattice::Lattice;
pub use line::{Line, NotASolution};
pub use position::Position;
pub use problem::{Goal, Problem, ProblemError};
pub use referee::{Foul, Lengths, Referee, Unfinished};
pub(crate) use symmetry::Symmetries;
