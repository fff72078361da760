//! Stranded runs: those on top of columns, and cards in cells, that fit on no column.

// The scores of children call this for every kind of move.
#![allow(clippy::inline_always)]

use patience_cards::Card;

use super::counts::count;
use crate::{FreeCell, State};

/// Which runs could move onto which columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landings {
    /// The deepest cards of the runs on top of columns, and the cards in cells.
    runs: u64,
    /// The set of the cards that fit on the top card of some column,
    accepted: u64,
    /// and of those that fit on one only.
    accepted_once: u64,
    /// How many runs are stranded.
    stranded: i32,
}

impl Landings {
    /// No runs.
    pub(super) const NONE: Self = Self { runs: 0, accepted: 0, accepted_once: 0, stranded: 0 };

    #[inline(always)]
    pub(super) fn of(game: &FreeCell, state: &State) -> Self {
        let heads = state.exposed() & (state.loose() | state.at_bases());
        let runs = heads | state.held();
        let (accepted, accepted_once) = game.accepted(state.ends());
        Self { runs, accepted, accepted_once, stranded: count(runs & !accepted) }
    }

    /// How many runs are stranded.
    #[inline(always)]
    pub(super) fn stranded(&self) -> i32 {
        self.stranded
    }

    /// How many more runs are stranded once the top card `covered` has left the top cards and `bared` has joined them, and once the run from
    /// `left` is no longer counted and those of `joined` are.
    #[inline(always)]
    pub(super) fn change(
        &self,
        game: &FreeCell,
        covered: Option<Card>,
        bared: Option<Card>,
        left: u64,
        joined: u64,
    ) -> i32 {
        let fit_on = |top: Option<Card>| top.map_or(0, |top| game.fit_on(top));
        let accepted = self.accepted & !(fit_on(covered) & self.accepted_once) | fit_on(bared);
        count((self.runs & !left | joined) & !accepted) - self.stranded
    }
}
