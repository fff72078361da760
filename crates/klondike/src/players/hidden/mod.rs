//! Klondike with hidden cards: face-down cards are unknown, and turning one is a chance event.
//!
//! [`KnownStock`] is the game of the literature *(Bjarnason, Fern and Tadepalli, 2009)*: the stock is known, as if a first pass
//! had been used to look, and worlds are the games of [`Klondike`](crate::Klondike). [`UnseenStock`] is the stricter game in which a card of the stock is
//! unknown until it is turned ([`Stock::Unseen`](crate::Stock::Unseen)); it has one move more, [`UnseenStockMove::Turn`].
//!
//! [`PairedStock`] is the game with a known stock and the action space of the planner of 2007.
//!
//! In all of them, a move turns at most one card, and all unseen cards are equally likely.

mod known_stock;
mod paired_stock;
mod preference;
mod unseen_stock;
mod unseen_stock_world;
mod view;

pub use known_stock::KnownStock;
pub use paired_stock::PairedStock;
pub use preference::{paired_preference, preference, unseen_stock_preference};
pub use unseen_stock::{UnseenStock, UnseenStockView};
pub use unseen_stock_world::{Through, UnseenStockMove, UnseenStockState, UnseenStockWorld};
pub use view::View;
