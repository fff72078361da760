//! FreeCell and its family: rules, text, pictures, features, engines, evolution.
//!
//! **Rules.** All cards are dealt face up into columns. The top card of a column or a card in a cell may go to an empty cell, onto
//! a card of the next higher rank and the other colour, into an empty column, or to its foundation, which is built from the ace
//! up. The puzzle is solved when all cards are home. [`Rules`] are data; the named games of the family are its
//! [`Choice::ALL`](patience_kit::Choice::ALL).
//!
//! **Deals.** [`FreeCell::microsoft`] deals the numbers 1 to 8589934591; [`Board::parse`] reads any position, with its rules.
//!
//! **Moves.** [`MoveSet`] selects the moves that a search makes; [`FreeCell::steps`] gives every card movement of a solution.
//!
//! **Lengths.** *M1* counts single-card moves, *M2* counts a run once and every card that goes home once, *M3* is M2 − 52.
//!
//! **Checking.** [`Referee`] plays written solutions by code that shares nothing with the searches.
//!
//! **Everything by name.** [`KIT`] has the engines with their settings, and what programs need.
//!
//! ```
//! use patience_core::{Cancel, Limits};
//! use patience_freecell::KIT;
//! use patience_kit::{Kit, Setup, Values};
//!
//! let deal = KIT.deal(617, &Values::default())?;
//! let engine = KIT.prepare(&Setup { engine: Some("fast"), ..Setup::default() })?;
//! let answer = engine.solve(&*deal, &Limits::default(), &Cancel::new(), &mut ())?;
//! let line = answer.line.expect("deal 617 has a solution");
//! assert!(deal.replay(&line.notation().join(" "), &Values::default())?.end.is_solved());
//! # Ok::<(), patience_kit::Fault>(())
//! ```

pub mod arena;
mod by_colour;
mod by_run;
mod by_suit;
mod engines;
mod features;
mod generate;
mod grade;
mod kit;
pub mod picture;
mod rules;
mod search_space;
#[cfg(test)]
mod small_games;
mod text;

pub use engines::LazyCells;
pub use features::{Count, Deadlocks, DealtDeadlocks, RelaxedPlay, WeightedSum};
pub use kit::{FreeCellGame, KIT};
pub use rules::{
    Build, Fill, Foul, Lengths, Line, MAX_CELLS, MAX_COLUMNS, Move, NotASolution, Place, Position,
    PositionError, Referee, Rules, RulesError,
};
pub use search_space::{FreeCell, Key, Metric, MoveSet, Selection, SetupError, State};
pub use text::{Board, Step, read_steps};
