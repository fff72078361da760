//! The tests of evolution.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod archives;
mod breed;
mod common;
mod files;
mod fitness_functions;
mod methods;
mod mutators;
mod runs;
mod settings;
mod trees;
