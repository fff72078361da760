//! Boards, positions and moves as text.

pub(crate) mod code;
mod drawing;
mod grid;
mod notation;
mod position;

pub use drawing::{Drawing, HoleError, read_hole};
pub(crate) use grid::{Grid, side_by_side};
pub use notation::{Chain, WrittenChain, read_chains};
pub(crate) use position::{
    PositionText, drawn_lines, goal_words, hole_id, hole_list, sections, text_of_json,
};
