//! One side of a layered search, layer by layer.

use std::sync::Mutex;

use patience_core::{Cut, Event, Layered, Meter};

use serde::Serialize;
use serde_json::Value;

use super::SearchError;
use super::duplicates::DuplicateDetection;
use super::expand::Expanded;
use super::key_permutation::KeyPermutation;
use super::layer::Layer;
use super::layer_store::{LayerStore, LayerStoreError, Made};
use super::layer_writer::LayerWriter;
use super::merge_duplicates::Child;

/// Resources of a search.
#[derive(Debug)]
pub(super) struct Tools {
    pub(super) threads: usize,
    /// Maximum bytes of steps that wait to be sorted.
    pub(super) room: u64,
    pub(super) duplicates: DuplicateDetection,
    pub(super) store: Option<LayerStore>,
    /// Unused buffers for steps, kept for reuse.
    pub(super) spare: Mutex<Vec<Vec<Vec<Child>>>>,
}

impl Tools {
    /// The bytes of unused buffers.
    fn spare_bytes(&self) -> u64 {
        let Ok(spare) = self.spare.lock() else { return 0 };
        let steps: usize = spare.iter().flatten().map(Vec::capacity).sum();
        (steps * size_of::<Child>()) as u64
    }

    /// Returns the buffers of sorted steps.
    fn spare(&self, children: Vec<Vec<Vec<Child>>>) {
        let Ok(mut spare) = self.spare.lock() else { return };
        for mut of_worker in children {
            of_worker.iter_mut().for_each(Vec::clear);
            spare.push(of_worker);
        }
    }
}

/// The direction of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

/// One side of a search: the layers made so far.
#[derive(Debug)]
pub(super) struct SearchSide<L: Layered> {
    pub(super) space: L,
    pub(super) direction: Direction,
    pub(super) permutation: KeyPermutation,
    pub(super) layers: Vec<Layer>,
    /// By layer: the expanded states that had a step pruned for its cost, if kept.
    pub(super) frontier: Vec<Layer>,
    /// The bounds of the states with pruned steps, if surveyed.
    pub(super) seen: L::Bounds,
    pub(super) cut: Cut,
}

/// What to do with states that the other side reached too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MeetPolicy {
    Expand,
    /// Do not expand states with known cost.
    Drop,
    /// Expand those that may be on a path within the cutoff.
    Within,
    /// Expand only those that are on a path within the cutoff, and no state that the other side did not reach.
    Only,
}

pub(super) struct Rule<'r, L: Layered> {
    /// Maximum number of moves of a solution.
    pub(super) cutoff: u8,
    /// The other side, and which of its layers to meet, counted from its own end.
    pub(super) other: &'r L,
    pub(super) meet: &'r [Layer],
    pub(super) meet_policy: MeetPolicy,
    /// `meet` contains all states of the other side within this cutoff, so all others cost more there.
    pub(super) complete: Option<u8>,
    /// This side has reached all states outside the bounds of the other side up to this cost plus estimate; `None` if the other side is
    /// not narrowed.
    pub(super) reached: Option<u8>,
    /// The bounds that narrow this side, if steps outside them are surveyed.
    pub(super) bounds: Option<&'r L::Bounds>,
    /// Whether to keep the frontier.
    pub(super) frontier: bool,
    /// The cost of a meeting that ends the search in the middle of a layer.
    pub(super) enough: Option<u8>,
    /// Whether to survey states with pruned steps.
    pub(super) survey: bool,
    /// Identifies the layers on disk.
    pub(super) label: &'r str,
    /// The number of states that the other side keeps, and their bytes in memory.
    pub(super) beside: (u64, u64),
}

impl<L: Layered> SearchSide<L> {
    /// A side with its roots only.
    pub(super) fn new(space: L, direction: Direction) -> Self {
        let permutation = KeyPermutation::new(space.key_bits());
        let seen = space.unbounded();
        let mut side = Self {
            space,
            direction,
            permutation,
            layers: vec![],
            frontier: vec![],
            seen,
            cut: Cut::Nothing,
        };
        side.restart();
        side
    }

    /// Drops all layers except the roots.
    pub(super) fn restart(&mut self) {
        self.layers = vec![Layer::of_roots(self.permutation, &self.space.roots())];
        self.frontier.clear();
        self.seen = self.space.unbounded();
        self.cut = Cut::Nothing;
    }

    pub(super) fn last(&self) -> &Layer {
        &self.layers[self.layers.len() - 1]
    }

    /// Bytes in memory and on disk.
    fn bytes(&self) -> (u64, u64) {
        let all = || self.layers.iter().chain(&self.frontier);
        (all().map(Layer::bytes).sum(), all().map(Layer::disk_bytes).sum())
    }

