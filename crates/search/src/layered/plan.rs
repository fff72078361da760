//! How an iteration goes, and what the next one may cost.

use super::side::MeetPolicy;

/// How much larger an iteration is than the one before, as long as nothing else is known.
const GROWTH: f64 = 20.0;
/// What an iteration must take for its growth to say anything.
const KNOWN: f64 = 1000.0;

/// How an iteration goes.
pub(super) struct Plan<'a> {
    /// Whether frontiers are kept and met, rather than layers.
    pub(super) frontier: bool,
    pub(super) meet_policy: MeetPolicy,
    /// The cut-off that the other side has completed, if what it does not know may be left out.
    pub(super) complete: Option<u8>,
    /// If it was narrowed then, the cut-off that this side had completed before.
    pub(super) reached: Option<u8>,
    /// Whether what has steps left out is surveyed.
    pub(super) survey: bool,
    /// A solution of so many moves ends it.
    pub(super) enough: Option<u8>,
    /// It is given up after so many states.
    pub(super) most: Option<u64>,
    /// Whether nobody needs its layers afterwards.
    pub(super) is_probe: bool,
    pub(super) label: &'a str,
}

impl Default for Plan<'_> {
    fn default() -> Self {
        Self {
            frontier: false,
            meet_policy: MeetPolicy::Expand,
            complete: None,
            reached: None,
            survey: false,
            enough: None,
            most: None,
            is_probe: false,
            label: "",
        }
    }
}

/// How far a side has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// The cut-off that comes next.
    pub(super) next: u8,
    /// What the last two took.
    expanded: [u64; 2],
    /// What the next one takes at least.
    least: u64,
}

impl Progress {
    pub(super) fn new(next: u8) -> Self {
        Self { next, expanded: [0; 2], least: 0 }
    }

    pub(super) fn note(&mut self, expanded: u64) {
        self.next += 1;
        self.expanded = [self.expanded[1], expanded];
        self.least = 0;
    }

    /// The next cut-off was given up.
    pub(super) fn give_up(&mut self, expanded: u64) {
        self.least = 2 * expanded;
    }

    /// About what it costs to complete a cut-off.
    pub(super) fn cost_of(&self, cutoff: u8) -> f64 {
        let [before, last] = self.expanded.map(|expanded| expanded as f64);
        let growth = if before < KNOWN { GROWTH } else { (last / before).max(1.5) };
        let next = (last.max(1.0) * growth).max(self.least as f64);
        next * growth.powi(i32::from(cutoff) - i32::from(self.next))
    }
}

impl Progress {
    /// About what the next cut-off costs.
    pub(super) fn next_cost(&self) -> f64 {
        self.cost_of(self.next)
    }
}

/// A number of states.
pub(super) fn whole(states: f64) -> u64 {
    // Fewer than fit into any memory.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = states as u64;
    whole
}
