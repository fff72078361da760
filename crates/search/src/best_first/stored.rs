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

/// What the moves to a state restrict there, by a [`MoveOrder`](super::MoveOrder), whether the state has been expanded, and whether its estimate may
/// be refined: four bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks(u32);

impl Marks {
    const EXPANDED: u32 = 1 << 31;
    const ROUGH: u32 = 1 << 30;

    /// Those of a state that has not been expanded.
    pub(super) fn new(restriction: u32) -> Self {
        debug_assert!(restriction < Self::ROUGH, "a restriction has 30 bits");
        Self(restriction)
    }

    pub(super) fn restriction(self) -> u32 {
        self.0 & !(Self::EXPANDED | Self::ROUGH)
    }

    pub(super) fn is_expanded(self) -> bool {
        self.0 & Self::EXPANDED != 0
    }

    /// Whether the estimate may be refined.
    pub(super) fn is_rough(self) -> bool {
        self.0 & Self::ROUGH != 0
    }

    pub(super) fn set_rough(&mut self, is_rough: bool) {
        self.0 = if is_rough { self.0 | Self::ROUGH } else { self.0 & !Self::ROUGH };
    }

    /// The same with another restriction.
    pub(super) fn restricted(self, restriction: u32) -> Self {
        Self(Self::new(restriction).0 | self.0 & Self::ROUGH)
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
