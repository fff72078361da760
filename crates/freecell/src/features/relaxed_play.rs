//! The deadlock heuristic, raised where relaxed play finds no solution.

use patience_core::{Cost, Heuristic, Node, Puzzle, Window};

use super::deadlocks::bound_by_deadlocks;
use super::dealt_deadlocks::Survey;
use super::relaxation::Relaxation;
use crate::{DealtDeadlocks, FreeCell, Metric, Move, Place, State};

/// [`DealtDeadlocks`], and one or two more in states that cannot be solved with so few moves, because cells and columns are taken.
///
/// A solution without a spare move is simple: the moves that do not go home are those of deadlocked runs, one each. So it is cheap to look for
/// one that ignores most of the harm that moves do. Where there is none, a move more is needed; where all cells are taken and there is none with
/// one spare move either, two more. In other metrics than M3 it is [`DealtDeadlocks`].
///
/// ```
/// use patience_core::{Heuristic, Node, Puzzle};
/// use patience_freecell::{DealtDeadlocks, FreeCell, Metric, Position, RelaxedPlay, Rules};
///
/// // Of the first two columns one two must move, of the others both.
/// let estimates = |cells| -> Result<_, Box<dyn std::error::Error>> {
///     let rules = Rules { ranks: 2, columns: 4, cells, ..Rules::default() };
///     let position = Position::parse("AC 2D\nAD 2C\nAH 2H\nAS 2S", &rules)?;
///     let mut game = FreeCell::new(rules, &position)?;
///     game.metric = Metric::M3;
///     let start = game.start();
///     let node = Node::root(&start);
///     let dealt = DealtDeadlocks::new(&game).estimate(&game, &node);
///     Ok((dealt, RelaxedPlay::new(&game).estimate(&game, &node)))
/// };
/// assert_eq!(estimates(1)?, (Some(3), Some(3)));
/// // Without a cell no card can move, but that is not examined beyond two more moves.
/// assert_eq!(estimates(0)?, (Some(3), Some(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RelaxedPlay {
    dealt: DealtDeadlocks,
}

/// With so many empty cells and columns, relaxed play seldom fails.
const MANY: u8 = 3;
/// The most spare moves that are tried where all cells are taken; with an empty cell, none is.
const MOST_SPARE: Cost = 1;

impl RelaxedPlay {
    /// The heuristic with the tables of a game.
    #[must_use]
    pub fn new(game: &FreeCell) -> Self {
        Self { dealt: DealtDeadlocks::new(game) }
    }

