//! Duplicate detection by either of three methods, and the order of records that each leaves.

use std::iter::Peekable;

use super::coding::{Entry, Order, Reader};
use super::hash_duplicates::HashMerger;
use super::layer::Lookup;
use super::merge_duplicates::{Child, DuplicateMerger};
use super::sort_duplicates::SortMerger;

/// How steps to the same state are found. The states of all layers, counts and solutions are the same.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/switches.rs"));
/// # }
/// # use doc::Switches;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{DuplicateDetection, LayeredSearch, Method};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // `Switches` is defined in the example of `LayeredSearch`.
/// let mut run = |duplicates| {
///     let search = LayeredSearch { duplicates, ..LayeredSearch::new(Method::Best) };
///     search.run(Switches { forwards: true }, Switches { forwards: false }, &mut meter)
/// };
/// let path = run(DuplicateDetection::Tables)?;
/// assert_eq!(run(DuplicateDetection::Sorting)?, path);
/// assert_eq!(run(DuplicateDetection::HashPartitions)?, path);
/// # Ok::<(), patience_search::layered::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DuplicateDetection {
    /// Scatter the steps by their highest bits, and enter each piece into a small table in the order of the keys.
    #[default]
    Tables,
    /// Sort the steps and scan them; merge sorted runs.
    Sorting,
    /// Enter the steps of a partition into a hash table (Korf, 2008). Nothing is sorted, so records are not stored as differences and take
    /// more bytes.
    HashPartitions,
}

impl DuplicateDetection {
    /// Bytes of the tables of all threads, which may take `room` bytes, for parts of at most this many records.
    pub(super) fn table_bytes(self, records: Option<u64>, room: u64) -> u64 {
        match self {
            // They stay in cache.
            Self::Tables | Self::Sorting => 0,
            Self::HashPartitions => HashMerger::bytes(records.unwrap_or(0)).min(room),
        }
    }

    /// The order of the records in each part of a layer.
    pub(super) fn order(self) -> Order {
        match self {
            Self::Tables | Self::Sorting => Order::Sorted,
            Self::HashPartitions => Order::Unsorted,
        }
    }
}

/// The steps to a part, and earlier runs of them, in the order of the method.
pub(super) struct Steps<'s, 'b> {
    pub(super) children: &'s [&'s [Child]],
    pub(super) runs: &'s mut [Peekable<Reader<'b>>],
    /// The number of records of all runs.
    pub(super) of_runs: u64,
    /// Number of bits of their keys.
    pub(super) bits: u32,
}

impl Steps<'_, '_> {
    /// The number of steps and records.
    pub(super) fn count(&self) -> usize {
        // The records of one part fit into memory.
        #[allow(clippy::cast_possible_truncation)]
        let of_runs = self.of_runs as usize;
        self.children.iter().map(|some| some.len()).sum::<usize>() + of_runs
    }
}

/// Merges the steps of a part by one of the methods; buffers are reused.
#[derive(Debug)]
pub(super) enum Merger {
    Tables(DuplicateMerger),
    Sorting(SortMerger),
    HashPartitions(HashMerger),
}

impl Merger {
    /// Hash tables may take about `room` bytes.
    pub(super) fn new(detection: DuplicateDetection, room: u64) -> Self {
        match detection {
            DuplicateDetection::Tables => Self::Tables(DuplicateMerger::default()),
            DuplicateDetection::Sorting => Self::Sorting(SortMerger::default()),
            DuplicateDetection::HashPartitions => Self::HashPartitions(HashMerger::within(room)),
        }
    }

