//! One side of a search, layer by layer.

use patience_core::{Cut, Event, Layered, Meter};

use super::Trouble;
use super::coding::{Entry, Writer};
use super::crew::{Board, share};
use super::gather::{Child, Gather};
use super::layer::{Layer, Lookup, Packed};
use super::mix::Mix;
use super::shelf::{DiskError, Made, Meeting, Shelf};

/// Layers with fewer records are not worth a thread.
const FEW: u64 = 2_000;
/// Parts that are made before they are written to disk.
const PARTS_AT_ONCE: usize = 32;
/// Records between two looks at whether to go on.
const POLL_INTERVAL: u64 = 1 << 12;

/// What a search works with.
#[derive(Debug)]
pub(super) struct Tools {
    pub(super) threads: usize,
    /// The bytes that steps may take before they are sorted.
    pub(super) room: u64,
    pub(super) shelf: Option<Shelf>,
}

/// Which way a side goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Backward,
}

/// A side of a search: the layers that it has made.
#[derive(Debug)]
pub(super) struct Climb<L: Layered> {
    pub(super) space: L,
    pub(super) way: Way,
    mix: Mix,
    pub(super) layers: Vec<Layer>,
    /// By layer: what was expanded and had a step left out for its cost, where that is wanted.
    pub(super) frontier: Vec<Layer>,
    /// What was seen of the frontier.
    pub(super) seen: L::Bounds,
    /// Whether a step was left out for its cost.
    pub(super) cut: bool,
}

/// What to do with states that the other side reached too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hits {
    Expand,
    Drop,
}

/// How a layer is made.
pub(super) struct Rule<'r, L: Layered> {
    /// The most moves of a solution.
    pub(super) cutoff: u8,
    /// The other side, and which of its layers to meet: the one of each number counted from its own end.
    pub(super) other: &'r L,
    pub(super) meet: &'r [Layer],
    pub(super) hits: Hits,
    /// All states of the other side within this cut-off are in `meet`, so whatever is not costs more there.
    pub(super) complete: Option<u8>,
    /// Whether the frontier is kept.
    pub(super) frontier: bool,
    /// Tells layers apart that stand on disk.
    pub(super) label: &'r str,
}

/// Somebody who expands.
struct Expander<B> {
    /// By part of the next layer.
    children: Vec<Vec<Child>>,
    frontier: Vec<(usize, Packed)>,
    seen: B,
    generated: u64,
    cut: bool,
    trouble: Option<DiskError>,
}

/// Somebody who sorts.
struct Sorter {
    gather: Gather,
    packed: Vec<(usize, Packed)>,
    meeting: Option<Meeting>,
    trouble: Option<DiskError>,
}

impl<L: Layered> Climb<L> {
    /// A side that has its roots only.
    pub(super) fn new(space: L, way: Way) -> Self {
        let mix = Mix::new(space.key_bits());
        let seen = space.unbounded();
        let mut climb =
            Self { space, way, mix, layers: vec![], frontier: vec![], seen, cut: false };
        climb.restart();
        climb
    }

    /// Forgets all layers but the roots.
    pub(super) fn restart(&mut self) {
        self.layers = vec![Layer::of_roots(self.mix, &self.space.roots())];
        self.frontier.clear();
        self.seen = self.space.unbounded();
        self.cut = false;
    }

    /// The last layer.
    pub(super) fn last(&self) -> &Layer {
        &self.layers[self.layers.len() - 1]
    }

    /// The bytes that it takes in memory and on disk.
    pub(super) fn bytes(&self) -> (u64, u64) {
        let all = || self.layers.iter().chain(&self.frontier);
        (all().map(Layer::bytes).sum(), all().map(Layer::disk_bytes).sum())
    }

