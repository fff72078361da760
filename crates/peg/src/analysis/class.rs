//! Position classes (Reiss, 1857). No jump changes the class, so positions of different classes never reach each other.

use std::fmt;

use crate::{Board, Hole, Lattice, Pegs, members};

/// The class of a position, one of sixteen; on a triangular board one of four.
///
/// Colour the holes along either diagonal with three colours in turn. A jump changes one hole of each colour, so it flips the parity
/// of the pegs of every colour, and whether two colours agree in parity stays. On a triangular board jumps also go along the falling
/// diagonals, whose holes all have the same colour of the second kind: there only the first colouring counts.
///
/// ```
/// use patience_peg::{Board, analysis::Class};
///
/// let board = Board::named("english").expect("a board of that name");
/// for jump in board.jumps() {
///     let before = 1 << jump.from | 1 << jump.over;
///     assert_eq!(Class::of(&board, before), Class::of(&board, 1 << jump.to));
/// }
/// // The full board and the empty one are of the same class; neighbouring pegs are not.
/// assert_eq!(Class::of(&board, board.all()), Class::of(&board, 0));
/// assert_ne!(Class::of(&board, 1 << 16), Class::of(&board, 1 << 15));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    bits: u8,
    lattice: Lattice,
}

impl Class {
    /// The class of these pegs.
    #[must_use]
    pub fn of(board: &Board, pegs: Pegs) -> Self {
        let lattice = board.lattice();
        let of_hole = |hole: u8| Self::of_hole(lattice, board.holes()[usize::from(hole)]);
        Self { bits: members(pegs).fold(0, |bits, hole| bits ^ of_hole(hole)), lattice }
    }

    /// The class of one peg.
    fn of_hole(lattice: Lattice, Hole { row, column }: Hole) -> u8 {
        let rising = agreements((u16::from(row) + u16::from(column)) % 3);
        // 255 is divisible by 3, so the colour is that of the difference.
        let falling = agreements((u16::from(row) + 255 - u16::from(column)) % 3);
        match lattice {
            Lattice::Square => rising | falling << 2,
            Lattice::Triangular => rising,
        }
    }
}

/// Two digits a colouring: whether colours 0 and 1, and 1 and 2, differ in parity.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = match self.lattice {
            Lattice::Square => 4,
            Lattice::Triangular => 2,
        };
        (0..digits).try_for_each(|bit| write!(f, "{}", self.bits >> bit & 1))
    }
}

/// For one peg of a colour: whether colours 0 and 1 differ in parity, and whether 1 and 2 do.
fn agreements(colour: u16) -> u8 {
    match colour {
        0 => 0b01,
        1 => 0b11,
        _ => 0b10,
    }
}
