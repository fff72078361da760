//! Rush Hour: boards, moves, features, engines, generation, enumeration, evolution of boards.
//!
//! **Rules.** Vehicles stand in the rows and columns of a grid and move along them, any distance, as long as the cells are empty. The
//! target is horizontal. The puzzle is solved when it touches the right edge of its row. Cells may be walls.
//!
//! **Boards.** [`Board::parse`] reads letters row by row, or a row a line, of any size from 2×2 to 12×12.
//!
//! **Lengths.** *Slides* count a vehicle that moves any distance once; *steps* count every cell that it moves. They are two
//! metrics: the fewest slides need not be the fewest steps.
//!
//! **Surfaces** reach the puzzle through [`KIT`].

mod arena;
mod engines;
mod enumerate;
pub mod evolve_boards;
mod features;
mod generate;
mod grade;
mod kit;
pub mod picture;
mod rules;
mod sets;
mod text;

pub use engines::bit_board_bfs::BitBoardBfs;
pub use engines::cluster::Cluster;
pub use engines::engine::{Engine, count_shortest};
pub use enumerate::{Hard, Seen, Space};
pub use features::hand_crafted::HandCrafted;
pub use generate::mutate::Mutation;
pub use generate::{Made, Recipe, RecipeError};
pub use kit::about::NAME;
pub use kit::{KIT, RushHourGame};
pub use rules::any_size::AnySize;
pub use rules::board::{Axis, Board, BoardError, MAX_SIDE, MIN_SIDE, Vehicle};
pub use rules::game::{Metric, Move, MoveSet, RushHour, State, TooLarge};
pub use rules::jam::{JAM, Known, jam};
pub use rules::line::{Line, NotASolution};
pub use rules::referee::{Direction, Foul, Lengths, Obstacle, Referee};
pub use rules::word::{Wide, Word};
pub use text::notation::{Step, WrittenStep, read_steps};
