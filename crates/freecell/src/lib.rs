//! FreeCell and its family: rules, moves, features, notation.
//!
//! **Rules.** All cards are dealt face up into columns. The top card of a column or a card in a cell may go to an empty cell, onto
//! a card of the next higher rank and the other colour, into an empty column, or to its foundation, which is built from the ace
//! up. The puzzle is solved when all cards are home. [`Rules`] are data: other games of the family are [`PRESETS`].
//!
//! **Deals.** [`FreeCell::microsoft`] knows the numbered deals 1 to 8589934591; [`Position::parse`] reads any board.
//!
//! **Moves.** [`MoveSet`] says which moves a search makes; [`FreeCell::steps`] tells every card movement of a solution.
//!
//! **Lengths.** *M1* counts single-card moves, *M2* counts a run once and every card that goes home once, *M3* is M2 − 52.
//!
//! **Checking.** [`Referee`] plays anyone's solution by code that shares nothing with the searches.
//!
//! ```
//! use patience_core::Puzzle;
//! use patience_freecell::FreeCell;
//!
//! let game = FreeCell::microsoft(617)?;
//! let mut moves = Vec::new();
//! game.moves(&game.start(), &mut moves);
//! assert!(!moves.is_empty());
//! # Ok::<(), patience_cards::NoSuchDeal>(())
//! ```

mod deadlock;
mod features;
mod game;
mod moves;
mod notation;
pub mod picture;
mod position;
mod referee;
mod rules;
mod solution;
mod state;
mod supermove;
mod weighted_sum;
mod weights;

pub use deadlock::Deadlocks;
pub use game::{FreeCell, Metric, SetupError};
pub use moves::{Move, MoveSet, Place};
pub use notation::{Step, WrittenStep, read_steps};
pub use position::{Position, PositionError};
pub use referee::{Foul, Lengths, Referee};
pub use rules::{Build, Fill, MAX_CELLS, MAX_COLUMNS, PRESETS, Preset, Rules, RulesError};
pub use solution::{Line, NotASolution};
pub use state::{Key, State};
pub use weighted_sum::{ParentView, WeightedSum};
pub use weights::Count;
