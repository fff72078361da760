//! The generator: hill climbing from random boards to boards of a given length.
//!
//! A step changes a vehicle and takes the hardest position of the cluster. It is kept if it is at least as hard; now and then an easier one
//! is kept. Clusters of more than about four thousand positions are skipped: they take long and are seldom hard. When the length is
//! reached, vehicles that do not matter are removed.

pub(crate) mod job;
pub(crate) mod mutate;

use std::ops::RangeInclusive;
use std::time::Duration;

use patience_core::{Cancel, Limits, Meter, Outcome, Puzzle, SplitMix, Stop};
use web_time::Instant;

use crate::engines::bit_board_bfs::BitBoardBfs;
use crate::engines::cluster::Cluster;
use crate::engines::lane::MOST_CELLS;
use crate::rules::board::{Axis, Board, Vehicle};
use crate::rules::game::{Metric, RushHour, TooLarge};

/// The properties of boards to make.
///
/// ```
/// use patience_core::Cancel;
/// use patience_rush_hour::Recipe;
///
/// let recipe = Recipe { length: 12..=20, ..Recipe::default() };
/// let made = recipe.make(7, &Cancel::new())?.expect("there are many");
/// assert!((12..=20).contains(&made.length));
/// assert_eq!(recipe.make(7, &Cancel::new())?, Some(made)); // the same seed, the same board
/// # Ok::<(), patience_rush_hour::RecipeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Columns of the grid.
    pub width: u8,
    /// Rows of the grid.
    pub height: u8,
    /// The metric of lengths.
    pub metric: Metric,
    /// The length of a shortest solution.
    pub length: RangeInclusive<u16>,
    /// The number of vehicles, with the target.
    pub vehicles: RangeInclusive<usize>,
    /// The number of walls.
    pub walls: usize,
    /// Whether every vehicle must be needed: without it, the board would be easier.
    pub minimal: bool,
}

impl Default for Recipe {
    /// Boards of 6×6 without walls, neither trivial nor among the hardest.
    fn default() -> Self {
        Self {
            width: 6,
            height: 6,
            metric: Metric::Slides,
            length: 15..=u16::MAX,
            vehicles: 2..=16,
            walls: 0,
            minimal: true,
        }
    }
}

/// A board that was made.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, Puzzle};
/// use patience_rush_hour::{Cluster, Made, Recipe, RushHour};
///
/// let recipe = Recipe { width: 4, height: 4, length: 3..=5, ..Recipe::default() };
/// let Made { board, length, positions } = recipe.make(1, &Cancel::new())?.expect("there are many");
/// // The cluster of the board says the same.
/// let game = RushHour::new(board)?;
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let cluster = Cluster::explore(&game, &game.start(), &mut meter).expect("no limit");
/// assert_eq!((cluster.distance(), cluster.positions()), (Some(length), positions));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The board.
    pub board: Board,
    /// The length of its shortest solutions in the metric of the recipe.
    pub length: u16,
    /// The positions that can be reached.
    pub positions: usize,
}

/// A recipe that no board can meet.
///
/// ```
/// use patience_rush_hour::Recipe;
///
/// let recipe = Recipe { vehicles: 5..=4, ..Recipe::default() };
/// assert_eq!(recipe.check().unwrap_err().to_string(), "no board has between 5 and 4 vehicles");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RecipeError(String);

/// The shortest side of a board that can be any puzzle.
const MIN_PLAYED: u8 = 3;

/// Boards without progress after which a climb ends.
const PATIENCE: usize = 500;

/// One in this many boards may be easier than the one before it by an eighth.
const STEPS_DOWN: usize = 20;

/// Boards that are evaluated before giving up.
const EFFORT: usize = 400_000;

/// Bytes of a cluster of some four thousand positions: larger ones take long and are seldom hard.
const TOO_LARGE: u64 = 1_100_000;

/// Bytes of a cluster of some hundred thousand positions, which a board may have without its unneeded vehicles.
const FAR_TOO_LARGE: u64 = 24 << 20;

