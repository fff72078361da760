//! A problem: a board, the pegs that stand at the start, and what is to be left.

use super::{Board, Pegs, image, members};

/// What is to be left at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// These pegs and no others.
    Exactly(Pegs),
    /// One peg, in whichever hole.
    OneAnywhere,
}

impl Goal {
    /// How many pegs are to be left.
    #[must_use]
    pub fn count(self) -> u32 {
        match self {
            Self::Exactly(pegs) => pegs.count_ones(),
            Self::OneAnywhere => 1,
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

/// Pegs that do not make a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// The board has fewer holes than that.
    #[error("the board has no hole number {0}")]
    NoSuchHole(u8),
    /// A peg in the middle of a move that is not there.
    #[error("hole number {0} has no peg that could be in the middle of a move")]
    NoPeg(u8),
    /// Nothing stands at the start.
    #[error("the start has no peg")]
    EmptyStart,
    /// Nothing is to be left, though the last peg cannot be taken.
    #[error("the goal has no peg")]
    EmptyGoal,
    /// Jumps take pegs and never bring any.
    #[error("the goal has {goal} pegs, more than the start with {start}")]
    GoalTooLarge {
        /// The pegs at the start.
        start: u32,
        /// The pegs that are to be left.
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

    /// The full board but for the hole `empty`; one peg is to be left, in the hole `last`.
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

    /// What is to be left.
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

    /// Whether these pegs are what is to be left.
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
        let keeps_goal = |symmetry: &[u8]| match self.goal {
            Goal::Exactly(goal) => image(goal, symmetry) == goal,
            Goal::OneAnywhere => true,
        };
        let mut symmetries = self.board.symmetries();
        symmetries
            .retain(|symmetry| image(self.start, symmetry) == self.start && keeps_goal(symmetry));
        symmetries
    }

    /// How many jumps every solution has.
    #[must_use]
    pub fn jumps_to_play(&self) -> u32 {
        self.start.count_ones() - self.goal.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english() -> Board {
        Board::named("english").expect("a named board")
    }

    #[test]
    fn pegs_outside_the_board_are_refused() {
        let outside = Problem::new(english(), 1 << 40, Goal::OneAnywhere);
        assert_eq!(outside, Err(ProblemError::NoSuchHole(40)));
        assert_eq!(Problem::vacancy(english(), 3, 33), Err(ProblemError::NoSuchHole(33)));
        assert_eq!(Problem::vacancy(english(), 200, 3), Err(ProblemError::NoSuchHole(200)));
    }

    #[test]
    fn a_problem_has_pegs_at_both_ends_and_no_more_at_the_goal() {
        let of = |start, goal| Problem::new(english(), start, Goal::Exactly(goal)).err();
        assert_eq!(of(0, 1), Some(ProblemError::EmptyStart));
        assert_eq!(of(1, 0), Some(ProblemError::EmptyGoal));
        assert_eq!(of(1, 3), Some(ProblemError::GoalTooLarge { start: 1, goal: 2 }));
        assert_eq!(of(1, 1), None);
    }

    #[test]
    fn the_complement_of_a_vacancy_exchanges_its_holes() {
        let problem = Problem::vacancy(english(), 3, 16).expect("two holes");
        assert_eq!(problem.complement(), Problem::vacancy(english(), 16, 3).ok());
        assert_eq!(problem.complement().and_then(|other| other.complement()), Some(problem));
    }

    #[test]
    fn no_complement_without_one_goal_or_without_pegs() {
        let anywhere = Problem::new(english(), 7, Goal::OneAnywhere).expect("three pegs");
        assert_eq!(anywhere.complement(), None);
        let full = Problem::new(english(), english().all(), Goal::Exactly(1)).expect("all pegs");
        assert_eq!(full.complement(), None);
    }

    #[test]
    fn one_anywhere_is_solved_by_every_single_peg() {
        let problem = Problem::new(english(), 7, Goal::OneAnywhere).expect("three pegs");
        assert_eq!(problem.goals().len(), 33);
        assert!(problem.goals().into_iter().all(|pegs| problem.is_solved(pegs)));
        assert!(!problem.is_solved(3) && !problem.is_solved(0));
    }

    #[test]
    fn symmetries_keep_both_ends() {
        let count = |empty, last| {
            Problem::vacancy(english(), empty, last).expect("two holes").symmetries().len()
        };
        // 1 is 0,3; 16 the centre; 31 is 6,3; 0 is 0,2.
        assert_eq!([count(16, 16), count(1, 16), count(1, 31), count(0, 16)], [8, 2, 2, 1]);
    }
}
