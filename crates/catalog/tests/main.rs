//! The tests of the engines and players by name.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod agreement;
mod evolve_boards;
mod klondike;
mod klondike_players;
mod peg;
mod peg_count;
mod policies;
mod rush_hour;
mod rush_hour_engines;
