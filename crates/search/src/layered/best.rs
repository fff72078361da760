//! Our own method: growing cut-offs on the cheaper side, narrowed by what the other has seen, and searches from the other side for solutions
//! of one move more.

use patience_core::{Cut, Layered, Meter};

use super::SearchError;
use super::engine::{Engine, Iteration, Mark};
use super::layer::Layer;
use super::plan::{Plan, Progress, whole};
use super::side::MeetPolicy;

/// What iterations may take, so that the proof as a whole takes little.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// A search from the other side may take this part of what the next cut-off would.
    pub(super) share: f64,
    /// How much larger the next one is at least, which looks for solutions of yet another move.
    pub(super) probe_growth: u64,
    /// A cut-off of the other side may take this part of what the next one of a side would, to narrow it.
    pub(super) narrowing: f64,
    /// A side may take so many times what the other is thought to take.
    pub(super) worth: f64,
    /// Or so many states, if that is more.
    pub(super) least: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { share: 0.15, probe_growth: 8, narrowing: 0.1, worth: 2.0, least: 1_000 }
    }
}

impl<L: Layered> Engine<L> {
    /// Completes cut-offs on the side where that is cheaper, and looks from the other side for solutions of more moves, as long as that
    /// is cheaper still. Before that the other side completes cut-offs as long as they cost little, to narrow it.
    pub(super) fn cheaper_side(&mut self, meter: &mut Meter<'_>) -> Result<(), SearchError> {
        self.lower = self.estimate();
        let mut sides = [Progress::new(self.lower), Progress::new(self.lower)];
        let steps = self.sides[0].space.steps();
        while usize::from(self.lower) <= steps {
            let costs = sides.map(|side| side.cost_of(self.lower));
            let cheaper = usize::from(costs[1] < costs[0]);
            let (here, there) = (&sides[cheaper], &sides[1 - cheaper]);
            let share = self.pace.narrowing * here.next_cost();
            // No side is ahead of what is proven, so that what its next cut-off costs can be compared.
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
                    // It has seen all within bounds, and beyond them there may be no end.
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

    /// Lets a side look at all within a cut-off and within the bounds of what the other one has seen last; tells the cut-off of the
    /// other one then.
    fn complete(
        &mut self,
        side: usize,
        cutoff: u8,
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(Iteration, Option<u8>), SearchError> {
        // Only the roots of the other side are to be met: its layers would take memory for nothing.
        self.sides[1 - side].restart();
        let reached = self.narrow(side);
        // What was made without a survey, or within other bounds, is another iteration.
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
        // What is only told of has no layers.
        let is_here = !iteration.is_partial && 1 < self.sides[side].layers.len();
        self.complete = is_here.then_some((side, cutoff));
        if self.propagates && !iteration.is_partial {
            let bounds = self.sides[side].seen.clone();
            self.marks[side] = Some(Mark { cutoff, bounds });
        }
        Ok((iteration, reached))
    }

    /// Narrows a side to what the other one has seen last, and tells the cut-off of the other one then.
    fn narrow(&mut self, side: usize) -> Option<u8> {
        let space = &mut self.sides[side].space;
        space.widen();
        let mark = self.marks[1 - side].as_ref()?;
        space.narrow(&mark.bounds);
        Some(mark.cutoff)
    }

    /// Looks for solutions of more moves than the cut-off that a side has completed, from the other side, in so many states each time.
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

    /// By layer from the start, the keys of all states on ways of so many moves, which are the fewest.
    ///
    /// The side that has completed a cut-off knows some of them, with their exact costs. The other one goes through all layers and
    /// keeps of what is known there only what may be on such a way, and of the rest only what it would keep in any case. It reaches all of
    /// them that way: wherever its record of a state costs less than such a way does up to there, the way costs one more and its next step
    /// goes on with a move, which costs as much if it begins anew. Its costs are exact, since each of them is that of some such way. Going
    /// back through what it reached then leaves nothing else.
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
        let layers = self.sides[side].layers.iter().map(Layer::keys);
        let mut layers = layers.collect::<Result<Vec<_>, _>>()?;
        if side == 1 {
            layers.reverse();
        }
        Ok(layers)
    }
}
