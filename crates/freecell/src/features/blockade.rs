//! Runs of a column that must move because they lie on lower cards of their suits.

use super::weighted_sum::contains;
use crate::State;

/// Runs of a column that must move before their cards go home, because they lie on lower cards of their suits.
pub(super) struct Blockade {
    /// How many there are.
    pub(super) forced: i32,
    /// The set of the cards that cannot go home before some card below the run on top has.
    pub(super) kept: u64,
    /// How many cards of the run on top are among them.
    pub(super) kept_in_run: i32,
}

impl Blockade {
    #[inline]
    pub(super) fn of(state: &State, column: usize) -> Self {
        let mut blockade = Self { forced: 0, kept: 0, kept_in_run: 0 };
        let mut all = 0;
        let mut next = state.bases()[column];
        while let Some(card) = next {
            if state.is_loose(card) {
                blockade.forced += i32::from(blockade.kept_in_run != 0);
                blockade.kept = all;
                blockade.kept_in_run = 0;
            }
            blockade.kept_in_run += i32::from(contains(blockade.kept, card));
            all |= card.higher();
            next = state.above(card);
        }
        blockade.forced += i32::from(blockade.kept_in_run != 0);
        blockade
    }
}
