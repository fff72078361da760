//! Positions as numbers of a code.

use patience_kit::{Fault, Packer, Unpacker};

use crate::{Board, Goal, Hole, Lattice, Lengths, MOST_SIDE, Position};

/// Boards of a name, those of the square lattice first. New ones come last: their places are file format.
fn named() -> impl Iterator<Item = Board> {
    Board::NAMES.into_iter().chain(Board::TRIANGLES).filter_map(Board::named)
}

/// Names that a code has room for.
const NAMED: u32 = 32;
/// Kinds of goals: any hole, one hole, some holes.
const GOALS: u32 = 3;

/// Adds the board, its pegs, the goal, the peg in mid-move, and the moves so far.
pub(crate) fn encode(position: &Position, packer: &mut Packer) {
    let board = position.board();
    let name = named().position(|other| other == *board).and_then(|at| u32::try_from(at).ok());
    packer.push(name.map_or(0, |at| at + 1), NAMED);
    if name.is_none() {
        packer.flag(board.lattice() == Lattice::Triangular);
        for side in [board.rows(), board.columns()] {
            packer.push(u32::from(side) - 1, MOST_SIDE.into());
        }
        for row in 0..board.rows() {
            for column in 0..board.columns() {
                packer.flag(board.number(Hole { row, column }).is_some());
            }
        }
    }
    let holes = board.holes().len();
    packer.bits(position.pegs(), holes);
    match position.goal() {
        Goal::OneAnywhere => packer.push(0, GOALS),
        Goal::Exactly(pegs) if pegs.is_power_of_two() => {
            packer.push(1, GOALS);
            packer.index(pegs.trailing_zeros() as usize, holes);
        }
        Goal::Exactly(pegs) => {
            packer.push(2, GOALS);
            packer.bits(pegs, holes);
        }
    }
    packer.index(position.last().map_or(0, |hole| usize::from(hole) + 1), holes + 1);
    let Lengths { moves, jumps } = position.played();
    packer.number(moves);
    packer.number(jumps);
}

/// The position of these numbers.
pub(crate) fn decode(unpacker: &mut Unpacker) -> Result<Position, Fault> {
    let unknown = || Fault::input("there is no board of that number");
    let board = match unpacker.index(NAMED as usize)?.checked_sub(1) {
        Some(at) => named().nth(at).ok_or_else(unknown)?,
        None => drawn(unpacker)?,
    };
    let holes = board.holes().len();
    let pegs = unpacker.bits(holes)?;
    let goal = match unpacker.take(GOALS)? {
        0 => Goal::OneAnywhere,
        1 => Goal::Exactly(1 << unpacker.index(holes)?),
        _ => Goal::Exactly(unpacker.bits(holes)?),
    };
    let last = unpacker.index(holes + 1)?.checked_sub(1).and_then(|hole| u8::try_from(hole).ok());
    let played = Lengths { moves: unpacker.number()?, jumps: unpacker.number()? };
    Position::of(board, pegs, goal, last, played).map_err(Fault::input)
}

/// A board without a name.
fn drawn(unpacker: &mut Unpacker) -> Result<Board, Fault> {
    let lattice = if unpacker.flag()? { Lattice::Triangular } else { Lattice::Square };
    let rows = unpacker.byte(MOST_SIDE.into())?;
    let columns = unpacker.byte(MOST_SIDE.into())?;
    let mut holes = Vec::new();
    for row in 0..=rows {
        for column in 0..=columns {
            if unpacker.flag()? {
                holes.push(Hole { row, column });
            }
        }
    }
    Board::of(lattice, holes).map_err(Fault::input)
}