impl Recipe {
    /// An error if no board can have these properties.
    pub fn check(&self) -> Result<(), RecipeError> {
        let Self { width, height, walls, .. } = *self;
        let sides = MIN_PLAYED..=MOST_CELLS;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(RecipeError(format!(
                "boards that are generated have {MIN_PLAYED} to {MOST_CELLS} cells a side, not {width}×{height}"
            )));
        }
        let lengths = usize::from(*self.length.start())..=usize::from(*self.length.end());
        let vehicles = self.vehicles.clone();
        for (range, what) in [(lengths, self.metric.name()), (vehicles, "vehicles")] {
            let (least, most) = (range.start(), range.end());
            if range.is_empty() || *most == 0 {
                let message = format!("no board has between {least} and {most} {what}");
                return Err(RecipeError(message));
            }
        }
        let cells = usize::from(width) * usize::from(height);
        if cells < 2 * walls + 4 {
            let message = format!("{walls} walls leave no room to play on {cells} cells");
            return Err(RecipeError(message));
        }
        Ok(())
    }

    /// A board of the recipe that this seed leads to: the hardest position of its cluster, or the nearest one that the lengths allow.
    /// `None` if none was found in a long time, or if cancelled.
    pub fn make(&self, seed: u64, cancel: &Cancel) -> Result<Option<Made>, RecipeError> {
        self.make_within(seed, None, cancel)
    }

    /// The same within a time, after which it is `None`.
    pub fn make_within(
        &self,
        seed: u64,
        time: Option<Duration>,
        cancel: &Cancel,
    ) -> Result<Option<Made>, RecipeError> {
        self.check()?;
        let begun = Instant::now();
        let is_over = || cancel.is_cancelled() || time.is_some_and(|time| time <= begun.elapsed());
        let mut random = SplitMix::new(seed);
        let mut looked_at = 0;
        while looked_at < EFFORT {
            if is_over() {
                return Ok(None);
            }
            looked_at += 1;
            let Some(mut here) = self.evaluate(&self.random_board(&mut random), cancel) else {
                continue;
            };
            let (mut highest, mut idle) = (here.length, 0);
            let mut is_tried = false;
            while idle < PATIENCE && !is_over() {
                if !is_tried && let Some(found) = self.finish(&here, cancel) {
                    return Ok(Some(found));
                }
                is_tried = true;
                looked_at += 1;
                idle += 1;
                let Some(next) = self.mutate(&here.board, &mut random) else { continue };
                let Some(there) = self.evaluate(&next, cancel) else { continue };
                // An occasional step down leads out of local optima.
                let allowed = if random.below(STEPS_DOWN) == 0 { here.length / 8 } else { 0 };
                if here.length <= there.length + allowed {
                    (here, is_tried) = (there, false);
                }
                if highest < here.length {
                    (highest, idle) = (here.length, 0);
                }
            }
        }
        Ok(None)
    }

    /// The hardest position of a board's cluster; `None` if it has no solution or too many positions.
    fn evaluate(&self, board: &Board, cancel: &Cancel) -> Option<Made> {
        let cluster = self.cluster(board, TOO_LARGE, cancel).ok()?;
        let (board, length) = cluster.hardest()?;
        Some(Made { board, length, positions: cluster.positions() })
    }

    fn cluster(&self, board: &Board, most: u64, cancel: &Cancel) -> Result<Cluster, Stop> {
        let game = self.game(board).map_err(|_| Stop::Memory)?;
        let limits = Limits { memory: Some(most), ..Limits::default() };
        let mut watcher = ();
        let mut meter = Meter::start(&limits, cancel, &mut watcher);
        Cluster::explore(&game, &game.start(), &mut meter)
    }

    /// The length of a shortest solution; `None` if there are too many positions, or if cancelled.
    fn distance(&self, board: &Board, cancel: &Cancel) -> Option<u16> {
        let game = self.game(board).ok()?;
        let limits = Limits { memory: Some(FAR_TOO_LARGE), ..Limits::default() };
        let report =
            patience_core::solve(&BitBoardBfs, &game, &game.start(), &limits, cancel, &mut ());
        match report.outcome {
            Outcome::Solved(solution) => u16::try_from(solution.cost).ok(),
            _ => None,
        }
    }

    fn game(&self, board: &Board) -> Result<RushHour, TooLarge> {
        let mut game = RushHour::new(board.clone())?;
        game.metric = self.metric;
        Ok(game)
    }

    /// Makes a board minimal if required, and letters it in order; `None` if the result does not fit the recipe.
    fn finish(&self, found: &Made, cancel: &Cancel) -> Option<Made> {
        if found.length < *self.length.start() {
            return None;
        }
        // Too hard: a position of the same cluster that is as hard as it may be.
        let (mut board, mut length) = (found.board.clone(), found.length);
        if *self.length.end() < length {
            length = *self.length.end();
            board = self.cluster(&board, TOO_LARGE, cancel).ok()?.at_distance(length)?;
        }
        if self.minimal {
            board = self.strip(board, length, cancel)?;
        }
        if !self.vehicles.contains(&board.vehicles().len()) {
            return None;
        }
        let board = board.relettered();
        let positions = self.cluster(&board, FAR_TOO_LARGE, cancel).ok()?.positions();
        Some(Made { board, length, positions })
    }

    /// Removes vehicles without which the position is as hard.
    fn strip(&self, mut board: Board, length: u16, cancel: &Cancel) -> Option<Board> {
        let mut at = 0;
        while at < board.vehicles().len() {
            match board.without(at) {
                Some(fewer) if self.distance(&fewer, cancel)? == length => {
                    board = fewer;
                    // Other vehicles may be unneeded now.
                    at = 0;
                }
                _ => at += 1,
            }
        }
        Some(board)
    }

    /// A target, walls and some vehicles anywhere.
    fn random_board(&self, random: &mut SplitMix) -> Board {
        let (width, height) = (self.width, self.height);
        let row = (height - 1) / 2;
        loop {
            let column = small(random.below(usize::from(width) - 1));
            let target = Vehicle { letter: 'A', axis: Axis::Horizontal, row, column, length: 2 };
            let mut walls: Vec<(u8, u8)> = Vec::new();
            while walls.len() < self.walls {
                let cell = (small(random.below(height.into())), small(random.below(width.into())));
                if !walls.contains(&cell) && cell.0 != row {
                    walls.push(cell);
                }
            }
            let Ok(mut board) = Board::new((width, height), vec![target], 0, walls) else {
                continue;
            };
            // A third of the cells in twos and threes leaves room to move, and not too much.
            let cells = usize::from(width) * usize::from(height) - self.walls;
            let default = cells / 4 + random.below(cells / 9 + 1);
            let wanted = default.clamp(*self.vehicles.start(), *self.vehicles.end());
            for _ in 0..8 * wanted {
                if wanted <= board.vehicles().len() {
                    break;
                }
                board = self.with_another(&board, random).unwrap_or(board);
            }
            return board;
        }
    }

    /// The board with another vehicle at a random place; `None` if that is taken.
    fn with_another(&self, board: &Board, random: &mut SplitMix) -> Option<Board> {
        let is_free = |letter: &char| board.vehicles().iter().all(|it| it.letter != *letter);
        let letter = LETTERS.into_iter().find(is_free)?;
        let axis = if random.below(2) == 0 { Axis::Horizontal } else { Axis::Vertical };
        // Two of three are cars.
        let length = if random.below(3) == 0 { 3 } else { 2 };
        let vehicle = Vehicle {
            letter,
            axis,
            row: small(random.below(self.height.into())),
            column: small(random.below(self.width.into())),
            length,
        };
        let target = board.target();
        if axis == Axis::Horizontal && vehicle.row == target.row && target.column < vehicle.column {
            // It would block the exit for ever.
            return None;
        }
        let mut vehicles = board.vehicles().to_vec();
        vehicles.push(vehicle);
        let size = (self.width, self.height);
        Board::new(size, vehicles, board.target_index(), board.walls().to_vec()).ok()
    }

    /// The board with a vehicle added, removed or replaced.
    fn mutate(&self, board: &Board, random: &mut SplitMix) -> Option<Board> {
        let vehicles = board.vehicles().len();
        let without = |board: &Board, random: &mut SplitMix| board.without(random.below(vehicles));
        match random.below(4) {
            0 if *self.vehicles.start() < vehicles => without(board, random),
            1 | 2 if vehicles < *self.vehicles.end() => self.with_another(board, random),
            _ => self.with_another(&without(board, random)?, random),
        }
    }
}

/// The letters of vehicles but the target: all that stand for neither a target nor an empty cell.
const LETTERS: std::ops::RangeInclusive<char> = 'B'..='W';

/// A side or a place on one: at most eight.
fn small(number: usize) -> u8 {
    debug_assert!(number <= usize::from(MOST_CELLS));
    #[allow(clippy::cast_possible_truncation)]
    let number = number as u8;
    number
}
