//! Foundations in JSON: the highest rank of each suit.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

use crate::Suit;

/// Serializes the highest rank on each foundation, in the order of [`Suit::ALL`], by the letters of their suits.
pub fn serialize_foundations<S: Serializer>(
    ranks: &[u8; 4],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Suit::ALL.map(Suit::letter).iter().zip(ranks))
}

/// The foundations of such a map; a suit that is not there is empty.
pub fn deserialize_foundations<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<[u8; 4], D::Error> {
    let mut foundations = [0; 4];
    for (letter, rank) in BTreeMap::<char, u8>::deserialize(deserializer)? {
        let suit = Suit::from_letter(letter);
        let suit = suit.ok_or_else(|| Error::custom("expected the suits C, D, H and S"))?;
        foundations[suit as usize] = rank;
    }
    Ok(foundations)
}
