//! `Method::Best`: growing cutoffs on the cheaper side, narrowed, with probes from the other side.

use patience_core::{Cut, Layered, Meter};

use super::SearchError;
use super::engine::{Engine, Iteration, Mark};
use super::layer::Layer;
use super::plan::{Plan, Progress, whole};
use super::side::{MeetPolicy, SearchSide};

/// Effort limits of the parts of a proof.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// A probe may cost this fraction of the next cutoff.
    pub(super) share: f64,
    /// Minimum growth from one probe to the next, which looks for solutions of one more move.
    pub(super) probe_growth: u64,
    /// A cutoff of the other side may cost this fraction of the next one of a side, to narrow it.
    pub(super) narrowing: f64,
    /// A side may cost this multiple of the estimate for the other.
    pub(super) worth: f64,
    /// Or this many states, if that is more.
    pub(super) least: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { share: 0.15, probe_growth: 8, narrowing: 0.1, worth: 2.0, least: 1_000 }
    }
}

impl<L: Layered> Engine<L> {
    /// Completes cutoffs on the cheaper side, and probes from the other side for longer solutions as long as that is cheaper still.
    /// Before that, the other side completes cheap cutoffs to narrow it.
    pub(super) fn cheaper_side(&mut self, meter: &mut Meter<'_>) -> Result<(), SearchError> {
        self.lower = self.estimate();
        let mut sides = [Progress::new(self.lower), Progress::new(self.lower)];
        let steps = self.sides[0].space.steps();
        while usize::from(self.lower) <= steps {
            let costs = sides.map(|side| side.cost_of(self.lower));
            let cheaper = usize::from(costs[1] < costs[0]);
            let (here, there) = (&sides[cheaper], &sides[1 - cheaper]);
            let share = self.pace.narrowing * here.next_cost();
            // No side is ahead of the lower bound, so the costs of their next cutoffs are comparable.
            let narrows = self.propagates && there.next < self.lower && there.next_cost() < share;
            let (side, worth) =
                if narrows { (1 - cheaper, share) } else { (cheaper, costs[1 - cheaper]) };
            let cutoff = sides[side].next;
            let most = self.pace.least.max(whole(self.pace.worth * worth));
            let (iteration, reached) = self.complete(side, cutoff, most, meter)?;
            if self.is_proven() {
                return Ok(());
            }
            if iteration.is_partial {
                sides[side].give_up(iteration.expanded);
                continue;
            }
            match self.sides[side].cut {
                Cut::Nothing => return Ok(()),
                Cut::Bounds => {
                    // It has exhausted its bounds: only a search without them can prove that there is no solution.
                    self.propagates = false;
                    self.marks = [None, None];
                    continue;
                }
                Cut::Cost => {}
            }
            sides[side].note(iteration.expanded);
            if reached.is_none() {
                self.lower = self.lower.max(cutoff + 1);
            }
            if !narrows {
                let most =
                    self.pace.least.max(whole(self.pace.share * sides[side].cost_of(cutoff + 1)));
                self.probe(side, cutoff, reached, most, meter)?;
            }
            if self.is_proven() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Completes a cutoff of a side, narrowed to the last mark of the other; returns the cutoff of that mark.
    fn complete(
        &mut self,
        side: usize,
        cutoff: u8,
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(Iteration, Option<u8>), SearchError> {
        // Only the roots of the other side matter: its layers would waste memory.
        self.sides[1 - side].restart();
        let reached = self.narrow(side);
        // An iteration without a survey, or within other bounds, has another label.
        let label = match reached {
            Some(reached) => format!("within-{reached:03}-"),
            None if self.propagates => "seen-".to_owned(),
            None => String::new(),
        };
        let plan = Plan {
            enough: Some(self.lower),
            most: Some(most),
            survey: self.propagates,
            label: &label,
            ..Plan::default()
        };
        let iteration = self.iterate(side, cutoff, &plan, meter)?;
        // A recalled iteration has no layers.
        let is_here = !iteration.is_partial && 1 < self.sides[side].layers.len();
        self.complete = is_here.then_some((side, cutoff));
        if self.propagates && !iteration.is_partial {
            let bounds = self.sides[side].seen.clone();
            self.marks[side] = Some(Mark { cutoff, bounds });
        }
        Ok((iteration, reached))
    }

    /// Narrows a side to the last mark of the other, and returns the cutoff of that mark.
    fn narrow(&mut self, side: usize) -> Option<u8> {
        let space = &mut self.sides[side].space;
        space.widen();
        let mark = self.marks[1 - side].as_ref()?;
        space.narrow(&mark.bounds);
        Some(mark.cutoff)
    }

    /// Probes from the other side for solutions of more moves than the completed cutoff, within a number of states each.
    fn probe(
        &mut self,
        side: usize,
        cutoff: u8,
        reached: Option<u8>,
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), SearchError> {
        let label = format!("probe-{cutoff:03}-");
        let steps = self.sides[side].space.steps();
        self.narrow(1 - side);
        while !self.is_proven() && usize::from(self.lower) <= steps {
            let is_extra = cutoff < self.lower;
            let plan = Plan {
                meet_policy: MeetPolicy::Within,
                complete: Some(cutoff),
                reached,
                enough: Some(self.lower),
                most: is_extra.then_some(most),
                is_probe: true,
                label: &label,
                ..Plan::default()
            };
            let iteration = self.iterate(1 - side, self.lower, &plan, meter)?;
            if iteration.is_partial {
                return Ok(());
            }
            if !self.is_proven() {
                self.lower += 1;
            }
            if is_extra && most / self.pace.probe_growth < iteration.expanded {
                return Ok(());
            }
        }
        Ok(())
    }

    /// By layer from the start, the keys of all states on paths of this many moves, the minimum.
    ///
    /// The side that has completed a cutoff knows some of them, with exact costs. The other side passes through all layers; of known
    /// states it keeps those that may be on such a path, of the rest those that it would keep anyway. So it reaches all of them: where
    /// its record of a state costs less than such a path up to there, the path costs one more and its next step continues a move, which
    /// costs as much if it starts a new one. Its costs are exact, because each is the cost of such a path. A backward pass through what
    /// it reached removes everything else.
    pub(super) fn on_the_best(
        &mut self,
        cost: u8,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<u64>>, SearchError> {
        let side = self.complete.map_or(0, |(side, _)| side);
        let complete = self.complete.map(|(_, cutoff)| cutoff);
        if complete.is_none() {
            self.sides[side].restart();
        }
        let there =
            Plan { meet_policy: MeetPolicy::Within, complete, label: "all-", ..Plan::default() };
        self.iterate(1 - side, cost, &there, meter)?;
        let back = Plan { meet_policy: MeetPolicy::Only, label: "best-", ..Plan::default() };
        self.iterate(side, cost, &back, meter)?;
        // The keys beside the layers of both sides; the list of a layer grows by doubling.
        let (states, bytes) = self
            .sides
            .iter()
            .map(SearchSide::kept)
            .fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        let keys: u64 = self.sides[side].layers.iter().map(Layer::count).sum();
        meter.store(states, bytes + 2 * keys * size_of::<u64>() as u64)?;
        let layers = self.sides[side].layers.iter().map(Layer::keys);
        let mut layers = layers.collect::<Result<Vec<_>, _>>()?;
        if side == 1 {
            layers.reverse();
        }
        Ok(layers)
    }
}
