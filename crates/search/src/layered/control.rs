//! Which side advances: the control of searches from two sides, for whatever makes their layers.
//!
//! [`Cutoffs`] is the loop of [`Method::Best`](super::Method::Best); the documentation of the [module](super) has its proofs. [`meet_by_size`]
//! is that of brute force from both sides.

use patience_core::Meter;

use super::layer_store::Ending;
use super::plan::{Progress, whole};

/// Two sides of a search: 0 plays from the start, 1 from the ends.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cutoff_sides.rs"));
/// # }
/// # use doc::Sides;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{Cutoffs, Pace, TwoSides};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // `Sides` is defined in the example of `CutoffSides`. A path of 21 moves is out of their reach.
/// let mut sides = Sides { shortest: 21, factors: [2, 2], best: None };
/// let mut cutoffs = Cutoffs { pace: Pace::default(), lower: 15 };
/// cutoffs.run(&mut sides, &mut meter)?;
/// assert_eq!((sides.steps(), cutoffs.lower, sides.best), (20, 21, None));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub trait TwoSides {
    /// Why a search ends early.
    type Error;

    /// The number of layers after the roots of a side. No path has more moves.
    fn steps(&self) -> usize;
}

/// Two sides that complete cutoffs.
///
/// ```
#[doc = include_str!("../../doc/cutoff_sides.rs")]
///
/// # use patience_core::{Cancel, Limits};
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let mut sides = Sides { shortest: 9, factors: [3, 2], best: None };
/// let limits = IterationLimits { enough: 9, most: None };
/// sides.complete(1, 8, limits, &mut meter)?;
/// assert_eq!(sides.best(), None);
/// // A probe from the other side finds paths that are one move longer.
/// sides.probe(0, 8, limits, &mut meter)?;
/// assert_eq!(sides.best(), Some(9));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cutoff_sides.rs"));
/// # }
/// # use doc::Sides;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{CutoffSides, Ending, IterationLimits};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // `Sides` is defined in the example of `CutoffSides`: at this cutoff, the side has 1024 states.
/// let mut sides = Sides { shortest: 12, factors: [2, 2], best: None };
/// let mut complete = |most| sides.complete(0, 10, IterationLimits { enough: 12, most }, &mut meter);
/// assert_eq!(complete(Some(1023))?.iteration.ending, Ending::GivenUp);
/// assert_eq!(complete(Some(1024))?.iteration.ending, Ending::CutOff);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IterationLimits {
    /// A path of this many moves.
    pub enough: u8,
    /// Abandons it after about this many states.
    pub most: Option<u64>,
}

/// What came of an iteration: a side ran from its roots through its layers.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cutoff_sides.rs"));
/// # }
/// # use doc::Sides;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{CutoffSides, Ending, Iteration, IterationLimits};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // `Sides` is defined in the example of `CutoffSides`: a probe for a path of two more moves expands nine states.
/// let mut sides = Sides { shortest: 12, factors: [3, 2], best: None };
/// let iteration = sides.probe(0, 10, IterationLimits { enough: 12, most: None }, &mut meter)?;
/// assert_eq!(iteration, Iteration { expanded: 9, ending: Ending::CutOff });
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// States that it expanded.
    pub expanded: u64,
    /// How it ended.
    pub ending: Ending,
}

/// What came of completing a cutoff.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cutoff_sides.rs"));
/// # }
/// # use doc::Sides;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{Completed, CutoffSides, IterationLimits};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // `Sides` is defined in the example of `CutoffSides`: it is not narrowed, so a cutoff without a path is a proof.
/// let mut sides = Sides { shortest: 12, factors: [3, 2], best: None };
/// let limits = IterationLimits { enough: 12, most: None };
/// let Completed { iteration, is_proof } = sides.complete(1, 10, limits, &mut meter)?;
/// assert_eq!((iteration.expanded, is_proof, sides.best), (1024, true, None));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    /// The iteration.
    pub iteration: Iteration,
    /// Whether it alone proves that no path has as few moves as the cutoff. A side that is narrowed does not reach the end.
    pub is_proof: bool,
}

/// Effort limits of the parts of a proof.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cutoff_sides.rs"));
/// # }
/// # use doc::Sides;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{Cutoffs, Pace};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // `Sides` is defined in the example of `CutoffSides`. The pace decides the effort, not the answer.
/// for share in [0.0, 0.15, 100.0] {
///     let mut cutoffs = Cutoffs { pace: Pace { share, ..Pace::default() }, lower: 5 };
///     let mut sides = Sides { shortest: 12, factors: [3, 2], best: None };
///     cutoffs.run(&mut sides, &mut meter)?;
///     assert_eq!((cutoffs.lower, sides.best), (12, Some(12)));
/// }
/// # Ok::<(), std::convert::Infallible>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cutoff_sides.rs"));
/// # }
/// # use doc::Sides;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{Cutoffs, Pace};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // `Sides` is defined in the example of `CutoffSides`.
/// let mut sides = Sides { shortest: 12, factors: [3, 2], best: None };
/// let mut cutoffs = Cutoffs { pace: Pace::default(), lower: 5 };
/// cutoffs.run(&mut sides, &mut meter)?;
/// // No path has fewer moves than the one that was found.
/// assert_eq!((cutoffs.lower, sides.best), (12, Some(12)));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
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
///
/// ```
#[doc = include_str!("../../doc/growing.rs")]
///
/// # use patience_core::{Cancel, Limits};
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let mut sides = Growing { steps: 4, factors: [10, 2], made: [0, 0] };
/// sides.advance(1, &mut meter)?;
/// // A root on one side; a layer of two states on the other.
/// assert_eq!(sides.made(), [(0, 1), (1, 2)]);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub trait BreadthFirstSides: TwoSides {
    /// How many layers each side has made after its roots, and the states of its last one.
    fn made(&self) -> [(usize, u64); 2];

    /// Makes the next layer of a side, and notes the best path through it.
    fn advance(&mut self, side: usize, meter: &mut Meter<'_>) -> Result<(), Self::Error>;
}

/// Breadth-first search from both sides, the smaller layer first, until their layers meet or a side has none left.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/growing.rs"));
/// # }
/// # use doc::Growing;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::meet_by_size;
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // `Growing` is defined in the example of `BreadthFirstSides`. Of the four steps, the side that grows faster makes one.
/// let mut sides = Growing { steps: 4, factors: [10, 2], made: [0, 0] };
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
