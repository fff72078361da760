//! Foundations in JSON.

use serde::Serializer;

use crate::Suit;

/// Serializes the highest rank on each foundation, in the order of [`Suit::ALL`], by the letters of their suits.
pub fn serialize_foundations<S: Serializer>(
    ranks: &[u8; 4],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Suit::ALL.map(Suit::letter).iter().zip(ranks))
}
