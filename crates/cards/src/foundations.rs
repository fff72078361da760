//! Foundations in JSON: the highest rank of each suit.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

use crate::Suit;

/// Serializes the highest rank on each foundation, in the order of [`Suit::ALL`], by the letters of their suits.
///
/// ```
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Board {
///     #[serde(
///         serialize_with = "patience_cards::serialize_foundations",
///         deserialize_with = "patience_cards::deserialize_foundations"
///     )]
///     foundations: [u8; 4],
/// }
///
/// let text = serde_json::to_string(&Board { foundations: [3, 0, 1, 0] })?;
/// assert_eq!(text, r#"{"foundations":{"C":3,"D":0,"H":1,"S":0}}"#);
/// let board: Board = serde_json::from_str(&text)?;
/// assert_eq!(board.foundations, [3, 0, 1, 0]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize_foundations<S: Serializer>(
    ranks: &[u8; 4],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Suit::ALL.map(Suit::letter).iter().zip(ranks))
}

/// The foundations of such a map; a suit that is not there is empty.
///
/// ```
/// use patience_cards::deserialize_foundations;
/// use serde::de::value::{Error, MapDeserializer};
///
/// let read = |map: &[(char, u8)]| deserialize_foundations(MapDeserializer::<_, Error>::new(map.iter().copied()));
/// assert_eq!(read(&[('C', 3), ('H', 1)]), Ok([3, 0, 1, 0]));
/// assert!(read(&[('X', 3)]).is_err());
/// ```
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
