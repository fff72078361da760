//! The tests of Klondike.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod engines;
mod exact;
mod hidden;
mod kit;
mod laws;
mod perft;
mod picture;
mod players;
mod shortest;
mod text;
