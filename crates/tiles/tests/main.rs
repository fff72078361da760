//! The tests of sliding tiles: what a new puzzle should come with.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod boards;
mod engines;
mod evolution;
mod heuristics;
mod kit;
mod laws;
mod picture;
mod text;