    /// Makes the next layer.
    pub(super) fn advance(
        &mut self,
        rule: &Rule<'_, L>,
        tools: &Tools,
        meter: &mut Meter<'_>,
    ) -> Result<Made, Trouble> {
        let name = format!("{}-{:03}", rule.label, self.layers.len());
        if let Some(shelf) = &tools.shelf
            && !rule.frontier
            && let Some(file) = shelf.find(&name)?
        {
            let made = file.header().made;
            self.cut |= made.cut;
            meter.generate_many(made.generated);
            meter.expand_many(made.expanded)?;
            self.layers.push(Layer::of_file(self.mix, file));
            return Ok(made);
        }
        let (layer, made) = self.make(rule, tools, meter, &name)?;
        self.layers.push(layer);
        let (memory, disk) = self.bytes();
        meter.tell(Event::Layer {
            forward: self.way == Way::Forward,
            bound: rule.cutoff.into(),
            layer: self.layers.len() - 1,
            layers: self.space.steps(),
            states: self.last().count(),
            memory,
            disk,
        });
        Ok(made)
    }

    fn make(
        &mut self,
        rule: &Rule<'_, L>,
        tools: &Tools,
        meter: &mut Meter<'_>,
        name: &str,
    ) -> Result<(Layer, Made), Trouble> {
        let from = &self.layers[self.layers.len() - 1];
        let threads = if from.count() < FEW { 0 } else { tools.threads };
        let mut made = Made { expanded: from.count(), ..Made::default() };
        let mut frontier: Vec<Packed> = Vec::new();
        let mut runs: Vec<Layer> = Vec::new();
        let (mut next, mut steps_a_record) = (0, 16.0);
        let (mut seen, mut cut) = (self.space.unbounded(), false);
        loop {
            let first = next;
            let mut records = 0;
            while next < from.parts() {
                records += from.part_count(next);
                next += 1;
                let steps = records as f64 * steps_a_record;
                if (tools.room as f64) < steps * size_of::<Child>() as f64 {
                    break;
                }
            }
            let expanders = self.expand(first..next, threads, rule, meter)?;
            let generated: u64 = expanders.iter().map(|expander| expander.generated).sum();
            let kept: usize =
                expanders.iter().flat_map(|expander| &expander.children).map(Vec::len).sum();
            steps_a_record = kept as f64 / records.max(1) as f64 * 1.2;
            made.generated += generated;
            let mut pieces: Vec<(usize, Packed)> = Vec::new();
            let mut children = Vec::new();
            for expander in expanders {
                cut |= expander.cut;
                self.space.unite(&mut seen, &expander.seen);
                pieces.extend(expander.frontier);
                children.push(expander.children);
            }
            pieces.sort_unstable_by_key(|(part, _)| *part);
            frontier.extend(pieces.into_iter().map(|(_, packed)| packed));
            let bytes = self.bytes().0 + (kept * size_of::<Child>()) as u64;
            meter.store(self.layers.iter().map(Layer::count).sum(), bytes)?;
            let is_all = next == from.parts();
            let (rule, name) = match is_all && runs.is_empty() {
                true => (Some(rule), name.to_owned()),
                false => (None, format!("run-{:03}", runs.len())),
            };
            let is_final = rule.is_some();
            made.cut = cut;
            let layer = self.sort(&children, &[], (rule, &name), tools, meter, &mut made)?;
            drop(children);
            if is_final {
                self.note(seen, cut, frontier, from.base());
                return Ok((layer, made));
            }
            runs.push(layer);
            if is_all {
                break;
            }
        }
        let layer = self.sort(&[], &runs, (Some(rule), name), tools, meter, &mut made)?;
        drop(runs);
        if let Some(shelf) = &tools.shelf {
            shelf.keep_only(|name| !name.starts_with("run-"))?;
        }
        let base = self.layers[self.layers.len() - 1].base();
        self.note(seen, cut, frontier, base);
        Ok((layer, made))
    }

    /// Notes what was seen of a layer that was expanded.
    fn note(&mut self, seen: L::Bounds, cut: bool, frontier: Vec<Packed>, base: u8) {
        self.cut |= cut;
        self.space.unite(&mut self.seen, &seen);
        if !frontier.is_empty() {
            self.frontier.push(Layer::new(self.mix, base, frontier));
        }
    }

