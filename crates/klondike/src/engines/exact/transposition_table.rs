//! The transposition table: states by their exact keys, with what is known of them.

use std::ops::{BitAnd, BitOr, Not};

/// A key in a machine word, with room for one bit.
pub(crate) trait KeyWord:
    Copy + Eq + From<u8> + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The most bits of a key.
    const BITS: u32;
    /// No entry.
    const NONE: Self;
    /// A key from its low part and the stock, whose bits begin at `shift`; its lowest bit is free.
    fn pack(low: u64, stock: u64, shift: u32) -> Self;
    /// Well-mixed bits.
    fn mixed(self) -> u64;

    /// The word with its lowest bit set.
    #[inline]
    fn marked(self) -> Self {
        self | Self::from(1)
    }

    /// The word with its lowest bit clear.
    #[inline]
    fn plain(self) -> Self {
        self & !Self::from(1)
    }

    /// Whether the lowest bit is set.
    #[inline]
    fn is_marked(self) -> bool {
        self.plain() != self
    }
}

const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl KeyWord for u64 {
    const BITS: u32 = 63;
    const NONE: Self = Self::MAX;

    #[inline]
    fn pack(low: u64, stock: u64, shift: u32) -> Self {
        (low | stock << shift) << 1
    }

    #[inline]
    fn mixed(self) -> u64 {
        let product = (self ^ self >> 32).wrapping_mul(MIX);
        product ^ product >> 29
    }
}

impl KeyWord for u128 {
    const BITS: u32 = 127;
    const NONE: Self = Self::MAX;

    #[inline]
    fn pack(low: u64, stock: u64, _: u32) -> Self {
        (Self::from(low) | Self::from(stock) << 64) << 1
    }

    #[inline]
    fn mixed(self) -> u64 {
        // Both halves.
        #[allow(clippy::cast_possible_truncation)]
        let (low, high) = (self as u64, (self >> 64) as u64);
        (low.wrapping_mul(MIX) ^ high).mixed()
    }
}

/// A hash table of keys with one bit each, with open addressing. A key without the bit is lost, or being examined.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable<W> {
    slots: Vec<W>,
    len: usize,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Nothing: it was entered now.
    New,
    /// It is won.
    Won,
    /// It is lost, or being examined.
    Met,
}

/// Slots of an empty table.
const FEWEST: usize = 1 << 8;
/// Slots that are kept for the next search.
const KEPT: usize = 1 << 14;

impl<W: KeyWord> TranspositionTable<W> {
    pub(super) fn new() -> Self {
        Self { slots: vec![W::NONE; FEWEST], len: 0 }
    }

    pub(super) fn clear(&mut self) {
        if self.slots.len() > KEPT {
            self.slots = vec![W::NONE; FEWEST];
        } else if self.len > 0 {
            self.slots.fill(W::NONE);
        }
        self.len = 0;
    }

    /// Bytes that the table takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<W>()) as u64
    }

    /// Bytes that the table takes, or would take while it makes room for one more entry.
    pub(super) fn bytes_for_one_more(&self) -> u64 {
        if self.is_full() { 3 * self.bytes() } else { self.bytes() }
    }

    /// Entries.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.slots.len() * 3 <= self.len * 4
    }

    /// Looks a key up, and enters a new one.
    #[inline]
    pub(super) fn meet(&mut self, key: W) -> Known {
        if self.is_full() {
            self.grow();
        }
        let at = self.find(key);
        let slot = &mut self.slots[at];
        if *slot == W::NONE {
            *slot = key;
            self.len += 1;
            Known::New
        } else if slot.is_marked() {
            Known::Won
        } else {
            Known::Met
        }
    }

    /// Marks an entry as won.
    pub(super) fn mark_won(&mut self, key: W) {
        let at = self.find(key);
        self.slots[at] = key.marked();
    }

    /// Removes an entry.
    pub(super) fn remove(&mut self, key: W) {
        let mask = self.slots.len() - 1;
        let mut gap = self.find(key);
        if self.slots[gap] == W::NONE {
            return;
        }
        self.len -= 1;
        let mut at = gap;
        loop {
            at = (at + 1) & mask;
            let word = self.slots[at];
            if word == W::NONE {
                break;
            }
            // The number of slots fits in memory, so in a `usize`.
            #[allow(clippy::cast_possible_truncation)]
            let home = word.plain().mixed() as usize & mask;
            // An entry whose home slot is behind the gap stays: its probe sequence does not pass the gap.
            if (at.wrapping_sub(gap) & mask) <= (at.wrapping_sub(home) & mask) {
                self.slots[gap] = word;
                gap = at;
            }
        }
        self.slots[gap] = W::NONE;
    }

    /// The slot of a key, or the empty slot for it.
    #[inline]
    fn find(&self, key: W) -> usize {
        let mask = self.slots.len() - 1;
        // The number of slots fits in memory, so in a `usize`.
        #[allow(clippy::cast_possible_truncation)]
        let mut at = key.mixed() as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == W::NONE || slot.plain() == key {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = vec![W::NONE; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, slots);
        for word in old.into_iter().filter(|&word| word != W::NONE) {
            let at = self.find(word.plain());
            self.slots[at] = word;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use patience_core::SplitMix;

    use super::*;

    #[test]
    fn what_is_taken_out_is_new_again_and_the_others_are_not() {
        let mut rng = SplitMix::new(1);
        for _ in 0..50 {
            let (mut table, mut model) = (TranspositionTable::<u64>::new(), HashSet::new());
            for _ in 0..600 {
                // Few keys, so that they meet again; far apart, so that they collide.
                let key = (rng.below(300) as u64) << 40 | (rng.below(3) as u64) << 1;
                if rng.below(3) == 0 {
                    table.remove(key);
                    model.remove(&key);
                } else {
                    let is_new = table.meet(key) == Known::New;
                    assert_eq!(is_new, model.insert(key));
                }
                assert_eq!(table.len(), model.len());
            }
        }
    }
}
