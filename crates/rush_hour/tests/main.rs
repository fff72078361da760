//! The tests of Rush Hour.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod boards;
mod enumerate;
mod features;
mod laws;
mod perft;
mod picture;
mod text;
