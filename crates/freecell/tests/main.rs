//! The tests of FreeCell.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod common;
mod laws;
mod perft;
mod text;
