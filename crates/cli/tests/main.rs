//! The tests of the program.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod batch;
mod cli;
mod commands;
mod common;
mod earlier;
mod evolve;
mod evolve_boards;
mod fc_solve;
mod files;
mod hostile;
mod interactive;
mod klondike;
mod klondike_advice;
mod klondike_play;
mod limits;
mod makers;
mod mutator;
mod peg;
mod peg_layers;
mod policy;
mod progress;
mod published;
mod report;
mod reproduce;
mod resume;
mod rush_hour;
mod serve;
mod shards;
mod signatures;
#[cfg(feature = "page")]
mod site;
