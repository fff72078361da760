//! What a side makes use of.

use crate::Metric;

/// The settings of a side; by default everything that helps, and moves are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How many moves are left at least.
    pub bound: Bound,
    /// What shows that a position leads nowhere.
    pub pagodas: Pagodas,
    /// Which positions count as one.
    pub symmetry: Symmetry,
    /// What is counted: moves, or nothing at all, since all solutions have the same number of jumps. Then all costs and estimates are 0,
    /// and no move goes on.
    pub metric: Metric,
}

/// A lower bound of the moves that are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// None: the estimate is always 0.
    None,
    /// That of Barker and Korf (2012): corners, and types or Merson regions.
    #[default]
    Paper,
}

/// What shows that a position leads nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pagodas {
    /// Nothing does.
    None,
    /// Strong pagodas made for the problem, and the numbers of pegs of the four types.
    #[default]
    Strong,
}

/// Which positions count as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// No two.
    None,
    /// Those that a symmetry of the board which keeps start and goal maps onto each other.
    #[default]
    Problem,
}
