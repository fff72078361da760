//! Heuristics (bounds for pruning) and evaluators (scores for ranking).

use crate::{Cost, Node, Puzzle};

/// Which estimates of the cost-to-go a search can use.
///
/// ```
/// use patience_core::{Heuristic, Node, Window, example::{Countdown, HeapHeight}};
///
/// let puzzle = Countdown { from: 7, most: 3 };
/// let within = |window| HeapHeight.estimate_between(&puzzle, &Node::root(&7), window);
/// assert_eq!(within(Window { least: 0, enough: 4, limit: 4 }), Some(3));
/// assert_eq!(within(Window { least: 0, enough: 3, limit: 3 }), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// A lower bound that is known.
    pub least: Cost,
    /// From here on, a better estimate need not be worked out: the search asks again when it needs one.
    pub enough: Cost,
    /// From here on, the state is of no use.
    pub limit: Cost,
}

/// Estimates the cost from a node to the nearest goal, for searches that prune by a bound.
///
/// ```
/// use patience_core::{Heuristic, Node, example::{Countdown, HeapHeight}};
///
/// let puzzle = Countdown { from: 7, most: 3 };
/// assert_eq!(HeapHeight.estimate(&puzzle, &Node::root(&7)), Some(3));
/// ```
pub trait Heuristic<P: Puzzle>: Sync {
    /// The estimated cost-to-go; `None` if it is certain that no goal is reachable.
    fn estimate(&self, puzzle: &P, node: &Node<'_, P>) -> Option<Cost>;

    /// A stronger estimate that takes longer, at least `estimate`, the first one; `None` if it is certain that no goal is reachable.
    ///
    /// Lazy searches ask for it only where the first estimate does not prune. They may not know the siblings of the node. An
    /// estimate above the first one need not be the best: they may ask again.
    fn refine(&self, puzzle: &P, node: &Node<'_, P>, estimate: Cost) -> Option<Cost> {
        let _ = (puzzle, node);
        Some(estimate)
    }

    /// The refined estimate, but at least `window.least`; `None` if it is not below `window.limit`, or if it is certain that no goal is
    /// reachable. From `window.enough` on it may be less than the refined one.
    ///
    /// For searches that refine most estimates: both estimates may share work, and the bounds may save some.
    fn estimate_between(&self, puzzle: &P, node: &Node<'_, P>, window: Window) -> Option<Cost> {
        let is_below = |estimate: &Cost| *estimate < window.limit;
        let estimate = self.estimate(puzzle, node)?.max(window.least);
        let estimate = Some(estimate).filter(is_below)?;
        self.refine(puzzle, node, estimate).filter(is_below)
    }

    /// [`estimate_between`](Self::estimate_between) of the child by `mv`, from its parent, for searches that do not build all children. Asked only
    /// where the puzzle has a quick key of the child. `None` if the child must be built first, as every goal must.
    fn estimate_quick_child(
        &self,
        puzzle: &P,
        parent: &Node<'_, P>,
        mv: P::Move,
        window: Window,
    ) -> Option<Option<Cost>> {
        let _ = (puzzle, parent, mv, window);
        None
    }

    /// Lower bounds on the costs-to-go of children that follow from the estimate of their parent, one per move of `moves`, appended to
    /// `bounds`; it may append nothing. The node need not say how it was reached.
    fn bound_children(
        &self,
        puzzle: &P,
        node: &Node<'_, P>,
        estimate: Cost,
        moves: &[P::Move],
        bounds: &mut Vec<Cost>,
    ) {
        let _ = (puzzle, node, estimate, moves, bounds);
    }

    /// Whether no estimate exceeds the true cost in this instance, so that solutions are optimal.
    fn is_admissible(&self, puzzle: &P) -> bool;
}

/// Ranks nodes for searches that expand the most promising: lower is better.
///
/// ```
/// use patience_core::{Evaluator, Node, Puzzle, example::Countdown};
///
/// struct Fewest;
/// impl Evaluator<Countdown> for Fewest {
///     fn score(&self, _: &Countdown, node: &Node<'_, Countdown>) -> f64 {
///         f64::from(*node.state)
///     }
/// }
///
/// let puzzle = Countdown { from: 7, most: 3 };
/// assert!(Fewest.score(&puzzle, &Node::root(&1)) < Fewest.score(&puzzle, &Node::root(&4)));
/// ```
pub trait Evaluator<P: Puzzle>: Sync {
    /// The score of `node`. Never NaN.
    fn score(&self, puzzle: &P, node: &Node<'_, P>) -> f64;
}

impl<P: Puzzle, H: Heuristic<P>> Heuristic<P> for &H {
    fn estimate(&self, puzzle: &P, node: &Node<'_, P>) -> Option<Cost> {
        (**self).estimate(puzzle, node)
    }

    fn refine(&self, puzzle: &P, node: &Node<'_, P>, estimate: Cost) -> Option<Cost> {
        (**self).refine(puzzle, node, estimate)
    }

    fn estimate_between(&self, puzzle: &P, node: &Node<'_, P>, window: Window) -> Option<Cost> {
        (**self).estimate_between(puzzle, node, window)
    }

    fn estimate_quick_child(
        &self,
        puzzle: &P,
        parent: &Node<'_, P>,
        mv: P::Move,
        window: Window,
    ) -> Option<Option<Cost>> {
        (**self).estimate_quick_child(puzzle, parent, mv, window)
    }

    fn bound_children(
        &self,
        puzzle: &P,
        node: &Node<'_, P>,
        estimate: Cost,
        moves: &[P::Move],
        bounds: &mut Vec<Cost>,
    ) {
        (**self).bound_children(puzzle, node, estimate, moves, bounds);
    }

