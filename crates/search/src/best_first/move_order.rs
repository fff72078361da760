//! Orders of moves: of several that lead to the same state, a search need not try all.

use patience_core::Puzzle;

/// Says which moves may follow which, for searches that know every state they reach.
///
/// A *restriction* is what the moves before a state forbid there: 31 bits that the search keeps with the state; 0 forbids nothing. For every puzzle, some
/// cheapest solution must have only moves that those before it allow. Where a state is reached in two ways, the search allows what
/// either allows; so a restriction that forbids less must never lead to one that forbids more.
pub trait MoveOrder<P: Puzzle>: Sync {
    /// The restriction after a move from a state with a restriction; `None` if that forbids the move.
    fn after(&self, puzzle: &P, state: &P::State, restriction: u32, mv: P::Move) -> Option<u32>;

    /// A restriction that forbids only what both forbid.
    fn either(&self, one: u32, other: u32) -> u32;
}

/// Every order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnyOrder;

impl<P: Puzzle> MoveOrder<P> for AnyOrder {
    #[inline]
    fn after(&self, _: &P, _: &P::State, _: u32, _: P::Move) -> Option<u32> {
        Some(0)
    }

    #[inline]
    fn either(&self, _: u32, _: u32) -> u32 {
        0
    }
}
