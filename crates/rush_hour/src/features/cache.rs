//! A cache of measured features.
//!
//! Searches by iterative deepening come to a state many times, and searches of one board by many guides still more often. A cache is a
//! table in which each state has one place, and a newer one takes it from an older one.
//!
//! **Threads** may read and write it at once without waiting. A place holds two words, the values and the key sealed with them: words of two
//! states that were written at the same time do not fit together, and count as nothing.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::rules::word::Word;

/// Places of a table: a mebibyte, and more than most boards of 6×6 have states.
const SLOTS: usize = 1 << 16;

/// Bits of a value, of which a place holds four.
const BITS: u32 = 16;

/// A feature in the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Blockers,
    GoalDistance,
    Hybrid,
}

/// Values of the states of one instance. It takes its room when the first one is kept.
#[derive(Default)]
pub(crate) struct FeatureCache(OnceLock<Box<[Slot]>>);

/// The values of a state, each plus one and 0 for none; and its key, sealed with them.
#[derive(Default)]
struct Slot {
    values: AtomicU64,
    sealed: AtomicU64,
}

impl FeatureCache {
    /// The value of the state of `key`, from the table or else from `measure`. Words that are longer than a place holds are not kept.
    #[inline]
    pub(crate) fn get<W: Word>(&self, key: W, what: Measure, measure: impl FnOnce() -> u32) -> u32 {
        let Some(key) = key.short() else { return measure() };
        let slots = self.0.get_or_init(|| (0..SLOTS).map(|_| Slot::default()).collect());
        let slot = &slots[at(key)];
        let values = slot.values.load(Ordering::Relaxed);
        let is_ours = slot.sealed.load(Ordering::Relaxed) == seal(key, values);
        let values = if is_ours { values } else { 0 };
        let shift = BITS * what as u32;
        let mask = (1 << BITS) - 1;
        // At most 16 bits.
        #[allow(clippy::cast_possible_truncation)]
        let kept = (values >> shift & mask) as u32;
        if kept != 0 {
            return kept - 1;
        }
        let value = measure();
        let kept = u64::from(value) + 1;
        if kept <= mask {
            let values = values | kept << shift;
            slot.values.store(values, Ordering::Relaxed);
            slot.sealed.store(seal(key, values), Ordering::Relaxed);
        }
        value
    }
}

/// The key and the values in one word: for a key, no two values give the same, and the bits of both are spread, so that words of different
/// states fit by chance alone. A place that is empty fits no key but 0, with no values.
#[inline]
fn seal(key: u64, values: u64) -> u64 {
    key ^ values.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
}

/// The place of a key: the upper bits of a product that every bit of it changes.
#[inline]
fn at(key: u64) -> usize {
    let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    // Fewer bits than any address has.
    #[allow(clippy::cast_possible_truncation)]
    let slot = (mixed >> (u64::BITS - SLOTS.ilog2())) as usize;
    slot
}

/// A copy of an instance measures for itself.
impl Clone for FeatureCache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for FeatureCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FeatureCache")
    }
}

#[cfg(test)]
mod tests {
    use patience_core::SplitMix;

    use super::*;
    use crate::rules::word::Wide;

    const ALL: [Measure; 3] = [Measure::Blockers, Measure::GoalDistance, Measure::Hybrid];

    /// Different for every state and measure, and too much for a place once in a while.
    fn value(key: u64, what: Measure) -> u32 {
        u32::try_from(SplitMix::new(key).below(70_000) + what as usize).unwrap()
    }

    #[test]
    fn a_memo_says_what_was_measured_and_measures_seldom() {
        let cache = FeatureCache::default();
        let mut random = SplitMix::new(1);
        let mut measured = 0;
        for _ in 0..200_000 {
            let (key, what) = (random.below(3000) as u64 * 0x1_0000_0001, ALL[random.below(3)]);
            let got = cache.get(key, what, || {
                measured += 1;
                value(key, what)
            });
            assert_eq!(got, value(key, what));
        }
        // Three values of 3,000 states, those that do not fit in and those that share a place more often.
        assert!((8000..60_000).contains(&measured), "{measured}");
    }

    #[test]
    fn threads_that_write_at_once_read_nothing_wrong() {
        let cache = FeatureCache::default();
        // A hundred states for each of a few places.
        let keys: Vec<u64> = (0..100 * SLOTS as u64).filter(|&key| at(key) < 4).collect();
        std::thread::scope(|scope| {
            for seed in 0..3 {
                let (cache, keys) = (&cache, &keys);
                scope.spawn(move || {
                    let mut random = SplitMix::new(seed);
                    for _ in 0..200_000 {
                        let (key, what) = (keys[random.below(keys.len())], ALL[random.below(3)]);
                        assert_eq!(cache.get(key, what, || value(key, what)), value(key, what));
                    }
                });
            }
        });
    }

    #[test]
    fn long_keys_are_measured_every_time() {
        let cache = FeatureCache::default();
        for value in 0..3 {
            assert_eq!(cache.get(Wide::default(), Measure::Hybrid, || value), value);
        }
    }
}
