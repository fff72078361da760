//! The views that a trajectory must not come back to.

use std::hash::Hash;

use crate::index::Index;

/// The keys of the views since something was last brought to light: of the game so far, and of the trajectory.
///
/// They are few, so they are looked through one by one: not the keys, but a hash of each, and the key where the hash agrees.
#[derive(Debug)]
pub(super) struct RepetitionHistory<K> {
    keys: Vec<K>,
    tags: Vec<u32>,
    /// How many keys are those of the game so far.
    base: usize,
    /// Where the keys begin that count.
    from: usize,
}

impl<K: Copy + Eq + Hash> RepetitionHistory<K> {
    /// A history that begins with the keys of the game so far.
    pub(super) fn new(seen: &[K]) -> Self {
        let tags = seen.iter().map(Index::hash).collect();
        Self { keys: seen.to_vec(), tags, base: seen.len(), from: 0 }
    }

    /// Goes back to the beginning.
    pub(super) fn restart(&mut self) {
        self.keys.truncate(self.base);
        self.tags.truncate(self.base);
        self.from = 0;
    }

    /// Something was brought to light: no view before this one can come back.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.from = self.keys.len();
    }

    #[inline]
    pub(super) fn push(&mut self, key: K) {
        self.tags.push(Index::hash(&key));
        self.keys.push(key);
    }

    /// Enters `key`, and tells whether it is new.
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
    fn what_was_seen_is_known_until_something_is_brought_to_light() {
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
