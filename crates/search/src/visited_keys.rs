//! The keys of the states of a path.

use std::hash::Hash;

use crate::index::Index;

/// The keys of states that must not repeat: few, so they are scanned linearly, by a hash of each.
#[derive(Debug)]
pub(crate) struct VisitedKeys<K> {
    keys: Vec<K>,
    tags: Vec<u32>,
}

impl<K> Default for VisitedKeys<K> {
    fn default() -> Self {
        Self { keys: Vec::new(), tags: Vec::new() }
    }
}

impl<K: Copy + Eq + Hash> VisitedKeys<K> {
    pub(crate) fn push(&mut self, key: K) {
        self.tags.push(Index::hash(&key));
        self.keys.push(key);
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The key that was pushed last.
    pub(crate) fn last(&self) -> Option<&K> {
        self.keys.last()
    }

    /// The keys from an index on.
    pub(crate) fn from(&self, first: usize) -> &[K] {
        self.keys.get(first..).unwrap_or_default()
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.tags.truncate(len);
        self.keys.truncate(len);
    }

    pub(crate) fn has(&self, key: &K) -> bool {
        let tag = Index::hash(key);
        self.tags.iter().zip(&self.keys).any(|(&other, known)| other == tag && known == key)
    }
}
