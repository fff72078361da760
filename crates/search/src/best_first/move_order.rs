//! Orders of moves: of several that lead to the same state, a search need not try all.

use patience_core::Puzzle;

/// Says which moves may follow which, for searches that know every state they reach.
///
/// A *restriction* is what the moves before a state forbid there: 30 bits that the search keeps with the state; 0 forbids nothing. For every puzzle, some
/// cheapest solution must have only moves that those before it allow. Where a state is reached in two ways, the search allows what
/// either allows; so a restriction that forbids less must never lead to one that forbids more.
///
/// ```
/// use patience_core::{Puzzle, example::Countdown};
/// use patience_search::MoveOrder;
///
/// /// Larger moves first: the restriction is how many of the largest moves are forbidden.
/// struct LargestFirst;
///
/// impl MoveOrder<Countdown> for LargestFirst {
///     fn after(&self, puzzle: &Countdown, _: &u32, restriction: u32, taken: u32) -> Option<u32> {
///         (taken + restriction <= puzzle.most).then_some(puzzle.most - taken)
///     }
///     fn either(&self, one: u32, other: u32) -> u32 {
///         one.min(other)
///     }
/// }
///
/// let puzzle = Countdown { from: 9, most: 7 };
/// // After four, no more than four may be taken, unless the heap was also reached by taking five.
/// let four = LargestFirst.after(&puzzle, &9, 0, 4).expect("0 forbids nothing");
/// assert_eq!(LargestFirst.after(&puzzle, &5, four, 5), None);
/// let five = LargestFirst.after(&puzzle, &9, 0, 5).expect("0 forbids nothing");
/// assert!(LargestFirst.after(&puzzle, &5, LargestFirst.either(four, five), 5).is_some());
/// ```
pub trait MoveOrder<P: Puzzle>: Sync {
    /// The restriction after a move from a state with a restriction; `None` if that forbids the move.
    fn after(&self, puzzle: &P, state: &P::State, restriction: u32, mv: P::Move) -> Option<u32>;

    /// A restriction that forbids only what both forbid.
    fn either(&self, one: u32, other: u32) -> u32;
}

/// Every order.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_search::{AnyOrder, MoveOrder};
///
/// let puzzle = Countdown { from: 9, most: 7 };
/// // No move forbids another.
/// assert!((1..=7).all(|taken| AnyOrder.after(&puzzle, &9, 0, taken) == Some(0)));
/// ```
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
