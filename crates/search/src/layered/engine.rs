//! Methods of the layered search: which side advances, and when a solution is optimal.

use std::sync::Mutex;

use patience_core::{Cut, Event, Layered, Meter};

use super::control::{BreadthFirstSides, Cutoffs, Iteration, Pace, TwoSides, meet_by_size};
use super::layer::Layer;
use super::layer_store::{Done, Ending, LayerStore, LayerStoreError, Made, Meeting};
use super::path::join;
use super::plan::Plan;
use super::side::{Direction, MeetPolicy, Rule, SearchSide, Tools, written};
use super::{LayeredSearch, Method, SearchError, ShortestPath, ShortestPaths};

const NONE: u8 = u8::MAX;

pub(super) struct Engine<L: Layered> {
    tools: Tools,
    pub(super) sides: [SearchSide<L>; 2],
    /// Lower bound on the solution.
    lower: u8,
    pub(super) best: Option<ShortestPath>,
    /// The side whose layers are those of a completed cutoff, and the cutoff.
    pub(super) complete: Option<(usize, u8)>,
    /// The mark of each side's last completed cutoff, if the other side is narrowed by it.
    pub(super) marks: [Option<Mark<L::Bounds>>; 2],
    /// Whether each side's last iteration was recalled from the journal without its layers.
    gone: [bool; 2],
    /// Whether sides are narrowed.
    pub(super) propagates: bool,
    pub(super) pace: Pace,
    stop_early: bool,
}

/// The bounds of a completed cutoff.
#[derive(Clone, Debug)]
pub(super) struct Mark<B> {
    pub(super) cutoff: u8,
    pub(super) bounds: B,
}

impl<L: Layered> Engine<L> {
    pub(super) fn new(
        search: &LayeredSearch,
        forward: L,
        backward: L,
    ) -> Result<Self, SearchError> {
        let store = match &search.disk {
            Some(disk) => Some(LayerStore::open(
                &disk.folder,
                &disk.problem,
                search.duplicates.order(),
                disk.limit,
            )?),
            None => None,
        };
        let spare = Mutex::default();
        let (threads, room, duplicates) = (search.threads.max(1), search.room, search.duplicates);
        let tools = Tools { threads, room, duplicates, store, spare };
        let sides = [
            SearchSide::new(forward, Direction::Forward),
            SearchSide::new(backward, Direction::Backward),
        ];
        Ok(Self {
            tools,
            sides,
            lower: 0,
            best: None,
            complete: None,
            marks: [None, None],
            gone: [false; 2],
            propagates: search.method == Method::Best,
            pace: Pace::default(),
            stop_early: search.stop_early,
        })
    }

    pub(super) fn run(
        mut self,
        method: Method,
        meter: &mut Meter<'_>,
    ) -> Result<Option<ShortestPath>, SearchError> {
        match method {
            Method::Brute => self.iterate(0, NONE, &Plan::default(), meter).map(|_| ()),
            Method::BruteBoth => meet_by_size(&mut self, meter),
            Method::Bfida => self.bfida(meter),
            Method::BdBfida { propagate } => self.bd_bfida(propagate, meter),
            Method::Best => self.grow_cutoffs(meter),
        }?;
        self.clear()?;
        Ok(self.best)
    }

    /// Runs [`Method::Best`], then finds all shortest paths.
    pub(super) fn run_for_all(
        mut self,
        meter: &mut Meter<'_>,
    ) -> Result<Option<ShortestPaths>, SearchError> {
        // To find all others from there, a side must not have been narrowed.
        self.propagates = false;
        self.grow_cutoffs(meter)?;
        let Some(path) = self.best.clone() else {
            self.clear()?;
            return Ok(None);
        };
        let layers = match self.on_the_best(path.cost, meter) {
            Ok(layers) => {
                self.clear()?;
                Ok(layers)
            }
            // Files on disk stay, to resume from.
            Err(SearchError::Stop(stop)) => Err(stop),
            Err(error) => return Err(error),
        };
        Ok(Some(ShortestPaths { path, layers }))
    }

    /// The loop of [`Method::Best`].
    fn grow_cutoffs(&mut self, meter: &mut Meter<'_>) -> Result<(), SearchError> {
        Cutoffs { pace: self.pace, lower: self.estimate() }.run(self, meter)
    }

    fn clear(&self) -> Result<(), SearchError> {
        if let Some(store) = &self.tools.store {
            store.clear()?;
        }
        Ok(())
    }

