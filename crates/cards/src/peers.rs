//! Numbered deals of other programs: how they shuffle a deck.
//!
//! Each returns the cards in the order in which the program deals them. Where they go is for the game to say.

use crate::mersenne_twister::MersenneTwister;
use crate::{Card, NoSuchDeal, Suit, microsoft_deal};

/// Numbers up to this one are Microsoft's deals in `PySol` too.
const MICROSOFT_IN_PYSOL: u64 = 32_000;

/// A deck of `PySol`: by suit, then by rank.
fn pysol_deck() -> Vec<Card> {
    let suits = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];
    suits.into_iter().flat_map(|suit| suit.up_to(13)).collect()
}

/// Shuffles from the end: each card in turn, the last one first, is swapped with the one that `pick` gives for a number of cards. The cards
/// are dealt from the end, too.
fn shuffled(mut deck: Vec<Card>, mut pick: impl FnMut(u32) -> usize) -> Vec<Card> {
    for count in (2..=deck.len()).rev() {
        // There are 52.
        let picked = pick(u32::try_from(count).unwrap_or(1));
        deck.swap(count - 1, picked.min(count - 1));
    }
    deck.reverse();
    deck
}

/// The deal of a number in `PySolFC`, which uses Python's generator; the first 32,000 are Microsoft's.
///
/// ```
/// use patience_cards::{microsoft_deal, pysolfc_deal};
///
/// assert_eq!(pysolfc_deal(617)?, microsoft_deal(617)?);
/// assert_ne!(pysolfc_deal(32_001)?, microsoft_deal(32_001)?);
/// # Ok::<(), patience_cards::NoSuchDeal>(())
/// ```
pub fn pysolfc_deal(number: u64) -> Result<Vec<Card>, NoSuchDeal> {
    if number <= MICROSOFT_IN_PYSOL {
        return microsoft_deal(number).map(Vec::from);
    }
    // The words of the number; `as` keeps the lower one.
    #[allow(clippy::cast_possible_truncation)]
    let words = [number as u32, (number >> 32) as u32];
    let count = if words[1] == 0 { 1 } else { 2 };
    let mut random = MersenneTwister::of_words(&words[..count]);
    Ok(shuffled(pysol_deck(), |count| {
        // Rounded down, below the number of cards.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let pick = (random.unit() * f64::from(count)) as usize;
        pick
    }))
}

/// The deal of a number in the first `PySol`, before `PySolFC`: a linear congruential generator of 64 bits (Knuth); the first 32,000 are
/// Microsoft's.
///
/// ```
/// use patience_cards::{pysol_deal, pysolfc_deal};
///
/// // The two programs agree on Microsoft's deals only.
/// assert_eq!(pysol_deal(32_000)?, pysolfc_deal(32_000)?);
/// assert_ne!(pysol_deal(32_001)?, pysolfc_deal(32_001)?);
/// # Ok::<(), patience_cards::NoSuchDeal>(())
/// ```
pub fn pysol_deal(number: u64) -> Result<Vec<Card>, NoSuchDeal> {
    if number <= MICROSOFT_IN_PYSOL {
        return microsoft_deal(number).map(Vec::from);
    }
    let mut seed = number;
    Ok(shuffled(pysol_deck(), |count| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let bits = seed >> 21 & 0x7fff_ffff;
        usize::try_from((bits * u64::from(count)) >> 31).unwrap_or(0)
    }))
}

/// The deck of a seed in Solvitaire: the Mersenne Twister, and the uniform distribution of Boost.
///
/// ```
/// use patience_cards::{Card, solvitaire_deck};
///
/// let mut deck = solvitaire_deck(1);
/// assert_eq!(deck, solvitaire_deck(1));
/// assert_ne!(deck, solvitaire_deck(2));
/// deck.sort_unstable();
/// assert!(deck.into_iter().eq(Card::deck(13)));
/// ```
#[must_use]
pub fn solvitaire_deck(seed: u32) -> Vec<Card> {
    let suits = [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds];
    let deck = (1..=13).flat_map(|rank| suits.map(|suit| Card::new(rank, suit))).collect();
    let mut random = MersenneTwister::new(seed);
    shuffled(deck, |count| {
        // Buckets of equal size; what is left over is drawn again.
        let bucket = u32::MAX / count + u32::from(u32::MAX % count == count - 1);
        loop {
            let pick = random.bits() / bucket;
            if pick < count {
                return pick as usize;
            }
        }
    })
}
