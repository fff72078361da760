//! Expands a layer: generates its steps, grouped by the parts to which they lead.

use patience_core::{Cut, Layered, Meter};

use super::SearchError;
use super::coding::{Entry, Writer};
use super::layer::Packed;
use super::layer_store::LayerStoreError;
use super::merge_duplicates::Child;
use super::side::{Rule, SearchSide, Tools};
use super::worker_pool::{SharedProgress, Tasks, run_tasks};

/// Minimum number of records for a thread.
const MIN_PARALLEL_RECORDS: u64 = 2_000;
/// Records between two polls: few, so that several threads keep the node limit.
const POLL_INTERVAL: u64 = 1 << 7;

/// Steps of a part that the first buffer holds.
const FIRST_CAPACITY: usize = 4;

pub(super) struct Expanded<B> {
    /// Steps by worker and by part of the next layer.
    pub(super) children: Vec<Vec<Vec<Child>>>,
    /// The parts of the frontier, if it is kept.
    pub(super) frontier: Vec<Packed>,
    /// The bounds of the frontier.
    pub(super) seen: B,
    pub(super) records: u64,
    pub(super) generated: u64,
    pub(super) cut: Cut,
}

struct Worker<B> {
    children: Vec<Vec<Child>>,
    frontier: Vec<(usize, Packed)>,
    seen: B,
    generated: u64,
    cut: Cut,
    error: Option<LayerStoreError>,
}

impl<L: Layered> SearchSide<L> {
    /// Expands parts of the last layer. The steps may take `room` bytes.
    pub(super) fn expand(
        &self,
        parts: std::ops::Range<usize>,
        room: Option<u64>,
        rule: &Rule<'_, L>,
        tools: &Tools,
        meter: &mut Meter<'_>,
    ) -> Result<Expanded<L::Bounds>, SearchError> {
        let from = self.last();
        let records: u64 = parts.clone().map(|part| from.part_count(part)).sum();
        let threads = if records < MIN_PARALLEL_RECORDS { 0 } else { tools.threads };
        let spare = || tools.spare.lock().ok().and_then(|mut spare| spare.pop());
        // Buffers that are used again have their bytes already; they are counted once, in the room.
        let begin = || Worker {
            children: spare().unwrap_or_else(|| vec![Vec::new(); self.permutation.parts()]),
            frontier: Vec::new(),
            seen: self.space.unbounded(),
            generated: 0,
            cut: Cut::Nothing,
            error: None,
        };
        let work = |worker: &mut Worker<L::Bounds>, part: usize, progress: &SharedProgress| {
            let packed = match from.packed(part) {
                Ok(packed) => packed,
                Err(error) => {
                    worker.error = Some(error);
                    return progress.leave();
                }
            };
            self.expand_part(worker, part, from.reader(&packed), rule, progress);
        };
        let tasks = Tasks { range: parts, states: records, room };
        let workers = run_tasks(threads, tasks, meter, begin, work)?;
        let (seen, children) = (self.space.unbounded(), Vec::new());
        let mut expanded =
            Expanded { children, frontier: vec![], seen, records, generated: 0, cut: Cut::Nothing };
        let mut frontier = Vec::new();
        for worker in workers {
            if let Some(error) = worker.error {
                return Err(SearchError::LayerStore(error));
            }
            self.space.unite(&mut expanded.seen, &worker.seen);
            expanded.generated += worker.generated;
            expanded.cut = expanded.cut.max(worker.cut);
            expanded.children.push(worker.children);
            frontier.extend(worker.frontier);
        }
        frontier.sort_unstable_by_key(|(part, _)| *part);
        expanded.frontier = frontier.into_iter().map(|(_, packed)| packed).collect();
        Ok(expanded)
    }

    fn expand_part(
        &self,
        worker: &mut Worker<L::Bounds>,
        part: usize,
        entries: impl Iterator<Item = Entry>,
        rule: &Rule<'_, L>,
        progress: &SharedProgress,
    ) {
        let Self { space, permutation, .. } = self;
        let from = self.last();
        let mut frontier = Writer::ordered(from.base(), from.order());
        let mut least: Option<u8> = None;
        let mut done = 0;
        for entry in entries {
            done += 1;
            if done == POLL_INTERVAL {
                progress.expanded(std::mem::take(&mut done));
                if progress.is_over() {
                    return;
                }
            }
            let record = from.record(part, &entry);
            let Worker { children, generated, .. } = worker;
            let cut = space.expand(&record, rule.cutoff, |step| {
                *generated += 1;
                let permuted = permutation.permute(step.key);
                let children = &mut children[permutation.part(permuted)];
                let child = Child::new(permutation.rest(permuted), step.cost, step.open);
                if children.len() < children.capacity() || grow(children, progress) {
                    children.push(child);
                }
            });
            let is_last = match cut {
                Cut::Nothing => false,
                Cut::Bounds => rule.bounds.is_some_and(|it| space.can_follow(record.key, it)),
                Cut::Cost => true,
            };
            if is_last {
                worker.cut = worker.cut.max(cut);
                if rule.frontier {
                    frontier.push(&entry);
                    least = Some(least.map_or(entry.cost, |least| least.min(entry.cost)));
                }
                if rule.survey {
                    space.survey(record.key, &mut worker.seen);
                }
            }
        }
        progress.expanded(done);
        if rule.frontier {
            worker.frontier.push((part, Packed::new(frontier, least)));
        }
    }
}

/// Doubles the capacity of a full vector if there is room for that; `false` if not. Then the search stops, and the step is not needed.
#[cold]
fn grow(children: &mut Vec<Child>, progress: &SharedProgress) -> bool {
    let more = children.capacity().max(FIRST_CAPACITY);
    let fits = progress.reserve(more * size_of::<Child>());
    if fits {
        children.reserve_exact(more);
    }
    fits
}
