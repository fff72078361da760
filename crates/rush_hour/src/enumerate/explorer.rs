//! The families of a unit: their clusters, and the minimal boards among the hardest positions of these.

use patience_core::Cancel;

use super::block::Block;
use super::bounded_bfs::BoundedBfs;
use super::ground::{Choice, Ground};
use super::multi_source_bfs::{ByNumber, Cluster, MultiSourceBfs, Sources};
use super::{Hard, Seen};
use crate::engines::bit_board::{BitBoard, Position, Stride};
use crate::engines::lane::Lane;
use crate::rules::board::{Axis, Board, Vehicle};

/// The hardest position of a cluster that another explorer has found.
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
pub(super) struct Found {
    pub(super) length: u16,
    /// The positions of its cluster.
    pub(super) positions: u32,
    /// The arrangements of rows with vehicles.
    pub(super) rows: Vec<usize>,
    /// Columns with vehicles, and their arrangements.
    pub(super) columns: Vec<(u8, &'static Lane, usize)>,
    /// Whether it is known to be minimal.
    pub(super) is_minimal: bool,
}

/// The most vehicles and walls of a minimal board with a solution of that length.
///
/// One vehicle in the way is enough for two moves, and three with it for three: that one, and one, or a wall, on each side of it.
pub(super) fn most_parts(length: u16, stride: Stride) -> usize {
    match length {
        0 => 0,
        1 => 1,
        2 => 2,
        3 if stride == Stride::Slide => 4,
        _ => usize::MAX,
    }
}

/// Goes through the families of a unit.
pub(super) struct Explorer<'a, S = ByNumber> {
    ground: &'a Ground,
    pub(super) stride: Stride,
    pub(super) bit_board: BitBoard,
    /// What was chosen for columns with vehicles.
    pub(super) columns: Vec<Choice>,
    pub(super) seen: Seen,
    pub(super) bfs: MultiSourceBfs<S>,
    bounded_bfs: BoundedBfs,
    /// The index of the vehicle that was found to be unneeded last.
    spare: usize,
}

impl<'a> Explorer<'a> {
    /// Enumerates the families with the rows of a number; `None` if cancelled.
    pub(super) fn explore(
        ground: &'a Ground,
        target_row: u8,
        stride: Stride,
        rows: usize,
        cancel: &Cancel,
    ) -> Option<Seen> {
        let rows = ground.chosen_rows(rows);
        let mut explorer = Self::new(ground, target_row, stride, &rows, ByNumber::new);
        let bit_board = &explorer.bit_board;
        let mut all = vec![bit_board.walls()];
        for (at, choice) in rows.iter().flatten().enumerate() {
            let fitting = |number: &usize| choice.arrangements >> number & 1 != 0;
            all = (0..choice.lane.arrangements())
                .filter(fitting)
                .flat_map(|number| all.iter().map(move |rows| (rows, number)))
                .map(|(rows, number)| bit_board.placed(rows, at, number))
                .collect();
        }
        let blocks: Vec<Block> = all.into_iter().map(Block::new).collect();
        explorer.add_columns(0, &blocks, cancel)?;
        explorer.seen.hard.sort_unstable();
        Some(explorer.seen)
    }

    /// The minimal boards among positions with the rows of a number that another explorer has found.
    #[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
    pub(super) fn conclude(
        ground: &'a Ground,
        target_row: u8,
        stride: Stride,
        rows: usize,
        all: &[Found],
    ) -> Vec<Hard> {
        if all.is_empty() {
            return Vec::new();
        }
        let rows = ground.chosen_rows(rows);
        let mut explorer = Self::new(ground, target_row, stride, &rows, ByNumber::new);
        for found in all {
            for &(column, lane, _) in &found.columns {
                explorer.bit_board.push_column(column, lane);
            }
            let columns = found.columns.iter().map(|(.., arrangement)| arrangement);
            let arrangements = found.rows.iter().chain(columns);
            let hardest = arrangements.enumerate().fold(
                explorer.bit_board.walls(),
                |position, (at, &arrangement)| {
                    explorer.bit_board.placed(&position, at, arrangement)
                },
            );
            let cluster = Cluster { length: found.length, positions: found.positions, hardest };
            if found.is_minimal || explorer.is_minimal(&cluster, &explorer.vehicles()) {
                explorer.keep(&cluster);
            }
            for _ in &found.columns {
                explorer.bit_board.pop_column();
            }
        }
        explorer.seen.hard.sort_unstable();
        explorer.seen.hard
    }

