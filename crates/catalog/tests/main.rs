//! The tests of the engines and players by name.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod klondike;
mod klondike_players;
