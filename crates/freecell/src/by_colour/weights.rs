//! Weighted sums that score settled positions.

use patience_cards::{Card, cards_of};
use patience_core::{ChildEvaluator, Node};

use super::space::{Space, going};
use super::steps::{Step, Target};
use crate::features::counts::{away, count, next_covers, next_in_columns, vacancies, weighed};
use crate::{MAX_COLUMNS, Selection, State};

/// Weights of the counts; lower sums are better. Each field names what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// Cards that are not home.
    away: i32,
    /// Cards that lie on a card with which they form no run.
    loose: i32,
    /// Cards that lie on the next card of each foundation.
    covers: i32,
    /// Cards in cells.
    in_cells: i32,
    /// The square of that.
    in_cells_squared: i32,
    /// Empty columns.
    empty: i32,
    /// Cards of runs from kings at bases.
    on_kings: i32,
    /// Steps made.
    steps: i32,
    /// Runs on top of columns and cards in cells that fit on no column.
    stranded: i32,
    /// Columns without loose cards.
    sorted: i32,
    /// The steps that searches make.
    selection: Selection,
}

impl Weights {
    /// Solves most deals of `ForeCell`, for which all of these were tuned.
    pub(super) const EAGER: Self = Self::of([24, 16, 7, 10, 6, -13, -14, 26, 13, 3]);

    /// Cares for order more than for cards at home: for deals that are hard for those.
    pub(super) const CAREFUL: Self = Self::of([4, 32, 7, 23, 8, -30, -12, 23, 0, 0]);

    /// Cares for cards at home and little for moves.
    pub(super) const GREEDY: Self = Self::of([36, 14, 7, 10, 1, -14, -11, 15, 23, 3]);

    /// For hard deals.
    pub(super) const THOROUGH: Self = Self::of([19, 4, 7, 13, 6, -9, -10, 14, 10, 0]);

    /// For the hardest deals.
    pub(super) const STEADY: Self = Self::of([17, 8, 7, 14, 5, -7, -9, 14, 13, 1]);

    /// The weights in the order of the fields.
    pub(super) const fn of(weights: [i32; 10]) -> Self {
        let [away, loose, covers, in_cells, in_cells_squared, ..] = weights;
        let [.., empty, on_kings, steps, stranded, sorted] = weights;
        Self {
            away,
            loose,
            covers,
            in_cells,
            in_cells_squared,
            empty,
            on_kings,
            steps,
            stranded,
            sorted,
            selection: Selection::All,
        }
    }

    /// The same weights for searches that make these steps.
    pub(super) const fn selecting(self, selection: Selection) -> Self {
        Self { selection, ..self }
    }

    /// The sum without steps.
    #[inline]
    fn total(&self, space: &Space<'_>, state: &State) -> i32 {
        let game = space.game;
        let (in_cells, empty) = vacancies(game, state);
        let sorted = state.at_bases() & state.exposed();
        let on_king = |king| i32::from(state.covers(king)) + 1;
        let on_kings: i32 = cards_of(sorted & game.fillers()).map(on_king).sum();
        let stranded = heads_of(state, game.fillers()) & !game.children(state.ends());
        self.away * away(game, state)
            + self.loose * i32::from(state.loose_cards())
            + self.covers * next_covers(game, state)
            + (self.in_cells + self.in_cells_squared * in_cells) * in_cells
            + self.empty * empty
            + self.on_kings * on_kings
            + self.stranded * count(stranded)
            + self.sorted * count(sorted)
    }

    /// The sum.
    pub(super) fn built(&self, space: &Space<'_>, state: &State, g: u32) -> i32 {
        self.total(space, state).saturating_add(weighed(self.steps, g))
    }
}

/// What is computed once for all children of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// The sum of the position with the steps of a child.
    base: i32,
    /// How many next cards of foundations lie in each column.
    next_in: [u8; MAX_COLUMNS],
    /// Those that go home once they are free.
    going: u64,
    /// The deepest cards of the runs on top of columns, without those that stay; and how many of them are stranded.
    heads: u64,
    stranded: i32,
}

