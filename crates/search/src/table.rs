//! Hash tables that charge memory to the meter before they grow.

use std::hash::Hash;

use patience_core::{Meter, Stop};
use rustc_hash::FxHashMap;

const SMALLEST: usize = 112;

/// A map from keys to values that never exceeds the memory limit, even while it grows.
#[derive(Debug)]
pub(crate) struct Table<K, V> {
    map: FxHashMap<K, V>,
}

impl<K: Copy + Eq + Hash, V: Copy> Table<K, V> {
    pub(crate) fn new() -> Self {
        Self { map: FxHashMap::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.map.len()
    }

    pub(crate) fn clear(&mut self) {
        self.map.clear();
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.map.get(key).copied()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.map.iter()
    }

    pub(crate) fn bytes(&self) -> u64 {
        Self::bytes_of(self.map.capacity())
    }

    /// Sets the value of `key` and returns the previous one; `elsewhere` is what the search holds besides this table.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        key: K,
        value: V,
        elsewhere: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<V>, Stop> {
        if self.map.len() == self.map.capacity() {
            self.grow(elsewhere, meter)?;
        }
        Ok(self.map.insert(key, value))
    }

    /// Doubles the table; old and new copies coexist during the move.
    #[cold]
    fn grow(&mut self, elsewhere: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let wanted = SMALLEST.max(2 * self.map.capacity());
        meter.store(self.map.len() as u64, elsewhere + self.bytes() + Self::bytes_of(wanted))?;
        self.map.reserve(wanted - self.map.len());
        Ok(())
    }

    /// `HashMap` allocates a power of two of slots, keeps an eighth free, and adds a control byte per slot.
    fn bytes_of(capacity: usize) -> u64 {
        if capacity == 0 {
            return 0;
        }
        let slots = (capacity * 8).div_ceil(7).next_power_of_two();
        (slots * (size_of::<(K, V)>() + 1) + 16) as u64
    }
}

#[cfg(test)]
mod tests {
    use patience_core::{Cancel, Limits};

    use super::*;

    #[test]
    fn growth_counts_both_copies_against_the_limit() {
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        let mut watcher = ();
        let mut meter = Meter::start(&limits, &Cancel::new(), &mut watcher);
        let mut table = Table::<u64, u32>::new();
        let mut key = 0;
        let stop = loop {
            match table.insert(key, 0, 0, &mut meter) {
                Ok(_) => key += 1,
                Err(stop) => break stop,
            }
        };
        assert_eq!(stop, Stop::Memory);
        // 2^14 slots of 17 bytes fit beside 2^13, and 2^15 beside 2^14, but 2^16 do not.
        assert_eq!(table.len(), (1 << 15) / 8 * 7);
        assert!(meter.finish().peak_bytes <= 1 << 20);
    }
}
