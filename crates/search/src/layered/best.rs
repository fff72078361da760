//! Our own method: growing cut-offs on the cheaper side, narrowed by what the other has seen, and searches from the other side for solutions
//! of one move more.
//!
//! # No iteration with the optimal cut-off
//!
//! A side that has expanded everything with `g + h ≤ C` knows that there is no solution of *C* moves or fewer. Each further cut-off costs 20 to 400
//! times as much. Barker and Korf avoid the last one by meeting the frontier of the other side. `best` gives the other side more information.
//!
//! Let S be the side that completed *C*, T the other side, and take a solution of `C + 1 + d` moves. A state on it that T reaches with `gT` moves is
//! among those of S if `gT - hS > d`, where `hS` is the estimate of S. Where T begins, `gT` and `hS` are 0. So T examines only states with
//! `gT - hS ≤ d`, and drops those that S knows: it finds a solution of that length, or there is none. (Within a move both sides count it, so there is one
//! more to spare. A state that S knows at cost `C + 1`, because a peg may continue, it knows for some pegs only; T continues from there.) With `d = 0`
//! these are the states for which the estimate is exact, often few. `d` grows while that is cheaper than the next cut-off of S.
//!
//! # Narrowing
//!
//! Pagoda functions and types never increase along a play, so what one side has seen narrows the other (constraint propagation of Barker and Korf). When a
//! side completes a cut-off, its *mark* is the bounds of all states that had a step pruned. Every solution not yet found passes the mark of either side:
//! the side follows it from its roots until a step is pruned, for its cost or because it leads beyond the bounds of the side. (In the second case the
//! solution has passed the other side's mark, and only states that may come after it are surveyed.) So each side is narrowed to what can reach the last
//! mark of the other. Three points need care:
//!
//! - A narrowed S knows nothing beyond its bounds, and everything it should within them, because whatever leads to a state within them is within them
//!   too. Beyond them a solution has only states that T reached when it left its mark, with its cut-off at that time. So in a probe T examines those
//!   states within that cut-off, whatever S knows, and elsewhere as before.
//! - T may itself be narrowed to the mark of S: where S stopped following the solution, its record is as cheap as the solution, and the two meet.
//! - A narrowed S does not reach the end, so completing *C* proves nothing alone. The first probe looks for solutions of *C* moves; it costs no more than
//!   T's own cut-off did.
//!
//! T completes cut-offs for the sake of their marks as long as they cost a tenth of the next cut-off of S.

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
