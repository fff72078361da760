//! A line of play that the referee has replayed.

use crate::rules::board::Board;
use crate::rules::game::Move;
use crate::rules::referee::{Foul, Lengths, Referee};
use crate::text::notation::Step;

/// A line of play, replayed by the [`Referee`]: its moves, the boards between them and its lengths.
///
/// ```
/// use patience_rush_hour::{Board, Line, Move};
///
/// let board = Board::parse("AA.B\n...B\n....\n....")?;
/// let line = Line::replay(&board, &[Move { vehicle: 1, by: 2 }, Move { vehicle: 0, by: 2 }])?;
/// assert_eq!(line.notation().join(" "), "B+2 A+2");
/// assert_eq!((line.lengths().slides, line.lengths().steps), (2, 4));
/// assert_eq!(line.boards()[2].to_string(), "..AA\n....\n...B\n...B");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line {
    start: Board,
    end: Board,
    moves: Vec<Move>,
    steps: Vec<Step>,
    lengths: Lengths,
}

/// Why moves are no solution: one is not allowed, or the target is not at the exit.
///
/// ```
/// use patience_rush_hour::{Board, Line, Move, NotASolution};
///
/// let board = Board::parse("AA.B\n...B\n....\n....")?;
/// let wrong = |vehicle, by| Line::replay(&board, &[Move { vehicle, by }]).unwrap_err();
/// assert_eq!(wrong(2, 1), NotASolution::NoVehicle { index: 0, vehicle: 2, vehicles: 2 });
/// assert_eq!(wrong(0, 1), NotASolution::Unfinished { target: 'A', left: 1 });
/// assert!(matches!(wrong(0, 2), NotASolution::Move { index: 0, .. }));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASolution {
    /// The board has fewer vehicles than the move of this index, from 0, says.
    #[error("move {} is of vehicle {}, but the board has {vehicles}", .index + 1, u32::from(*.vehicle) + 1)]
    NoVehicle {
        /// The index of the move.
        index: usize,
        /// The place of the vehicle, from 0.
        vehicle: u8,
        /// The number of vehicles.
        vehicles: usize,
    },
    /// The move of this index, from 0, is not allowed.
    #[error("move {} ({step}) is not allowed: {foul}", .index + 1)]
    Move {
        /// The index.
        index: usize,
        /// The move.
        step: Step,
        /// Why.
        foul: Foul,
    },
    /// The target is not there yet.
    #[error("the moves end with the target {target} {left} from the exit", left = cells(*.left))]
    Unfinished {
        /// The letter of the target.
        target: char,
        /// Cells between it and the exit.
        left: u8,
    },
}

fn cells(count: u8) -> String {
    match count {
        1 => "1 cell".to_owned(),
        count => format!("{count} cells"),
    }
}

impl Line {
    /// Plays `moves`, whose vehicles are those of `board`, by the rules to their solved end.
    pub fn replay(board: &Board, moves: &[Move]) -> Result<Self, NotASolution> {
        let mut steps = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            steps.push(Step::of(mv, board).ok_or(NotASolution::NoVehicle {
                index,
                vehicle: mv.vehicle,
                vehicles: board.vehicles().len(),
            })?);
        }
        let (line, wrong) = Self::play(board, &steps);
        wrong.map_or(Ok(line), Err)
    }

    /// Plays `steps` from `board` as far as they are legal; also returns why the line is not a solution.
    #[must_use]
    pub fn play(board: &Board, steps: &[Step]) -> (Self, Option<NotASolution>) {
        let mut referee = Referee::new(board);
        let mut played = steps.len();
        let mut wrong = None;
        for (index, &step) in steps.iter().enumerate() {
            if let Err(foul) = referee.play(step) {
                wrong = Some(NotASolution::Move { index, step, foul });
                played = index;
                break;
            }
        }
        let steps = steps[..played].to_vec();
        // The referee has seen a vehicle of every letter.
        let moves = steps.iter().filter_map(|step| step.to_move(board)).collect();
        let (end, lengths) = (referee.board(), referee.lengths());
        if wrong.is_none() && !referee.is_solved() {
            let target = end.target();
            let left = end.width() - target.column - target.length;
            wrong = Some(NotASolution::Unfinished { target: target.letter, left });
        }
        (Self { start: board.clone(), end, moves, steps, lengths }, wrong)
    }

    /// The board that it begins with.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The board after the last move.
    #[must_use]
    pub fn end(&self) -> &Board {
        &self.end
    }

    /// The moves. Their vehicles are those of [`start`](Self::start).
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves as they are written.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The start and the board after every move.
    #[must_use]
    pub fn boards(&self) -> Vec<Board> {
        let mut referee = Referee::new(&self.start);
        let mut boards = vec![self.start.clone()];
        for &step in &self.steps {
            // Every move was played before.
            if referee.play(step).is_ok() {
                boards.push(referee.board());
            }
        }
        boards
    }

    /// Its lengths.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// The moves in notation.
    #[must_use]
    pub fn notation(&self) -> Vec<String> {
        self.steps.iter().map(Step::to_string).collect()
    }
}
