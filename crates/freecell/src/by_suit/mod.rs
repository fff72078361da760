//! A search for games that build by suit.
//!
//! A position is known by which cards lie where they were dealt. Only the next lower card of its suit may lie on a card. So a card that can go home may go home at once: nothing else needs it. And a card in a
//! cell may go onto its *parent*, the next higher card of its suit, as soon as that is on top of a column: it can go back. A position in which
//! neither is possible is *settled*. Every position can be settled without loss.
//!
//! A settled position follows from two things, its [`Dug`](space::Dug): how many cards of every column lie where they were dealt, and which other cards
//! lie at the base of a column. Any other card is home if all lower cards of its suit are dug up too; otherwise it is on its parent if that is in a
//! column with nothing else on it; otherwise it is in a cell. A column that is one run from a card that may fill an empty column counts as if that card had been put
//! there.
//!
//! A *step* takes a whole run from the top of a column onto the parent of its head, into an empty column or into cells; then the position
//! is settled. If any card fills empty columns, a part of a run may go into one, and so may a card from a cell. These steps lose nothing. Let a
//! solution consist of single moves, and settle the positions between them. A card that is in a cell when a position is settled was in a cell before. A
//! move changes the settled position only if it takes away a card from where it was dealt or from a base, or puts one at a base. All cards that
//! lie on that card in the settled position are in cells when it moves; so the settled position has room to move the whole run, and that is a step.
//!
//! Where kings fill empty columns, three kinds of steps are left out:
//!
//! - While a column is empty and a king in a cell, only kings move, into empty columns: a king can go back to its cell.
//! - A king leaves a base only while no column is empty and another king could come: an empty column is of no other use.
//! - A run that fits on the run of a king at a base goes there before anything else if that king cannot leave, because no other king could come
//!   or because its run is longer than there are cells. Nothing will move that run again, so the run that fits is nowhere in the way there.

mod line;
mod moves;
mod space;
#[cfg(test)]
mod tests;
mod weights;

use patience_core::{Meter, Puzzle as _, Search, Solver};
use patience_search::BestFirst;

use self::space::Space;
use self::weights::Weights;
use crate::{Build, Fill, FreeCell, Move, MoveSet, State};

/// A best-first search of settled positions. It is complete, so its end is a proof.
pub(crate) struct BySuit {
    search: BestFirst<Weights>,
}

impl BySuit {
    /// The search for a game; `None` if its cards do not build by suit, or if its moves are not supermoves with auto-play, which steps consist of.
    pub(crate) fn of(game: &FreeCell) -> Option<Self> {
        let rules = game.rules();
        let evaluator = match (game.moves, rules.build, rules.fill) {
            (MoveSet::AutoPlay, Build::Suit, Fill::Any) => Weights::ANY,
            (MoveSet::AutoPlay, Build::Suit, _) if 4 < rules.cells => Weights::KINGS,
            (MoveSet::AutoPlay, Build::Suit, _) => Weights::KINGS_NARROW,
            _ => return None,
        };
        Some(Self { search: BestFirst { evaluator } })
    }
}

impl Solver<FreeCell> for BySuit {
    fn search(&self, game: &FreeCell, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        let space = Space::new(game, root);
        let found = self.search.search(&space, &space.start(), meter)?;
        Ok(found.map(|found| line::solution(game, root, &found.moves)))
    }

    fn is_complete(&self) -> bool {
        true
    }
}
