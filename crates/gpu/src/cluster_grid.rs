//! The grid of `kernels/clusters.h`: lanes, and how the target leaves.
//!
//! Sets of cells of a line have a bit each, from the start of the line on. Arrangements are numbers below eight.

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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::lane;
/// // A piece of two cells on a line of three.
/// let lane = lane();
/// assert_eq!(&lane.cover[..2], [0b011, 0b110]);
/// // Where another piece covers the last cell, only the first arrangement fits.
/// assert_eq!((lane.fit[0], lane.fit[0b100]), (0b11, 0b01));
/// // From there it moves to the second, if the last cell is free.
/// assert_eq!((lane.moves[0][0b011], lane.moves[0][0b111]), (0b10, 0));
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::{lane, target};
/// use patience_gpu::clusters::{Grid, LINES, Target};
///
/// // The target covers the last two cells of three when it leaves, or drives there over the last.
/// let target = target();
/// assert_eq!((target.exits, target.ahead[0], target.drive[0]), (0b10, 0b100, 1));
/// // It must be on the grid.
/// assert!(Grid::new(&[lane()], &Target { row: LINES as u8, ..target }, [0; 4]).is_err());
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nine_cells.rs"));
/// # }
/// # use doc::{lane, target};
/// use patience_gpu::clusters::{Grid, Lane};
///
/// assert!(Grid::new(&[lane()], &target(), [0; 4]).is_ok());
/// // Arrangements are sorted by the cells that they cover.
/// let mut unsorted = lane();
/// unsorted.cover.swap(0, 1);
/// let error = Grid::new(&[unsorted], &target(), [0; 4]).unwrap_err();
/// assert!(error.to_string().contains("not sorted"));
/// ```
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
