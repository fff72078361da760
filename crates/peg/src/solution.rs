//! A solution that the referee has seen, and the ways to tell it.

use serde::Serialize;

use super::board::{Jump, Pegs};
use super::notation::Chain;
use super::problem::Problem;
use super::referee::{Foul, Lengths, Referee, Unfinished};

/// A line of play, replayed by the [`Referee`]: its moves, its jumps and its lengths.
///
/// ```
/// use patience_peg::{Drawing, Line, Problem};
///
/// let board = Drawing::parse("....")?.board;
/// let problem = Problem::vacancy(board.clone(), 1, 2)?;
/// let line = Line::replay(&problem, &[board.jumps()[3], board.jumps()[0]])?;
/// assert_eq!(line.notation(), ["03-01", "00-02"]);
/// assert_eq!((line.lengths().moves, line.lengths().jumps), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    problem: Problem,
    jumps: Vec<Jump>,
    chains: Vec<Chain>,
    lengths: Lengths,
}

/// A move that is not allowed, or an end that is not the goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASolution {
    /// One of the jumps is no line of three holes of the board.
    #[error("the board does not have all of the jumps")]
    NoJump,
    /// The move of this index, from 0, is not allowed.
    #[error("move {} ({chain}) is not allowed: {foul}", .index + 1)]
    Move {
        /// The index.
        index: usize,
        /// The move.
        chain: Chain,
        /// Why.
        foul: Foul,
    },
    /// Something else is left than what is to be left.
    #[error("{0}")]
    Unfinished(#[from] Unfinished),
}

impl Line {
    /// Plays `jumps` by the rules from the start of the problem to its goal.
    pub fn replay(problem: &Problem, jumps: &[Jump]) -> Result<Self, NotASolution> {
        let chains = Chain::joined(jumps, problem.board()).ok_or(NotASolution::NoJump)?;
        let mut referee = Referee::new(problem);
        for (index, chain) in chains.iter().enumerate() {
            referee.play(chain).map_err(|foul| NotASolution::Move {
                index,
                chain: chain.clone(),
                foul,
            })?;
        }
        referee.finish()?;
        let lengths = referee.lengths();
        Ok(Self { problem: problem.clone(), jumps: jumps.to_vec(), chains, lengths })
    }

    /// The problem that it solves.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The jumps.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The moves: what one peg jumps in a row is one.
    #[must_use]
    pub fn moves(&self) -> &[Chain] {
        &self.chains
    }

    /// The pegs at the start and after every move.
    #[must_use]
    pub fn positions(&self) -> Vec<Pegs> {
        let mut pegs = self.problem.start();
        let mut positions = vec![pegs];
        let mut jumps = self.jumps.iter();
        for chain in &self.chains {
            // A move through so many holes has one jump fewer.
            let of_move = jumps.by_ref().take(chain.holes().len() - 1);
            pegs = of_move.fold(pegs, |pegs, jump| pegs ^ jump.holes());
            positions.push(pegs);
        }
        positions
    }

    /// How long it is.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// The moves in notation.
    #[must_use]
    pub fn notation(&self) -> Vec<String> {
        self.chains.iter().map(|chain| chain.written(self.problem.board())).collect()
    }
}

impl Serialize for Line {
    /// The moves in notation.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.notation().serialize(serializer)
    }
}