    /// The estimate of a state that is built only if relaxed play may raise it, at least `least`, if it is below `limit`.
    #[inline]
    fn assess(
        &self,
        game: &FreeCell,
        (of, survey): (&State, &Survey<'_>),
        window: Window,
        (cells, columns): (u8, u8),
        build: impl FnOnce() -> State,
    ) -> Option<Cost> {
        if game.metric != Metric::M3 || MANY <= cells + columns {
            return DealtDeadlocks::assess(game, of, survey, window.least, window.limit);
        }
        // Without `least`, because spare moves are those that deadlocks do not need.
        let needed = DealtDeadlocks::assess_runs(game, of, survey, 0, window.limit)?;
        self.raise(game, survey, needed, window, cells, build)
    }

    /// The estimate of a state by the moves that its deadlocks need and the runs on cycles.
    #[inline]
    fn raise(
        &self,
        game: &FreeCell,
        survey: &Survey<'_>,
        (needed, on_cycles): (Cost, u64),
        Window { least, enough, limit }: Window,
        cells: u8,
        build: impl FnOnce() -> State,
    ) -> Option<Cost> {
        let mut estimate = needed.max(least);
        let most = needed + if cells == 0 { MOST_SPARE } else { 0 };
        // What may be raised to the limit is examined in any case.
        let is_open = |estimate: Cost| {
            estimate <= most && estimate < limit && (estimate < enough || estimate + 1 == limit)
        };
        if is_open(estimate) {
            let state = build();
            let mut relaxation = Relaxation::new(game, &state, &self.dealt, survey.on_top());
            let reached = relaxation.reached(survey.deadlocked_of(on_cycles));
            while is_open(estimate) && !relaxation.can_end(&reached, estimate - needed) {
                estimate += 1;
            }
        }
        (estimate < limit).then_some(estimate)
    }
}

/// The numbers of empty cells and empty columns.
#[inline]
fn vacancies(game: &FreeCell, state: &State) -> (u8, u8) {
    let rules = game.rules();
    (rules.cells - state.cells_taken(), rules.columns - state.columns_taken())
}

/// The same after a move that is not followed by others and does not go home.
#[inline]
fn vacancies_after(game: &FreeCell, state: &State, mv: Move) -> (u8, u8) {
    let (mut cells, mut columns) = vacancies(game, state);
    match mv.from {
        Place::Cell(_) => cells += 1,
        _ => columns += u8::from(state.below(mv.card).is_none()),
    }
    match mv.to {
        Place::Column(to) => columns -= u8::from(state.tops()[usize::from(to)].is_none()),
        _ => cells -= 1,
    }
    (cells, columns)
}

impl Heuristic<FreeCell> for RelaxedPlay {
    fn estimate(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> Option<Cost> {
        let window = Window { least: 0, enough: Cost::MAX, limit: Cost::MAX };
        self.estimate_between(game, node, window)
    }

    fn refine(&self, game: &FreeCell, node: &Node<'_, FreeCell>, estimate: Cost) -> Option<Cost> {
        let window = Window { least: estimate, enough: estimate + 1, limit: Cost::MAX };
        let (cells, columns) = vacancies(game, node.state);
        if game.metric != Metric::M3 {
            return self.estimate_between(game, node, window);
        }
        if MANY <= cells + columns {
            return Some(estimate);
        }
        // The estimate is at least that of deadlocks, so no more moves are needed.
        let survey = self.dealt.survey(game, node.state);
        let needed = DealtDeadlocks::assess_up_to(&survey, estimate);
        self.raise(game, &survey, needed, window, cells, || *node.state)
    }

    fn estimate_between(
        &self,
        game: &FreeCell,
        node: &Node<'_, FreeCell>,
        window: Window,
    ) -> Option<Cost> {
        let survey = self.dealt.survey(game, node.state);
        let vacancies = vacancies(game, node.state);
        self.assess(game, (node.state, &survey), window, vacancies, || *node.state)
    }

    fn estimate_quick_child(
        &self,
        game: &FreeCell,
        parent: &Node<'_, FreeCell>,
        mv: Move,
        window: Window,
    ) -> Option<Option<Cost>> {
        if mv.to == Place::Home {
            return None;
        }
        let state = parent.state;
        let survey = self.dealt.survey_child(game, state, mv);
        let vacancies = vacancies_after(game, state, mv);
        let child = || game.child(state, mv);
        Some(self.assess(game, (state, &survey), window, vacancies, child))
    }

    fn bound_children(
        &self,
        game: &FreeCell,
        node: &Node<'_, FreeCell>,
        estimate: Cost,
        moves: &[Move],
        bounds: &mut Vec<Cost>,
    ) {
        bound_by_deadlocks(game, moves, estimate, bounds, || {
            let survey = self.dealt.survey(game, node.state);
            let (needed, on_cycles) = DealtDeadlocks::assess_up_to(&survey, estimate);
            // Moves of other cards than deadlocked ones may lower what relaxed play adds.
            (estimate <= needed).then(|| survey.deadlocked_of(on_cycles))
        });
    }

    fn is_admissible(&self, _: &FreeCell) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use patience_core::SplitMix;

    use super::*;
    use crate::MoveSet;

    #[test]
    fn children_have_the_same_estimate_before_and_after_they_are_built() {
        let (mut compared, mut raised) = (0, 0);
        let mut moves = Vec::new();
        for number in 1..=60 {
            let mut game = FreeCell::microsoft(number).unwrap();
            (game.moves, game.metric) = (MoveSet::AutoPlay, Metric::M3);
            let relaxed = RelaxedPlay::new(&game);
            let mut random = SplitMix::new(number);
            let mut state = game.start();
            for _ in 0..80 {
                let node = Node::root(&state);
                let estimate = relaxed.estimate(&game, &node).unwrap();
                let window = |limit| Window { least: 0, enough: limit, limit };
                let below = |limit| relaxed.estimate_between(&game, &node, window(limit));
                assert_eq!((below(estimate), below(estimate + 1)), (None, Some(estimate)));
                // Refined from the estimate of deadlocks, it is raised by one at a time.
                let mut refined = relaxed.dealt.estimate(&game, &node).unwrap();
                while let Some(more) = relaxed.refine(&game, &node, refined)
                    && refined < more
                {
                    refined = more;
                }
                assert_eq!(refined, estimate, "{number}: {state:?}");
                moves.clear();
                game.moves(&state, &mut moves);
                for &mv in moves.iter().filter(|mv| game.quick_child_key(&state, **mv).is_some()) {
                    let child = game.child(&state, mv);
                    let built = relaxed.estimate(&game, &Node::root(&child));
                    let quick = relaxed.estimate_quick_child(&game, &node, mv, window(Cost::MAX));
                    assert_eq!(quick, Some(built), "{number}: {mv:?} {state:?}");
                    let dealt = relaxed.dealt.estimate(&game, &Node::root(&child));
                    compared += 1;
                    raised += usize::from(dealt < built);
                }
                if moves.is_empty() {
                    break;
                }
                game.apply(&mut state, moves[random.below(moves.len())]);
            }
        }
        assert!(10_000 < compared && 1000 < raised, "{raised} of {compared} raised");
    }
}
