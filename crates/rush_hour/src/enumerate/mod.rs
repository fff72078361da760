//! Every board of a size, with walls or without: all clusters, their hardest positions, and the minimal ones of these.
//!
//! A *family* is all that moves do not change: the vehicles of each row and column, in their order. Families with the same
//! rows are a unit of work; on 7×7, where these are half a million and more, a single family is. Within a family, breadth-first search goes back from all solved positions at once, so that every position
//! that can be solved is seen once, with its distance; clusters are joined where two searches meet.
//!
//! **All boards.** No row is full of vehicles and walls, no column is full of vehicles, and no other vehicle stands in the row of the target;
//! walls stand there only behind it. A vehicle that fills the cells between two walls is a part of the board, though it never moves. With
//! walls, a family also says between which of them a vehicle stands. These are the rules of the known database. Of equally hard positions, the one counts
//! whose horizontal vehicles, and then whose vertical ones, come first in reading order from the top left. This choice was fitted to the
//! known count of 5×5, 1,730, not predicted.
//!
//! **Minimal boards.** A board is minimal if removing any one vehicle or wall makes it easier. Boards with few slides need few vehicles (two for two
//! slides, four for three), which saves most checks. The others ask for a solution shorter than a bound and prune by a lower bound: one
//! move per vehicle before the target, and one for the target. The check starts with the vehicle that was unneeded last.

mod block;
mod bounded_bfs;
mod climb;
mod explorer;
mod family;
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
mod gpu;
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
mod gpu_tables;
mod ground;
pub(crate) mod job;
mod multi_source_bfs;
mod neighbour;
mod survey;
mod total;

use patience_core::Cancel;
use serde::{Deserialize, Serialize};

use crate::engines::bit_board::Stride;
use crate::enumerate::explorer::Explorer;
use crate::enumerate::ground::{Ground, placements};

/// All boards of a side with cars of two cells and trucks of three, the target in the row above the middle or in it, and some walls or
/// none.
///
/// No row and no column is full, since nothing would ever move there, and no other vehicle stands in the row of the target.
///
/// ```
/// use patience_core::Cancel;
/// use patience_rush_hour::{Metric, Space};
///
/// let space = Space::new(4, Metric::Slides).expect("a side from 3 to 7");
/// let hard = (0..space.units()).flat_map(|unit| space.explore(unit, &Cancel::new()).expect("not cancelled").hard);
/// let hardest = hard.max().expect("there are some");
/// assert_eq!(hardest.length, 7);
/// ```
#[derive(Clone, Debug)]
pub struct Space {
    target_row: u8,
    stride: Stride,
    unit: Unit,
    /// The grounds, each with the number of the unit that follows its own ones.
    grounds: Vec<(usize, Ground)>,
}

/// A unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// Families with the same rows.
    Rows,
    /// What may stand in rows and columns: a family, or nothing that can be solved.
    Family,
}

/// Cells a side.
const SIDES: std::ops::RangeInclusive<u8> = 3..=7;

/// The most cells a side of boards whose units are families with the same rows: positions have numbers there.
const MOST_NUMBERED: u8 = 6;

/// The most walls that are set up in all ways.
const MOST_WALLS: u8 = 3;

/// A minimal board that is the hardest of its cluster.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, Puzzle};
/// use patience_rush_hour::{Board, Cluster, Hard, Metric, RushHour, Space};
///
/// let space = Space::new(4, Metric::Slides).expect("a side from 3 to 7");
/// let seen = (0..space.units()).filter_map(|unit| space.explore(unit, &Cancel::new()));
/// let hardest: Hard = seen.flat_map(|seen| seen.hard).max().expect("there are some");
/// // The cluster of the board says the same.
/// let game = RushHour::new(Board::parse(&hardest.letters)?)?;
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let cluster = Cluster::explore(&game, &game.start(), &mut meter).expect("no limit");
/// assert_eq!(cluster.distance(), Some(hardest.slides));
/// assert_eq!(cluster.positions(), hardest.positions as usize);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use patience_core::Cancel;
/// use patience_rush_hour::{Metric, Seen, Space};
///
/// let space = Space::new(4, Metric::Slides).expect("a side from 3 to 7");
/// for unit in 0..space.units() {
///     let seen: Seen = space.explore(unit, &Cancel::new()).expect("not cancelled");
///     // Every family has a cluster, and every cluster a position that can be solved.
///     assert!(seen.families <= seen.clusters && seen.clusters <= seen.positions);
///     assert!(seen.hard.is_sorted_by_key(|hard| hard.length));
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Families that have a solved position.
    pub families: u64,
    /// Families of these that were not explored, since they have too many positions; nothing else counts them.
    #[serde(default, skip_serializing_if = "is_none")]
    pub unexplored: u64,
    /// Positions that can be solved.
    pub positions: u64,
    /// Clusters of them.
    pub clusters: u64,
    /// The minimal boards among the hardest of the clusters, the easiest first.
    pub hard: Vec<Hard>,
}

