//! Playing cards and the ways to deal them.

mod card;
mod deal;
pub mod svg;

pub(crate) use card::cards_of;
pub use card::{Card, Suit, UnknownCard};
pub use deal::{LAST_DEAL, NoSuchDeal, microsoft_deal};
