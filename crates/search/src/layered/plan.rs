//! Plans of iterations, and cost predictions for the next ones.

use super::side::MeetPolicy;

/// Assumed growth from one iteration to the next, until it is measured.
const GROWTH: f64 = 20.0;
/// Minimum size of an iteration whose growth is meaningful.
const KNOWN: f64 = 1000.0;

pub(super) struct Plan<'a> {
    /// Whether to keep and meet frontiers instead of layers.
    pub(super) frontier: bool,
    pub(super) meet_policy: MeetPolicy,
    /// The completed cutoff of the other side, if states that it does not know may be pruned.
    pub(super) complete: Option<u8>,
    /// If it was narrowed then, the cutoff that this side had completed before.
    pub(super) reached: Option<u8>,
    /// Whether to survey states with pruned steps.
    pub(super) survey: bool,
    /// A solution of this many moves ends it.
    pub(super) enough: Option<u8>,
    /// It is abandoned after this many states.
    pub(super) most: Option<u64>,
    /// Whether its layers are not needed afterwards.
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

/// The progress of a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) next: u8,
    /// The sizes of the last two iterations.
    expanded: [u64; 2],
    /// Lower bound on the size of the next iteration.
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

    /// Abandons the next cutoff.
    pub(super) fn give_up(&mut self, expanded: u64) {
        self.least = 2 * expanded;
    }

    /// Predicted cost of completing a cutoff.
    pub(super) fn cost_of(&self, cutoff: u8) -> f64 {
        let [before, last] = self.expanded.map(|expanded| expanded as f64);
        let growth = if before < KNOWN { GROWTH } else { (last / before).max(1.5) };
        let next = (last.max(1.0) * growth).max(self.least as f64);
        next * growth.powi(i32::from(cutoff) - i32::from(self.next))
    }
}

impl Progress {
    /// Predicted cost of the next cutoff.
    pub(super) fn next_cost(&self) -> f64 {
        self.cost_of(self.next)
    }
}

pub(super) fn whole(states: f64) -> u64 {
    // Fewer than fit into any memory.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = states as u64;
    whole
}
