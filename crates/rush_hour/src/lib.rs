//! Rush Hour: boards, moves, features.
//!
//! **Rules.** Vehicles stand in the rows and columns of a grid and move along them, any distance, as long as the cells are empty. The
//! target is horizontal. The puzzle is solved when it touches the right edge of its row. Cells may be walls.
//!
//! **Boards.** [`Board::parse`] reads letters row by row, or a line a row, of any size from 2×2 to 12×12.
//!
//! **Lengths.** *Slides* count a vehicle that moves any distance once; *steps* count every cell that it moves. They are two
//! metrics: the fewest slides need not be the fewest steps.

mod block;
mod blockers;
mod board;
mod cluster;
mod enumerate;
mod facts;
mod features;
mod flood;
mod game;
mod generate;
mod goal_board;
mod grid;
mod jam;
mod lane;
mod lot;
mod memo;
mod mutate;
mod notation;
pub mod picture;
mod policy;
mod probe;
mod referee;
mod solution;
mod standing;
mod sweep;
mod track;
mod word;

pub use board::{Axis, Board, BoardError, MAX_SIDE, MIN_SIDE, Vehicle};
pub use cluster::Cluster;
pub use enumerate::{Hard, Seen, Space};
pub use game::{AnySize, Metric, Move, MoveSet, RushHour, State, TooLarge};
pub use generate::{Made, Recipe, RecipeError};
pub use jam::{JAM, Known, jam};
pub use mutate::Mutation;
pub use notation::{Step, WrittenStep, read_steps};
pub use policy::HandCrafted;
pub use referee::{Foul, Lengths, Referee, Way};
pub use solution::{Line, NotASolution};
pub use sweep::Sweep;
pub use word::{Wide, Word};
