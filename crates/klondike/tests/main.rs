//! The tests of Klondike.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod clairvoyance;
mod deals;
mod engines;
mod evolution;
mod exact;
mod features;
mod hidden;
mod kit;
mod laws;
mod loss_proof;
mod no_leak;
mod notation;
mod peers;
mod perft;
mod picture;
mod planner_2007;
mod play_outs;
mod players;
mod rules;
mod safe_moves;
mod shortest;
mod suggestions;
mod talon;
mod text;
