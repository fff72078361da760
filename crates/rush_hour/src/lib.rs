//! Rush Hour: boards, moves, features.
//!
//! **Rules.** Vehicles stand in the rows and columns of a grid and move along them, any distance, as long as the cells are empty. The
//! target is horizontal. The puzzle is solved when it touches the right edge of its row. Cells may be walls.
//!
//! **Boards.** [`Board::parse`] reads letters row by row, or a line a row, of any size from 2×2 to 12×12.
//!
//! **Lengths.** *Slides* count a vehicle that moves any distance once; *steps* count every cell that it moves. They are two
//! metrics: the fewest slides need not be the fewest steps.

mod bit_board;
mod bit_board_bfs;
mod block;
mod blockers;
mod board;
mod bounded_bfs;
mod cluster;
mod enumerate;
mod feature_cache;
mod features;
mod game;
mod generate;
mod goal_board;
mod grid;
mod jam;
mod lane;
mod multi_source_bfs;
mod mutate;
mod notation;
mod occupancy_grid;
pub mod picture;
mod policy;
mod referee;
mod solution;
mod static_facts;
mod track;
mod word;

pub use bit_board_bfs::BitBoardBfs;
pub use board::{Axis, Board, BoardError, MAX_SIDE, MIN_SIDE, Vehicle};
pub use cluster::Cluster;
pub use enumerate::{Hard, Seen, Space};
pub use game::{AnySize, Metric, Move, MoveSet, RushHour, State, TooLarge};
pub use generate::{Made, Recipe, RecipeError};
pub use jam::{JAM, Known, jam};
pub use mutate::Mutation;
pub use notation::{Step, WrittenStep, read_steps};
pub use policy::HandCrafted;
pub use referee::{Direction, Foul, Lengths, Referee};
pub use solution::{Line, NotASolution};
pub use word::{Wide, Word};
