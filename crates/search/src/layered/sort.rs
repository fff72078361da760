//! Sorts the steps to a layer: merges duplicates, meets the other side, packs the rest.

use patience_core::{Layered, Meter};

use super::SearchError;
use super::coding::{Entry, Order, Writer};
use super::duplicates::{Merger, Steps};
use super::layer::{Layer, Packed};
use super::layer_store::{LayerStoreError, Made, Meeting};
use super::layer_writer::LayerWriter;
use super::merge_duplicates::Child;
use super::side::{MeetPolicy, Rule, SearchSide, Tools, written};
use super::worker_pool::{SharedProgress, Tasks, run_tasks};

/// Minimum number of steps for a thread.
const MIN_PARALLEL_STEPS: usize = 8_000;
/// Number of parts made before they are written to disk.
const PARTS_AT_ONCE: usize = 32;

struct Worker {
    merger: Merger,
    packed: Vec<(usize, Packed)>,
    meeting: Option<Meeting>,
    /// The first of its parts with a meeting that is cheap enough, and that meeting.
    enough: Option<(usize, Meeting)>,
    error: Option<LayerStoreError>,
}

impl<L: Layered> SearchSide<L> {
    /// Sorts steps and earlier runs into a layer; applies a rule if it is the next layer, keeps everything otherwise.
    ///
    /// `None` if the sides meet at a cost that is enough: the rest of the layer is not needed. Parts begin in their order, so the first
    /// part with such a meeting is the same for any number of threads.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn sort(
        &self,
        children: &[Vec<Vec<Child>>],
        runs: &[Layer],
        rule: Option<&Rule<'_, L>>,
        name: &str,
        tools: &Tools,
        meter: &mut Meter<'_>,
        made: &mut Made,
    ) -> Result<Option<Layer>, SearchError> {
        let steps = children.iter().flatten().map(Vec::len).sum::<usize>();
        let threads = if steps < MIN_PARALLEL_STEPS && runs.is_empty() { 0 } else { tools.threads };
        let work = |worker: &mut Worker, part: usize, progress: &SharedProgress| {
            let order = tools.duplicates.order();
            if let Err(error) = self.sort_part(worker, part, order, children, runs, rule) {
                worker.error = Some(error);
            }
            if worker.error.is_some() || worker.enough.is_some() {
                progress.leave();
            }
        };
        let base = self.last().least();
        let (permutation, order) = (self.permutation, tools.duplicates.order());
        let mut layer = LayerWriter::begin(tools.store.as_ref(), name, permutation, order, base)?;
        let worker = || Worker {
            merger: Merger::new(tools.duplicates, tools.room / threads.max(1) as u64),
            packed: Vec::new(),
            meeting: None,
            enough: None,
            error: None,
        };
        let at_once = if layer.is_file() { PARTS_AT_ONCE } else { self.permutation.parts() };
        for first in (0..self.permutation.parts()).step_by(at_once) {
            let parts = first..self.permutation.parts().min(first + at_once);
            let tasks = Tasks { range: parts, states: 0, room: None };
            let workers = run_tasks(threads, tasks, meter, worker, work)?;
            let (mut pieces, mut enough) = (Vec::new(), None);
            for worker in workers {
                if let Some(error) = worker.error {
                    return Err(SearchError::LayerStore(error));
                }
                made.meeting = better(made.meeting, worker.meeting);
                enough = [enough, worker.enough].into_iter().flatten().min();
                pieces.extend(worker.packed);
            }
            if let Some((_, meeting)) = enough {
                made.meeting = Some(meeting);
                return Ok(None);
            }
            pieces.sort_unstable_by_key(|(part, _)| *part);
            for (_, piece) in pieces {
                layer.push(piece)?;
            }
        }
        Ok(Some(layer.finish(*made, written(&self.seen))?))
    }

    fn sort_part(
        &self,
        worker: &mut Worker,
        part: usize,
        order: Order,
        children: &[Vec<Vec<Child>>],
        runs: &[Layer],
        rule: Option<&Rule<'_, L>>,
    ) -> Result<(), LayerStoreError> {
        let children: Vec<&[Child]> =
            children.iter().map(|children| children[part].as_slice()).collect();
        let bytes: Vec<_> = runs.iter().map(|run| run.packed(part)).collect::<Result<_, _>>()?;
        let mut readers: Vec<_> =
            runs.iter().zip(&bytes).map(|(run, bytes)| run.reader(bytes).peekable()).collect();
        let of_runs = runs.iter().map(|run| run.part_count(part)).sum();
        let number = self.layers.len();
        let opposite = rule.and_then(|rule| rule.meet.get(self.space.steps().checked_sub(number)?));
        let theirs = opposite.map(|layer| layer.packed(part)).transpose()?;
        let theirs = opposite.zip(theirs.as_deref()).map(|(layer, bytes)| layer.reader(bytes));
        let mut writer = Writer::ordered(self.last().least(), order);
        let (mut least, mut meeting) = (None::<u8>, None);
        let bits = self.permutation.rest_bits();
        let steps = Steps { children: &children, runs: &mut readers, of_runs, bits };
        worker.merger.merge(steps, theirs, |entry, other| {
            if let Some(rule) = rule {
                let key = || self.permutation.key(part, entry.rest);
                let is_wanted = if let Some(other) = other {
                    let found = meet(key(), entry, other);
                    meeting = better(meeting, Some(found));
                    stays(rule.meet_policy, rule.cutoff, entry, other, &found)
                } else {
                    rule.meet_policy != MeetPolicy::Only && may_meet(key(), entry, rule)
                };
                if !self.is_needed(is_wanted, key, entry, rule) {
                    return;
                }
            }
            least = Some(least.map_or(entry.cost, |least| least.min(entry.cost)));
            writer.push(entry);
        });
        worker.meeting = better(worker.meeting, meeting);
        let enough = rule.and_then(|rule| rule.enough);
        if let Some(meeting) = meeting.filter(|found| enough.is_some_and(|it| found.cost <= it)) {
            worker.enough = Some((part, meeting));
        }
        worker.packed.push((part, Packed::new(writer, least)));
        Ok(())
    }

    /// Whether a state may be on a solution; `is_wanted` decides for states within the bounds of the other side.
    ///
    /// Outside them, a solution has only states that this side has reached before.
    #[inline]
    fn is_needed(
        &self,
        is_wanted: bool,
        key: impl Fn() -> u64,
        entry: &Entry,
        rule: &Rule<'_, L>,
    ) -> bool {
        let Some(reached) = rule.reached else { return is_wanted };
        let least = u32::from(entry.cost) + u32::from(self.space.estimate(key()));
        let was_reached = least <= u32::from(reached) + u32::from(entry.open != 0);
        if is_wanted == was_reached || rule.other.is_within(key()) {
            is_wanted
        } else {
            was_reached
        }
    }
}

