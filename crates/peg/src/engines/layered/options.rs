//! The settings of a side.

use crate::Metric;

/// The settings of a side; by default all prunings in the metric of moves.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pagodas {
    /// None.
    None,
    /// Strong pagodas of the problem, and the peg counts of the four types.
    #[default]
    Strong,
}

/// Which positions count as equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Only identical ones.
    None,
    /// Images under the symmetries that keep start and goal.
    #[default]
    Problem,
}