    /// Calls `take` with the entry of each state, and with that of the other side, whose records are `theirs`, in the same order as the runs.
    pub(super) fn merge(
        &mut self,
        steps: Steps<'_, '_>,
        theirs: Option<Reader<'_>>,
        mut take: impl FnMut(&Entry, Option<&Entry>),
    ) {
        match self {
            Self::Tables(merger) => {
                let mut theirs = Lookup::new(theirs);
                let Steps { children, runs, of_runs, bits } = steps;
                merger.merge(children, runs, of_runs, bits, |entry| {
                    take(entry, theirs.find(entry.rest).as_ref());
                });
            }
            Self::Sorting(merger) => {
                let mut theirs = Lookup::new(theirs);
                merger.merge(steps, |entry| take(entry, theirs.find(entry.rest).as_ref()));
            }
            Self::HashPartitions(merger) => merger.merge(&steps, theirs.as_ref(), take),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::layered::coding::Writer;

    proptest! {
        #[test]
        fn every_method_keeps_the_cheapest_per_key_and_meets_the_other_side(
            children in prop::collection::vec((0_u64..3000, 0_u8..4, prop::option::of(0_u8..5)), 0..4000),
            runs in prop::collection::vec(prop::collection::btree_map(0_u64..3000, (0_u8..4, 0_u64..32), 0..500), 0..3),
            theirs in prop::collection::btree_map(0_u64..3000, (0_u8..4, 0_u64..32), 0..500),
            bits in 12_u32..20,
        ) {
            let spread = |rest: u64| rest << (bits - 12);
            let mut expected: BTreeMap<u64, Entry> = BTreeMap::new();
            let mut enter = |rest: u64, cost, open| {
                expected.entry(rest).or_insert(Entry { rest, cost, open }).merge(cost, open);
            };
            for (&rest, &(cost, open)) in runs.iter().flatten() {
                enter(spread(rest), cost, open);
            }
            for &(rest, cost, open) in &children {
                enter(spread(rest), cost, open.map_or(0, |way| 1 << way));
            }
            let given: Vec<Vec<Child>> = children
                .chunks(1000)
                .map(|some| some.iter().map(|&(rest, cost, open)| Child::new(spread(rest), cost, open)).collect())
                .collect();
            let given: Vec<&[Child]> = given.iter().map(Vec::as_slice).collect();
            let met = |rest: u64| {
                let entry = theirs.get(&(rest >> (bits - 12)));
                entry.map(|&(cost, open)| Entry { rest, cost, open })
            };
            let expected: Vec<_> = expected.into_values().map(|it| (it, met(it.rest))).collect();
            // The last one has tables so small that parts are split.
            let mergers = [
                (DuplicateDetection::Tables, 0),
                (DuplicateDetection::Sorting, 0),
                (DuplicateDetection::HashPartitions, 1 << 20),
                (DuplicateDetection::HashPartitions, 0),
            ];
            for (detection, room) in mergers {
                let order = detection.order();
                let write = |entries: &BTreeMap<u64, (u8, u64)>| {
                    let mut writer = Writer::ordered(0, order);
                    let mut push = |(&rest, &(cost, open)): (&u64, &(u8, u64))| {
                        writer.push(&Entry { rest: spread(rest), cost, open });
                    };
                    match order {
                        Order::Sorted => entries.iter().for_each(&mut push),
                        Order::Unsorted => entries.iter().rev().for_each(&mut push),
                    }
                    writer.bytes
                };
                let written: Vec<Vec<u8>> = runs.iter().map(write).collect();
                let mut readers: Vec<_> =
                    written.iter().map(|run| Reader::new(run, 0, order).peekable()).collect();
                let of_runs = runs.iter().map(|run| run.len() as u64).sum();
                let steps = Steps { children: &given, runs: &mut readers, of_runs, bits };
                let other = write(&theirs);
                let mut found = Vec::new();
                Merger::new(detection, room).merge(steps, Some(Reader::new(&other, 0, order)), |entry, other| {
                    found.push((*entry, other.copied()));
                });
                if order == Order::Unsorted {
                    found.sort_unstable_by_key(|(entry, _)| entry.rest);
                }
                prop_assert_eq!(&found, &expected, "{:?}", detection);
            }
        }
    }
}
