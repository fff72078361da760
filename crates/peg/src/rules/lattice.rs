//! Lattices: neighbours of holes, and the maps that preserve them.

/// How the holes of a board are arranged. Both kinds have rows and columns.
///
/// In the triangular lattice a hole has six neighbours: two in its row, two in its column, and two in its falling diagonal (row and
/// column grow together). A triangle of 15 holes has rows of 1 to 5 holes that all begin with column 0; drawn with staggered rows, the
/// three directions are those of its sides.
///
/// ```
/// use patience_peg::Lattice;
///
/// assert_eq!([Lattice::Square, Lattice::Triangular].map(|it| it.steps().len()), [4, 6]);
/// // Each direction has its opposite.
/// let steps = Lattice::Triangular.steps();
/// assert!(steps.iter().all(|&(down, right)| steps.contains(&(-down, -right))));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lattice {
    /// Jumps go along rows and columns.
    #[default]
    Square,
    /// Jumps go along rows, columns and falling diagonals.
    Triangular,
}

/// A step down and to the right.
type Step = (i16, i16);

impl Lattice {
    /// The steps to the neighbours of a hole: right, down, left, up; in the triangular lattice also down and right, up and left.
    #[must_use]
    pub fn steps(self) -> &'static [Step] {
        const STEPS: [Step; 6] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1)];
        match self {
            Self::Square => &STEPS[..4],
            Self::Triangular => &STEPS,
        }
    }

    /// The linear maps that keep the lattice, the identity first: 8 of the square lattice, 12 of the triangular one.
    pub(super) fn maps(self) -> &'static [fn(Step) -> Step] {
        match self {
            Self::Square => &[
                |(r, c)| (r, c),
                |(r, c)| (r, -c),
                |(r, c)| (-r, c),
                |(r, c)| (-r, -c),
                |(r, c)| (c, r),
                |(r, c)| (c, -r),
                |(r, c)| (-c, r),
                |(r, c)| (-c, -r),
            ],
            // Rotations by multiples of 60 degrees, then the same after an exchange of rows and columns.
            Self::Triangular => &[
                |(r, c)| (r, c),
                |(r, c)| (c, c - r),
                |(r, c)| (c - r, -r),
                |(r, c)| (-r, -c),
                |(r, c)| (-c, r - c),
                |(r, c)| (r - c, r),
                |(r, c)| (c, r),
                |(r, c)| (r, r - c),
                |(r, c)| (r - c, -c),
                |(r, c)| (-c, -r),
                |(r, c)| (-r, c - r),
                |(r, c)| (c - r, c),
            ],
        }
    }
}
