//! Playing cards and the ways to deal them.

mod card;
mod deal;
mod foundations;
pub mod svg;

pub use card::{Card, Suit, UnknownCard, cards_of, names, rank_name};
pub use deal::{LAST_DEAL, NoSuchDeal, microsoft_deal};
pub use foundations::serialize_foundations;