    /// Chooses the lanes of the columns from `column` on; `blocks` are those that fit the columns before.
    fn add_columns(&mut self, column: u8, blocks: &[Block], cancel: &Cancel) -> Option<()> {
        if cancel.is_cancelled() {
            return None;
        }
        let ground = self.ground;
        let Some(choices) = ground.columns.get(usize::from(column)) else {
            self.family(blocks);
            return Some(());
        };
        let at = self.columns.len();
        for choice in choices {
            let Some(choice) = choice else {
                self.add_columns(column + 1, blocks, cancel)?;
                continue;
            };
            let with_column = |block: &Block| block.with_column(at, column, choice);
            let blocks: Vec<Block> = blocks.iter().filter_map(with_column).collect();
            if blocks.iter().any(|block| self.bit_board.is_goal(block.rows())) {
                self.bit_board.push_column(column, choice.lane);
                self.columns.push(*choice);
                self.add_columns(column + 1, &blocks, cancel)?;
                self.columns.pop();
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
        self.bfs.spread(&self.bit_board, self.stride, |_| false);
        self.count_family();
    }
}

impl<'a, S: Sources> Explorer<'a, S> {
    /// Nothing explored yet.
    pub(super) fn new(
        ground: &'a Ground,
        target_row: u8,
        stride: Stride,
        rows: &[Option<Choice>],
        sources: impl FnOnce(&BitBoard) -> S,
    ) -> Self {
        let lanes: Vec<_> = rows.iter().map(|choice| choice.map(|it| it.lane)).collect();
        let bit_board = BitBoard::of_rows(&lanes, target_row.into(), &ground.walls);
        Self {
            ground,
            stride,
            seen: Seen::default(),
            bfs: MultiSourceBfs::new(sources(&bit_board)),
            bit_board,
            columns: Vec::new(),
            bounded_bfs: BoundedBfs::default(),
            spare: 0,
        }
    }

    /// The vehicles by lane and seat.
    fn vehicles(&self) -> Vec<(usize, usize)> {
        let seats = |(at, (lane, ..)): (usize, (&Lane, u32, bool))| {
            (0..lane.lengths().len()).map(move |seat| (at, seat))
        };
        self.bit_board.lanes().enumerate().flat_map(seats).collect()
    }

    /// Counts what a family has, and notes its minimal boards.
    pub(super) fn count_family(&mut self) {
        self.seen.families += 1;
        self.seen.positions += self.bfs.positions() as u64;
        let clusters = self.bfs.clusters(&self.bit_board);
        self.seen.clusters += clusters.len() as u64;
        let vehicles = self.vehicles();
        for cluster in clusters {
            if self.is_minimal(&cluster, &vehicles) {
                self.keep(&cluster);
            }
        }
    }

    /// Notes a minimal board.
    fn keep(&mut self, cluster: &Cluster) {
        let Cluster { length, positions, hardest } = *cluster;
        let other = match self.stride {
            Stride::Slide => Stride::Step,
            Stride::Step => Stride::Slide,
        };
        let in_other =
            self.bounded_bfs.distance(&self.bit_board, &hardest, other, u16::MAX).unwrap_or(0);
        let (slides, steps) = match self.stride {
            Stride::Slide => (length, in_other),
            Stride::Step => (in_other, length),
        };
        let letters = self.board(&hardest).letters();
        self.seen.hard.push(Hard { length, slides, steps, positions, letters });
    }

    /// Adds the solved positions that have these rows, in all arrangements of the columns from `at` on.
    pub(super) fn add_sources(&mut self, at: usize, position: &Position) {
        let Some((lane, column)) = self.bit_board.lane(at) else {
            self.bfs.add_source(*position);
            return;
        };
        let choice = self.columns[at - self.bit_board.row_count()];
        // At most eight columns.
        #[allow(clippy::cast_possible_truncation)]
        let covered = BitBoard::column(position, column as u8);
        let mut set = lane.fitting(covered) & choice.arrangements;
        while set != 0 {
            let number = set.trailing_zeros() as usize;
            set &= set - 1;
            let placed = self.bit_board.placed(position, at, number);
            self.add_sources(at + 1, &placed);
        }
    }

    /// Whether the hardest position of a cluster would be easier without any of its vehicles, which are given by lane and seat, and
    /// without any wall.
    fn is_minimal(&mut self, cluster: &Cluster, vehicles: &[(usize, usize)]) -> bool {
        if most_parts(cluster.length, self.stride) < vehicles.len() + self.ground.walls.len() {
            return false;
        }
        // Often the same vehicle is unneeded in the next family.
        let spare = self.spare.min(vehicles.len() - 1);
        let others = (0..vehicles.len()).filter(|&at| at != spare);
        let unneeded = std::iter::once(spare).chain(others).find(|&at| {
            let (lane, seat) = vehicles[at];
            lane != self.bit_board.exits().0
                && !self.is_easier(
                    &self.bit_board.without(&cluster.hardest, lane, seat),
                    cluster.length,
                )
        });
        self.spare = unneeded.unwrap_or(spare);
        let ground = self.ground;
        unneeded.is_none()
            && ground.walls.iter().all(|&wall| {
                let fewer = self.bit_board.without_wall(&cluster.hardest, wall);
                self.is_easier(&fewer, cluster.length)
            })
    }

    /// Whether the start of a bit board has a shorter solution than that.
    fn is_easier(&mut self, bit_board: &BitBoard, than: u16) -> bool {
        let start = bit_board.start();
        self.bounded_bfs.distance(bit_board, &start, self.stride, than - 1).is_some()
    }

    fn board(&self, position: &Position) -> Board {
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
        // At most eight lines.
        #[allow(clippy::cast_possible_truncation)]
        let side = self.ground.rows.len() as u8;
        Board::of_parts((side, side), vehicles, target, self.ground.walls.clone()).relettered()
    }
}