    /// The maximum estimate of the roots.
    fn estimate(&self) -> u8 {
        let of = |side: &SearchSide<L>| {
            side.space.roots().into_iter().map(|key| side.space.estimate(key)).min().unwrap_or(0)
        };
        of(&self.sides[0]).max(of(&self.sides[1]))
    }

    /// Whether the best solution is proven optimal, or there is none.
    fn is_proven(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.cost <= self.lower)
    }

    /// Runs a side from its roots through all layers, or until the plan is fulfilled.
    pub(super) fn iterate(
        &mut self,
        side: usize,
        cutoff: u8,
        plan: &Plan<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Iteration, SearchError> {
        meter.emit(Event::Iteration { bound: cutoff.into() });
        self.sides[side].restart();
        let name = if side == 0 { "forward" } else { "backward" };
        let kind = format!("{name}-{}", plan.label);
        let label = format!("{kind}{cutoff:03}");
        if let Some(iteration) = self.recall(side, &label, plan, meter)? {
            return Ok(iteration);
        }
        match &self.tools.store {
            // Only the files of an iteration that a later one of its side has replaced are ever removed.
            Some(store) if plan.frontier && self.gone[1 - side] => {
                let what = "the frontier that the next iteration needs is missing";
                return Err(LayerStoreError::damaged(store.folder(), what).into());
            }
            _ => self.gone[side] = false,
        }
        let has_layers = 1 < self.sides[1 - side].layers.len();
        if plan.is_probe && !has_layers {
            // The other side was recalled and has no layers to meet.
            return Ok(Iteration { expanded: 0, ending: Ending::GivenUp });
        }
        match &self.tools.store {
            Some(store) if plan.is_probe => {
                store.forget_others(&format!("{name}-probe"), &label)?;
            }
            Some(store) if self.propagates => store.forget_others(&format!("{name}-"), &label)?,
            Some(store) => store.forget_before(&kind, cutoff)?,
            None => {}
        }
        let (mut expanded, mut is_partial, mut is_new, mut generated) = (0, false, false, 0);
        for number in 1..=self.steps() {
            let made = self.make_layer(side, cutoff, plan, &label, meter)?;
            expanded += made.expanded;
            generated += made.generated;
            if let Some(meeting) = made.meeting {
                is_new |= self.note(side, number, &meeting)?;
                if plan.enough.is_some_and(|enough| meeting.cost <= enough) {
                    break;
                }
            }
            if self.sides[side].last().count() == 0 {
                break;
            }
            if plan.most.is_some_and(|most| most < expanded) {
                is_partial = true;
                break;
            }
        }
        let ending = match (is_partial, self.sides[side].cut) {
            (true, _) => Ending::GivenUp,
            (false, Cut::Cost) => Ending::CutOff,
            (false, Cut::Bounds) => Ending::Bounded,
            (false, Cut::Nothing) => Ending::Exhausted,
        };
        if let Some(store) = &self.tools.store {
            let seen = written(&self.sides[side].seen);
            let found = self.best.clone().filter(|_| is_new);
            let (iteration, most) = (label, plan.most);
            store.note(&Done { iteration, most, expanded, generated, ending, seen, found })?;
        }
        Ok(Iteration { expanded, ending })
    }

    /// The result of an earlier iteration, if its layers are gone or not needed.
    fn recall(
        &mut self,
        side: usize,
        label: &str,
        plan: &Plan<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Iteration>, SearchError> {
        let Some(store) = &self.tools.store else { return Ok(None) };
        let is_found = || store.find(&format!("{label}-001"));
        if !plan.is_probe && !plan.frontier && is_found()?.is_some() {
            return Ok(None);
        }
        let Some(done) = store.recall(label, plan.most).cloned() else { return Ok(None) };
        // Unreadable bounds: the iteration runs again.
        let Ok(seen) = serde_json::from_value(done.seen) else { return Ok(None) };
        if plan.frontier {
            // It met a frontier that may be gone, so a finished iteration never runs again. The other side needs what it left.
            self.gone[side] = !self.sides[side].reload(store, label)?;
        }
        meter.generate_many(done.generated);
        self.sides[side].seen = seen;
        meter.expand_many(done.expanded)?;
        self.sides[side].cut = match done.ending {
            Ending::GivenUp | Ending::CutOff => Cut::Cost,
            Ending::Bounded => Cut::Bounds,
            Ending::Exhausted => Cut::Nothing,
        };
        self.best = done.found.or(self.best.take());
        Ok(Some(Iteration { expanded: done.expanded, ending: done.ending }))
    }

    fn make_layer(
        &mut self,
        side: usize,
        cutoff: u8,
        plan: &Plan<'_>,
        label: &str,
        meter: &mut Meter<'_>,
    ) -> Result<Made, SearchError> {
        let [forward, backward] = &mut self.sides;
        let (here, there) = if side == 0 { (forward, &*backward) } else { (backward, &*forward) };
        let meet = if plan.frontier { &there.frontier } else { &there.layers };
        // Without a frontier, the roots of the other side are its first layer.
        let meet: &[Layer] = if meet.is_empty() { &there.layers[..1] } else { meet };
        let bounds = self.marks[1 - side].as_ref().map(|mark| &mark.bounds);
        let rule = Rule {
            cutoff,
            other: &there.space,
            meet,
            meet_policy: plan.meet_policy,
            complete: plan.complete,
            reached: plan.reached,
            bounds: bounds.filter(|_| plan.survey),
            frontier: plan.frontier,
            enough: plan.enough.filter(|_| plan.frontier),
            survey: plan.survey,
            label,
            beside: there.kept(),
        };
        here.advance(&rule, &self.tools, meter)
    }

    /// Records a solution if it is the best so far, and returns whether it is.
    fn note(&mut self, side: usize, number: usize, meeting: &Meeting) -> Result<bool, SearchError> {
        let is_better = self.best.as_ref().is_none_or(|best| meeting.cost < best.cost);
        if is_better {
            let [forward, backward] = &self.sides;
            let (here, there) = if side == 0 { (forward, backward) } else { (backward, forward) };
            let mut keys = join(here, there, number, meeting)?;
            if side == 1 {
                keys.reverse();
            }
            self.best = Some(ShortestPath { keys, cost: meeting.cost });
        }
        Ok(is_better)
    }

    fn bfida(&mut self, meter: &mut Meter<'_>) -> Result<(), SearchError> {
        self.lower = self.estimate();
        loop {
            self.iterate(0, self.lower, &Plan::default(), meter)?;
            if self.is_proven() || self.sides[0].cut == Cut::Nothing {
                return Ok(());
            }
            self.lower += 1;
            if self.is_proven() {
                return Ok(());
            }
        }
    }

    /// Bidirectional BFIDA*: the side that expanded less advances, with its cutoff raised by one.
    fn bd_bfida(&mut self, propagate: bool, meter: &mut Meter<'_>) -> Result<(), SearchError> {
        self.lower = self.estimate();
        let mut cutoffs = [self.lower; 2];
        let mut expanded = [0; 2];
        loop {
            let side = usize::from(expanded[1] < expanded[0]);
            let plan = Plan {
                frontier: true,
                survey: propagate,
                meet_policy: MeetPolicy::Drop,
                enough: self.stop_early.then_some(self.lower),
                ..Plan::default()
            };
            expanded[side] = self.iterate(side, cutoffs[side], &plan, meter)?.expanded;
            if self.is_proven() {
                return Ok(());
            }
            let [forward, backward] = &mut self.sides;
            let (here, there) = if side == 0 { (forward, backward) } else { (backward, forward) };
            if here.cut == Cut::Nothing {
                return Ok(());
            }
            if propagate {
                there.space.narrow(&here.seen);
            }
            cutoffs[side] += 1;
            self.lower = self.lower.max(cutoffs[side]);
            if self.is_proven() {
                return Ok(());
            }
        }
    }
}

impl<L: Layered> TwoSides for Engine<L> {
    type Error = SearchError;

    fn steps(&self) -> usize {
        self.sides[0].space.steps()
    }
}

impl<L: Layered> BreadthFirstSides for Engine<L> {
    fn made(&self) -> [(usize, u64); 2] {
        self.sides.each_ref().map(|side| (side.layers.len() - 1, side.last().count()))
    }

    fn advance(&mut self, side: usize, meter: &mut Meter<'_>) -> Result<(), SearchError> {
        let label = if side == 0 { "forward" } else { "backward" };
        let number = self.sides[side].layers.len();
        let made = self.make_layer(side, NONE, &Plan::default(), label, meter)?;
        if let Some(meeting) = made.meeting {
            self.note(side, number, &meeting)?;
        }
        Ok(())
    }
}
