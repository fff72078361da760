//! Hill climbing over clusters: the hardest boards of a size that is too large to enumerate.
//!
//! A climb is at a cluster, which it knows by a hardest position. A step changes a vehicle or a wall there and explores the whole cluster
//! of the new board, so its fitness is the longest shortest solution of the cluster, and no step is wasted on easier positions of it. Late
//! acceptance (Burke and Bykov, 2017) decides: a cluster is taken if it is at least as hard as the present one, or as the one of some steps
//! ago. All boards are of the enumeration's kind: see [`super`]. At the end, vehicles and walls that are not needed go.

use patience_core::{Cancel, Puzzle as _, SplitMix};
use patience_kit::choices;

use super::bounded_bfs::BoundedBfs;
use super::neighbour::{is_of_kind, listed_board, neighbour, random_board};
use super::survey::{Survey, Surveyed};
use super::{Hard, Seen};
use crate::engines::bit_board::{BitBoard, Stride};
use crate::rules::board::Board;
use crate::rules::game::{Metric, RushHour};

/// The share of the steps of a climb that its memory holds: a longer one climbs more slowly, and higher.
const MEMORY: u64 = 20;

/// The most steps that it holds.
const LONGEST: usize = 1 << 16;

/// How many times more positions a cluster may have when vehicles have gone.
const LARGER: usize = 64;

/// A hill climb.
#[derive(Clone, Debug)]
pub(crate) struct Climb {
    pub(crate) side: u8,
    pub(crate) metric: Metric,
    /// The most walls.
    pub(crate) walls: usize,
    /// Clusters to explore.
    pub(crate) effort: u64,
    /// Positions of the largest cluster to explore.
    pub(crate) largest: usize,
    pub(crate) start: Start,
}

choices! {
    /// Where a climb begins.
    pub(crate) enum Start {
        /// A random board
        Random = "random",
        /// One of the hardest boards of 6×6 cells without walls, at the exit of a larger board
        Listed = "listed",
    }
}

/// A cluster on the way.
struct Found {
    /// A hardest position.
    board: Board,
    length: u16,
    positions: usize,
}

impl Climb {
    /// The hardest minimal board of a climb, with what it has explored; `None` if cancelled.
    pub(crate) fn climb(&self, seed: u64, cancel: &Cancel) -> Option<Seen> {
        let mut random = SplitMix::new(seed);
        let mut tour = Tour { climb: self, survey: Survey::default(), seen: Seen::default() };
        let mut here = loop {
            let board = match self.start {
                Start::Random => random_board(self.side, self.walls, &mut random),
                Start::Listed => listed_board(self.side, &mut random)?,
            };
            if cancel.is_cancelled() {
                return None;
            }
            if let Some(found) = tour.visit(&board) {
                break found;
            }
        };
        let (mut best, mut best_length) = (here.board.clone(), here.length);
        let memory = usize::try_from(self.effort / MEMORY).unwrap_or(LONGEST).clamp(1, LONGEST);
        // A climb may go down from where it begins, which may be the top of a hill.
        let mut past = vec![here.length - here.length / 4; memory];
        let mut step = 0;
        while tour.seen.families < self.effort {
            if cancel.is_cancelled() {
                return None;
            }
            step += 1;
            let Some(board) = neighbour(&here.board, self.walls, &mut random) else { continue };
            let Some(there) = tour.visit(&board) else { continue };
            let known = &mut past[step % memory];
            if here.length.min(*known) <= there.length {
                here = there;
            }
            *known = (*known).max(here.length);
            if best_length < here.length {
                (best, best_length) = (here.board.clone(), here.length);
            }
        }
        let hard = tour.stripped(best);
        tour.seen.hard.extend(hard);
        Some(tour.seen)
    }

    fn stride(&self) -> Stride {
        match self.metric {
            Metric::Slides => Stride::Slide,
            Metric::Steps => Stride::Step,
        }
    }
}

/// The clusters that a climb visits.
struct Tour<'a> {
    climb: &'a Climb,
    survey: Survey,
    seen: Seen,
}

