//! A hash index from keys to states stored elsewhere: eight bytes per entry, half full.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

const SMALLEST: usize = 1 << 9;

/// A hash table of slot numbers. The keys stay with the states, in the slots of the owner.
#[derive(Debug)]
pub(crate) struct Index {
    /// A slot number plus one in the lower half, 32 bits of the hash in the upper; 0 is empty. The length is a power of two.
    places: Vec<u64>,
    len: usize,
}

impl Index {
    pub(crate) fn new() -> Self {
        Self { places: vec![0; SMALLEST], len: 0 }
    }

    /// An index with capacity for `entries`.
    pub(crate) fn with_room(entries: usize) -> Self {
        Self { places: vec![0; Self::places_for(entries)], len: 0 }
    }

    fn places_for(entries: usize) -> usize {
        (2 * entries).next_power_of_two().max(SMALLEST)
    }

    /// Bytes of an index with capacity for `entries`.
    pub(crate) fn bytes_for(entries: usize) -> u64 {
        (Self::places_for(entries) * size_of::<u64>()) as u64
    }

    pub(crate) fn hash(key: &impl Hash) -> u32 {
        let hash = FxBuildHasher.hash_one(key);
        // Both halves are used; the lower bits select the place.
        #[allow(clippy::cast_possible_truncation)]
        let folded = (hash ^ hash >> 32) as u32;
        folded
    }

    /// Returns the slot with this hash that `is_same` accepts; otherwise enters `slot`.
    #[inline]
    pub(crate) fn find_or_enter(
        &mut self,
        hash: u32,
        slot: u32,
        is_same: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let place = self.places[at];
            if place == 0 {
                self.places[at] = u64::from(hash) << 32 | (u64::from(slot) + 1);
                self.len += 1;
                return None;
            }
            // The lower half holds the slot number plus one.
            #[allow(clippy::cast_possible_truncation)]
            let known = (place as u32).wrapping_sub(1);
            if place >> 32 == u64::from(hash) && is_same(known) {
                return Some(known);
            }
            at = (at + 1) & mask;
        }
    }

    /// Reads the places of hashes, so that they are in the cache when they are looked up: the reads overlap.
    #[inline]
    pub(crate) fn touch(&self, hashes: impl Iterator<Item = u32>) {
        let mask = self.places.len() - 1;
        std::hint::black_box(hashes.fold(0, |sum, hash| sum ^ self.places[hash as usize & mask]));
    }

    /// The slot in the place of a hash, if it has this hash: most likely the one that [`find`](Self::find) examines.
    #[inline]
    pub(crate) fn first(&self, hash: u32) -> Option<u32> {
        let place = self.places[hash as usize & (self.places.len() - 1)];
        // The lower half holds the slot number plus one.
        #[allow(clippy::cast_possible_truncation)]
        let slot = (place as u32).checked_sub(1)?;
        (place >> 32 == u64::from(hash)).then_some(slot)
    }

    /// Returns the slot with this hash that `is_same` accepts.
    #[inline]
    pub(crate) fn find(&self, hash: u32, is_same: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        while self.places[at] != 0 {
            let place = self.places[at];
            // The lower half holds the slot number plus one.
            #[allow(clippy::cast_possible_truncation)]
            let known = (place as u32).wrapping_sub(1);
            if place >> 32 == u64::from(hash) && is_same(known) {
                return Some(known);
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// Whether the next entry needs [`grow`](Self::grow) first.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.places.len() <= 2 * self.len
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.places.len() * size_of::<u64>()) as u64
    }

    /// Bytes held while the index grows, old and new copies together.
    pub(crate) fn bytes_to_grow(&self) -> u64 {
        3 * self.bytes()
    }

    #[cold]
    pub(crate) fn grow(&mut self) {
        let doubled = vec![0; 2 * self.places.len()];
        let mask = doubled.len() - 1;
        let old = std::mem::replace(&mut self.places, doubled);
        for place in old.into_iter().filter(|&place| place != 0) {
            let mut at = (place >> 32) as usize & mask;
            while self.places[at] != 0 {
                at = (at + 1) & mask;
            }
            self.places[at] = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_entered_once_and_found() {
        let keys: Vec<u64> = (0..5000).map(|number| number * 977 % 5000 / 2).collect();
        let mut index = Index::new();
        let mut stored: Vec<u64> = Vec::new();
        for &key in &keys {
            if index.is_full() {
                index.grow();
            }
            let slot = u32::try_from(stored.len()).unwrap();
            let found =
                index.find_or_enter(Index::hash(&key), slot, |slot| stored[slot as usize] == key);
            assert_eq!(
                found.map(|slot| stored[slot as usize]),
                stored.contains(&key).then_some(key)
            );
            if found.is_none() {
                stored.push(key);
            }
        }
        assert_eq!(stored.len(), 2500);
    }

    #[test]
    fn hash_collisions_are_resolved() {
        let mut index = Index::new();
        assert_eq!(index.find_or_enter(7, 0, |_| unreachable!()), None);
        assert_eq!(index.find_or_enter(7, 1, |_| false), None);
        assert_eq!(index.find_or_enter(7, 2, |slot| slot == 1), Some(1));
    }
}
