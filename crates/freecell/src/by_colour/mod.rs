//! A search for games that build by colour.
//!
//! It needs rules by which only kings, or no cards, may fill an empty column, such as those of `ForeCell`.
//!
//! A card that goes from a cell onto a card where it fits can go back, and so can a king that goes from a cell into an empty column. A card that goes
//! home cannot, nor can one that leaves a card with which it forms no run. Positions that differ only by moves of the first kind are all won or all
//! lost, so the search need not tell them apart. It takes one of them: a position is *settled* if no card in a cell fits on a column or may fill an
//! empty one, and if no card is free that no other can ever need in a column (Horne's rule): such cards go home. A *step* moves one card with the run
//! on it, and settles the position:
//!
//! - The run goes onto a card on top of a column, or into an empty column.
//! - It goes onto a card on which another run lies, or to a base where one lies; that one goes to cells first. (A card has two places where it fits,
//!   so that is how two cards change places.)
//! - A run goes to cells, if it lies where it cannot return to and fits nowhere else.
//! - A card goes home that others might need; the run on it goes to cells first.
//!
//! **These steps lose nothing.** Let a solution consist of single moves, or of moves of runs where these need no room, and let cards that no other can
//! need go home at once. Call a settled position *S* ahead of a position *P* of the solution if both have the same cards home, if every card in a
//! column of *P* lies in *S* on the same card or on a base too, and if every other card in a column of *S* lies where it can return to from a cell.
//! These others are in cells in *P*. For every move from *P* to *P'* there are steps from *S* to a position ahead of *P'*:
//!
//! - A card goes to a cell from where it can return, or a king from a base to another: *S* is ahead of *P'*.
//! - A card *c* moves onto *p*. In *S*, the cards on *c* are those on it in *P*, and others that are in cells in *P*. If nothing lies on *p* in *S*, the
//!   run of *c* goes there, unless *c* already lies there. Otherwise *d* lies on *p*, which is in a cell in *P* with all cards that lie on it in *S*.
//!   These cells are empty in *S*, so there is room to put the run of *d* there and to move that of *c*. If *c* fits on another card on top of a
//!   column, it may go there first and change places with *d* then. Kings and bases are the same.
//! - A card *c* goes home, or to a cell from where it cannot return. The cards on *c* in *S* are in cells in *P*, so there is room for them, and for *c*
//!   if it goes to a cell. If it fits on a card in *S* it goes there instead: that position is ahead of *P'* too.
//!
//! A position ahead of *P'* is still so once it is settled, whichever of two cards a card goes onto: only cards that are in cells in *P'* move, and
//! cards that are free in *S* are free in *P'*. A card that goes home in *P'* because no other can need it has none on it in *S*: that one would be
//! home too.
//!
//! Two runs that lie on cards on which both fit change places by one of two steps that come to the same: the one of the lower card.

mod space;
mod steps;
#[cfg(test)]
mod tests;
mod weights;

use patience_core::{Meter, Puzzle as _, Search, Solution, Solver};
use patience_search::{Attempt, Attempts};

use self::space::Space;
use self::weights::Weights;
use crate::{Build, Fill, FreeCell, Move, MoveSet, Selection, State};

/// Best-first searches of settled positions. The last is complete, so its end is a proof.
pub(crate) struct ByColour {
    search: Attempts<Weights>,
}

/// The searches that make likely steps only, and how many expansions each may take.
const FIRST: [(Weights, u64); 6] = [
    (Weights::EAGER, 1_600),
    (Weights::CAREFUL, 1_600),
    (Weights::GREEDY, 1_500),
    (Weights::THOROUGH, 10_000),
    (Weights::GREEDY, 20_000),
    (Weights::STEADY, 60_000),
];

impl ByColour {
    /// The search for a game; `None` if its cards do not build by colour, if every card may fill an empty column, or if its moves are not supermoves
    /// with auto-play.
    pub(crate) fn of(game: &FreeCell) -> Option<Self> {
        let rules = game.rules();
        let is_possible = game.moves == MoveSet::AutoPlay
            && rules.build == Build::Colour
            && rules.fill != Fill::Any;
        is_possible.then(|| {
            let first = FIRST.map(|(weights, budget)| Attempt {
                evaluator: weights.selecting(Selection::Likely),
                budget,
            });
            Self { search: Attempts { first: first.to_vec(), last: Weights::THOROUGH } }
        })
    }
}

impl Solver<FreeCell> for ByColour {
    fn search(&self, game: &FreeCell, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        let space = Space::new(game, root);
        let Some(found) = self.search.search(&space, &space.start(), meter)? else {
            return Ok(None);
        };
        // A solution has about two moves for every card that is not home.
        let (mut moves, mut cost) = (Vec::with_capacity(128), 0);
        let mut visit = |state: &State, mv: Move| {
            cost += game.cost(state, mv);
            moves.push(mv);
        };
        let mut state = *root;
        space.settle(&mut state, &mut visit);
        for &step in &found.moves {
            space.step(&mut state, step, &mut visit);
        }
        Ok(Some(Solution { moves, cost, optimal: false }))
    }

    fn is_complete(&self) -> bool {
        true
    }
}
