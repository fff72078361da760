//! The puzzles of Patience: rules, keys, moves, features, notation and pictures, a folder a puzzle.
//!
//! ```
//! use patience_core::Puzzle;
//! use patience_puzzles::freecell::FreeCell;
//!
//! let game = FreeCell::microsoft(617)?;
//! let mut moves = Vec::new();
//! game.moves(&game.start(), &mut moves);
//! assert!(!moves.is_empty());
//! # Ok::<(), patience_puzzles::cards::NoSuchDeal>(())
//! ```

pub mod cards;
pub mod freecell;
pub mod klondike;
pub mod peg;
pub mod rush_hour;
pub mod svg;
mod text;

pub use text::ParseError;
