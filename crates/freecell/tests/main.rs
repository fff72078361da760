//! The tests of FreeCell.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod agreement;
mod baselines;
mod common;
mod kit;
mod laws;
mod optimal;
mod perft;
mod picture;
mod policies;
mod reading;
mod readings;
mod safe_moves;
mod text;
