//! Every board of a size without walls: all clusters, their hardest positions, and the minimal ones of these.
//!
//! A *family* is all that moves do not change: the vehicles of each row and column, in their order. Families with the same
//! rows are a unit of work. Within a family, breadth-first search goes back from all solved positions at once, so that every position
//! that can be solved is seen once, with its distance; clusters are joined where two searches meet.
//!
//! **All boards.** No row or column is full, and no other vehicle stands in the row of the target. Of equally hard positions, the one counts
//! whose horizontal vehicles, and then whose vertical ones, come first in reading order from the top left. This choice was fitted to the
//! known count of 5×5, 1,730, not predicted.
//!
//! **Minimal boards.** A board is minimal if removing any one vehicle makes it easier. Boards with few slides need few vehicles (two for two
//! slides, four for three), which saves most checks. The others ask for a solution shorter than a bound and prune by a lower bound: one
//! move per vehicle before the target, and one for the target. The check starts with the vehicle that was unneeded last.

mod block;
mod bounded_bfs;
pub(crate) mod job;
mod multi_source_bfs;

use patience_core::Cancel;
use serde::{Deserialize, Serialize};

use crate::engines::bit_board::{BitBoard, Position, Stride};
use crate::engines::lane::Lane;
use crate::enumerate::block::Block;
use crate::enumerate::bounded_bfs::BoundedBfs;
use crate::enumerate::multi_source_bfs::{Cluster, MultiSourceBfs};
use crate::rules::board::{Axis, Board, Vehicle};

/// All boards of a side without walls, with cars of two cells and trucks of three, and the target in the row above the middle or in it.
///
/// No row and no column is full, since nothing would ever move there, and no other vehicle stands in the row of the target.
///
/// ```
/// use patience_core::Cancel;
/// use patience_rush_hour::{Metric, Space};
///
/// let space = Space::new(4, Metric::Slides).expect("a side from 3 to 6");
/// let hard = (0..space.units()).flat_map(|unit| space.explore(unit, &Cancel::new()).expect("not cancelled").hard);
/// let hardest = hard.max().expect("there are some");
/// assert_eq!(hardest.length, 7);
/// ```
#[derive(Clone, Debug)]
pub struct Space {
    side: u8,
    stride: Stride,
    /// The lanes of a row or column: `None`, or vehicles of two and three cells.
    lanes: Vec<Option<&'static Lane>>,
    /// The lanes of the target's row.
    target_lane: &'static Lane,
}

/// A minimal board that is the hardest of its cluster.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Hard {
    /// The length of a shortest solution in the metric of the enumeration.
    pub length: u16,
    /// The fewest slides.
    pub slides: u16,
    /// The fewest steps.
    pub steps: u16,
    /// The positions of its cluster.
    pub positions: u32,
    /// Its letters, row by row.
    pub letters: String,
}

/// The results of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Families that have a solved position.
    pub families: u64,
    /// Positions that can be solved.
    pub positions: u64,
    /// Clusters of them.
    pub clusters: u64,
    /// The minimal boards among the hardest of the clusters, the easiest first.
    pub hard: Vec<Hard>,
}

impl Space {
    /// The space of boards of that side, from 3 to 6, measured in slides or in steps.
    #[must_use]
    pub fn new(side: u8, metric: crate::Metric) -> Option<Self> {
        if !(3..=6).contains(&side) {
            return None;
        }
        let stride = match metric {
            crate::Metric::Slides => Stride::Slide,
            crate::Metric::Steps => Stride::Step,
        };
        let is_usual = |lane: &&Lane| {
            let lengths = lane.lengths();
            lengths.iter().all(|length| *length <= 3) && lengths.iter().sum::<u8>() < side
        };
        let some = Lane::all(side)?.iter().filter(is_usual).map(Some);
        let lanes = std::iter::once(None).chain(some).collect();
        Some(Self { side, stride, lanes, target_lane: Lane::find(side, &[2])? })
    }

