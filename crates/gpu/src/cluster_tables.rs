//! The structures of `kernels/clusters.h`.
//!
//! Sets of cells of a line have a bit each, from the start of the line on. Sets of cells of a grid have six bits a line, by rows or by
//! columns. Arrangements are numbers below eight.

use crate::error::GpuError;

/// More than any set of cells of a line.
const CELLS: u8 = 64;

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

    /// What is wrong with a lane of these lanes, if something is.
    fn fault(&self, lanes: &[Self]) -> Option<&'static str> {
        let count = self.fit[0].trailing_ones() as usize;
        let (cover, other) = self.cover.split_at(count);
        let is_sorted = cover.is_sorted_by(|one, next| one < next);
        if !is_sorted
            || cover.iter().any(|&cells| CELLS <= cells)
            || other.iter().any(|&it| it != 0)
        {
            return Some("a lane whose arrangements are not sorted sets of cells");
        }
        let among = |set: u8| (0..MOST_ARRANGEMENTS).filter(move |at| set >> at & 1 != 0);
        for (covered, &fit) in (0..CELLS).zip(&self.fit) {
            let fitting = |at: &usize| cover[*at] & covered == 0;
            if fit != (0..count).filter(fitting).fold(0, |set, at| set | 1 << at) {
                return Some("a lane with arrangements that do not fit");
            }
            for (at, moves) in self.moves.iter().enumerate() {
                let is_free = |to: usize| to < count && cover[to] & !cover[at] & covered == 0;
                let moves = moves[usize::from(covered)];
                let is_real = at < count && cover[at] & !covered == 0;
                if is_real && !among(moves).all(is_free) {
                    return Some("a lane with moves through others");
                }
            }
        }
        let seats = usize::from(self.seats);
        if MOST_SEATS < seats {
            return Some("a lane of too many pieces");
        }
        for (&lane, without) in self.without_lane.iter().zip(&self.without).take(seats) {
            let left = lanes.get(usize::from(lane));
            let covers = |at: usize, to: u8| match left {
                None => lane == NO_LANE && to == 0,
                Some(left) => {
                    let is_known = left.fit[0] >> (to & 7) & 1 != 0 && to < 8;
                    is_known && left.cover[usize::from(to)] & !cover[at] == 0
                }
            };
            if !(0..count).all(|at| covers(at, without[at])) {
                return Some("a lane that is another one without a piece");
            }
        }
        None
    }
}

/// How the target leaves: it is alone in its row.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its row.
    pub row: u8,
    /// Its arrangements at the exit, a bit each.
    pub exits: u8,
    /// By its arrangement: the cells before the exit.
    pub ahead: [u8; MOST_ARRANGEMENTS],
    /// By its arrangement: the moves to the exit if they are free.
    pub drive: [u8; MOST_ARRANGEMENTS],
}

/// The lanes, and how the target leaves.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    lanes: [Lane; MOST_LANES],
    target_row: u8,
    exits: u8,
    ahead: [u8; MOST_ARRANGEMENTS],
    drive: [u8; MOST_ARRANGEMENTS],
    most_parts: [u8; 4],
    unused: [u8; 2],
}

impl Grid {
    /// The grid of some lanes; `most_parts` is by length of a solution, from 0: the most pieces and walls that a minimal position can have.
    ///
    /// Refuses numbers that are out of range, and tables that contradict each other: kernels find places in memory by them.
    pub fn new(lanes: &[Lane], target: &Target, most_parts: [u8; 4]) -> Result<Self, GpuError> {
        if MOST_LANES < lanes.len() {
            let (count, most) = (lanes.len(), MOST_LANES);
            return Err(GpuError::TooLarge { what: "lanes", count, most });
        }
        let Target { row, exits, ahead, drive } = *target;
        if LINES <= usize::from(row) || ahead.iter().any(|&cells| CELLS <= cells) {
            return Err(GpuError::BadGrid("a target that is not on it"));
        }
        if let Some(why) = lanes.iter().find_map(|lane| lane.fault(lanes)) {
            return Err(GpuError::BadGrid(why));
        }
        let mut all = [Lane::EMPTY; MOST_LANES];
        all[..lanes.len()].copy_from_slice(lanes);
        let unused = [0; 2];
        Ok(Self { lanes: all, target_row: row, exits, ahead, drive, most_parts, unused })
    }

    /// By lane: its arrangements, a bit each.
    pub(crate) fn arrangements(&self) -> [u8; MOST_LANES] {
        self.lanes.map(|lane| lane.fit[0])
    }
}

/// What a call may take, at most what the device has room for. The results do not depend on it, but what is left to the caller does.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A piece of two cells on a line of three, which may stand on its left or on its right.
    fn lane() -> Lane {
        let mut lane = Lane { seats: 1, ..Lane::EMPTY };
        lane.cover[..2].copy_from_slice(&[0b011, 0b110]);
        for covered in 0..64 {
            let is_free = |cells: usize| u8::from(covered & cells == 0);
            lane.fit[covered] = is_free(0b011) | is_free(0b110) << 1;
            lane.moves[0][covered] = is_free(0b100) << 1;
            lane.moves[1][covered] = is_free(0b001);
        }
        lane
    }

    /// What a change of the lane or of the target makes of the grid.
    fn changed(change: impl FnOnce(&mut Lane, &mut Target)) -> Result<Grid, String> {
        let mut lane = lane();
        let mut target = Target { row: 1, exits: 0b10, ahead: [0; 8], drive: [0; 8] };
        change(&mut lane, &mut target);
        Grid::new(&[lane], &target, [0; 4]).map_err(|error| error.to_string())
    }

    #[test]
    fn a_grid_has_lanes_that_agree_with_each_other() {
        let grid = changed(|_, _| ()).unwrap();
        assert_eq!(grid.arrangements(), [0b11, 0, 0, 0, 0, 0, 0, 0]);
        let refused = |change: fn(&mut Lane, &mut Target), why: &str| {
            let message = changed(change).unwrap_err();
            assert!(message.contains(why), "{message}");
        };
        refused(|_, target| target.row = 6, "target");
        refused(|_, target| target.ahead[3] = 64, "target");
        refused(|lane, _| lane.cover.swap(0, 1), "sorted");
        refused(|lane, _| lane.cover[1] = 0b100_0000, "sorted");
        refused(|lane, _| lane.cover[2] = 1, "sorted");
        refused(|lane, _| lane.fit[0] = 0b111, "sorted");
        refused(|lane, _| lane.fit[0] = 0b101, "sorted");
        refused(|lane, _| lane.fit[0b100] = 0b11, "fit");
        refused(|lane, _| lane.moves[0][0b111] = 0b10, "moves");
        refused(|lane, _| lane.moves[0][0b011] = 0b100, "moves");
        refused(|lane, _| lane.seats = 4, "pieces");
        refused(|lane, _| lane.without_lane[0] = 1, "without");
        refused(|lane, _| lane.without[0][1] = 1, "without");
        refused(|lane, _| (lane.without_lane[0], lane.without[0]) = (0, [9; 8]), "without");
    }

    #[test]
    fn a_grid_has_no_more_lanes_than_there_are_numbers_for() {
        let target = Target { row: 1, exits: 0b10, ahead: [0; 8], drive: [0; 8] };
        assert!(Grid::new(&[lane(); MOST_LANES], &target, [0; 4]).is_ok());
        let many = Grid::new(&[lane(); MOST_LANES + 1], &target, [0; 4]);
        assert!(matches!(many, Err(GpuError::TooLarge { count: 9, .. })));
    }
}
