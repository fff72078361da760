//! Positions of relaxed play, with the room that they leave.

/// With so many empty cells and columns, hardly any state is stuck.
const ENOUGH: usize = 3;

/// A relaxed position: what may have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    /// Cards that are home.
    pub(super) home: u64,
    /// Cards of columns that have been uncovered where they are.
    pub(super) uncovered: u64,
    /// Cards that moved to columns.
    pub(super) laid: u64,
    /// Cards that are in cells or went home from there.
    pub(super) held: u64,
    /// The cards of runs that may move.
    pub(super) deadlocked: u64,
    /// The uppermost cards of columns that have not gone.
    pub(super) open: u64,
    /// Those and the cards of their runs below them.
    pub(super) movable: u64,
    /// How many columns have had no card left.
    pub(super) emptied: u8,
    /// The deepest cards of what was laid on empty columns.
    pub(super) founded: u64,
}

/// Empty cells and columns, and how many cards may move at once.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) cells: usize,
    pub(super) columns: usize,
    pub(super) onto_card: usize,
    pub(super) into_empty: usize,
}

impl Room {
    /// Whether all cards can go home, as far as is examined.
    #[inline]
    pub(super) fn is_enough(&self) -> bool {
        ENOUGH <= self.cells + self.columns
    }

    /// Whether nothing may be moved at will once one more place is taken.
    #[inline]
    pub(super) fn is_last(&self, spare: u32) -> bool {
        spare == 0 && self.cells + self.columns == 1
    }
}

/// Which cards have been tried on which: those of `children` on those of `parents`.
#[derive(Clone, Copy)]
pub(super) struct Tried {
    pub(super) parents: u64,
    pub(super) children: u64,
}

impl Tried {
    #[inline]
    pub(super) fn by(reached: &Reached) -> Self {
        Self { parents: reached.uncovered | reached.laid, children: reached.movable }
    }
}

/// How many cards a set has.
#[inline]
pub(super) fn count(set: u64) -> usize {
    set.count_ones() as usize
}