    pub(super) fn advance(
        &mut self,
        rule: &Rule<'_, L>,
        tools: &Tools,
        meter: &mut Meter<'_>,
    ) -> Result<Made, SearchError> {
        if let Some(store) = &tools.store
            && let Some((made, seen)) = self.find(store, rule.label, rule.frontier)?
        {
            self.space.unite(&mut self.seen, &seen);
            self.cut = self.cut.max(made.cut);
            meter.generate_many(made.generated);
            meter.expand_many(made.expanded)?;
            return Ok(made);
        }
        let (layer, made) = self.make(rule, tools, meter)?;
        let Some(layer) = layer else { return Ok(made) };
        self.layers.push(layer);
        let (memory, disk) = self.bytes();
        meter.emit(Event::Layer {
            forward: self.direction == Direction::Forward,
            bound: rule.cutoff.into(),
            layer: self.layers.len() - 1,
            layers: self.space.steps(),
            states: self.last().count(),
            memory,
            disk,
        });
        Ok(made)
    }

    /// The name of the next layer on disk, and that of the frontier in the last one.
    fn names(&self, label: &str) -> [String; 2] {
        let next = self.layers.len();
        [format!("{label}-{next:03}"), format!("{label}-frontier-{:03}", next - 1)]
    }

    /// Takes the next layer, and the frontier in the last one if it is kept, from finished files; `None` if there are none. Returns the effort
    /// of making it and the bounds of all states surveyed so far.
    fn find(
        &mut self,
        store: &LayerStore,
        label: &str,
        has_frontier: bool,
    ) -> Result<Option<(Made, L::Bounds)>, LayerStoreError> {
        let [name, frontier] = self.names(label);
        let Some(file) = store.find(&name)? else { return Ok(None) };
        if has_frontier {
            let Some(frontier) = store.find(&frontier)? else { return Ok(None) };
            self.frontier.push(Layer::of_file(self.permutation, frontier));
        }
        let found = (file.header().made, file.seen()?);
        self.layers.push(Layer::of_file(self.permutation, file));
        Ok(Some(found))
    }

