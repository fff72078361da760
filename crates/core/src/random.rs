//! Seeded random numbers: `SplitMix64` (Steele, Lea and Flood, 2014).

use serde::{Deserialize, Serialize};

/// Random numbers: the same seed gives the same numbers on every platform.
///
/// ```
/// use patience_core::SplitMix;
///
/// let (mut one, mut other) = (SplitMix::new(7), SplitMix::new(7));
/// assert_eq!(one.bits(), other.bits());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitMix {
    state: u64,
}

impl SplitMix {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        // The constants are those of the paper: the golden ratio, and multipliers found by search.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A random number below `end`.
    ///
    /// # Panics
    ///
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        assert!(0 < end, "`end` must not be 0");
        // The bias is less than `end` in 2^64.
        usize::try_from(self.bits() % end as u64).expect("a number below a `usize` is a `usize`")
    }

    /// A random number from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        // 53 bits: the precision of an `f64`.
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True with this probability: always at 1 or more, never at 0 or less.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Shuffles `items` (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (2..=items.len()).rev() {
            items.swap(end - 1, self.below(end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_match_the_published_generator() {
        // The first outputs of the authors' code for seed 0.
        let mut random = SplitMix::new(0);
        assert_eq!(random.bits(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.bits(), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn every_permutation_occurs() {
        let mut random = SplitMix::new(1);
        let mut orders = std::collections::BTreeSet::new();
        for _ in 0..100 {
            let mut items = [1, 2, 3];
            random.shuffle(&mut items);
            orders.insert(items);
        }
        assert_eq!(orders.len(), 6);
    }
}
