//! Duplicate detection by sorting alone: steps are sorted and scanned, sorted runs are merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::coding::Entry;
use super::duplicates::Steps;
use super::merge_duplicates::Child;

/// Sorts the steps of a part; the buffer is reused.
#[derive(Debug, Default)]
pub(super) struct SortMerger {
    children: Vec<Child>,
}

impl SortMerger {
    /// Calls `take` with the entries of the steps and runs in key order.
    pub(super) fn merge(&mut self, steps: Steps<'_, '_>, mut take: impl FnMut(&Entry)) {
        let Steps { children, runs, .. } = steps;
        self.children.clear();
        self.children.extend(children.iter().copied().flatten());
        self.children.sort_unstable_by_key(|child| child.rest());
        let mut last: Option<Entry> = None;
        let mut enter = |next: Entry| match &mut last {
            Some(last) if last.rest == next.rest => last.merge(next.cost, next.open),
            last => {
                if let Some(done) = last.replace(next) {
                    take(&done);
                }
            }
        };
        // The next key of each run, the least on top.
        let mut heads = BinaryHeap::with_capacity(runs.len());
        for (at, run) in runs.iter_mut().enumerate() {
            heads.extend(run.peek().map(|entry| Reverse((entry.rest, at))));
        }
        let mut children = self.children.iter().map(|child| child.entry()).peekable();
        while let Some(Reverse((rest, at))) = heads.pop() {
            while let Some(child) = children.next_if(|child| child.rest < rest) {
                enter(child);
            }
            let run = &mut runs[at];
            if let Some(entry) = run.next() {
                enter(entry);
            }
            heads.extend(run.peek().map(|entry| Reverse((entry.rest, at))));
        }
        children.for_each(&mut enter);
        if let Some(done) = last {
            take(&done);
        }
    }
}
