//! Klondike: rules, text, pictures, engines for known cards, players for hidden ones, and the kit.
//!
//! **Rules.** Column *n* is dealt *n* cards, all but the last face down; the other cards are the stock. A card, or a run of cards on
//! top of a column, goes onto a card of the next higher rank and the other colour; only kings go into empty columns. Foundations
//! are built from the ace up. Cards of the stock are turned a few at a time onto the waste, whose top card may be played; when the
//! stock is empty, the waste is turned over and becomes the stock. When the last face-up card leaves a column, the next one is
//! turned. The puzzle is solved when all cards are on the foundations. [`Rules`] are data.
//!
//! **Deals.** [`deal_of_seed`] shuffles a deck by a number; [`read_position`] reads any position, with unknown cards too, in our
//! own text and in the formats of other programs.
//!
//! **Moves.** Searches have no move that turns the stock: every card of the stock that turns can reach is playable at once *(Bjarnason, Fern and Tadepalli, 2009)*. [`Klondike::expand`] adds the turns.
//!
//! **Lengths.** [`Metric::Moves`] counts movements of cards, a run once; [`Metric::Turns`] counts the turns of the stock too.
//!
//! **Checking.** [`Referee`] plays steps by code that shares nothing with the searches; [`read_steps`] reads them.
//!
//! **Surfaces** reach all of this through [`KIT`].

mod arena;
pub mod engines;
mod features;
mod generate;
mod grade;
mod kit;
mod line;
pub mod picture;
pub mod players;
mod rules;
mod text;

pub use engines::shortest::{BeamWeights, Trimmed};
pub use features::{DetourHeuristic, WeightedSum};
pub use kit::{Instance, KIT, KlondikeGame};
pub use line::{Line, NotASolution};
pub use rules::deal::deal_of_seed;
pub use rules::game::{Klondike, Metric, SetupError};
pub use rules::moves::{Move, MoveSet};
pub use rules::paired::{PairedGame, PairedMove};
pub use rules::pile::Pile;
pub use rules::position::{Column, Position, PositionError, Spot};
pub use rules::referee::{Foul, Lengths, Played, Referee};
pub use rules::rule_set::{MAX_COLUMNS, Rules, RulesError, Stock};
pub use rules::state::{Key, State};
pub use rules::step::Step;
pub use rules::talon::{Reach, Talon};
pub use text::exchange::{read_position, write_digits, write_json};
pub use text::notation::read_steps;
pub use text::plain::write_position;
