//! Klondike as it is played: the cards face down are not known, and turning one is chance.
//!
//! [`KnownStock`] is the game of the literature *(Bjarnason, Fern and Tadepalli, 2009)*: the cards of the stock are known, as if a first pass
//! had been used to look, and worlds are the games of [`Klondike`](crate::Klondike). [`UnseenStock`] is the stricter game in which a card of the stock is
//! unknown until it is turned ([`Stock::Unseen`](crate::Stock::Unseen)); it has one move more, [`UnseenStockMove::Turn`].
//!
//! In both a move turns one card at most, and each of the cards that nobody has seen is as likely as the others.

mod known_stock;
mod preference;
mod unseen_stock;
mod unseen_stock_world;
mod view;

pub use known_stock::KnownStock;
pub use preference::{preference, unseen_stock_preference};
pub use unseen_stock::{UnseenStock, UnseenStockKey, UnseenStockView};
pub use unseen_stock_world::{Through, UnseenStockMove, UnseenStockState, UnseenStockWorld};
pub use view::View;
