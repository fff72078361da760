//! Klondike: rules, moves, notation.
//!
//! **Rules.** Column *n* is dealt *n* cards, all but the last face down; the other cards are the stock. A card, or a run of cards on
//! top of a column, goes onto a card of the next higher rank and the other colour; only kings go into empty columns. Foundations
//! are built from the ace up. Cards of the stock are turned a few at a time onto the waste, whose top card may be played; when the
//! stock is empty, the waste is turned over and becomes the stock. When the last face-up card leaves a column, the next one is
//! turned. The puzzle is solved when all cards are home. [`Rules`] are data.
//!
//! **Deals.** [`deal_of_seed`] shuffles a deck by a number; [`read_position`] reads any position, also one with unknown cards, in our
//! own text and in the forms of other programs.
//!
//! **Moves.** Turning the stock is no move of its own: every card of the stock that some number of turns makes playable is playable
//! now *(Bjarnason, Fern and Tadepalli, 2009)*. [`Klondike::expand`] tells every turn.
//!
//! **Lengths.** [`Metric::Moves`] counts movements of cards, a run once; [`Metric::Turns`] counts the turns of the stock too.
//!
//! **Checking.** [`Referee`] plays anyone's steps by code that shares nothing with the searches; [`read_steps`] reads them.

mod beam_weights;
mod board;
mod deal;
pub mod determinization;
mod detour_heuristic;
pub mod engine;
mod exchange;
mod features;
mod game;
pub mod hidden;
mod moves;
mod notation;
pub mod picture;
mod pile;
mod play;
mod position;
mod referee;
mod rules;
mod solution;
mod state;
mod step;
mod talon;
mod text;
mod trimmed;

pub use beam_weights::BeamWeights;
pub use deal::deal_of_seed;
pub use detour_heuristic::DetourHeuristic;
pub use exchange::{read_position, write_digits, write_json};
pub use features::WeightedSum;
pub use game::{Klondike, Metric, NotOfThisDeal, SetupError};
pub use moves::{Move, MoveSet};
pub use notation::{WrittenStep, read_steps};
pub use pile::Pile;
pub use position::{Column, Position, PositionError, Spot};
pub use referee::{Foul, Lengths, Played, Referee};
pub use rules::{MAX_COLUMNS, Rules, RulesError, Stock};
pub use solution::{Line, NotASolution};
pub use state::{Key, State};
pub use step::Step;
pub use talon::{Reach, Talon};
pub use text::write_position;
pub use trimmed::Trimmed;
