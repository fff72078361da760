//! Tests of the search algorithms.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod beams;
mod deepening;
mod graph;
mod layered;
mod monte_carlo;
