//! Writes the parts of a layer in their order, into memory or into a file.

use serde_json::Value;

use super::coding::Order;
use super::key_permutation::KeyPermutation;
use super::layer::{Layer, Packed};
use super::layer_file::Unfinished;
use super::layer_store::{LayerStore, LayerStoreError, Made};

/// A layer in the making.
#[derive(Debug)]
pub(super) struct LayerWriter<'s> {
    permutation: KeyPermutation,
    order: Order,
    base: u8,
    /// Parts in memory.
    packed: Vec<Packed>,
    file: Option<(Unfinished, &'s LayerStore)>,
    /// Of parts in a file.
    counts: Vec<u64>,
    least: Option<u8>,
}

impl<'s> LayerWriter<'s> {
    /// Begins a layer whose costs are relative to `base`: a file of this name if there is a store, which has the same order.
    pub(super) fn begin(
        store: Option<&'s LayerStore>,
        name: &str,
        permutation: KeyPermutation,
        order: Order,
        base: u8,
    ) -> Result<Self, LayerStoreError> {
        let file = match store {
            Some(store) => Some((store.begin(name)?, store)),
            None => None,
        };
        Ok(Self { permutation, order, base, packed: vec![], file, counts: vec![], least: None })
    }

    pub(super) fn is_file(&self) -> bool {
        self.file.is_some()
    }

    /// Appends the next part.
    pub(super) fn push(&mut self, part: Packed) -> Result<(), LayerStoreError> {
        self.least = [self.least, part.least].into_iter().flatten().min();
        if let Some((file, _)) = &mut self.file {
            self.counts.push(part.count);
            return file.push(&part.bytes);
        }
        self.packed.push(part);
        Ok(())
    }

    /// Bytes of its parts in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.packed.iter().map(|part| part.bytes.capacity() as u64).sum()
    }

    /// The whole layer, with the effort of making it and the bounds of what was surveyed, which a file records.
    pub(super) fn finish(self, made: Made, seen: Value) -> Result<Layer, LayerStoreError> {
        let Some((file, store)) = self.file else {
            return Ok(Layer::ordered(self.permutation, self.order, self.base, self.packed));
        };
        let costs = (self.base, self.least.unwrap_or(self.base));
        let file = file.finish(store.problem(), costs, self.counts, (made, seen))?;
        Ok(Layer::of_file(self.permutation, file))
    }
}