/// Whether there are none; serde asks by reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_none(count: &u64) -> bool {
    *count == 0
}

impl Space {
    /// The space of boards of that side, from 3 to 7, without walls, measured in slides or in steps.
    #[must_use]
    pub fn new(side: u8, metric: crate::Metric) -> Option<Self> {
        Self::with_walls_at(side, metric, &[])
    }

    /// The space of boards of that side, from 3 to 7, with that many walls, up to three, wherever they leave room for the target.
    #[must_use]
    pub fn with_walls(side: u8, metric: crate::Metric, walls: u8) -> Option<Self> {
        if MOST_WALLS < walls || !SIDES.contains(&side) {
            return None;
        }
        Self::on(side, metric, &placements(side, walls))
    }

    /// The space of boards of that side, from 3 to 7, with walls at these rows and columns, from 0; `None` if the target cannot reach
    /// the exit, or if walls are off the board or in the same place.
    #[must_use]
    pub fn with_walls_at(side: u8, metric: crate::Metric, walls: &[(u8, u8)]) -> Option<Self> {
        let mut walls = walls.to_vec();
        walls.sort_unstable();
        let is_apart = walls.windows(2).all(|pair| pair[0] != pair[1]);
        let is_on_board = walls.iter().all(|&(row, column)| row < side && column < side);
        if !is_apart || !is_on_board || !SIDES.contains(&side) {
            return None;
        }
        Self::on(side, metric, &[walls])
    }

    fn on(side: u8, metric: crate::Metric, placements: &[Vec<(u8, u8)>]) -> Option<Self> {
        let stride = match metric {
            crate::Metric::Slides => Stride::Slide,
            crate::Metric::Steps => Stride::Step,
        };
        let target_row = (side - 1) / 2;
        let unit = if side <= MOST_NUMBERED { Unit::Rows } else { Unit::Family };
        let grounds = placements.iter().filter_map(|walls| Ground::new(side, target_row, walls));
        Self { target_row, stride, unit, grounds: Vec::new() }.numbered(grounds.collect())
    }

    /// The same boards with a family as a unit of work, or rows and columns that leave no room for a solved position; `None` if a word
    /// does not hold the number of them.
    ///
    /// ```
    /// use patience_core::Cancel;
    /// use patience_rush_hour::{Metric, Space};
    ///
    /// let space = Space::new(4, Metric::Slides).and_then(Space::by_family).expect("few families");
    /// let families: u64 = (0..space.units()).map(|unit| space.explore(unit, &Cancel::new()).expect("not cancelled").families).sum();
    /// assert_eq!(families, 493);
    /// ```
    #[must_use]
    pub fn by_family(self) -> Option<Self> {
        let grounds = self.grounds.iter().map(|(_, ground)| ground.clone()).collect();
        Self { unit: Unit::Family, ..self }.numbered(grounds)
    }

    /// With the units of these grounds, if there are any.
    fn numbered(mut self, grounds: Vec<Ground>) -> Option<Self> {
        self.grounds.clear();
        let mut units = 0_usize;
        for ground in grounds {
            units = units.checked_add(self.unit.count(&ground)?)?;
            self.grounds.push((units, ground));
        }
        (units != 0).then_some(self)
    }

    /// Whether a unit of work is a family.
    fn is_by_family(&self) -> bool {
        self.unit == Unit::Family
    }

    /// The number of units of work.
    #[must_use]
    pub fn units(&self) -> usize {
        self.grounds.last().map_or(0, |(end, _)| *end)
    }

    /// Enumerates a unit; `None` if cancelled.
    ///
    /// # Panics
    ///
    /// If the unit does not exist.
    #[must_use]
    pub fn explore(&self, unit: usize, cancel: &Cancel) -> Option<Seen> {
        let (ground, number) = self.ground_of(unit);
        let Self { target_row, stride, .. } = *self;
        match self.unit {
            Unit::Rows => Explorer::explore(ground, target_row, stride, number, cancel),
            Unit::Family => {
                let rows = ground.row_choices();
                let lines = (number % rows, number / rows);
                family::explore(ground, target_row, stride, lines, cancel)
            }
        }
    }

    /// The ground of a unit, and the number of the unit there.
    fn ground_of(&self, unit: usize) -> (&Ground, usize) {
        assert!(unit < self.units(), "there are fewer units");
        let at = self.grounds.partition_point(|(end, _)| *end <= unit);
        let before = at.checked_sub(1).map_or(0, |before| self.grounds[before].0);
        (&self.grounds[at].1, unit - before)
    }
}

impl Unit {
    /// The units of a ground, if a word holds their number.
    fn count(self, ground: &Ground) -> Option<usize> {
        match self {
            Self::Rows => Some(ground.row_choices()),
            Self::Family => ground.choices(),
        }
    }
}