    /// Expands parts of the last layer.
    fn expand(
        &self,
        parts: std::ops::Range<usize>,
        threads: usize,
        rule: &Rule<'_, L>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Expander<L::Bounds>>, Trouble> {
        let from = self.last();
        let begin = || Expander {
            children: vec![Vec::new(); self.mix.parts()],
            frontier: Vec::new(),
            seen: self.space.unbounded(),
            generated: 0,
            cut: false,
            trouble: None,
        };
        let work = |expander: &mut Expander<L::Bounds>, part: usize, board: &Board| {
            let packed = match from.packed(part) {
                Ok(packed) => packed,
                Err(trouble) => {
                    expander.trouble = Some(trouble);
                    return board.leave();
                }
            };
            self.expand_part(expander, part, from.reader(&packed), rule, board);
        };
        let mut expanders = share(threads, parts, meter, begin, work).or_else(|stop| {
            // What went wrong with the disk says more.
            Err(Trouble::Stop(stop))
        })?;
        match expanders.iter_mut().find_map(|expander| expander.trouble.take()) {
            Some(trouble) => Err(Trouble::Disk(trouble)),
            None => Ok(expanders),
        }
    }

    fn expand_part(
        &self,
        expander: &mut Expander<L::Bounds>,
        part: usize,
        entries: impl Iterator<Item = Entry>,
        rule: &Rule<'_, L>,
        board: &Board,
    ) {
        let Self { space, mix, .. } = self;
        let from = self.last();
        let mut frontier = Writer::new(from.base());
        let mut least = None;
        let mut expanded = 0;
        for entry in entries {
            expanded += 1;
            if expanded == POLL_INTERVAL {
                board.expanded(std::mem::take(&mut expanded));
                if board.is_over() {
                    return;
                }
            }
            let record = from.record(part, &entry);
            let Expander { children, generated, .. } = expander;
            let cut = space.expand(&record, rule.cutoff, |step| {
                *generated += 1;
                let mixed = mix.mix(step.key);
                children[mix.part(mixed)].push(Child::new(mix.rest(mixed), step.cost, step.open));
            });
            if cut == Cut::Something {
                expander.cut = true;
                if rule.frontier {
                    frontier.push(&entry);
                    least = Some(least.map_or(entry.cost, |least: u8| least.min(entry.cost)));
                    space.survey(record.key, &mut expander.seen);
                }
            }
        }
        board.expanded(expanded);
        if rule.frontier {
            expander.frontier.push((part, Packed::new(frontier, least)));
        }
    }

