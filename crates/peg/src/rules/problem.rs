//! A problem: a board, the pegs at the start, and the goal.

use super::{Board, Pegs, image, members};

/// The pegs at the end.
///
/// ```
/// use patience_peg::{Drawing, Goal, Problem};
///
/// let Drawing { board, pegs } = Drawing::parse("oo.o")?;
/// let problem = |goal| Problem::new(board.clone(), pegs, goal);
/// let (two, one) = (Goal::Exactly(0b1100), Goal::OneAnywhere);
/// assert_eq!((two.count(), one.count()), (2, 1));
/// assert!(problem(two)?.is_solved(0b1100) && !problem(two)?.is_solved(0b0011));
/// assert!(problem(one)?.is_solved(0b0010) && problem(one)?.is_solved(0b0001));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// These pegs and no others.
    Exactly(Pegs),
    /// One peg in any hole.
    OneAnywhere,
}

impl Goal {
    /// The number of pegs at the end.
    #[must_use]
    pub fn count(self) -> u32 {
        match self {
            Self::Exactly(pegs) => pegs.count_ones(),
            Self::OneAnywhere => 1,
        }
    }

    /// The symmetries of a board that keep the goal; the identity is the first.
    pub(crate) fn symmetries(self, board: &Board) -> Vec<Vec<u8>> {
        match self {
            Self::Exactly(goal) => board.symmetries_of(&[goal]),
            Self::OneAnywhere => board.symmetries(),
        }
    }
}

/// A board with a start and a goal.
///
/// ```
/// use patience_peg::{Board, Problem};
///
/// let board = Board::named("english").expect("a board of that name");
/// let central = Problem::vacancy(board, 16, 16)?;
/// assert_eq!(central.jumps_to_play(), 31);
/// assert_eq!(central.symmetries().len(), 8);
/// assert_eq!(central.complement(), Some(central.clone()));
/// # Ok::<(), patience_peg::ProblemError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    board: Board,
    start: Pegs,
    goal: Goal,
}

/// Why pegs are not a problem.
///
/// ```
/// use patience_peg::{Drawing, Goal, Problem, ProblemError};
///
/// let board = Drawing::parse("....")?.board;
/// let problem = |start, goal| Problem::new(board.clone(), start, Goal::Exactly(goal));
/// assert_eq!(problem(0b10011, 1), Err(ProblemError::NoSuchHole(4)));
/// assert_eq!(problem(0, 1), Err(ProblemError::EmptyStart));
/// assert_eq!(problem(1, 0), Err(ProblemError::EmptyGoal));
/// assert_eq!(problem(1, 0b11), Err(ProblemError::GoalTooLarge { start: 1, goal: 2 }));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The board has fewer holes than that.
    #[error("the board has no hole number {0}")]
    NoSuchHole(u8),
    /// The hole of the peg in mid-move is empty.
    #[error("hole number {0} has no peg that could be in the middle of a move")]
    NoPeg(u8),
    /// The start has no peg.
    #[error("the start has no peg")]
    EmptyStart,
    /// The goal has no peg, but no jump takes the last one.
    #[error("the goal has no peg")]
    EmptyGoal,
    /// The goal has more pegs than the start.
    #[error("the goal has {goal} pegs, more than the start with {start}")]
    GoalTooLarge {
        /// The pegs at the start.
        start: u32,
        /// The pegs of the goal.
        goal: u32,
    },
}

impl Problem {
    /// A problem, if its pegs stand in holes and the goal has one at least and no more than the start.
    pub fn new(board: Board, start: Pegs, goal: Goal) -> Result<Self, ProblemError> {
        let wanted = match goal {
            Goal::Exactly(pegs) => pegs,
            Goal::OneAnywhere => 0,
        };
        if let Some(outside) = members((start | wanted) & !board.all()).next() {
            return Err(ProblemError::NoSuchHole(outside));
        }
        match (start.count_ones(), goal.count()) {
            (0, _) => Err(ProblemError::EmptyStart),
            (_, 0) => Err(ProblemError::EmptyGoal),
            (start, goal) if start < goal => Err(ProblemError::GoalTooLarge { start, goal }),
            _ => Ok(Self { board, start, goal }),
        }
    }

    /// The full board except for the hole `empty`; the goal is one peg in the hole `last`.
    pub fn vacancy(board: Board, empty: u8, last: u8) -> Result<Self, ProblemError> {
        let set_of = |hole: u8| {
            let is_there = usize::from(hole) < board.holes().len();
            is_there.then(|| 1 << hole).ok_or(ProblemError::NoSuchHole(hole))
        };
        let (start, goal): (Pegs, Pegs) = (board.all() & !set_of(empty)?, set_of(last)?);
        Self::new(board, start, Goal::Exactly(goal))
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pegs at the start.
    #[must_use]
    pub fn start(&self) -> Pegs {
        self.start
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Every set of pegs that solves the problem.
    #[must_use]
    pub fn goals(&self) -> Vec<Pegs> {
        match self.goal {
            Goal::Exactly(pegs) => vec![pegs],
            Goal::OneAnywhere => members(self.board.all()).map(|hole| 1 << hole).collect(),
        }
    }

    /// Whether these pegs are a goal.
    #[must_use]
    pub fn is_solved(&self, pegs: Pegs) -> bool {
        match self.goal {
            Goal::Exactly(goal) => pegs == goal,
            Goal::OneAnywhere => pegs.is_power_of_two(),
        }
    }

    /// The same problem with pegs and empty holes exchanged, played from the end: the jumps of a solution of either, last to first,
    /// solve the other. They may be more moves or fewer there.
    ///
    /// There is none for a goal of many shapes, nor if the exchange leaves a start or a goal without pegs.
    #[must_use]
    pub fn complement(&self) -> Option<Self> {
        let Goal::Exactly(goal) = self.goal else { return None };
        let rest = |pegs: Pegs| self.board.all() & !pegs;
        Self::new(self.board.clone(), rest(goal), Goal::Exactly(rest(self.start))).ok()
    }

    /// The symmetries of the board that keep the start and the goal; the identity is the first.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Vec<u8>> {
        let mut symmetries = self.goal.symmetries(&self.board);
        symmetries.retain(|symmetry| image(self.start, symmetry) == self.start);
        symmetries
    }

    /// The number of jumps of every solution.
    #[must_use]
    pub fn jumps_to_play(&self) -> u32 {
        self.start.count_ones() - self.goal.count()
    }
}