impl Weights {
    #[inline]
    fn view_of(&self, space: &Space<'_>, state: &State, score: i32) -> View {
        let mut next_in = [0; MAX_COLUMNS];
        for card in next_in_columns(space.game, state) {
            next_in[usize::from(state.place(card))] += 1;
        }
        let heads = heads_of(state, space.game.fillers());
        View {
            base: score.saturating_add(self.steps),
            next_in,
            going: going(state),
            heads,
            stranded: count(heads & !space.game.children(state.ends())),
        }
    }

    /// The score of a child from the change that a step makes.
    #[inline]
    fn changed(&self, space: &Space<'_>, state: &State, view: &View, step: Step) -> i32 {
        let (game, card) = (space.game, step.card);
        let from = usize::from(state.place(card));
        let below = state.below(card);
        let others = state.covers(card);
        let length = i32::from(others) + 1;
        let (loose, founders) = (state.loose() & card.bit() != 0, game.fillers());
        let is_founded = |column: usize| {
            let base = state.bases()[column].map_or(0, Card::bit);
            base & state.exposed() & founders != 0
        };
        let mut ends = state.ends() | below.map_or(0, Card::bit);
        let mut heads = view.heads & !card.bit();
        let mut covers = 0;
        if view.next_in[from] != 0 {
            let mut next = i32::from(view.next_in[from]);
            let mut run = Some(card);
            while let Some(card) = run {
                next -= i32::from(state.next_home() & card.bit() != 0);
                run = state.above(card);
            }
            covers = -length * next;
        }
        let (mut sorted, mut on_kings) = (0, 0);
        if loose {
            let revealed = game.revealed(card);
            heads |= revealed & !founders;
            if revealed & state.at_bases() != 0 {
                sorted += 1;
                if revealed & founders != 0 {
                    on_kings += i32::from(state.depth(card));
                }
            }
        } else if is_founded(from) {
            on_kings -= length;
        }
        let mut empty = 0;
        if below.is_none() {
            (sorted, empty) = (sorted - 1, 1);
        }
        let mut vacancy = 0;
        if let Target::On(on) = step.to {
            let to = usize::from(state.place(on));
            ends &= !on.bit();
            covers += length * i32::from(view.next_in[to]);
            if is_founded(to) {
                on_kings += length;
            }
        } else {
            ends &= !card.bit();
            vacancy =
                self.in_cells + self.in_cells_squared * (2 * i32::from(state.cells_taken()) + 1);
        }
        view.base + vacancy - self.loose * i32::from(loose)
            + self.covers * covers
            + self.empty * empty
            + self.on_kings * on_kings
            + self.stranded * (count(heads & !game.children(ends)) - view.stranded)
            + self.sorted * sorted
    }
}

/// The deepest cards of the runs on top of columns, without those that stay.
#[inline]
fn heads_of(state: &State, founders: u64) -> u64 {
    state.exposed() & (state.loose() | state.at_bases()) & !founders
}

impl<'g> ChildEvaluator<Space<'g>> for Weights {
    type View = View;

    fn is_complete(&self) -> bool {
        self.selection == Selection::All
    }

    fn view(&self, space: &Space<'g>, node: &Node<'_, Space<'g>>) -> View {
        self.view_of(space, node.state, self.built(space, node.state, node.g))
    }

    #[inline]
    fn score_child(
        &self,
        space: &Space<'g>,
        node: &Node<'_, Space<'g>>,
        view: &View,
        step: Step,
    ) -> i32 {
        let state = node.state;
        if space.is_plain(state, view.going, step) {
            return self.changed(space, state, view, step);
        }
        let mut child = *state;
        space.step(&mut child, step, &mut |_, _| ());
        self.built(space, &child, node.g.saturating_add(1))
    }

    #[inline]
    fn each_child(
        &self,
        space: &Space<'g>,
        node: &Node<'_, Space<'g>>,
        score: Option<i32>,
        _: &mut Vec<Step>,
        mut visit: impl FnMut(Step, i32),
    ) {
        let view = match score {
            Some(score) => self.view_of(space, node.state, score),
            None => self.view(space, node),
        };
        space.each_step(node.state, self.selection, |step| {
            visit(step, self.score_child(space, node, &view, step));
        });
    }
}
