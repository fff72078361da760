//! The steps between settled positions.

use patience_cards::{Card, cards_of};

use super::space::Space;
use crate::{Selection, State};

/// Where a card goes with the cards on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Onto a card; a run that lies there goes to cells first.
    On(Card),
    /// Into an empty column.
    Empty,
    /// To the base of a column whose run goes to cells first: from this card.
    BaseOf(Card),
    /// Into cells, card by card.
    Cells,
    /// Home; the cards on it go to cells first.
    Home,
}

/// A card moves; then the position is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) card: Card,
    pub(super) to: Target,
}

impl Space<'_> {
    /// Calls `visit` with the steps from a settled position. A search that makes only [likely](Selection::Likely) ones puts no run onto a card on
    /// which another lies.
    #[inline]
    pub(super) fn each_step(
        &self,
        state: &State,
        selection: Selection,
        mut visit: impl FnMut(Step),
    ) {
        let game = self.game;
        let free = game.rules().cells - state.cells_taken();
        let ends = state.ends();
        let (exposed, held, next) = (state.exposed(), state.held(), state.next_home());
        let has_empty = state.columns_taken() < game.rules().columns;
        let covered = match selection {
            Selection::All => exposed & !ends,
            Selection::Likely => 0,
        };
        // The cards at bases that may return there.
        let founders = state.at_bases() & game.fillers();
        let heads = state.loose() | state.at_bases() & !founders;
        // Runs that others may take the places of, and those that may do so.
        let bases = if has_empty { 0 } else { founders & exposed };
        let length = |card: Card| state.covers(card) + 1;

        for card in cards_of(next & (held | exposed)) {
            let covers = if held & card.bit() != 0 { 0 } else { state.covers(card) };
            if covers <= free {
                visit(Step { card, to: Target::Home });
            }
        }
        for card in cards_of(held & (game.children(covered) | game.fillers())) {
            for on in cards_of(game.parents(card) & covered) {
                if state.above(on).is_some_and(|there| length(there) <= free) {
                    visit(Step { card, to: Target::On(on) });
                }
            }
            if game.fillers() & card.bit() != 0 {
                for there in cards_of(bases) {
                    if length(there) <= free {
                        visit(Step { card, to: Target::BaseOf(there) });
                    }
                }
            }
        }
        for card in cards_of(exposed & (heads | game.children(ends | covered)) & !founders) {
            let others = state.covers(card);
            // The cells that it takes to carry the run.
            let carriers = if game.rules().relaxed { 0 } else { others };
            if free < carriers {
                continue;
            }
            let is_head = heads & card.bit() != 0;
            let bare = game.parents(card) & ends;
            for on in cards_of(bare) {
                visit(Step { card, to: Target::On(on) });
            }
            if is_head && bare != 0 {
                continue;
            }
            for on in cards_of(game.parents(card) & covered) {
                // Two runs that lie on cards on which both fit change places once.
                let is_first =
                    |there: Card| is_head || game.rules().relaxed || card.index() < there.index();
                let fits = |there: Card| {
                    there != card && is_first(there) && length(there) + carriers <= free
                };
                if state.above(on).is_some_and(fits) {
                    visit(Step { card, to: Target::On(on) });
                }
            }
            if !is_head {
                continue;
            }
            if game.fillers() & card.bit() != 0 {
                if has_empty {
                    visit(Step { card, to: Target::Empty });
                    continue;
                }
                for there in cards_of(bases) {
                    if length(there) + carriers <= free {
                        visit(Step { card, to: Target::BaseOf(there) });
                    }
                }
            }
            if others < free {
                visit(Step { card, to: Target::Cells });
            }
        }
    }
}
