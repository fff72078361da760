//! The tests of peg solitaire.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod engine;
mod engine_speed;
mod laws;
mod perft;
mod picture;
mod text;
