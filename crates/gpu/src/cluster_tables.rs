//! What is explored on a grid, and what is found, as in `kernels/clusters.h`.
//!
//! Sets of cells of a grid have six bits a line, by rows or by columns. Arrangements are numbers below eight.

use crate::cluster_grid::LINES;

/// What a call may take, at most what the device has room for. The results do not depend on it, but what is left to the caller does.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::{family, grid, unit};
/// use patience_gpu::Device;
/// use patience_gpu::clusters::{Explorer, Sizes};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// // The family has three positions.
/// for positions in [3, 2] {
///     let sizes = Sizes { positions, ..Sizes::default() };
///     let explored = Explorer::open(Device::Emulation, &grid()?, &sizes)?.explore(&[unit()], &[family()])?;
///     assert_eq!(explored.counts[0].is_incomplete(), positions < 3);
/// }
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The positions of a family; a larger one is incomplete.
    pub positions: u32,
    /// The hardest positions of a call; the units of others are incomplete.
    pub hardest: u32,
    /// The binary logarithm of the places of a table; where a check needs more, a position may be minimal.
    pub table_bits: u32,
}

impl Default for Sizes {
    /// All that the device has room for.
    fn default() -> Self {
        Self { positions: u32::MAX, hardest: u32::MAX, table_bits: u32::MAX }
    }
}

/// What stands on lines.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::{grid, unit};
/// use patience_gpu::Device;
/// use patience_gpu::clusters::{Explorer, Family, LINES, Lines, NO_LANE, Sizes};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let mut columns = Lines { lane: [NO_LANE; LINES], allowed: [0; LINES] };
/// // A piece on the last column, only in its first arrangement: the target can never leave.
/// (columns.lane[2], columns.allowed[2]) = (0, 0b01);
/// let mut explorer = Explorer::open(Device::Emulation, &grid()?, &Sizes::default())?;
/// let explored = explorer.explore(&[unit()], &[Family { unit: 0, columns }])?;
/// assert_eq!(explored.counts[0].families, 0);
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The lane of each line, or [`NO_LANE`](crate::clusters::NO_LANE).
    pub lane: [u8; LINES],
    /// The arrangements that it may have, a bit each.
    pub allowed: [u8; LINES],
}

/// Walls and rows that families share.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::{family, grid, unit};
/// use patience_gpu::Device;
/// use patience_gpu::clusters::{Explorer, Sizes, Unit};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// // A wall in the last row of the last column: the piece there cannot make way.
/// let (walls_by_row, walls_by_column) = (1 << (6 * 2 + 2), 1 << (6 * 2 + 2));
/// let walled = Unit { walls_by_row, walls_by_column, walls: 1, ..unit() };
/// let mut explorer = Explorer::open(Device::Emulation, &grid()?, &Sizes::default())?;
/// assert_eq!(explorer.explore(&[walled], &[family()])?.counts[0].positions, 0);
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::{family, grid, unit};
/// use patience_gpu::Device;
/// use patience_gpu::clusters::{Explorer, Family, Sizes};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let mut explorer = Explorer::open(Device::Emulation, &grid()?, &Sizes::default())?;
/// // The same columns with the rows of two units.
/// let families = [family(), Family { unit: 1, ..family() }];
/// let explored = explorer.explore(&[unit(), unit()], &families)?;
/// assert_eq!(explored.counts[0], explored.counts[1]);
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The number of its unit.
    pub unit: u32,
    /// The columns.
    pub columns: Lines,
}

/// What the families of a unit have.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::{family, grid, unit};
/// use patience_gpu::Device;
/// use patience_gpu::clusters::{Explorer, Sizes};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let mut explorer = Explorer::open(Device::Emulation, &grid()?, &Sizes::default())?;
/// let counts = explorer.explore(&[unit()], &[family(), family()])?.counts[0];
/// // Two families of three positions each.
/// assert_eq!((counts.families, counts.positions, counts.clusters), (2, 6, 2));
/// assert!(!counts.is_incomplete());
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::{family, grid, unit};
/// use patience_gpu::Device;
/// use patience_gpu::clusters::{Explorer, Sizes};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let mut explorer = Explorer::open(Device::Emulation, &grid()?, &Sizes::default())?;
/// let hardest = explorer.explore(&[unit()], &[family()])?.hardest[0];
/// // The target on its left, the piece of the last column in its way.
/// assert_eq!((hardest.row(0), hardest.column(2)), (0, 0));
/// assert_eq!((hardest.length, hardest.positions), (2, 3));
/// // Without the piece it would be easier.
/// assert!(hardest.is_minimal());
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
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
