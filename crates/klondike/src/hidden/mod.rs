//! Klondike as it is played: the cards face down are not known, and turning one is chance.
//!
//! [`Table`] is the game of the literature *(Bjarnason, Fern and Tadepalli, 2009)*: the cards of the stock are known, as if a first pass
//! had been used to look, and worlds are the games of [`Klondike`](super::Klondike). [`BlindTable`] is the stricter game in which a card of the stock is
//! unknown until it is turned ([`Stock::Unseen`](super::Stock::Unseen)); it has one move more, [`BlindMove::Turn`].
//!
//! In both a move turns one card at most, and each of the cards that nobody has seen is as likely as the others.

mod blind;
mod blind_world;
mod preference;
mod table;
mod view;

pub use blind::{BlindKey, BlindTable, BlindView};
pub use blind_world::{BlindMove, BlindState, BlindWorld, Through};
pub use preference::{blind_preference, preference};
pub use table::Table;
pub use view::View;
