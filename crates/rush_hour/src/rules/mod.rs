//! The rules: boards, positions for searching, and the referee that checks every line by rules of its own.

pub(crate) mod any_size;
pub(crate) mod board;
pub(crate) mod game;
pub(crate) mod jam;
pub(crate) mod line;
pub(crate) mod referee;
pub(crate) mod track;
pub(crate) mod word;
