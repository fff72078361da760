//! A position of a game: the board, the pegs, the goal, and the peg that may jump on.

use super::{Board, Goal, Jump, Lengths, Pegs, Problem, ProblemError, image};

/// A position of a game, with everything that affects how it continues.
///
/// ```
/// use patience_peg::{Drawing, Goal, Lengths, Line, Position, Problem, read_chains};
///
/// let Drawing { board, pegs } = Drawing::parse("oo.o.")?;
/// let start = Position::new(&Problem::new(board.clone(), pegs, Goal::OneAnywhere)?);
/// let (_, after, _) = Line::play(&start, &read_chains("00-02")?);
/// assert_eq!((after.pegs(), after.last()), (0b01100, Some(2)));
/// assert_eq!(after.played(), Lengths { moves: 1, jumps: 1 });
/// // Its mirror image is of the same class.
/// let mirrored = Position::of(board, 0b00110, Goal::OneAnywhere, Some(2), after.played())?;
/// assert_eq!(mirrored.class(), after.class());
/// // The peg in mid-move must be on the board.
/// let outside = Position::of(after.board().clone(), 1, Goal::OneAnywhere, Some(64), after.played());
/// assert!(outside.is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// Pegs on a board and a goal, which may be out of reach. `last` is the hole of the peg in mid-move, and `played` counts the moves that
    /// led here.
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
        if let Some(hole) =
            last.filter(|&hole| pegs.checked_shr(hole.into()).is_none_or(|pegs| pegs & 1 == 0))
        {
            return Err(ProblemError::NoPeg(hole));
        }
        Ok(Self { board, pegs, goal, last, played })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pegs.
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

    /// The problem that starts here; an error if the goal has more pegs.
    pub fn problem(&self) -> Result<Problem, ProblemError> {
        Problem::new(self.board.clone(), self.pegs, self.goal)
    }

    /// The position after jumps of these lengths.
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

    /// The least image of the pegs and of the last hole under the symmetries that keep the goal: positions of equal images are solvable
    /// together, and in as many moves.
    #[must_use]
    pub fn class(&self) -> (Pegs, Option<u8>) {
        let symmetries = self.goal.symmetries(&self.board);
        let images = symmetries.iter().map(|symmetry| {
            let last = self.last.map(|hole| symmetry[usize::from(hole)]);
            (image(self.pegs, symmetry), last)
        });
        images.min().unwrap_or((self.pegs, self.last))
    }
}
