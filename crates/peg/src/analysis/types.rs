//! The four types of pegs, by the parity of row and column: a peg keeps its type as long as it is on the board.

use std::fmt;

use crate::{Board, Hole, Lattice, Pegs, members};

/// The type of a hole, and of a peg in it.
///
/// ```
/// use patience_peg::{Board, analysis::PegType};
///
/// let board = Board::named("english").expect("a board of that name");
/// for jump in board.jumps() {
///     let [from, over, to] = [jump.from, jump.over, jump.to]
///         .map(|hole| PegType::of(board.holes()[usize::from(hole)]));
///     assert_eq!(from, to);
///     assert!(from.takes(board.lattice()).contains(&over));
/// }
/// assert_eq!(PegType::ALL.map(|it| it.holes(&board).count_ones()), [12, 8, 8, 5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PegType {
    /// Row and column are even.
    EvenEven,
    /// The row is even, the column odd.
    EvenOdd,
    /// The row is odd, the column even.
    OddEven,
    /// Row and column are odd.
    OddOdd,
}

impl PegType {
    /// All four.
    pub const ALL: [Self; 4] = [Self::EvenEven, Self::EvenOdd, Self::OddEven, Self::OddOdd];

    /// The type of a hole.
    #[must_use]
    pub fn of(hole: Hole) -> Self {
        Self::ALL[usize::from(hole.row % 2 * 2 + hole.column % 2)]
    }

    /// The types that a peg of this one can take: along its row, along its column, and along a diagonal of a triangular board.
    #[must_use]
    pub fn takes(self, lattice: Lattice) -> &'static [Self] {
        use PegType::{EvenEven, EvenOdd, OddEven, OddOdd};
        let all: &[Self; 3] = match self {
            EvenEven => &[EvenOdd, OddEven, OddOdd],
            EvenOdd => &[EvenEven, OddOdd, OddEven],
            OddEven => &[OddOdd, EvenEven, EvenOdd],
            OddOdd => &[OddEven, EvenOdd, EvenEven],
        };
        match lattice {
            Lattice::Square => &all[..2],
            Lattice::Triangular => all,
        }
    }

    /// The holes of this type.
    #[must_use]
    pub fn holes(self, board: &Board) -> Pegs {
        let is_of_type = |&hole: &u8| Self::of(board.holes()[usize::from(hole)]) == self;
        members(board.all()).filter(is_of_type).map(|hole| 1 << hole).sum()
    }
}

/// The parities of row and column, as in `(0,1)`.
impl fmt::Display for PegType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parities = match self {
            Self::EvenEven => "(0,0)",
            Self::EvenOdd => "(0,1)",
            Self::OddEven => "(1,0)",
            Self::OddOdd => "(1,1)",
        };
        f.write_str(parities)
    }
}

/// How many of the pegs are of each type, in the order of [`PegType::ALL`]; no jump makes a number larger.
///
/// ```
/// use patience_peg::{Drawing, analysis::counts};
///
/// let Drawing { board, pegs } = Drawing::parse("oo.o")?;
/// assert_eq!(counts(&board, pegs), [1, 2, 0, 0]);
/// // The peg in hole 0 takes the one in hole 1, and keeps its own type.
/// assert_eq!(counts(&board, pegs ^ board.jumps()[0].holes()), [1, 1, 0, 0]);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn counts(board: &Board, pegs: Pegs) -> [u32; 4] {
    PegType::ALL.map(|it| (it.holes(board) & pegs).count_ones())
}