    /// The number of units of work.
    #[must_use]
    pub fn units(&self) -> usize {
        self.lanes.len().pow(u32::from(self.side) - 1)
    }

    /// The rows of a unit.
    fn rows(&self, unit: usize) -> Vec<Option<&'static Lane>> {
        let mut rest = unit;
        (0..self.side)
            .map(|row| {
                if row == self.target_row() {
                    return Some(self.target_lane);
                }
                let lane = self.lanes[rest % self.lanes.len()];
                rest /= self.lanes.len();
                lane
            })
            .collect()
    }

    fn target_row(&self) -> u8 {
        (self.side - 1) / 2
    }

    /// Enumerates a unit; `None` if cancelled.
    ///
    /// # Panics
    ///
    /// If the unit does not exist.
    #[must_use]
    pub fn explore(&self, unit: usize, cancel: &Cancel) -> Option<Seen> {
        assert!(unit < self.units(), "there are fewer units");
        let rows = self.rows(unit);
        let bit_board = BitBoard::of_rows(&rows, self.target_row().into());
        let mut all = vec![Position::default()];
        for (at, (lane, ..)) in bit_board.lanes().enumerate() {
            all = (0..lane.arrangements())
                .flat_map(|number| all.iter().map(move |rows| (rows, number)))
                .map(|(rows, number)| bit_board.placed(rows, at, number))
                .collect();
        }
        let blocks: Vec<Block> = all.into_iter().map(Block::new).collect();
        let mut explorer = Explorer {
            space: self,
            seen: Seen::default(),
            bfs: MultiSourceBfs::new(&bit_board),
            bit_board,
            bounded_bfs: BoundedBfs::default(),
            spare: 0,
        };
        explorer.add_columns(0, &blocks, cancel)?;
        explorer.seen.hard.sort_unstable();
        Some(explorer.seen)
    }
}

/// Goes through the families of a unit.
struct Explorer<'a> {
    space: &'a Space,
    bit_board: BitBoard,
    seen: Seen,
    bfs: MultiSourceBfs,
    bounded_bfs: BoundedBfs,
    /// The index of the vehicle that was found to be unneeded last.
    spare: usize,
}

