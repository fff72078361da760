//! The tests of the program.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod batch;
mod cli;
mod commands;
mod common;
mod evolve;
mod evolve_boards;
mod fc_solve;
mod files;
mod hostile;
mod interactive;
mod klondike;
mod klondike_play;
mod limits;
mod mutator;
mod peg;
mod policy;
mod published;
mod report;
mod reproduce;
mod rush_hour;
mod signatures;
