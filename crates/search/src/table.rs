//! Hash tables that charge memory to the meter before they grow.

use std::hash::Hash;

use hashbrown::HashMap;
use patience_core::{Meter, Stop};
use rustc_hash::FxBuildHasher;

const SMALLEST: usize = 112;

/// A map from keys to values that never exceeds the memory limit, even while it grows.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, Stop};
/// use patience_search::Table;
///
/// let limits = Limits { memory: Some(10_000), ..Limits::default() };
/// let mut watch = ();
/// let mut meter = Meter::start(&limits, &Cancel::new(), &mut watch);
/// let mut depths = Table::new();
/// assert_eq!(depths.insert("start", 0, 0, &mut meter)?, None);
/// assert_eq!(depths.insert("start", 1, 0, &mut meter)?, Some(0));
/// assert_eq!(depths.get(&"start"), Some(1));
/// # Ok::<(), Stop>(())
/// ```
#[derive(Debug)]
pub struct Table<K, V> {
    map: HashMap<K, V, FxBuildHasher>,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self { map: HashMap::default() }
    }
}

impl<K: Copy + Eq + Hash, V: Copy> Table<K, V> {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn len(&self) -> usize {
        self.map.len()
    }

    pub(crate) fn clear(&mut self) {
        self.map.clear();
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &K) -> Option<V> {
        self.map.get(key).copied()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.map.iter()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.map.allocation_size() as u64
    }

    /// Sets the value of `key` and returns the previous one; `elsewhere` is what the search holds besides this table.
    #[inline]
    pub fn insert(
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

    /// Doubles the table; old and new copies coexist during the move. The smallest table is too small to be charged first.
    #[cold]
    fn grow(&mut self, elsewhere: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (len, held) = (self.map.len(), self.bytes());
        if held == 0 {
            self.map.reserve(SMALLEST);
            return meter.store(0, elsewhere + self.bytes());
        }
        meter.store(len as u64, elsewhere + 3 * held)?;
        self.map.reserve(2 * self.map.capacity() - len);
        Ok(())
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
