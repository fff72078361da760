//! The tests of Klondike.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod exact;
mod hidden;
mod laws;
mod perft;
mod shortest;
mod text;
