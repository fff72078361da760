//! The settings of a side.

use crate::Metric;

/// The settings of a side; by default all prunings in the metric of moves.
///
/// ```
/// use patience_core::Layered;
/// use patience_peg::engines::layered::{Options, Side};
/// use patience_peg::{Drawing, Metric, Problem};
///
/// // `oo.o`: each of the two corners takes a move.
/// let problem = Problem::vacancy(Drawing::parse("....")?.board, 2, 1)?;
/// let estimate = |options| Side::both(&problem, options).0.estimate(problem.start());
/// assert_eq!(estimate(Options::default()), 2);
/// assert_eq!(estimate(Options::brute(Metric::Moves)), 0);
/// assert_eq!(estimate(Options { metric: Metric::Jumps, ..Options::default() }), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The lower bound on moves.
    pub bound: Bound,
    /// The invariants that refute positions.
    pub pagodas: Pagodas,
    /// Which positions count as equal.
    pub symmetry: Symmetry,
    /// The metric. In jumps, all solutions are equally long: all costs and estimates are 0, and no move continues.
    pub metric: Metric,
}

impl Options {
    /// No pruning but by symmetry: brute force.
    #[must_use]
    pub fn brute(metric: Metric) -> Self {
        Self { bound: Bound::None, pagodas: Pagodas::None, metric, ..Self::default() }
    }
}

/// A lower bound on the remaining moves.
///
/// ```
/// use patience_core::Layered;
/// use patience_peg::engines::layered::{Bound, Options, Side};
/// use patience_peg::{Board, Metric, Problem};
///
/// let board = Board::named("english").expect("a board of that name");
/// let problem = Problem::vacancy(board, 16, 16)?;
/// let estimates = [Bound::None, Bound::Paper, Bound::AllRegions].map(|bound| {
///     let options = Options { bound, ..Options::brute(Metric::Moves) };
///     Side::both(&problem, options).0.estimate(problem.start())
/// });
/// // The shortest solution has 18 moves.
/// assert!(estimates[0] == 0 && estimates.is_sorted() && estimates[2] <= 18);
/// assert_eq!(Bound::for_problem(&problem, Metric::Jumps), Bound::None);
/// # Ok::<(), patience_peg::ProblemError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// None: the estimate is always 0.
    None,
    /// The bound of Barker and Korf (2012): corners, and types or Merson regions.
    #[default]
    Paper,
    /// The same with all Merson regions instead of a fixed family: a least set of holes that hits all that require a move.
    AllRegions,
}

/// The invariants that refute positions.
///
/// ```
/// use patience_core::Layered;
/// use patience_peg::engines::layered::{Options, Pagodas, Side};
/// use patience_peg::{Drawing, Problem};
///
/// // Whether the invariants show that no jumps lead from the goal to the start.
/// let problem = Problem::vacancy(Drawing::parse("....")?.board, 2, 1)?;
/// let refuted = [Pagodas::None, Pagodas::Strong].map(|pagodas| {
///     let (forth, _) = Side::both(&problem, Options { pagodas, ..Options::default() });
///     let mut bounds = forth.unbounded();
///     forth.survey(0b0010, &mut bounds);
///     !forth.can_follow(problem.start(), &bounds)
/// });
/// assert_eq!(refuted, [false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pagodas {
    /// None.
    None,
    /// Strong pagodas of the problem, and the peg counts of the four types.
    #[default]
    Strong,
}

/// Which positions count as equal.
///
/// ```
/// use std::collections::BTreeSet;
///
/// use patience_core::{Layered, Record};
/// use patience_peg::engines::layered::{Options, Side, Symmetry};
/// use patience_peg::{Board, Metric, Problem};
///
/// // The central game begins with one of four jumps, which are images of each other.
/// let board = Board::named("english").expect("a board of that name");
/// let problem = Problem::vacancy(board, 16, 16)?;
/// let children = [Symmetry::None, Symmetry::Problem].map(|symmetry| {
///     let (forth, _) = Side::both(&problem, Options { symmetry, ..Options::brute(Metric::Moves) });
///     let (root, mut keys) = (Record { key: problem.start(), ..Record::default() }, BTreeSet::new());
///     forth.expand(&root, u8::MAX, |step| {
///         keys.insert(step.key);
///     });
///     keys.len()
/// });
/// assert_eq!(children, [4, 1]);
/// # Ok::<(), patience_peg::ProblemError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Only identical ones.
    None,
    /// Images under the symmetries that keep start and goal.
    #[default]
    Problem,
}
