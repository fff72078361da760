//! A line of play that the referee has replayed.

use serde::Serialize;

use super::{Foul, Jump, Lengths, Pegs, Position, Problem, Referee, Unfinished};
use crate::text::{Chain, WrittenChain};

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
    start: Position,
    jumps: Vec<Jump>,
    chains: Vec<Chain>,
    lengths: Lengths,
}

/// A move that is not allowed, or an end that is not the goal.
///
/// ```
/// use patience_peg::{Drawing, Jump, Line, NotASolution, Problem};
///
/// // `oo.o`
/// let problem = Problem::vacancy(Drawing::parse("....")?.board, 2, 1)?;
/// let wrong = |jumps: &[Jump]| Line::replay(&problem, jumps).unwrap_err();
/// assert_eq!(wrong(&[Jump { from: 0, over: 1, to: 3 }]), NotASolution::NoJump);
/// let taken = Jump { from: 1, over: 2, to: 3 };
/// assert_eq!(wrong(&[taken]).to_string(), "move 1 (01-03) is not allowed: there is a peg at 0,3 already");
/// assert!(matches!(wrong(&[]), NotASolution::Unfinished(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASolution {
    /// One of the jumps is not a line of three holes of the board.
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
    /// The moves do not end with the goal.
    #[error("{0}")]
    Unfinished(#[from] Unfinished),
}

impl Line {
    /// Plays `jumps` by the rules from the start of the problem to its goal.
    pub fn replay(problem: &Problem, jumps: &[Jump]) -> Result<Self, NotASolution> {
        Self::solution(&Position::new(problem), jumps)
    }

    /// Plays `jumps` by the rules from a position to its goal.
    pub fn solution(position: &Position, jumps: &[Jump]) -> Result<Self, NotASolution> {
        let chains = Chain::joined(jumps, position.board()).ok_or(NotASolution::NoJump)?;
        let mut referee = Referee::at(position);
        for (index, chain) in chains.iter().enumerate() {
            referee.play(chain).map_err(|foul| NotASolution::Move {
                index,
                chain: chain.clone(),
                foul,
            })?;
        }
        referee.finish()?;
        let lengths = referee.lengths();
        Ok(Self { start: position.clone(), jumps: jumps.to_vec(), chains, lengths })
    }

    /// Plays written moves as far as they are legal: the line, the position after it, and why the next move is illegal.
    #[must_use]
    pub fn play(position: &Position, moves: &[WrittenChain]) -> (Self, Position, Option<Foul>) {
        let mut referee = Referee::at(position);
        let (mut jumps, mut chains, mut foul) = (Vec::new(), Vec::new(), None);
        for WrittenChain { chain, .. } in moves {
            if let Err(reason) = referee.play(chain) {
                foul = Some(reason);
                break;
            }
            jumps.extend(chain.jumps(position.board()).unwrap_or_default());
            chains.push(chain.clone());
        }
        let lengths = referee.lengths();
        let end = position.after(&jumps, lengths);
        (Self { start: position.clone(), jumps, chains, lengths }, end, foul)
    }

    /// The position at the start.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The jumps.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The moves as they are written: jumps of one peg in a row are one move.
    #[must_use]
    pub fn moves(&self) -> &[Chain] {
        &self.chains
    }

    /// The pegs at the start and after every move.
    #[must_use]
    pub fn positions(&self) -> Vec<Pegs> {
        let mut pegs = self.start.pegs();
        let mut positions = vec![pegs];
        let mut jumps = self.jumps.iter();
        for chain in &self.chains {
            // A move has one jump fewer than holes.
            let of_move = jumps.by_ref().take(chain.holes().len() - 1);
            pegs = of_move.fold(pegs, |pegs, jump| pegs ^ jump.holes());
            positions.push(pegs);
        }
        positions
    }

    /// Its lengths.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// The moves in notation.
    #[must_use]
    pub fn notation(&self) -> Vec<String> {
        self.chains.iter().map(|chain| chain.written(self.start.board())).collect()
    }
}

impl Serialize for Line {
    /// The moves in notation.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.notation().serialize(serializer)
    }
}
