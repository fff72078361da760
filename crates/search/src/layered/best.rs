//! `Method::Best`: how its sides complete cutoffs and probe, narrowed by each other; and all shortest paths.

use patience_core::{Layered, Meter};

use super::SearchError;
use super::control::{Completed, CutoffSides, Iteration, IterationLimits};
use super::engine::{Engine, Mark};
use super::layer::Layer;
use super::layer_store::Ending;
use super::plan::Plan;
use super::side::{MeetPolicy, SearchSide};

impl<L: Layered> CutoffSides for Engine<L> {
    fn best(&self) -> Option<u8> {
        self.best.as_ref().map(|best| best.cost)
    }

    fn narrows(&self) -> bool {
        self.propagates
    }

    fn widen(&mut self) {
        self.propagates = false;
        self.marks = [None, None];
    }

    /// Completes a cutoff of a side, narrowed to the last mark of the other.
    fn complete(
        &mut self,
        side: usize,
        cutoff: u8,
        limits: IterationLimits,
        meter: &mut Meter<'_>,
    ) -> Result<Completed, SearchError> {
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
            enough: Some(limits.enough),
            most: limits.most,
            survey: self.propagates,
            label: &label,
            ..Plan::default()
        };
        let iteration = self.iterate(side, cutoff, &plan, meter)?;
        let is_partial = iteration.ending == Ending::GivenUp;
        // A recalled iteration has no layers.
        let is_here = !is_partial && 1 < self.sides[side].layers.len();
        self.complete = is_here.then_some((side, cutoff));
        if self.propagates && !is_partial {
            let bounds = self.sides[side].seen.clone();
            self.marks[side] = Some(Mark { cutoff, bounds });
        }
        Ok(Completed { iteration, is_proof: reached.is_none() })
    }

    fn probe(
        &mut self,
        side: usize,
        complete: u8,
        limits: IterationLimits,
        meter: &mut Meter<'_>,
    ) -> Result<Iteration, SearchError> {
        let label = format!("probe-{complete:03}-");
        self.narrow(side);
        let plan = Plan {
            meet_policy: MeetPolicy::Within,
            complete: Some(complete),
            // The other side is still narrowed to it.
            reached: self.marks[side].as_ref().map(|mark| mark.cutoff),
            enough: Some(limits.enough),
            most: limits.most,
            is_probe: true,
            label: &label,
            ..Plan::default()
        };
        self.iterate(side, limits.enough, &plan, meter)
    }
}

impl<L: Layered> Engine<L> {
    /// Narrows a side to the last mark of the other, and returns the cutoff of that mark.
    fn narrow(&mut self, side: usize) -> Option<u8> {
        let space = &mut self.sides[side].space;
        space.widen();
        let mark = self.marks[1 - side].as_ref()?;
        space.narrow(&mark.bounds);
        Some(mark.cutoff)
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
