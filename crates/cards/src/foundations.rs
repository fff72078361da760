//! Foundations in JSON.

use serde::Serialize;

/// The highest rank on each foundation, by the letters of their suits.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Foundations {
    #[serde(rename = "C")]
    clubs: u8,
    #[serde(rename = "D")]
    diamonds: u8,
    #[serde(rename = "H")]
    hearts: u8,
    #[serde(rename = "S")]
    spades: u8,
}

impl From<[u8; 4]> for Foundations {
    /// From ranks in the order of [`Suit::ALL`](super::Suit::ALL).
    fn from([clubs, diamonds, hearts, spades]: [u8; 4]) -> Self {
        Self { clubs, diamonds, hearts, spades }
    }
}
