//! A line of play that the referee has replayed.

use patience_cards::Card;

use super::{Foul, Lengths, Move, Place, Position, Referee, Rules, supermove};
use crate::Step;

/// A line of play, replayed by the [`Referee`]: its moves, the positions between them and its lengths.
///
/// ```
/// use patience_freecell::{Line, Position, Referee, Rules, read_steps};
///
/// let rules = Rules { ranks: 1, ..Rules::default() };
/// let start = Position::parse("AC AD AH AS", &rules)?;
/// let mut referee = Referee::new(&rules, start.clone());
/// let moves: Result<Vec<_>, _> =
///     read_steps("1h 1h 1h 1h", &rules)?.iter().map(|written| referee.play(written.step)).collect();
/// let line = Line::replay(&rules, start, moves?)?;
/// assert_eq!(line.notation().join(" "), "1h 1h 1h 1h");
/// assert_eq!((line.lengths().m1, line.lengths().m2), (4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    rules: Rules,
    start: Position,
    moves: Vec<Move>,
    steps: Vec<Step>,
    end: Position,
    lengths: Lengths,
}

/// A move that is not allowed, or an end with cards that are not home.
///
/// ```
/// use patience_freecell::{Line, NotASolution, Position, Rules};
///
/// let rules = Rules { ranks: 1, ..Rules::default() };
/// let start = Position::parse("AC AD AH AS", &rules)?;
/// let wrong = Line::replay(&rules, start, Vec::new()).unwrap_err();
/// assert_eq!(wrong, NotASolution::Unfinished { left: 4 });
/// assert_eq!(wrong.to_string(), "the moves end with 4 cards that are not home");
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASolution {
    /// The move of this index, from 0, is not allowed.
    #[error("move {} ({notation}) is not allowed: {foul}", .index + 1)]
    Move {
        /// The index.
        index: usize,
        /// The move in standard notation.
        notation: String,
        /// Why.
        foul: Foul,
    },
    /// Cards are left.
    #[error("the moves end with {left} {} not home", if *.left == 1 { "card that is" } else { "cards that are" })]
    Unfinished {
        /// How many.
        left: u32,
    },
}

impl Line {
    /// Plays the moves of a solution, those of auto-play included.
    pub fn replay(rules: &Rules, start: Position, moves: Vec<Move>) -> Result<Self, NotASolution> {
        let line = Self::play(rules, start, moves)?;
        line.unfinished().map_or(Ok(line), Err)
    }

    /// Plays moves, wherever they lead.
    pub fn play(rules: &Rules, start: Position, moves: Vec<Move>) -> Result<Self, NotASolution> {
        let mut referee = Referee::new(rules, roomy(&start, rules));
        let mut steps = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            steps.push(step(mv, referee.position()));
            referee.play_move(mv).map_err(|foul| NotASolution::Move {
                index,
                notation: Step::from(mv).to_string(),
                foul,
            })?;
        }
        let (lengths, end) = (referee.lengths(), referee.into_position());
        Ok(Self { rules: *rules, start, moves, steps, end, lengths })
    }

    /// Why it is not a solution; `None` if all cards are home.
    #[must_use]
    pub fn unfinished(&self) -> Option<NotASolution> {
        let home: u32 = self.end.foundations.iter().copied().map(u32::from).sum();
        let left = u32::from(self.rules.cards()).saturating_sub(home);
        (left != 0).then_some(NotASolution::Unfinished { left })
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after the last move.
    #[must_use]
    pub fn end(&self) -> &Position {
        &self.end
    }

    /// The start and the position after every move.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut referee = Referee::new(&self.rules, self.start.clone());
        let mut positions = vec![self.start.clone()];
        for &mv in &self.moves {
            // Every move was played before.
            if referee.play_move(mv).is_ok() {
                positions.push(referee.position().clone());
            }
        }
        positions
    }

    /// Its lengths.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// The moves in standard notation. A number of cards is written only where it is ambiguous: for several cards that go to an
    /// empty column.
    #[must_use]
    pub fn notation(&self) -> Vec<String> {
        self.steps.iter().map(Step::to_string).collect()
    }

    /// The same line in single-card moves. Under relaxed rules, runs stay whole.
    #[must_use]
    pub fn singles(&self) -> Vec<Move> {
        let mut singles = Vec::new();
        for (&mv, before) in self.moves.iter().zip(&self.positions()) {
            supermove::expand(&self.rules, before, mv, &mut singles);
        }
        singles
    }
}

/// A copy with room in the columns: they seldom grow by more than a run.
fn roomy(position: &Position, rules: &Rules) -> Position {
    let roomy = |column: &Vec<Card>| {
        let mut copy = Vec::with_capacity(column.len() + usize::from(rules.ranks));
        copy.extend_from_slice(column);
        copy
    };
    let columns = position.columns.iter().map(roomy).collect();
    Position { columns, cells: position.cells.clone(), foundations: position.foundations }
}

/// The step of a move, with the number of cards where it is ambiguous.
pub(crate) fn step(mv: Move, before: &Position) -> Step {
    let column = match mv.to {
        Place::Column(at) => before.columns.get(usize::from(at)),
        _ => None,
    };
    Step { from: mv.from, to: mv.to, count: column.is_some_and(Vec::is_empty).then_some(mv.count) }
}
