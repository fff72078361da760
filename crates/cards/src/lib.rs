//! Playing cards and the ways to deal them.

mod card;
mod deal;
mod foundations;
mod mersenne_twister;
pub mod numbers;
mod peers;
mod reading;
pub mod svg;

pub use card::{Card, Suit, UnknownCard, cards_of, names, rank_name};
pub use deal::{LAST_DEAL, NoSuchDeal, microsoft_deal};
pub use foundations::{deserialize_foundations, serialize_foundations};
pub use peers::{pysol_deal, pysolfc_deal, solvitaire_deck};
pub use reading::{CardsRead, card_words, read_foundation};
