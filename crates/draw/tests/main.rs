//! The tests of pictures and pages.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod charts;
mod html;
mod player;
