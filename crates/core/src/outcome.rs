//! Results of a search: solutions, outcomes and reports.

use std::error::Error;
use std::fmt;

use crate::{Cost, Puzzle, Stats, Stop};

/// A path from a state to a goal.
///
/// ```
/// use patience_core::{Puzzle, Solution, example::Countdown};
///
/// let puzzle = Countdown { from: 5, most: 3 };
/// let solution = Solution::new(&puzzle, &puzzle.start(), vec![3, 2]);
/// assert_eq!(solution.cost, 2);
/// assert!(solution.check(&puzzle, &puzzle.start()).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The moves in order.
    pub moves: Vec<M>,
    /// The sum of their costs.
    pub cost: Cost,
    /// Whether it is known that no solution costs less.
    pub optimal: bool,
}

impl<M: Copy + Eq> Solution<M> {
    /// A solution of `moves` from `root`, with its cost summed and `optimal` unset.
    ///
    /// Every move must be legal where it is played.
    pub fn new<P: Puzzle<Move = M>>(puzzle: &P, root: &P::State, moves: Vec<M>) -> Self {
        let mut state = root.clone();
        let mut cost: Cost = 0;
        for &mv in &moves {
            cost = cost.saturating_add(puzzle.pay(&mut state, mv));
        }
        Self { moves, cost, optimal: false }
    }

    /// Replays the solution by the rules: every move must be legal, the last state a goal, and the cost correct.
    pub fn check<P: Puzzle<Move = M>>(&self, puzzle: &P, root: &P::State) -> Result<(), Illegal> {
        self.check_by(puzzle, root, |state, mv| puzzle.pay(state, mv))
    }

    /// Like [`check`](Self::check), with a function that does what [`Puzzle::pay`] does, and may note what happens.
    pub fn check_by<P: Puzzle<Move = M>>(
        &self,
        puzzle: &P,
        root: &P::State,
        mut pay: impl FnMut(&mut P::State, M) -> Cost,
    ) -> Result<(), Illegal> {
        let mut state = root.clone();
        let mut cost: Cost = 0;
        for (index, &mv) in self.moves.iter().enumerate() {
            if !puzzle.is_legal(&state, mv) {
                return Err(Illegal::Move { index });
            }
            cost = cost.saturating_add(pay(&mut state, mv));
        }
        if !puzzle.is_goal(&state) {
            return Err(Illegal::End);
        }
        if cost != self.cost {
            return Err(Illegal::Cost { actual: cost });
        }
        Ok(())
    }
}

/// An error in a solution.
///
/// ```
/// use patience_core::{Illegal, Puzzle, Solution, example::Countdown};
///
/// let puzzle = Countdown { from: 5, most: 3 };
/// let wrong = Solution { moves: vec![3, 3], cost: 2, optimal: false };
/// assert_eq!(wrong.check(&puzzle, &puzzle.start()), Err(Illegal::Move { index: 1 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Illegal {
    /// The move at this index, from 0, is illegal where it is played.
    Move {
        /// The index.
        index: usize,
    },
    /// The last state is not a goal.
    End,
    /// The stated cost is not the sum of the moves' costs.
    Cost {
        /// The sum.
        actual: Cost,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { index } => write!(f, "move {} is not legal", index + 1),
            Self::End => f.write_str("the moves do not end in a goal"),
            Self::Cost { actual } => {
                write!(f, "the moves cost {actual}, not the stated cost")
            }
        }
    }
}

impl Error for Illegal {}

/// How a search ended.
///
/// ```
/// use patience_core::{Outcome, Stop};
///
/// fn describe<M>(outcome: &Outcome<M>) -> String {
///     match outcome {
///         Outcome::Solved(solution) => format!("solved in {} moves", solution.moves.len()),
///         Outcome::ProvenUnsolvable => "no solution exists".to_owned(),
///         Outcome::Exhausted => "no solution found, nothing proven".to_owned(),
///         Outcome::LimitReached(stop) => stop.to_string(),
///     }
/// }
/// assert_eq!(describe::<u32>(&Outcome::LimitReached(Stop::Nodes)), "node limit reached");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome<M> {
    /// A solution was found.
    Solved(Solution<M>),
    /// A complete search over exact keys exhausted all reachable states: there is no solution.
    ProvenUnsolvable,
    /// The search has nothing left to try but dropped states: nothing is proven.
    Exhausted,
    /// A limit was reached first.
    LimitReached(Stop),
}

/// The outcome of a search and its statistics.
///
/// ```
/// use patience_core::{Outcome, Report, Stats, Stop};
///
/// fn line(report: &Report<u32>) -> String {
///     let nodes = report.stats.expanded;
///     match &report.outcome {
///         Outcome::Solved(solution) => format!("cost {} after {nodes} nodes", solution.cost),
///         _ => format!("no solution after {nodes} nodes"),
///     }
/// }
/// # let mut stats = Stats::default();
/// # stats.expanded = 12;
/// let report = Report { outcome: Outcome::LimitReached(Stop::Nodes), stats };
/// assert_eq!(line(&report), "no solution after 12 nodes");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Report<M> {
    /// The outcome.
    pub outcome: Outcome<M>,
    /// The statistics.
    pub stats: Stats,
}
