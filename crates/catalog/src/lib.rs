//! Every puzzle and every algorithm of Patience by name: the only crate that knows more than one of either.
//!
//! ```
//! use patience_catalog::freecell::{Engine, solve};
//! use patience_core::{Cancel, Limits, Outcome};
//! use patience_freecell::FreeCell;
//!
//! let engine = Engine::named("staged").expect("the engine of the original paper");
//! let mut game = FreeCell::microsoft(617)?;
//! game.moves = engine.usual_moves();
//! let answer = solve(&game, &engine, &Limits::default(), &Cancel::new(), &mut ());
//! let line = answer.line.expect("deal 617 can be solved");
//! assert!(line.positions().last().is_some_and(|end| end.is_solved(game.rules())));
//! # Ok::<(), patience_cards::NoSuchDeal>(())
//! ```

mod answer;
pub mod evolve;
pub mod freecell;
pub mod peg;
pub mod policy;
mod record;
pub mod rush_hour;

pub use answer::Answer;
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
