//! The tests of cards.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod cards;
mod peers;
mod svg;
