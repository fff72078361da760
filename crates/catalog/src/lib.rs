//! Every puzzle and every algorithm of Patience by name: the only crate that knows more than one of either.

pub mod evolve;
pub mod policy;
mod record;

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