    fn is_admissible(&self, puzzle: &P) -> bool {
        (**self).is_admissible(puzzle)
    }
}

impl<P: Puzzle, E: Evaluator<P>> Evaluator<P> for &E {
    fn score(&self, puzzle: &P, node: &Node<'_, P>) -> f64 {
        (**self).score(puzzle, node)
    }
}

/// Scores children before they are built, for searches that build only what they expand: lower is better.
///
/// [`Built`] turns any evaluator into one by building each child. A puzzle that knows what a move changes can be faster.
///
/// ```
/// use patience_core::{ChildEvaluator, Node, example::Countdown};
///
/// struct Fewest;
/// impl ChildEvaluator<Countdown> for Fewest {
///     type View = ();
///     fn view(&self, _: &Countdown, _: &Node<'_, Countdown>) {}
///     fn score_child(&self, _: &Countdown, node: &Node<'_, Countdown>, (): &(), taken: u32) -> i32 {
///         (*node.state - taken) as i32
///     }
/// }
///
/// let puzzle = Countdown { from: 7, most: 3 };
/// assert_eq!(Fewest.score_child(&puzzle, &Node::root(&7), &(), 3), 4);
/// ```
pub trait ChildEvaluator<P: Puzzle>: Sync {
    /// Facts about a state that all its children share.
    type View;

    /// Computes the facts about the state of `node`.
    fn view(&self, puzzle: &P, node: &Node<'_, P>) -> Self::View;

    /// The score of the child after the legal move `mv`.
    fn score_child(&self, puzzle: &P, node: &Node<'_, P>, view: &Self::View, mv: P::Move) -> i32;

    /// Whether [`each_child`](Self::each_child) visits every legal move.
    fn is_complete(&self) -> bool {
        true
    }

    /// Calls `visit` with every legal move and the score of its child; `score` is that of the node itself, if it is known, and `buffer` is
    /// scratch space.
    ///
    /// A puzzle that generates moves one by one can score them as it goes, by what they change.
    #[inline]
    fn each_child(
        &self,
        puzzle: &P,
        node: &Node<'_, P>,
        score: Option<i32>,
        buffer: &mut Vec<P::Move>,
        mut visit: impl FnMut(P::Move, i32),
    ) {
        let _ = score;
        buffer.clear();
        puzzle.moves(node.state, buffer);
        let view = self.view(puzzle, node);
        for &mv in buffer.iter() {
            visit(mv, self.score_child(puzzle, node, &view, mv));
        }
    }
}

/// A child evaluator from an evaluator: builds every child and rounds its score, multiplied by `scale`, to the nearest integer.
///
/// Its nodes do not count siblings.
///
/// ```
/// use patience_core::{Built, ByFeature, ChildEvaluator, Features, Node, Reading, example::Countdown};
///
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let built = Built { evaluator: left, scale: 10.0 };
/// let puzzle = Countdown { from: 7, most: 3 };
/// assert_eq!(built.score_child(&puzzle, &Node::root(&7), &(), 3), 40);
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Built<E> {
    /// Scores the children.
    pub evaluator: E,
    /// Steps of the integer score per unit of the evaluator's score.
    pub scale: f64,
}

impl<P: Puzzle, E: Evaluator<P>> ChildEvaluator<P> for Built<E> {
    type View = ();

    fn view(&self, _: &P, _: &Node<'_, P>) {}

    fn score_child(&self, puzzle: &P, node: &Node<'_, P>, (): &(), mv: P::Move) -> i32 {
        let child = puzzle.child(node.state, mv);
        let child =
            Node { state: &child, g: node.g.saturating_add(1), last: Some(mv), siblings: 0 };
        // `as` saturates: scores out of range are clamped.
        #[allow(clippy::cast_possible_truncation)]
        let score = (self.scale * self.evaluator.score(puzzle, &child)).round() as i32;
        score
    }
}

/// The blind heuristic: zero for every state.
///
/// ```
/// use patience_core::{Blind, Heuristic, Node, Puzzle, example::Countdown};
///
/// let puzzle = Countdown { from: 9, most: 3 };
/// assert_eq!(Blind.estimate(&puzzle, &Node::root(&puzzle.start())), Some(0));
/// assert!(Blind.is_admissible(&puzzle));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<P: Puzzle> Heuristic<P> for Blind {
    fn estimate(&self, _: &P, _: &Node<'_, P>) -> Option<Cost> {
        Some(0)
    }

    fn is_admissible(&self, _: &P) -> bool {
        true
    }
}

/// Uses an evaluator as a heuristic: its score, rounded to the nearest cost and clamped at zero.
///
/// ```
/// use patience_core::{ByFeature, Features, Heuristic, Node, Reading, Rounded, example::Countdown};
///
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Raw };
/// let puzzle = Countdown { from: 7, most: 3 };
/// assert_eq!(Rounded(left).estimate(&puzzle, &Node::root(&7)), Some(7));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rounded<E>(pub E);

impl<P: Puzzle, E: Evaluator<P>> Heuristic<P> for Rounded<E> {
    fn estimate(&self, puzzle: &P, node: &Node<'_, P>) -> Option<Cost> {
        Some(rounded(self.0.score(puzzle, node)))
    }

    fn is_admissible(&self, _: &P) -> bool {
        false
    }
}

/// The nearest cost. `as` saturates: values out of range are clamped.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(crate) fn rounded(score: f64) -> Cost {
    score.round() as Cost
}