    /// Sorts steps and earlier runs into a layer; by a rule where it is to be the next one, all of it otherwise.
    fn sort(
        &self,
        children: &[Vec<Vec<Child>>],
        runs: &[Layer],
        (rule, name): (Option<&Rule<'_, L>>, &str),
        tools: &Tools,
        meter: &mut Meter<'_>,
        made: &mut Made,
    ) -> Result<Layer, Trouble> {
        let from = self.last();
        let base = from.least();
        let few = children.iter().flatten().map(Vec::len).sum::<usize>() < 4 * FEW as usize;
        let threads = if few && runs.is_empty() { 0 } else { tools.threads };
        let begin =
            || Sorter { gather: Gather::default(), packed: vec![], meeting: None, trouble: None };
        let work = |sorter: &mut Sorter, part: usize, board: &Board| {
            if let Err(trouble) = self.sort_part(sorter, part, children, runs, rule) {
                sorter.trouble = Some(trouble);
                board.leave();
            }
        };
        let mut file = match &tools.shelf {
            Some(shelf) => Some(shelf.begin(name)?),
            None => None,
        };
        let (mut packed, mut counts, mut least) = (Vec::new(), Vec::new(), None::<u8>);
        let at_once = if file.is_some() { PARTS_AT_ONCE } else { self.mix.parts() };
        for first in (0..self.mix.parts()).step_by(at_once) {
            let parts = first..self.mix.parts().min(first + at_once);
            let sorters = share(threads, parts, meter, begin, work)?;
            let mut pieces = Vec::new();
            for mut sorter in sorters {
                if let Some(trouble) = sorter.trouble.take() {
                    return Err(Trouble::Disk(trouble));
                }
                made.meeting = better(made.meeting, sorter.meeting);
                pieces.extend(sorter.packed);
            }
            pieces.sort_unstable_by_key(|(part, _)| *part);
            for (_, piece) in pieces {
                least = [least, piece.least].into_iter().flatten().min();
                match &mut file {
                    Some(file) => {
                        counts.push(piece.count);
                        file.push(&piece.bytes)?;
                    }
                    None => packed.push(piece),
                }
            }
        }
        match (file, &tools.shelf) {
            (Some(file), Some(shelf)) => {
                let costs = (base, least.unwrap_or(base));
                let file = file.finish(shelf.problem(), costs, counts, *made)?;
                Ok(Layer::of_file(self.mix, file))
            }
            _ => Ok(Layer::new(self.mix, base, packed)),
        }
    }

    fn sort_part(
        &self,
        sorter: &mut Sorter,
        part: usize,
        children: &[Vec<Vec<Child>>],
        runs: &[Layer],
        rule: Option<&Rule<'_, L>>,
    ) -> Result<(), DiskError> {
        let children: Vec<&[Child]> =
            children.iter().map(|children| children[part].as_slice()).collect();
        let bytes: Vec<_> = runs.iter().map(|run| run.packed(part)).collect::<Result<_, _>>()?;
        let mut readers: Vec<_> =
            runs.iter().zip(&bytes).map(|(run, bytes)| run.reader(bytes).peekable()).collect();
        let of_runs = runs.iter().map(|run| run.part_count(part)).sum();
        let number = self.layers.len();
        let opposite = rule.and_then(|rule| rule.meet.get(self.space.steps().checked_sub(number)?));
        let theirs = opposite.map(|layer| layer.packed(part)).transpose()?;
        let reader = opposite.zip(theirs.as_deref()).map(|(layer, bytes)| layer.reader(bytes));
        let mut theirs = Lookup::new(reader);
        let mut writer = Writer::new(self.last().least());
        let (mut least, mut meeting) = (None::<u8>, sorter.meeting);
        let bits = self.mix.rest_bits();
        sorter.gather.merge(&children, &mut readers, of_runs, bits, |entry| {
            if let Some(rule) = rule {
                if let Some(other) = theirs.find(entry.rest) {
                    let found = meet(self.mix.key(part, entry.rest), entry, &other);
                    meeting = better(meeting, Some(found));
                    if rule.hits == Hits::Drop {
                        return;
                    }
                } else if !self.may_meet(part, entry, rule) {
                    return;
                }
            }
            least = Some(least.map_or(entry.cost, |least| least.min(entry.cost)));
            writer.push(entry);
        });
        sorter.meeting = meeting;
        sorter.packed.push((part, Packed::new(writer, least)));
        Ok(())
    }

    /// Whether a state that the other side does not know may be on a solution.
    ///
    /// The other side knows all states whose moves to it and whose estimate there make at most its cut-off; this one needs more.
    #[inline]
    fn may_meet(&self, part: usize, entry: &Entry, rule: &Rule<'_, L>) -> bool {
        let Some(complete) = rule.complete else { return true };
        let estimate = rule.other.estimate(self.mix.key(part, entry.rest));
        let needed = u32::from(entry.cost) + u32::from(complete) + 1;
        let most = u32::from(rule.cutoff) + u32::from(entry.open != 0);
        needed <= most + u32::from(estimate)
    }
}

/// What it means that both sides reached a state.
fn meet(key: u64, entry: &Entry, other: &Entry) -> Meeting {
    let both = entry.open & other.open;
    // Less than 64.
    #[allow(clippy::cast_possible_truncation)]
    let through = (both != 0).then_some(both.trailing_zeros() as u8);
    let cost = entry.cost + other.cost - u8::from(both != 0);
    Meeting { cost, key, here: entry.cost, there: other.cost, through }
}

/// The cheaper one, and of those the one with the lesser key, so that it does not matter who found it first.
pub(super) fn better(one: Option<Meeting>, other: Option<Meeting>) -> Option<Meeting> {
    [one, other].into_iter().flatten().min()
}