impl Explorer<'_> {
    /// Chooses the lanes of the columns from `column` on; `blocks` are those that fit the columns before.
    fn add_columns(&mut self, column: u8, blocks: &[Block], cancel: &Cancel) -> Option<()> {
        if cancel.is_cancelled() {
            return None;
        }
        if column == self.space.side {
            self.family(blocks);
            return Some(());
        }
        let at = self.bit_board.lanes().len() - self.bit_board.row_count();
        for lane in &self.space.lanes {
            let Some(lane) = *lane else {
                self.add_columns(column + 1, blocks, cancel)?;
                continue;
            };
            let blocks: Vec<Block> =
                blocks.iter().filter_map(|block| block.with_column(at, column, lane)).collect();
            if blocks.iter().any(|block| self.bit_board.is_goal(block.rows())) {
                self.bit_board.push_column(column, lane);
                self.add_columns(column + 1, &blocks, cancel)?;
                self.bit_board.pop_column();
            }
        }
        Some(())
    }

    /// Finds the clusters of a family.
    fn family(&mut self, blocks: &[Block]) {
        let rows = self.bit_board.row_count();
        self.bfs.clear(blocks);
        for block in blocks {
            if self.bit_board.is_goal(block.rows()) {
                self.add_sources(rows, block.rows());
            }
        }
        self.bfs.spread(&self.bit_board, self.space.stride);
        self.seen.families += 1;
        self.seen.positions += self.bfs.positions() as u64;
        let clusters = self.bfs.clusters(&self.bit_board);
        self.seen.clusters += clusters.len() as u64;
        let seats = |(at, (lane, ..)): (usize, (&Lane, u32, bool))| {
            (0..lane.lengths().len()).map(move |seat| (at, seat))
        };
        let vehicles: Vec<(usize, usize)> =
            self.bit_board.lanes().enumerate().flat_map(seats).collect();
        for cluster in clusters {
            if self.is_minimal(&cluster, &vehicles) {
                self.keep(&cluster);
            }
        }
    }

    /// Notes a minimal board.
    fn keep(&mut self, cluster: &Cluster) {
        let Cluster { length, positions, hardest } = *cluster;
        let other = match self.space.stride {
            Stride::Slide => Stride::Step,
            Stride::Step => Stride::Slide,
        };
        let in_other =
            self.bounded_bfs.distance(&self.bit_board, &hardest, other, u16::MAX).unwrap_or(0);
        let (slides, steps) = match self.space.stride {
            Stride::Slide => (length, in_other),
            Stride::Step => (in_other, length),
        };
        let letters = self.board(&hardest).letters();
        self.seen.hard.push(Hard { length, slides, steps, positions, letters });
    }

    /// Adds the solved positions that have these rows, in all arrangements of the columns from `at` on.
    fn add_sources(&mut self, at: usize, position: &Position) {
        let Some((lane, column)) = self.bit_board.lane(at) else {
            self.bfs.add_source(*position);
            return;
        };
        // At most eight columns.
        #[allow(clippy::cast_possible_truncation)]
        let mut set = lane.fitting(BitBoard::column(position, column as u8));
        while set != 0 {
            let number = set.trailing_zeros() as usize;
            set &= set - 1;
            let placed = self.bit_board.placed(position, at, number);
            self.add_sources(at + 1, &placed);
        }
    }

    /// Whether the hardest position of a cluster would be easier without any of its vehicles, which are given by way and seat.
    fn is_minimal(&mut self, cluster: &Cluster, vehicles: &[(usize, usize)]) -> bool {
        // One vehicle in the way is enough for two moves, and three with it for three: that one, and one on each side of it.
        let enough = match cluster.length {
            0 => 0,
            1 => 1,
            2 => 2,
            3 if self.space.stride == Stride::Slide => 4,
            _ => usize::MAX,
        };
        if enough < vehicles.len() {
            return false;
        }
        // Often the same vehicle is unneeded in the next family.
        let spare = self.spare.min(vehicles.len() - 1);
        let others = (0..vehicles.len()).filter(|&at| at != spare);
        let unneeded = std::iter::once(spare).chain(others).find(|&at| {
            let (lane, seat) = vehicles[at];
            if lane == self.bit_board.exits().0 {
                return false;
            }
            let fewer = self.bit_board.without(&cluster.hardest, lane, seat);
            let farthest = cluster.length - 1;
            self.bounded_bfs.distance(&fewer, &fewer.start(), self.space.stride, farthest).is_none()
        });
        self.spare = unneeded.unwrap_or(spare);
        unneeded.is_none()
    }

    fn board(&self, position: &Position) -> Board {
        let side = self.space.side;
        let mut vehicles = Vec::new();
        let mut target = 0;
        for (at, (lane, line, is_row)) in self.bit_board.lanes().enumerate() {
            let offsets = lane.offsets(BitBoard::arrangement(position, at));
            for (&length, &offset) in lane.lengths().iter().zip(offsets) {
                let axis = if is_row { Axis::Horizontal } else { Axis::Vertical };
                // At most eight lines; letters are given below.
                #[allow(clippy::cast_possible_truncation)]
                let line = line as u8;
                let letter = char::from(b'a' + u8::try_from(vehicles.len()).unwrap_or(0));
                let vehicle = Vehicle { letter, axis, row: line, column: line, length };
                vehicles.push(vehicle.at(offset));
            }
            if at == self.bit_board.exits().0 {
                target = vehicles.len() - 1;
            }
        }
        Board::of_parts((side, side), vehicles, target).relettered()
    }
}
