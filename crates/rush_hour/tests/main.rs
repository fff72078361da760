//! The tests of Rush Hour.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod agreement;
mod boards;
mod engines;
mod enumerate;
mod evolve_boards;
mod features;
mod grades;
mod kit;
mod laws;
mod mutate;
mod perft;
mod picture;
mod reading;
mod text;
