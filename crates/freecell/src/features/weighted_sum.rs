//! A weighted sum of counts that scores states.

use patience_cards::{Card, cards_of};
use patience_core::{Evaluator, Node};

use super::blockade::Blockade;
use super::counts::{away, covers, next_covers, vacancies, weighed};
use super::stranded::Landings;
use crate::{FreeCell, Selection, State};

/// Weights of the counts; lower sums are better. Each field names what is counted.
///
/// ```
/// use patience_core::{Evaluator, Node, Puzzle};
/// use patience_freecell::{FreeCell, Selection, WeightedSum};
///
/// let game = FreeCell::microsoft(1)?;
/// let weights = WeightedSum { away: 3, in_cells: 100, ..WeightedSum::NOTHING };
/// assert_eq!(weights, WeightedSum::of([3, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0]));
/// // At the start, 52 cards are not home, and no cell is taken.
/// assert_eq!(weights.score(&game, &Node::root(&game.start())), f64::from(3 * 52));
/// let (stranding, selective) = (weights.stranding(5), weights.selecting(Selection::Likely));
/// assert_eq!((stranding.stranded, selective.selection), (5, Selection::Likely));
/// # Ok::<(), patience_cards::NoSuchDeal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightedSum {
    /// Cards that are not home.
    pub away: i32,
    /// Cards that lie on a card with which they form no run.
    pub loose: i32,
    /// Cards that lie on the next card of each foundation.
    pub covers: i32,
    /// Cards in cells.
    pub in_cells: i32,
    /// The square of that.
    pub in_cells_squared: i32,
    /// Empty columns.
    pub empty: i32,
    /// Whether no cell and no column is empty.
    pub stuck: i32,
    /// Cards of runs that begin with a king at the base of a column.
    pub on_kings: i32,
    /// The rank of the highest foundation minus that of the lowest.
    pub spread: i32,
    /// How many ranks the cards in cells are from home.
    pub cells_from_home: i32,
    /// Runs that must move before they go home, because one of their cards lies above a lower card of its suit in the column.
    pub forced: i32,
    /// Moves made.
    pub moves: i32,
    /// Runs on top of columns and cards in cells that fit on the top card of no column.
    pub stranded: i32,
    /// The moves that searches make.
    pub selection: Selection,
}

impl WeightedSum {
    /// The sum without moves.
    pub(super) fn total(&self, game: &FreeCell, state: &State) -> i32 {
        let from_home: i32 = cards_of(state.held()).map(|card| from_home(state, card)).sum();
        let (in_cells, empty) = vacancies(game, state);
        self.away * away(game, state)
            + self.loose * i32::from(state.loose_cards())
            + self.covers * next_covers(game, state)
            + self.vacancy(game, in_cells, empty)
            + self.on_kings * on_kings(game, state)
            + self.spread * spread(*state.homes())
            + self.cells_from_home * from_home
            + self.forced(game, state)
            + self.stranded(game, state)
    }

    /// The part of the sum for stranded runs.
    #[inline]
    fn stranded(&self, game: &FreeCell, state: &State) -> i32 {
        if self.stranded == 0 { 0 } else { self.stranded * Landings::of(game, state).stranded() }
    }

    /// The sum.
    pub(super) fn sum(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> i32 {
        self.total(game, node.state).saturating_add(self.after(node.g))
    }

    /// The part of the sum for forced runs.
    #[inline]
    fn forced(&self, game: &FreeCell, state: &State) -> i32 {
        if self.forced == 0 {
            return 0;
        }
        let columns = 0..usize::from(game.rules().columns);
        self.forced * columns.map(|at| Blockade::of(state, at).forced).sum::<i32>()
    }

    /// The part of the sum for taken cells and empty columns.
    #[inline]
    pub(super) fn vacancy(&self, game: &FreeCell, in_cells: i32, empty: i32) -> i32 {
        let is_stuck = i32::from(in_cells == i32::from(game.rules().cells) && empty == 0);
        (self.in_cells + self.in_cells_squared * in_cells) * in_cells
            + self.empty * empty
            + self.stuck * is_stuck
    }

    /// The part of the sum for moves.
    pub(super) fn after(&self, g: u32) -> i32 {
        weighed(self.moves, g)
    }
}

/// The rank of the highest foundation minus that of the lowest.
#[inline]
pub(super) fn spread([clubs, diamonds, hearts, spades]: [u8; 4]) -> i32 {
    let highest = clubs.max(diamonds).max(hearts).max(spades);
    let lowest = clubs.min(diamonds).min(hearts).min(spades);
    i32::from(highest - lowest)
}

/// How many ranks a card is from home.
#[inline]
pub(super) fn from_home(state: &State, card: Card) -> i32 {
    i32::from(card.rank() - state.home(card.suit()))
}

/// How many cards belong to runs from kings at bases.
#[inline]
fn on_kings(game: &FreeCell, state: &State) -> i32 {
    let on_king = |king: Card| {
        if contains(state.exposed(), king) {
            return covers(state, king) + 1;
        }
        let run = std::iter::successors(state.above(king), |&card| state.above(card));
        1 + run.take_while(|&card| !state.is_loose(card)).map(|_| 1).sum::<i32>()
    };
    cards_of(state.at_bases() & game.kings()).map(on_king).sum()
}

#[inline]
pub(super) fn contains(cards: u64, card: Card) -> bool {
    cards & card.bit() != 0
}

impl Evaluator<FreeCell> for WeightedSum {
    fn score(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> f64 {
        f64::from(self.sum(game, node))
    }
}
