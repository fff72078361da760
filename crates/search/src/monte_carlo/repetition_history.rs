//! The views that a trajectory must not repeat.

use std::hash::Hash;

use crate::index::Index;

/// The keys of the views since the last revealed card: of the game so far, and of the trajectory.
///
/// They are few, so they are scanned linearly: a hash of each, and the key if the hashes agree.
#[derive(Debug)]
pub(super) struct RepetitionHistory<K> {
    keys: Vec<K>,
    tags: Vec<u32>,
    /// Number of keys of the game so far.
    base: usize,
    /// Index of the first key that counts.
    from: usize,
}

impl<K: Copy + Eq + Hash> RepetitionHistory<K> {
    /// A history of the game so far.
    pub(super) fn new(seen: &[K]) -> Self {
        let tags = seen.iter().map(Index::hash).collect();
        Self { keys: seen.to_vec(), tags, base: seen.len(), from: 0 }
    }

    /// Removes the keys of the trajectory.
    pub(super) fn restart(&mut self) {
        self.keys.truncate(self.base);
        self.tags.truncate(self.base);
        self.from = 0;
    }

    /// Something was revealed: earlier views cannot recur.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.from = self.keys.len();
    }

    #[inline]
    pub(super) fn push(&mut self, key: K) {
        self.tags.push(Index::hash(&key));
        self.keys.push(key);
    }

    /// Enters `key`, and returns whether it is new.
    #[inline]
    pub(super) fn enter(&mut self, key: K) -> bool {
        let tag = Index::hash(&key);
        let mut known = self.tags[self.from..].iter().zip(&self.keys[self.from..]);
        if known.any(|(&other, known)| other == tag && *known == key) {
            return false;
        }
        self.tags.push(tag);
        self.keys.push(key);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_known_until_something_is_revealed() {
        let mut history = RepetitionHistory::new(&[1, 2]);
        assert!(!history.enter(1));
        assert!(history.enter(3));
        assert!(!history.enter(3));
        history.forget();
        assert!(history.enter(1));
        assert!(!history.enter(1));
        history.restart();
        assert!(!history.enter(2));
        assert!(history.enter(3));
    }
}
