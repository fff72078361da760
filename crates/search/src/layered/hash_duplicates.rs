//! Duplicate detection by hash partitions that fit into memory: nothing is sorted (Korf, 2008).
//!
//! The part of a layer is a partition. If its states may not fit into the table, it is split further by the highest bits of the keys, and
//! read once for each piece. To meet the other side, the table is asked for the records of the same partition there.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::coding::{Entry, Reader};
use super::duplicates::Steps;

/// Bytes of a table for each entry, when it is least full.
const ENTRY_BYTES: u64 = 64;
/// Minimum number of entries of a table.
const LEAST: u64 = 1 << 10;

/// Enters the steps of a part into a hash table; tables are reused.
#[derive(Debug)]
pub(super) struct HashMerger {
    /// Maximum number of entries of the table.
    most: u64,
    table: HashTable<Entry>,
    /// The records of the other side for states in the table.
    met: HashTable<Entry>,
}

fn hash(rest: u64) -> u64 {
    FxBuildHasher.hash_one(rest)
}

fn find(table: &HashTable<Entry>, rest: u64) -> Option<&Entry> {
    table.find(hash(rest), |entry| entry.rest == rest)
}

impl HashMerger {
    /// Its table takes about `room` bytes.
    pub(super) fn within(room: u64) -> Self {
        let most = (room / ENTRY_BYTES).max(LEAST);
        Self { most, table: HashTable::new(), met: HashTable::new() }
    }

    /// Bytes of a table with this many entries.
    pub(super) fn bytes(entries: u64) -> u64 {
        entries.saturating_mul(ENTRY_BYTES)
    }

    /// Calls `take` with the entry of each state in any order, and with that of the other side.
    pub(super) fn merge(
        &mut self,
        steps: &Steps<'_, '_>,
        theirs: Option<&Reader<'_>>,
        mut take: impl FnMut(&Entry, Option<&Entry>),
    ) {
        let pieces = (steps.count() as u64).div_ceil(self.most).next_power_of_two();
        let within = steps.bits.saturating_sub(pieces.trailing_zeros());
        for piece in 0..pieces {
            self.fill(steps, |rest| rest.unbounded_shr(within) == piece);
            for entry in theirs.cloned().into_iter().flatten() {
                if find(&self.table, entry.rest).is_some() {
                    self.met.insert_unique(hash(entry.rest), entry, |entry| hash(entry.rest));
                }
            }
            for entry in self.table.drain() {
                take(&entry, find(&self.met, entry.rest));
            }
            self.met.clear();
        }
    }

    /// Enters what is in a piece.
    fn fill(&mut self, steps: &Steps<'_, '_>, is_in: impl Fn(u64) -> bool) {
        let mut enter = |new: Entry| {
            let is_same = |entry: &Entry| entry.rest == new.rest;
            self.table
                .entry(hash(new.rest), is_same, |entry| hash(entry.rest))
                .and_modify(|entry| entry.merge(new.cost, new.open))
                .or_insert(new);
        };
        for child in steps.children.iter().copied().flatten() {
            if is_in(child.rest()) {
                enter(child.entry());
            }
        }
        for run in steps.runs.iter() {
            run.clone().filter(|entry| is_in(entry.rest)).for_each(&mut enter);
        }
    }
}
