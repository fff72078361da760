//! Playing cards and the ways to deal them.
//!
//! ```
//! use patience_cards::{Card, LAST_DEAL, cards_of, microsoft_deal, names};
//!
//! let deal = microsoft_deal(LAST_DEAL)?;
//! // A deal is a permutation of the deck: together its cards are the set of all.
//! let set = deal.iter().map(|card| card.bit()).sum::<u64>();
//! assert!(cards_of(set).eq(Card::deck(13)));
//! // The first row of deal 1, from left to right.
//! assert!(names(&microsoft_deal(1)?).starts_with("JD 2D 9H JC 5D 7H 7C 5H "));
//! # Ok::<(), patience_cards::NoSuchDeal>(())
//! ```

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
