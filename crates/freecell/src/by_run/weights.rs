//! Weighted sums that score settled positions.

use patience_core::{ChildEvaluator, Node};

use super::space::{Space, is_sorted};
use crate::features::counts::{away, next_covers, vacancies, weighed};
use crate::{FreeCell, Move, State};

/// The score of a sorted position: below that of any other of a full deck, but not so far that the queue needs more room.
const SORTED: i32 = 0;

/// Weights of the counts; lower sums are better. Each field names what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    /// Cards that are not home.
    away: i32,
    /// Cards that lie on a card with which they form no run.
    loose: i32,
    /// Cards that lie on the next card of each foundation.
    covers: i32,
    /// Cards in cells.
    in_cells: i32,
    /// Empty columns.
    empty: i32,
    /// Whether no cell and no column is empty.
    stuck: i32,
    /// Steps made.
    steps: i32,
}

impl Weights {
    /// Tuned for Relaxed FreeCell.
    pub(super) const RELAXED: Self =
        Self { away: 4, loose: 27, covers: 3, in_cells: 17, empty: -16, stuck: 370, steps: 26 };

    /// The sum after `g` steps.
    #[inline]
    fn sum(&self, game: &FreeCell, state: &State, g: u32) -> i32 {
        let (in_cells, empty) = vacancies(game, state);
        let is_stuck = i32::from(in_cells == i32::from(game.rules().cells) && empty == 0);
        self.away * away(game, state)
            + self.loose * i32::from(state.loose_cards())
            + self.covers * next_covers(game, state)
            + self.in_cells * in_cells
            + self.empty * empty
            + self.stuck * is_stuck
            + weighed(self.steps, g)
    }

    /// The sum of the child of a position after `g` steps; `None` if it is sorted.
    #[inline]
    fn child(&self, space: &Space<'_>, state: &State, g: u32, mv: Move) -> Option<i32> {
        let mut child = *state;
        space.step(&mut child, mv, |_, _| ());
        if is_sorted(&child) { None } else { Some(self.sum(space.game, &child, g)) }
    }
}

impl<'g> ChildEvaluator<Space<'g>> for Weights {
    type View = ();

    fn view(&self, _: &Space<'g>, _: &Node<'_, Space<'g>>) {}

    /// Likely steps only.
    fn is_complete(&self) -> bool {
        false
    }

    #[inline]
    fn score_child(&self, space: &Space<'g>, node: &Node<'_, Space<'g>>, (): &(), mv: Move) -> i32 {
        self.child(space, node.state, node.g.saturating_add(1), mv).unwrap_or(SORTED)
    }

    #[inline]
    fn each_child(
        &self,
        space: &Space<'g>,
        node: &Node<'_, Space<'g>>,
        _: Option<i32>,
        _: &mut Vec<Move>,
        mut visit: impl FnMut(Move, i32),
    ) {
        let (state, g) = (node.state, node.g.saturating_add(1));
        // A step that wins is the last one.
        let mut is_won = false;
        space.each_step(state, node.last, |mv| {
            if !is_won {
                let score = self.child(space, state, g, mv);
                is_won = score.is_none();
                visit(mv, score.unwrap_or(SORTED));
            }
        });
    }
}
