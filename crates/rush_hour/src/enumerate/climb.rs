//! Hill climbing over clusters: the hardest boards of a size that is too large to enumerate.
//!
//! A climb is at a cluster, which it knows by a hardest position. A step changes a vehicle or a wall there and explores the whole cluster
//! of the new board, so its fitness is the longest shortest solution of the cluster, and no step is wasted on easier positions of it. Late
//! acceptance (Burke and Bykov, 2017) decides: a cluster is taken if it is at least as hard as the present one, or as the one of some steps
//! ago. All boards are of the enumeration's kind: see [`super`]. At the end, vehicles and walls that are not needed go.

use patience_core::{Cancel, Limits, Meter, Puzzle as _, SplitMix};

use super::bounded_bfs::BoundedBfs;
use super::neighbour::{is_of_kind, neighbour, random_board};
use super::{Hard, Seen};
use crate::engines::bit_board::{BitBoard, Stride};
use crate::engines::cluster::Cluster;
use crate::rules::board::Board;
use crate::rules::game::{Metric, RushHour};

/// Steps after which a step down is forgiven.
const MEMORY: usize = 100;

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
        let mut seen = Seen::default();
        let mut here = loop {
            let board = random_board(self.side, self.walls, &mut random);
            if let Some(found) = self.evaluate(&board, &mut seen, cancel)? {
                break found;
            }
        };
        let (mut best, mut best_length) = (here.board.clone(), here.length);
        let mut past = [here.length; MEMORY];
        let mut step = 0;
        while seen.families < self.effort {
            step += 1;
            let Some(board) = neighbour(&here.board, self.walls, &mut random) else { continue };
            let Some(there) = self.evaluate(&board, &mut seen, cancel)? else { continue };
            let known = &mut past[step % MEMORY];
            if here.length.min(*known) <= there.length {
                here = there;
            }
            *known = (*known).max(here.length);
            if best_length < here.length {
                (best, best_length) = (here.board.clone(), here.length);
            }
        }
        seen.hard.extend(self.stripped(best, &mut seen.clone(), cancel)?);
        Some(seen)
    }

    /// The cluster of a board; `Some(None)` if it has no solution or too many positions, `None` if cancelled.
    fn evaluate(&self, board: &Board, seen: &mut Seen, cancel: &Cancel) -> Option<Option<Found>> {
        if cancel.is_cancelled() {
            return None;
        }
        seen.families += 1;
        let mut game: RushHour = RushHour::new(board.clone()).ok()?;
        game.metric = self.metric;
        let mut observer = ();
        let mut meter = Meter::start(&Limits::default(), cancel, &mut observer);
        let cluster = Cluster::explore_up_to(&game, &game.start(), self.largest, &mut meter);
        let Some(cluster) = cluster.ok().flatten() else { return Some(None) };
        let Some((board, length)) = cluster.first_hardest() else { return Some(None) };
        let positions = cluster.positions();
        seen.clusters += 1;
        seen.positions += positions as u64;
        Some(Some(Found { board, length, positions }))
    }

    /// The hardest position without vehicles and walls that it does not need; `None` in place of it if its cluster has too many positions.
    fn stripped(&self, board: Board, seen: &mut Seen, cancel: &Cancel) -> Option<Option<Hard>> {
        let mut board = board;
        loop {
            let Some(found) = self.evaluate(&board, seen, cancel)? else { return Some(None) };
            if found.length == 0 {
                return Some(None);
            }
            board = found.board;
            let fewer = parts(&board).find(|fewer| self.distance(fewer) == Some(found.length));
            match fewer {
                Some(fewer) => board = fewer,
                None => {
                    let board = if self.side % 2 == 1 { board.canonical() } else { board };
                    let [slides, steps] =
                        [Stride::Slide, Stride::Step].map(|stride| distance(&board, stride));
                    let length = found.length;
                    let positions = u32::try_from(found.positions).ok()?;
                    let letters = board.relettered().letters();
                    return Some(Some(Hard {
                        length,
                        slides: slides?,
                        steps: steps?,
                        positions,
                        letters,
                    }));
                }
            }
        }
    }

    fn distance(&self, board: &Board) -> Option<u16> {
        distance(
            board,
            match self.metric {
                Metric::Slides => Stride::Slide,
                Metric::Steps => Stride::Step,
            },
        )
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
