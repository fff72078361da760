//! Evolution: what is bred, tried on the puzzles.

pub mod boards;
mod parallel;
