//! A list that grows without copies.

/// Items in a chunk.
pub(super) const CHUNK: usize = 1 << 14;

/// A list that grows by a chunk at a time, without copies.
pub(super) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Chunks<T> {
    pub(super) fn new() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK
    }

    pub(super) fn grow(&mut self) {
        self.chunks.push(Vec::with_capacity(CHUNK));
    }

    /// Adds an item; there must be room for it.
    #[inline]
    pub(super) fn push(&mut self, item: T) {
        if let Some(chunk) = self.chunks.get_mut(self.len / CHUNK) {
            chunk.push(item);
            self.len += 1;
        }
    }
}

impl<T> std::ops::Index<u32> for Chunks<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: u32) -> &T {
        &self.chunks[at as usize / CHUNK][at as usize % CHUNK]
    }
}

impl<T> std::ops::IndexMut<u32> for Chunks<T> {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut T {
        &mut self.chunks[at as usize / CHUNK][at as usize % CHUNK]
    }
}
