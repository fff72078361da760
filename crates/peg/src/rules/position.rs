//! A position of a game: the board, the pegs, the goal, and the peg that may jump on.

use super::{Board, Goal, Jump, Lengths, Pegs, Problem, ProblemError, image};

/// A position of a game, with all that decides how it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    pegs: Pegs,
    goal: Goal,
    last: Option<u8>,
    played: Lengths,
}

impl Position {
    /// The start of a problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let (board, pegs, goal) = (problem.board().clone(), problem.start(), problem.goal());
        Self { board, pegs, goal, last: None, played: Lengths::default() }
    }

    /// Pegs on a board and a goal, which may be out of reach; `last` is the hole of the peg that is in the middle of a move, and `played` are the
    /// moves that led here.
    pub fn of(
        board: Board,
        pegs: Pegs,
        goal: Goal,
        last: Option<u8>,
        played: Lengths,
    ) -> Result<Self, ProblemError> {
        match Problem::new(board.clone(), pegs, goal) {
            Ok(_) | Err(ProblemError::GoalTooLarge { .. }) => {}
            Err(error) => return Err(error),
        }
        if let Some(hole) = last.filter(|&hole| pegs >> hole & 1 == 0) {
            return Err(ProblemError::NoPeg(hole));
        }
        Ok(Self { board, pegs, goal, last, played })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where pegs stand.
    #[must_use]
    pub fn pegs(&self) -> Pegs {
        self.pegs
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The hole of the peg that made the last jump: it may jump on in the same move.
    #[must_use]
    pub fn last(&self) -> Option<u8> {
        self.last
    }

    /// The moves that led here.
    #[must_use]
    pub fn played(&self) -> Lengths {
        self.played
    }

    /// The problem that begins here; an error if more pegs are to be left than there are.
    pub fn problem(&self) -> Result<Problem, ProblemError> {
        Problem::new(self.board.clone(), self.pegs, self.goal)
    }

    /// The position after jumps that are so many moves more.
    pub(super) fn after(&self, jumps: &[Jump], lengths: Lengths) -> Self {
        let Lengths { moves, jumps: count } = self.played;
        Self {
            pegs: jumps.iter().fold(self.pegs, |pegs, jump| pegs ^ jump.holes()),
            last: jumps.last().map(|jump| jump.to).or(self.last),
            played: Lengths {
                moves: moves.saturating_add(lengths.moves),
                jumps: count.saturating_add(lengths.jumps),
            },
            ..self.clone()
        }
    }

    /// The least of the sets of pegs that symmetries of the board which keep the goal make of this one: equal sets are solvable together.
    #[must_use]
    pub fn class(&self) -> Pegs {
        let keeps_goal = |symmetry: &Vec<u8>| match self.goal {
            Goal::Exactly(goal) => image(goal, symmetry) == goal,
            Goal::OneAnywhere => true,
        };
        let symmetries = self.board.symmetries().into_iter().filter(keeps_goal);
        symmetries.map(|symmetry| image(self.pegs, &symmetry)).min().unwrap_or(self.pegs)
    }
}