/// Whether a state unknown to the other side may be on a solution, if the other side is not narrowed.
///
/// The other side knows all states whose cost to it plus its estimate is within its cutoff; this state needs more.
#[inline]
fn may_meet<L: Layered>(key: u64, entry: &Entry, rule: &Rule<'_, L>) -> bool {
    let Some(complete) = rule.complete else { return true };
    let needed = u32::from(entry.cost) + u32::from(complete) + 1;
    let most = u32::from(rule.cutoff) + u32::from(entry.open != 0);
    needed <= most + u32::from(rule.other.estimate(key))
}

/// Whether to expand a state that both sides reached.
#[inline]
fn stays(
    meet_policy: MeetPolicy,
    cutoff: u8,
    entry: &Entry,
    other: &Entry,
    found: &Meeting,
) -> bool {
    // A state that costs the other side one move too many is known for some continuations only: a move may pass through it without a
    // record.
    let may_go_on = entry.open != 0 && other.open != 0;
    match meet_policy {
        MeetPolicy::Expand => true,
        MeetPolicy::Drop => may_go_on && found.through.is_none(),
        MeetPolicy::Within => entry.cost + other.cost <= cutoff + u8::from(may_go_on),
        MeetPolicy::Only => found.cost <= cutoff,
    }
}

/// The meeting of both sides in a state.
fn meet(key: u64, entry: &Entry, other: &Entry) -> Meeting {
    let both = entry.open & other.open;
    // Less than 64.
    #[allow(clippy::cast_possible_truncation)]
    let through = (both != 0).then_some(both.trailing_zeros() as u8);
    let cost = entry.cost + other.cost - u8::from(both != 0);
    Meeting { cost, key, here: entry.cost, there: other.cost, through }
}

/// The cheaper one; ties go to the smaller key, so the order of discovery does not matter.
fn better(one: Option<Meeting>, other: Option<Meeting>) -> Option<Meeting> {
    [one, other].into_iter().flatten().min()
}
