//! The tests of the workbench.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod arrays;
mod chances;
mod corpus;
mod farm;
mod grades;
mod judgements;
mod kit_laws;
mod parallel;
mod play;
mod requests;
mod round_trips;
mod session;
mod views;
