//! Searches made for Rush Hour, and the engines by name.

pub(crate) mod bit_board;
pub(crate) mod bit_board_bfs;
pub(crate) mod cluster;
pub(crate) mod difficulty;
pub(crate) mod engine;
mod fewer;
pub(crate) mod lane;
pub(crate) mod lane_position;
