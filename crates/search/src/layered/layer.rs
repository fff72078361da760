//! A layer: sorted, packed records in parts, in memory or in a file.

use std::borrow::Cow;
use std::iter::Peekable;
use std::path::Path;
use std::sync::Arc;

use super::coding::{Entry, Order, Reader, Writer};
use super::key_permutation::KeyPermutation;
use super::layer_file::LayerFile;
use super::layer_store::LayerStoreError;
use patience_core::Record;

/// The records of a layer.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    parts: Vec<Part>,
    permutation: KeyPermutation,
    order: Order,
    base: u8,
    count: u64,
    least: u8,
}

/// The packed records of a part.
#[derive(Clone, Debug)]
struct Part {
    place: Place,
    count: u64,
}

#[derive(Clone, Debug)]
enum Place {
    Memory(Vec<u8>),
    File(Arc<LayerFile>),
}

/// A packed part of a layer.
#[derive(Debug, Default)]
pub(super) struct Packed {
    pub(super) bytes: Vec<u8>,
    pub(super) count: u64,
    pub(super) least: Option<u8>,
}

impl Packed {
    pub(super) fn new(writer: Writer, least: Option<u8>) -> Self {
        Self { bytes: writer.bytes, count: writer.count, least }
    }
}

impl Layer {
    /// A layer of sorted parts.
    pub(super) fn new(permutation: KeyPermutation, base: u8, packed: Vec<Packed>) -> Self {
        Self::ordered(permutation, Order::Sorted, base, packed)
    }

    pub(super) fn ordered(
        permutation: KeyPermutation,
        order: Order,
        base: u8,
        packed: Vec<Packed>,
    ) -> Self {
        let count = packed.iter().map(|part| part.count).sum();
        let least = packed.iter().filter_map(|part| part.least).min().unwrap_or(base);
        let part =
            |packed: Packed| Part { count: packed.count, place: Place::Memory(packed.bytes) };
        let parts = packed.into_iter().map(part).collect();
        Self { parts, permutation, order, base, count, least }
    }

    /// A layer of states of cost 0.
    pub(super) fn of_roots(permutation: KeyPermutation, keys: &[u64]) -> Self {
        let mut permuted: Vec<u64> = keys.iter().map(|&key| permutation.permute(key)).collect();
        permuted.sort_unstable();
        permuted.dedup();
        let mut writers = vec![Writer::new(0); permutation.parts()];
        for permuted in permuted {
            let entry = Entry { rest: permutation.rest(permuted), ..Entry::default() };
            writers[permutation.part(permuted)].push(&entry);
        }
        let packed = |writer: Writer| {
            let least = (writer.count != 0).then_some(0);
            Packed::new(writer, least)
        };
        Self::new(permutation, 0, writers.into_iter().map(packed).collect())
    }

    pub(super) fn of_file(permutation: KeyPermutation, file: LayerFile) -> Self {
        let file = Arc::new(file);
        let header = file.header();
        let (base, least, count) = (header.base, header.least, header.counts.iter().sum());
        let counts = header.counts.clone();
        let part = |count| Part { place: Place::File(Arc::clone(&file)), count };
        let (parts, order) = (counts.into_iter().map(part).collect(), file.order());
        Self { parts, permutation, order, base, count, least }
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn least(&self) -> u8 {
        self.least
    }

    pub(super) fn base(&self) -> u8 {
        self.base
    }

    pub(super) fn order(&self) -> Order {
        self.order
    }

    pub(super) fn part_count(&self, part: usize) -> u64 {
        self.parts[part].count
    }

    pub(super) fn parts(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        let bytes = |part: &Part| match &part.place {
            Place::Memory(bytes) => bytes.capacity() as u64,
            Place::File(_) => 0,
        };
        self.parts.iter().map(bytes).sum::<u64>() + (self.parts.len() * size_of::<Part>()) as u64
    }

    pub(super) fn disk_bytes(&self) -> u64 {
        match self.parts.first().map(|part| &part.place) {
            Some(Place::File(file)) => file.bytes(),
            _ => 0,
        }
    }

    /// The packed records of a part, read from its file if necessary.
    pub(super) fn packed(&self, part: usize) -> Result<Cow<'_, [u8]>, LayerStoreError> {
        match &self.parts[part].place {
            Place::Memory(bytes) => Ok(Cow::Borrowed(bytes)),
            Place::File(file) => file.read(part).map(Cow::Owned),
        }
    }

    pub(super) fn reader<'b>(&self, packed: &'b [u8]) -> Reader<'b> {
        Reader::new(packed, self.base, self.order)
    }

    #[inline]
    pub(super) fn record(&self, part: usize, entry: &Entry) -> Record {
        Record { key: self.permutation.key(part, entry.rest), cost: entry.cost, open: entry.open }
    }

    /// The error for a layer that does not fit the next one.
    pub(super) fn inconsistent(&self) -> LayerStoreError {
        let path = match self.parts.first().map(|part| &part.place) {
            Some(Place::File(file)) => file.path(),
            _ => Path::new("layer in memory"),
        };
        LayerStoreError::damaged(path, "it does not fit the layer after it")
    }

    pub(super) fn keys(&self) -> Result<Vec<u64>, LayerStoreError> {
        let mut keys = Vec::new();
        for part in 0..self.parts() {
            let packed = self.packed(part)?;
            keys.extend(self.reader(&packed).map(|entry| self.permutation.key(part, entry.rest)));
        }
        Ok(keys)
    }

    pub(super) fn find(&self, key: u64) -> Result<Option<Record>, LayerStoreError> {
        let permuted = self.permutation.permute(key);
        let (part, rest) = (self.permutation.part(permuted), self.permutation.rest(permuted));
        let packed = self.packed(part)?;
        let is_end = |entry: &Entry| match self.order {
            Order::Sorted => rest <= entry.rest,
            Order::Unsorted => rest == entry.rest,
        };
        let found = self.reader(&packed).find(is_end);
        Ok(found.filter(|entry| entry.rest == rest).map(|entry| self.record(part, &entry)))
    }
}

/// Looks up keys in ascending order.
pub(super) struct Lookup<'b> {
    entries: Option<Peekable<Reader<'b>>>,
}

impl<'b> Lookup<'b> {
    pub(super) fn new(reader: Option<Reader<'b>>) -> Self {
        Self { entries: reader.map(Iterator::peekable) }
    }

    /// The entry of a key that is greater than all keys looked up before.
    #[inline]
    pub(super) fn find(&mut self, rest: u64) -> Option<Entry> {
        let entries = self.entries.as_mut()?;
        while entries.next_if(|entry| entry.rest < rest).is_some() {}
        entries.next_if(|entry| entry.rest == rest)
    }
}
