//! Every puzzle and every algorithm of Patience by name: the only crate that knows more than one of either.

mod answer;
pub mod klondike;
pub mod klondike_advice;
pub mod klondike_loss_proof;
pub mod klondike_players;
mod klondike_settings;
mod play;
mod record;

pub use answer::Answer;
pub use play::{PlaySummary, play_games};
pub use record::{
    CardLengths, DriveLengths, JumpLengths, Lengths, OutcomeKind, Record, TurnLengths,
};

/// What people should know of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
}

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
