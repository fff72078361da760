//! States that A* stores when they are generated.

use patience_core::Cost;

/// By the estimated total cost, then by the estimated cost-to-go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Priority {
    pub(super) total: Cost,
    pub(super) left: Cost,
}

/// A state that was generated: its key, and how it was reached.
pub(super) struct Stored<K> {
    pub(super) key: K,
    /// The slot of the state before it.
    pub(super) parent: u32,
    /// From the root.
    pub(super) cost: Cost,
    /// The estimated cost-to-go.
    pub(super) left: Cost,
    pub(super) marks: Marks,
}

/// What the moves to a state restrict there, by a [`MoveOrder`](super::MoveOrder), and whether the state has been expanded: four bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks(u32);

impl Marks {
    const EXPANDED: u32 = 1 << 31;

    /// Those of a state that has not been expanded.
    pub(super) fn new(restriction: u32) -> Self {
        debug_assert!(restriction < Self::EXPANDED, "a restriction has 31 bits");
        Self(restriction)
    }

    pub(super) fn restriction(self) -> u32 {
        self.0 & !Self::EXPANDED
    }

    pub(super) fn is_expanded(self) -> bool {
        self.0 & Self::EXPANDED != 0
    }

    pub(super) fn expand(&mut self) {
        self.0 |= Self::EXPANDED;
    }
}

impl<K> Stored<K> {
    pub(super) fn priority(&self) -> Priority {
        Priority { total: self.cost.saturating_add(self.left), left: self.left }
    }
}
