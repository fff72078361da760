//! The tests of peg solitaire.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod analysis;
mod answers;
mod boards;
mod common;
mod count;
mod decide;
mod engines;
#[cfg(feature = "gpu-emulation")]
mod gpu;
mod grades;
mod kit;
mod laws;
mod layered;
mod layered_speed;
mod perft;
mod picture;
mod text;
mod triangle;
