//! The states that eager A* has stored, found by their keys.

use patience_core::{Cost, Heuristic, Packed, Stop};

use super::Run;
use crate::best_first::chunks::CHUNK;
use crate::best_first::move_order::MoveOrder;
use crate::best_first::stored::{Marks, Stored};
use crate::best_first::trail;
use crate::index::Index;

impl<P: Packed, H: Heuristic<P>, O: MoveOrder<P>> Run<'_, '_, '_, P, H, O> {
    /// Bytes held, at most.
    pub(super) fn bytes(&self) -> u64 {
        let states = self.stored.capacity() * size_of::<Stored<P::Key>>();
        self.index.bytes() + (states + self.open.bytes()) as u64
    }

    /// The slot of a stored state.
    pub(super) fn slot(&self, key: &P::Key, hash: u32) -> Option<u32> {
        self.index.find(hash, |slot| self.stored[slot].key == *key)
    }

    /// Stores a state, in its slot if it has one, and queues it.
    pub(super) fn store(&mut self, slot: Option<u32>, arrival: Stored<P::Key>) -> Result<(), Stop> {
        let priority = arrival.priority();
        let slot = if let Some(slot) = slot {
            self.stored[slot] = arrival;
            slot
        } else {
            if self.stored.len() == self.stored.capacity() || self.index.is_full() {
                self.grow()?;
            }
            let fresh = u32::try_from(self.stored.len()).map_err(|_| Stop::Memory)?;
            self.index.find_or_enter(Index::hash(&arrival.key), fresh, |_| false);
            self.stored.push(arrival);
            fresh
        };
        self.open.push(priority, slot);
        Ok(())
    }

    /// Whether a stored state was reached as cheaply before. Moves that either way allows are then allowed, so it may have to be expanded again.
    pub(super) fn is_duplicate(&mut self, slot: u32, cost: Cost, restriction: u32) -> bool {
        let known = &mut self.stored[slot];
        if cost < known.cost {
            return false;
        }
        self.meter.duplicate();
        let before = known.marks.restriction();
        if known.cost == cost && before != restriction {
            let either = self.order.either(before, restriction);
            if either != before {
                let is_waiting = !known.marks.is_expanded();
                known.marks = known.marks.restricted(either);
                if !is_waiting {
                    let priority = known.priority();
                    self.open.push(priority, slot);
                }
            }
        }
        true
    }

    /// The estimate of a stored state, and whether it is rough.
    pub(super) fn known_left(&self, slot: u32, marks: &mut Marks) -> Cost {
        let known = &self.stored[slot];
        marks.set_rough(known.marks.is_rough());
        known.left
    }

    /// Makes room for more states.
    #[cold]
    pub(super) fn grow(&mut self) -> Result<(), Stop> {
        let chunk = CHUNK * size_of::<Stored<P::Key>>();
        let index =
            if self.index.is_full() { self.index.bytes_to_grow() - self.index.bytes() } else { 0 };
        let bytes = self.bytes() + chunk as u64 + index;
        self.meter.store(self.stored.len() as u64, bytes)?;
        if self.index.is_full() {
            self.index.grow();
        }
        if self.stored.len() == self.stored.capacity() {
            self.stored.grow();
        }
        Ok(())
    }

    /// The keys from the root, excluded, to the goal of the cheapest solution found.
    pub(super) fn keys(&self) -> Option<Vec<P::Key>> {
        let Some((slot, goal)) = self.found else { return self.by_beam.clone() };
        let before = |slot: u32| {
            let Stored { parent, key, .. } = self.stored[slot];
            (slot != 0).then_some((parent, key))
        };
        Some(trail(slot, goal, before))
    }
}
