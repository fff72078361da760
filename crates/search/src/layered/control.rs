//! Which side advances: the control of searches from two sides, for whatever makes their layers.
//!
//! [`Cutoffs`] is the loop of [`Method::Best`](super::Method::Best); the documentation of the [module](super) has its proofs. [`meet_by_size`]
//! is that of brute force from both sides.

use patience_core::Meter;

use super::layer_store::Ending;
use super::plan::{Progress, whole};

/// Two sides of a search: 0 plays from the start, 1 from the ends.
pub trait TwoSides {
    /// Why a search ends early.
    type Error;

    /// The number of layers after the roots of a side. No path has more moves.
    fn steps(&self) -> usize;
}

/// Two sides that complete cutoffs.
pub trait CutoffSides: TwoSides {
    /// The moves of the best path so far.
    fn best(&self) -> Option<u8>;

    /// Whether a side that completes a cutoff narrows the other.
    fn narrows(&self) -> bool {
        false
    }

    /// Gives up narrowing: a side has exhausted its bounds.
    fn widen(&mut self) {}

    /// Expands all states of a side within a cutoff. The layers of the other side may go.
    fn complete(
        &mut self,
        side: usize,
        cutoff: u8,
        limits: IterationLimits,
        meter: &mut Meter<'_>,
    ) -> Result<Completed, Self::Error>;

    /// Looks from a side for paths of `limits.enough` moves, given all states that the other side has within the cutoff `complete`.
    fn probe(
        &mut self,
        side: usize,
        complete: u8,
        limits: IterationLimits,
        meter: &mut Meter<'_>,
    ) -> Result<Iteration, Self::Error>;
}

/// What ends an iteration early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IterationLimits {
    /// A path of this many moves.
    pub enough: u8,
    /// Abandons it after about this many states.
    pub most: Option<u64>,
}

/// What came of an iteration: a side ran from its roots through its layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// States that it expanded.
    pub expanded: u64,
    /// How it ended.
    pub ending: Ending,
}

/// What came of completing a cutoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    /// The iteration.
    pub iteration: Iteration,
    /// Whether it alone proves that no path has as few moves as the cutoff. A side that is narrowed does not reach the end.
    pub is_proof: bool,
}

/// Effort limits of the parts of a proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// A probe may cost this fraction of the next cutoff.
    pub share: f64,
    /// Minimum growth from one probe to the next, which looks for solutions of one more move.
    pub probe_growth: u64,
    /// A cutoff of the other side may cost this fraction of the next one of a side, to narrow it.
    pub narrowing: f64,
    /// A side may cost this multiple of the estimate for the other.
    pub worth: f64,
    /// Or this many states, if that is more.
    pub least: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { share: 0.15, probe_growth: 8, narrowing: 0.1, worth: 2.0, least: 1_000 }
    }
}

/// The loop of `Best`: growing cutoffs on the cheaper side, and probes from the other side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cutoffs {
    /// Effort limits.
    pub pace: Pace,
    /// No path has fewer moves: at first an estimate, then what the search has proved.
    pub lower: u8,
}

