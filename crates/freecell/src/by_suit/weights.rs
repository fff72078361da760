//! Weighted sums that score settled positions.

use patience_core::{ChildEvaluator, Node};

use super::moves::Step;
use super::space::{Settled, Space, below, count};
use crate::features::counts::weighed;

/// Weights of the counts; lower sums are better. Each field names what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// Cards that are not home.
    pub(super) away: i32,
    /// Runs that lie on others where they were dealt.
    pub(super) loose: i32,
    /// Cards that lie on the next card of each foundation where they were dealt.
    pub(super) covers: i32,
    /// Cards in cells.
    pub(super) in_cells: i32,
    /// The square of that.
    pub(super) in_cells_squared: i32,
    /// Empty columns.
    pub(super) empty: i32,
    /// Cards on bases, and those bases.
    pub(super) on_bases: i32,
    /// Runs that lie above a lower card of a suit of theirs.
    pub(super) forced: i32,
    /// Steps made.
    pub(super) steps: i32,
    /// Runs on top of columns whose heads fit nowhere.
    pub(super) stranded: i32,
}

impl Weights {
    /// Where any card fills empty columns: tuned under the rules of Baker's Game.
    pub(super) const ANY: Self = Self::of([-3, 14, 4, 3, 4, -31, -5, 1, 11, 11]);

    /// Where only kings do, with more than four cells: tuned under the rules of Eight Off.
    pub(super) const KINGS: Self = Self::of([1, 21, 12, 1, 2, -30, -18, 6, 22, 13]);

    /// The same with at most four cells: tuned under the rules of Seahaven Towers.
    pub(super) const KINGS_NARROW: Self = Self::of([11, 7, 13, -3, 6, -20, -14, 19, 20, 2]);

    /// The weights in the order of the fields.
    pub(super) const fn of(weights: [i32; 10]) -> Self {
        let [away, loose, covers, in_cells, in_cells_squared, empty, ..] = weights;
        let [.., on_bases, forced, steps, stranded] = weights;
        Self {
            away,
            loose,
            covers,
            in_cells,
            in_cells_squared,
            empty,
            on_bases,
            forced,
            steps,
            stranded,
        }
    }

    /// The sum without steps.
    #[inline]
    fn total(&self, space: &Space, at: &Settled) -> i32 {
        let in_cells = i32::from(count(at.in_cells));
        let on_bases = at.dug.bases | below(at.dug.bases, at.attached);
        let stranded = at.heads & !(at.tops() >> 4);
        self.away * i32::from(count(space.deck & !at.home))
            + self.loose * i32::from(at.loose)
            + self.covers * space.covers(at.dug, at.next & at.in_place)
            + (self.in_cells + self.in_cells_squared * in_cells) * in_cells
            + self.empty * i32::from(at.empty)
            + self.on_bases * i32::from(count(on_bases))
            + self.forced * i32::from(at.forced)
            + self.stranded * i32::from(count(stranded))
    }
}

impl ChildEvaluator<Space> for Weights {
    type View = ();

    fn view(&self, _: &Space, _: &Node<'_, Space>) {}

    #[inline]
    fn score_child(&self, space: &Space, node: &Node<'_, Space>, (): &(), step: Step) -> i32 {
        let after = weighed(self.steps, node.g.saturating_add(1));
        self.total(space, &space.after(node.state, step)).saturating_add(after)
    }

    #[inline]
    fn each_child(
        &self,
        space: &Space,
        node: &Node<'_, Space>,
        _: Option<i32>,
        _: &mut Vec<Step>,
        mut visit: impl FnMut(Step, i32),
    ) {
        space.each_step(node.state, |step| {
            visit(step, self.score_child(space, node, &(), step));
        });
    }
}