    /// Takes all layers of a finished iteration and their frontiers from files; `false` if some are gone, and then it has only its roots.
    pub(super) fn reload(
        &mut self,
        store: &LayerStore,
        label: &str,
    ) -> Result<bool, LayerStoreError> {
        self.restart();
        while self.layers.len() <= self.space.steps() && self.last().count() != 0 {
            if self.find(store, label, true)?.is_none() {
                self.restart();
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Expands as many parts of the last layer at once as there is room for, and merges the results; no layer if the sides meet at a cost
    /// that is enough.
    fn make(
        &mut self,
        rule: &Rule<'_, L>,
        tools: &Tools,
        meter: &mut Meter<'_>,
    ) -> Result<(Option<Layer>, Made), SearchError> {
        let [name, frontier_name] = self.names(rule.label);
        let parts = self.last().parts();
        let mut made = Made { expanded: self.last().count(), ..Made::default() };
        let mut runs: Vec<Layer> = Vec::new();
        let mut batch = Batch { next: 0, steps_a_record: FIRST_GUESS };
        let mut frontier = match &tools.store {
            _ if !rule.frontier => None,
            store => {
                let (store, last) = (store.as_ref(), self.last());
                let (order, base) = (last.order(), last.base());
                Some(LayerWriter::begin(store, &frontier_name, self.permutation, order, base)?)
            }
        };
        let of_frontier =
            |writer: &Option<LayerWriter<'_>>| writer.as_ref().map_or(0, LayerWriter::bytes);
        while batch.next < parts {
            let some = batch.take(self.last(), tools.room);
            let held = self.held(rule, &runs).1 + of_frontier(&frontier) + tools.spare_bytes();
            let room = meter.limits().memory.map(|limit| limit.saturating_sub(held));
            let expanded = self.expand(some, room, rule, tools, meter)?;
            batch.learn(&expanded);
            made.generated += expanded.generated;
            meter.generate_many(expanded.generated);
            made.cut = made.cut.max(expanded.cut);
            self.space.unite(&mut self.seen, &expanded.seen);
            if let Some(frontier) = &mut frontier {
                expanded.frontier.into_iter().try_for_each(|part| frontier.push(part))?;
            }
            let children = expanded.children;
            let steps = children.iter().flatten().map(Vec::capacity).sum::<usize>();
            let waiting = (steps * size_of::<Child>()) as u64 + of_frontier(&frontier);
            // Sorting packs the steps into a fraction of their bytes while they wait.
            self.charge(rule, waiting + waiting / PACKED_SHARE, &runs, meter)?;
            if batch.next == parts && runs.is_empty() {
                self.note(frontier, made.cut)?;
                let layer =
                    self.sort(&children, &[], Some(rule), &name, tools, meter, &mut made)?;
                self.charge(rule, waiting, layer.as_slice(), meter)?;
                tools.spare(children);
                return Ok((layer, made));
            }
            let run = format!("run-{:03}", runs.len());
            runs.extend(self.sort(&children, &[], None, &run, tools, meter, &mut made)?);
            self.charge(rule, waiting, &runs, meter)?;
            tools.spare(children);
        }
        self.note(frontier, made.cut)?;
        let of_part = |part| runs.iter().map(|run| run.part_count(part)).sum::<u64>();
        let tables = tools.duplicates.table_bytes((0..parts).map(of_part).max(), tools.room);
        self.charge(rule, tables + tools.spare_bytes(), &runs, meter)?;
        let layer = self.sort(&[], &runs, Some(rule), &name, tools, meter, &mut made)?;
        let (states, bytes) = self.held(rule, &runs);
        let (more, new) = layer.as_ref().map_or((0, 0), |layer| (layer.count(), layer.bytes()));
        meter.store(states + more, bytes + new + tools.spare_bytes())?;
        drop(runs);
        if let Some(store) = &tools.store {
            store.keep_only(|name| !name.starts_with("run-"))?;
        }
        Ok((layer, made))
    }

    /// Charges the meter for the layers of both sides, the waiting steps and the layers in the making.
    fn charge(
        &self,
        rule: &Rule<'_, L>,
        waiting: u64,
        new: &[Layer],
        meter: &mut Meter<'_>,
    ) -> Result<(), SearchError> {
        let (states, bytes) = self.held(rule, new);
        Ok(meter.store(states, bytes + waiting)?)
    }

    /// The states and bytes of the layers of both sides and of the layers in the making, with the bytes of the program itself.
    fn held(&self, rule: &Rule<'_, L>, new: &[Layer]) -> (u64, u64) {
        let states: u64 = self.layers.iter().chain(new).map(Layer::count).sum();
        let bytes = self.bytes().0 + new.iter().map(Layer::bytes).sum::<u64>();
        let (states_beside, bytes_beside) = rule.beside;
        (states + states_beside, bytes + bytes_beside + PROGRAM)
    }

    /// The number of states that it keeps, and their bytes in memory.
    pub(super) fn kept(&self) -> (u64, u64) {
        (self.layers.iter().map(Layer::count).sum(), self.bytes().0)
    }

    /// Records the result of expanding the last layer. The file of the frontier is finished before that of the next layer, so where there
    /// is a layer, there is the frontier before it.
    fn note(&mut self, frontier: Option<LayerWriter<'_>>, cut: Cut) -> Result<(), LayerStoreError> {
        self.cut = self.cut.max(cut);
        if let Some(frontier) = frontier {
            self.frontier.push(frontier.finish(Made::default(), Value::Null)?);
        }
        Ok(())
    }
}

/// Bounds in the form stored on disk.
pub(super) fn written(bounds: &impl Serialize) -> Value {
    serde_json::to_value(bounds).unwrap_or_default()
}

/// Bytes of the program besides the search: its code and data in memory. Measured on Linux, with a search of one node.
const PROGRAM: u64 = 11 << 20;
/// Packed records take at most the bytes of their steps divided by this.
const PACKED_SHARE: u64 = 4;
/// Assumed steps per record, until they are counted.
const FIRST_GUESS: f64 = 16.0;
/// Safety margin: the next parts may have more steps per record than the last.
const MARGIN: f64 = 1.2;

/// How many parts to expand at once.
struct Batch {
    next: usize,
    steps_a_record: f64,
}

impl Batch {
    /// The next parts, at least one, whose steps should fit.
    fn take(&mut self, layer: &Layer, room: u64) -> std::ops::Range<usize> {
        let first = self.next;
        let mut records = 0;
        while self.next < layer.parts() {
            records += layer.part_count(self.next);
            let bytes = records as f64 * self.steps_a_record * size_of::<Child>() as f64;
            if first < self.next && (room as f64) < bytes {
                break;
            }
            self.next += 1;
        }
        first..self.next
    }

    fn learn<B>(&mut self, expanded: &Expanded<B>) {
        if expanded.records != 0 {
            let steps = expanded.generated as f64 / expanded.records as f64;
            self.steps_a_record = MARGIN * steps;
        }
    }
}
