//! Pagoda functions (Conway, 1961): weights of holes whose sum over the pegs no jump raises.

use crate::{Board, Jump, Pegs, members};

/// A weight for every hole, such that on every line an end weighs no more than the middle and the other end together.
///
/// ```
/// use patience_peg::{Board, analysis::Pagoda};
///
/// let board = Board::named("english").expect("a board of that name");
/// // All ones: the number of pegs.
/// let pagoda = Pagoda::new(&board, vec![1; 33])?;
/// assert_eq!(pagoda.value(board.all()), 33);
/// # Ok::<(), patience_peg::analysis::PagodaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pagoda {
    weights: Vec<i8>,
}

/// Why weights are not a pagoda.
///
/// ```
/// use patience_peg::Drawing;
/// use patience_peg::analysis::{Pagoda, PagodaError};
///
/// let board = Drawing::parse("...")?.board;
/// assert_eq!(Pagoda::new(&board, vec![1, 1]), Err(PagodaError::Count { holes: 3, weights: 2 }));
/// // The jump from hole 0 makes 3 of 1 and 1.
/// assert_eq!(Pagoda::new(&board, vec![1, 1, 3]), Err(PagodaError::Raised(board.jumps()[0])));
/// assert!(Pagoda::new(&board, vec![1, 1, 2]).is_ok());
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PagodaError {
    /// Their number is not that of the holes.
    #[error("expected {holes} weights, one for each hole, found {weights}")]
    Count {
        /// The holes of the board.
        holes: usize,
        /// The weights that were given.
        weights: usize,
    },
    /// This jump raises the value.
    #[error("the jump {} over {} to {} raises the value", .0.from, .0.over, .0.to)]
    Raised(Jump),
}

impl Pagoda {
    /// A pagoda of these weights, if no jump of the board raises its value.
    pub fn new(board: &Board, weights: Vec<i8>) -> Result<Self, PagodaError> {
        let holes = board.holes().len();
        if weights.len() != holes {
            return Err(PagodaError::Count { holes, weights: weights.len() });
        }
        let weight = |hole: u8| i32::from(weights[usize::from(hole)]);
        let raises = |jump: &&Jump| weight(jump.from) + weight(jump.over) < weight(jump.to);
        match board.jumps().iter().find(raises) {
            Some(&jump) => Err(PagodaError::Raised(jump)),
            None => Ok(Self { weights }),
        }
    }

    /// The weights of the holes by their numbers.
    #[must_use]
    pub fn weights(&self) -> &[i8] {
        &self.weights
    }

    /// The sum of the weights of the pegs.
    #[must_use]
    pub fn value(&self, pegs: Pegs) -> i32 {
        members(pegs).map(|hole| i32::from(self.weights[usize::from(hole)])).sum()
    }

    /// Whether these pegs are worth less than every goal, so they reach none.
    #[must_use]
    pub fn refutes(&self, pegs: Pegs, goals: &[Pegs]) -> bool {
        let value = self.value(pegs);
        goals.iter().all(|&goal| value < self.value(goal))
    }

    /// Its image under a symmetry of the board, which is a pagoda again.
    #[must_use]
    pub fn image(&self, symmetry: &[u8]) -> Self {
        let mut weights = self.weights.clone();
        for (&weight, &to) in self.weights.iter().zip(symmetry) {
            weights[usize::from(to)] = weight;
        }
        Self { weights }
    }
}
