//! What a search answers.

use std::error::Error;
use std::fmt;

use crate::{Cost, Puzzle, Stats, Stop};

/// A way from a state to a goal.
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
    /// Whether no solution costs less; false where that is not known.
    pub optimal: bool,
}

impl<M: Copy + Eq> Solution<M> {
    /// A solution of `moves` from `root`, with its cost summed up, not known to be optimal.
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

    /// Plays the solution by the rules: every move must be among the legal ones, the last state a goal, the cost right.
    pub fn check<P: Puzzle<Move = M>>(&self, puzzle: &P, root: &P::State) -> Result<(), Illegal> {
        let mut state = root.clone();
        let mut cost: Cost = 0;
        for (index, &mv) in self.moves.iter().enumerate() {
            if !puzzle.is_legal(&state, mv) {
                return Err(Illegal::Move { index });
            }
            cost = cost.saturating_add(puzzle.pay(&mut state, mv));
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

/// What is wrong with a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The move of this index, from 0, is not legal where it is played.
    Move {
        /// The index.
        index: usize,
    },
    /// The moves do not end in a goal.
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
                write!(f, "the moves cost {actual}, which is not what was stated")
            }
        }
    }
}

impl Error for Illegal {}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome<M> {
    /// A solution was found.
    Solved(Solution<M>),
    /// A complete search over exact keys saw every reachable state: there is no solution.
    ProvenUnsolvable,
    /// The search has nothing left to try, but it had dropped states on its way: nothing is proven.
    Exhausted,
    /// A limit was reached first.
    LimitReached(Stop),
}

/// How a search ended and what it spent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Report<M> {
    /// How it ended.
    pub outcome: Outcome<M>,
    /// What it spent.
    pub stats: Stats,
}
