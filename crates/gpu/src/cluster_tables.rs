//! The structures of `kernels/clusters.h`.
//!
//! Sets of cells of a line have a bit each, from the start of the line on. Sets of cells of a grid have six bits a line, by rows or by
//! columns. Arrangements are numbers below eight.

/// The most rows or columns.
pub const LINES: usize = 6;

/// The most lanes of a grid.
pub const MOST_LANES: usize = 8;

/// The most arrangements of a lane.
pub const MOST_ARRANGEMENTS: usize = 8;

/// The most pieces of a lane.
pub const MOST_SEATS: usize = 3;

/// No lane: an empty line.
pub const NO_LANE: u8 = 255;

/// What may stand on a line.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// By arrangement: the cells that are covered. Arrangements are sorted by that.
    pub cover: [u8; MOST_ARRANGEMENTS],
    /// By arrangement and covered cells of the line: the arrangements that a move leads to, a bit each.
    pub moves: [[u8; 64]; MOST_ARRANGEMENTS],
    /// By covered cells: the arrangements that cover none of them, a bit each.
    pub fit: [u8; 64],
    /// The number of pieces.
    pub seats: u8,
    /// By piece: the lane without it.
    pub without_lane: [u8; MOST_SEATS],
    /// By piece and arrangement: the arrangement of that lane.
    pub without: [[u8; MOST_ARRANGEMENTS]; MOST_SEATS],
}

impl Lane {
    /// A lane without pieces.
    pub const EMPTY: Self = Self {
        cover: [0; MOST_ARRANGEMENTS],
        moves: [[0; 64]; MOST_ARRANGEMENTS],
        fit: [0; 64],
        seats: 0,
        without_lane: [NO_LANE; MOST_SEATS],
        without: [[0; MOST_ARRANGEMENTS]; MOST_SEATS],
    };
}

/// The lanes, and how the target leaves.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// The lanes by number.
    pub lanes: [Lane; MOST_LANES],
    /// The row of the target, which is alone there.
    pub target_row: u8,
    /// Its arrangements at the exit, a bit each.
    pub exits: u8,
    /// By its arrangement: the cells before the exit.
    pub ahead: [u8; MOST_ARRANGEMENTS],
    /// By its arrangement: the moves to the exit if they are free.
    pub drive: [u8; MOST_ARRANGEMENTS],
    /// By length of a solution, from 0: the most pieces and walls that a minimal position can have.
    pub most_parts: [u8; 4],
    /// Nothing.
    pub unused: [u8; 2],
}

/// What stands on lines.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The lane of each line, or [`NO_LANE`].
    pub lane: [u8; LINES],
    /// The arrangements that it may have, a bit each.
    pub allowed: [u8; LINES],
}

/// Walls and rows that families share.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// The walls by rows.
    pub walls_by_row: u64,
    /// The same walls by columns.
    pub walls_by_column: u64,
    /// The rows.
    pub rows: Lines,
    /// The number of walls.
    pub walls: u32,
}

/// Rows and columns.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The number of its unit.
    pub unit: u32,
    /// The columns.
    pub columns: Lines,
}

/// What the families of a unit have.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Families with a solved position.
    pub families: u64,
    /// Positions that can be solved.
    pub positions: u64,
    /// Clusters of them.
    pub clusters: u64,
    pub(crate) incomplete: u64,
}

impl Counts {
    /// Whether something did not fit, so that the unit must be explored in another way.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.incomplete != 0
    }
}

/// The hardest position of a cluster: of equally hard ones, that with the lowest cells of rows, and then of columns, where the last row
/// counts most.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Hardest {
    /// The arrangements, three bits each: rows, then columns.
    pub(crate) key: u64,
    /// The number of its family.
    pub family: u32,
    /// The positions of its cluster.
    pub positions: u32,
    /// The length of its shortest solution.
    pub length: u32,
    pub(crate) minimal: u32,
}

impl Hardest {
    /// The arrangement of a row.
    #[must_use]
    pub fn row(&self, line: usize) -> usize {
        self.arrangement(line)
    }

    /// The arrangement of a column.
    #[must_use]
    pub fn column(&self, line: usize) -> usize {
        self.arrangement(LINES + line)
    }

    /// Whether it is known to be minimal; the check of others did not fit.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.minimal != 0
    }

    fn arrangement(&self, place: usize) -> usize {
        // Three bits.
        #[allow(clippy::cast_possible_truncation)]
        let arrangement = (self.key >> (3 * place) & 7) as usize;
        arrangement
    }
}