impl Cutoffs {
    /// Completes cutoffs on the cheaper side, and probes from the other side for longer solutions as long as that is cheaper still.
    /// Before that, the other side completes cheap cutoffs to narrow it.
    ///
    /// At the end the best path of the sides is a shortest one, or there is none.
    pub fn run<S: CutoffSides>(
        &mut self,
        sides: &mut S,
        meter: &mut Meter<'_>,
    ) -> Result<(), S::Error> {
        let mut progress = [Progress::new(self.lower), Progress::new(self.lower)];
        while usize::from(self.lower) <= sides.steps() {
            let costs = progress.map(|side| side.cost_of(self.lower));
            let cheaper = usize::from(costs[1] < costs[0]);
            let (here, there) = (&progress[cheaper], &progress[1 - cheaper]);
            let share = self.pace.narrowing * here.next_cost();
            // No side is ahead of the lower bound, so the costs of their next cutoffs are comparable.
            let narrows = sides.narrows() && there.next < self.lower && there.next_cost() < share;
            let (side, worth) =
                if narrows { (1 - cheaper, share) } else { (cheaper, costs[1 - cheaper]) };
            let cutoff = progress[side].next;
            let limits = self.within(self.pace.worth * worth);
            let Completed { iteration, is_proof } = sides.complete(side, cutoff, limits, meter)?;
            if self.is_proven(sides) {
                return Ok(());
            }
            match iteration.ending {
                Ending::Exhausted => return Ok(()),
                Ending::GivenUp => {
                    progress[side].give_up(iteration.expanded);
                    continue;
                }
                Ending::Bounded => {
                    // Only a search without bounds can prove that there is no solution.
                    sides.widen();
                    continue;
                }
                Ending::CutOff => {}
            }
            progress[side].note(iteration.expanded);
            if is_proof {
                self.lower = self.lower.max(cutoff + 1);
            }
            if !narrows {
                let most = self.pace.share * progress[side].cost_of(cutoff + 1);
                self.probe(sides, (side, cutoff), most, meter)?;
            }
            if self.is_proven(sides) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Probes from the other side for solutions of more moves than the completed cutoff of a side, within a number of states each.
    fn probe<S: CutoffSides>(
        &mut self,
        sides: &mut S,
        (side, cutoff): (usize, u8),
        most: f64,
        meter: &mut Meter<'_>,
    ) -> Result<(), S::Error> {
        while !self.is_proven(sides) && usize::from(self.lower) <= sides.steps() {
            let IterationLimits { enough, most } = self.within(most);
            // The first probe after a cutoff that is no proof costs no more than the cutoff of its side did.
            let most = most.filter(|_| cutoff < self.lower);
            let limits = IterationLimits { enough, most };
            let iteration = sides.probe(1 - side, cutoff, limits, meter)?;
            if iteration.ending == Ending::GivenUp {
                return Ok(());
            }
            if !self.is_proven(sides) {
                self.lower += 1;
            }
            if most.is_some_and(|most| most / self.pace.probe_growth.max(1) < iteration.expanded) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The limits of an iteration that may cost so many states.
    fn within(&self, states: f64) -> IterationLimits {
        IterationLimits { enough: self.lower, most: Some(self.pace.least.max(whole(states))) }
    }

    /// Whether the best path is proven to be a shortest one.
    fn is_proven<S: CutoffSides>(&self, sides: &S) -> bool {
        sides.best().is_some_and(|best| best <= self.lower)
    }
}

/// Two sides that make layers without cutoffs.
pub trait BreadthFirstSides: TwoSides {
    /// How many layers each side has made after its roots, and the states of its last one.
    fn made(&self) -> [(usize, u64); 2];

    /// Makes the next layer of a side, and notes the best path through it.
    fn advance(&mut self, side: usize, meter: &mut Meter<'_>) -> Result<(), Self::Error>;
}

/// Breadth-first search from both sides, the smaller layer first, until their layers meet or a side has none left.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{BreadthFirstSides, TwoSides, meet_by_size};
///
/// /// Sides whose layers grow by a factor.
/// struct Growing {
///     factors: [u64; 2],
///     made: [u32; 2],
/// }
///
/// impl TwoSides for Growing {
///     type Error = std::convert::Infallible;
///
///     fn steps(&self) -> usize {
///         4
///     }
/// }
///
/// impl BreadthFirstSides for Growing {
///     fn made(&self) -> [(usize, u64); 2] {
///         [0, 1].map(|side| (self.made[side] as usize, self.factors[side].pow(self.made[side])))
///     }
///     fn advance(&mut self, side: usize, _: &mut Meter<'_>) -> Result<(), Self::Error> {
///         self.made[side] += 1;
///         Ok(())
///     }
/// }
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // Of the four steps, the side that grows faster makes one.
/// let mut sides = Growing { factors: [10, 2], made: [0, 0] };
/// meet_by_size(&mut sides, &mut meter)?;
/// assert_eq!(sides.made, [1, 3]);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub fn meet_by_size<S: BreadthFirstSides>(
    sides: &mut S,
    meter: &mut Meter<'_>,
) -> Result<(), S::Error> {
    loop {
        let [(forward, left), (backward, right)] = sides.made();
        if forward + backward == sides.steps() || left == 0 || right == 0 {
            return Ok(());
        }
        sides.advance(usize::from(right < left), meter)?;
    }
}