impl Tour<'_> {
    /// The cluster of a board; `None` if it has no solution or too many positions.
    fn visit(&mut self, board: &Board) -> Option<Found> {
        self.visit_up_to(board, self.climb.largest)
    }

    /// The same with another limit of positions.
    fn visit_up_to(&mut self, board: &Board, most: usize) -> Option<Found> {
        self.seen.families += 1;
        let game: RushHour = RushHour::new(board.clone()).ok()?;
        let bit_board = BitBoard::new(&game, &game.start());
        let stride = self.climb.stride();
        let Surveyed { positions, length, hardest } =
            self.survey.survey(&bit_board, stride, most)?;
        self.seen.clusters += 1;
        self.seen.positions += positions as u64;
        let board = game.first_board().with_offsets(&bit_board.offsets(&hardest));
        Some(Found { board, length, positions })
    }

    /// The hardest position of a board's cluster without vehicles and walls that it does not need; `None` if that has too many positions.
    fn stripped(&mut self, board: Board) -> Option<Hard> {
        let mut board = board;
        loop {
            let most = self.climb.largest.saturating_mul(LARGER);
            let Found { board: hardest, length, positions } = self.visit_up_to(&board, most)?;
            if length == 0 {
                return None;
            }
            let fewer =
                parts(&hardest).find(|fewer| distance(fewer, self.climb.stride()) == Some(length));
            if let Some(fewer) = fewer {
                board = fewer;
                continue;
            }
            // On boards with a middle row, a board and its mirror image are the same.
            let is_symmetric = self.climb.side % 2 == 1;
            let hardest = if is_symmetric { hardest.canonical() } else { hardest.relettered() };
            return Some(Hard {
                length,
                slides: distance(&hardest, Stride::Slide)?,
                steps: distance(&hardest, Stride::Step)?,
                positions: u32::try_from(positions).ok()?,
                letters: hardest.letters(),
            });
        }
    }
}

/// The fewest moves to a solution.
fn distance(board: &Board, stride: Stride) -> Option<u16> {
    let game: RushHour = RushHour::new(board.clone()).ok()?;
    let bit_board = BitBoard::new(&game, &game.start());
    BoundedBfs::default().distance(&bit_board, &bit_board.start(), stride, u16::MAX)
}

/// The board without each of its vehicles but the target, and without each of its walls.
fn parts(board: &Board) -> impl Iterator<Item = Board> {
    let without_vehicle = (0..board.vehicles().len()).filter_map(|at| board.without(at));
    let without_wall = board.walls().iter().filter_map(|wall| {
        let walls = board.walls().iter().copied().filter(|other| other != wall).collect();
        let size = (board.width(), board.height());
        Board::new(size, board.vehicles().to_vec(), board.target_index(), walls).ok()
    });
    without_vehicle.chain(without_wall).filter(is_of_kind)
}

#[cfg(test)]
mod tests {
    use patience_core::{Limits, Meter};

    use super::*;
    use crate::Cluster;

    fn small(side: u8, walls: usize) -> Climb {
        let (metric, start) = (Metric::Slides, Start::Random);
        Climb { side, metric, walls, effort: 1500, largest: 2000, start }
    }

    #[test]
    fn a_climb_reaches_the_hardest_board_of_a_small_size() {
        // Enumerations find 7 slides without walls.
        let lengths = (0..3).filter_map(|seed| {
            let seen = small(4, 0).climb(seed, &Cancel::new()).unwrap();
            seen.hard.first().map(|hard| hard.length)
        });
        assert_eq!(lengths.max(), Some(7));
    }

    #[test]
    fn a_climb_ends_at_a_minimal_board_that_is_the_hardest_of_its_cluster() {
        for (side, walls) in [(5, 0), (5, 1), (6, 2), (7, 1)] {
            let climb = Climb { effort: 100, ..small(side, walls) };
            let seen = climb.climb(1, &Cancel::new()).unwrap();
            assert_eq!(climb.climb(1, &Cancel::new()), Some(seen.clone()));
            let [Hard { length, slides, steps, positions, letters }] = &seen.hard[..] else {
                panic!("one board a climb")
            };
            let board = Board::parse(letters).unwrap();
            assert!(is_of_kind(&board) && board.walls().len() <= walls, "{letters}");
            assert_eq!((length, distance(&board, Stride::Slide)), (slides, Some(*slides)));
            assert_eq!(distance(&board, Stride::Step), Some(*steps));
            let game: RushHour = RushHour::new(board.clone()).unwrap();
            let (mut observer, cancel) = ((), Cancel::new());
            let mut meter = Meter::start(&Limits::default(), &cancel, &mut observer);
            let cluster = Cluster::explore(&game, &game.start(), &mut meter).unwrap();
            assert_eq!(cluster.positions(), *positions as usize);
            assert_eq!(cluster.hardest().map(|(_, length)| length), Some(*slides));
            for fewer in parts(&board) {
                assert!(distance(&fewer, Stride::Slide) < Some(*slides), "{letters}");
            }
        }
    }

    #[test]
    fn a_cancelled_climb_is_nothing() {
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(small(4, 0).climb(1, &cancel), None);
    }
}
