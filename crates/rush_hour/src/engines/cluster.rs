//! Clusters: all positions that are reachable from each other, with distances to the nearest solved one.

use std::cmp::Reverse;

use patience_core::{Meter, Stop};

use crate::engines::bit_board::{BitBoard, Change, Stride};
use crate::engines::bit_board_bfs::{Node, Reached};
use crate::rules::board::Board;
use crate::rules::game::{Move, RushHour, State};

/// Every position that can be reached from one, with its distance to the nearest solved position.
///
/// Moves can be taken back, so all positions of a cluster have the same cluster.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, Puzzle};
/// use patience_rush_hour::{Board, Cluster, RushHour};
///
/// let game: RushHour = RushHour::new(Board::parse("AA.B\n...B\n....\n....")?)?;
/// let mut watcher = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
/// let cluster = Cluster::explore(&game, &game.start(), &mut meter).expect("there are no limits");
/// assert_eq!(cluster.positions(), 8);
/// assert_eq!(cluster.histogram(), [2, 4, 2]); // two are solved, four are one slide away, two are two
/// assert_eq!(cluster.distance(), Some(2));
/// assert_eq!(cluster.solutions(), 2);
/// assert_eq!(cluster.choices().len(), 3); // A by one, B by one or two
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cluster {
    board: Board,
    bit_board: BitBoard,
    stride: Stride,
    reached: Reached<u32>,
    /// By slot, or [`FAR`] if no solved position can be reached.
    distances: Vec<u16>,
}

/// The distance of a position without a solution.
const FAR: u16 = u16::MAX;

impl Cluster {
    /// Explores the cluster of a state, with distances in the metric of the instance.
    pub fn explore(game: &RushHour, root: &State, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let stride = game.stride();
        let bit_board = BitBoard::new(game, root);
        let board = game.first_board().clone();
        let (reached, distances) = (Reached::new(), Vec::new());
        let mut cluster = Self { board, bit_board, stride, reached, distances };
        cluster.reach(meter)?;
        cluster.measure(meter)?;
        Ok(cluster)
    }

    /// Finds all positions.
    fn reach(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Self { bit_board, reached, .. } = self;
        reached.grow(meter)?;
        reached.enter(bit_board.start(), 0, Change::NONE);
        let mut next = 0;
        while next < reached.nodes.len() {
            let (parent, Node { position, last, .. }) = reached.expand(next, meter)?;
            bit_board.each_child(&position, last, Stride::Slide, |child, change| {
                reached.enter(child, parent, change);
            });
            next += 1;
        }
        Ok(())
    }

    /// Computes the distance of each position, breadth first from all solved ones.
    fn measure(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Self { bit_board, reached, stride, .. } = self;
        let beside = reached.nodes.len() * (size_of::<u16>() + size_of::<(u32, Change)>());
        meter.store(reached.nodes.len() as u64, (reached.bytes() + beside) as u64)?;
        let mut distances = vec![FAR; reached.nodes.len()];
        let mut queue: Vec<(u32, Change)> = Vec::with_capacity(reached.nodes.len());
        for (slot, node) in (0..).zip(&reached.nodes) {
            if bit_board.is_goal(&node.position) {
                distances[slot as usize] = 0;
                queue.push((slot, Change::NONE));
            }
        }
        let mut next = 0;
        while let Some(&(slot, last)) = queue.get(next) {
            meter.expand()?;
            next += 1;
            let distance = distances[slot as usize];
            let position = reached.nodes[slot as usize].position;
            bit_board.each_child(&position, last, *stride, |child, change| {
                let Some(other) = reached.slot(&child) else { return };
                if distances[other as usize] == FAR {
                    distances[other as usize] = distance + 1;
                    queue.push((other, change));
                }
            });
        }
        self.distances = distances;
        Ok(())
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.distances.len()
    }

    /// The distance of the root; `None` if it has no solution.
    #[must_use]
    pub fn distance(&self) -> Option<u16> {
        self.distances.first().copied().filter(|&distance| distance != FAR)
    }

    /// Every slide of the root with the distance after it, `None` if that has no solution; in the order of the vehicles, right and down before
    /// left and up, the nearest first.
    ///
    /// Vehicles are those of the board that the instance begins with. They slide any distance in both metrics.
    #[must_use]
    pub fn choices(&self) -> Vec<(Move, Option<u16>)> {
        let root = self.reached.nodes[0].position;
        let mut choices = Vec::new();
        self.bit_board.each_child(&root, Change::NONE, Stride::Slide, |child, _| {
            let (mv, slot) =
                (self.bit_board.move_between(&root, &child), self.reached.slot(&child));
            if let (Some(mv), Some(slot)) = (mv, slot) {
                let distance = self.distances[slot as usize];
                choices.push((mv, Some(distance).filter(|&distance| distance != FAR)));
            }
        });
        choices.sort_unstable_by_key(|(mv, _)| (mv.vehicle, mv.by < 0, mv.by.unsigned_abs()));
        choices
    }

    /// The number of positions at each distance; empty if there is no solution.
    #[must_use]
    pub fn histogram(&self) -> Vec<usize> {
        let farthest = self.distances.iter().copied().filter(|&distance| distance != FAR).max();
        let mut counts = vec![0; farthest.map_or(0, |farthest| usize::from(farthest) + 1)];
        for &distance in &self.distances {
            if let Some(count) = counts.get_mut(usize::from(distance)) {
                *count += 1;
            }
        }
        counts
    }

    /// The first, by its letters, of the positions at a distance.
    #[must_use]
    pub fn at_distance(&self, distance: u16) -> Option<Board> {
        let slots = (0..self.distances.len()).filter(|&slot| self.distances[slot] == distance);
        slots.map(|slot| self.board(slot)).max_by_key(|board| Reverse(board.letters()))
    }

    /// The farthest position, the first by its letters, and its distance; `None` if there is no solution.
    #[must_use]
    pub fn hardest(&self) -> Option<(Board, u16)> {
        let farthest = self.distances.iter().copied().filter(|&distance| distance != FAR).max()?;
        Some((self.at_distance(farthest)?, farthest))
    }

    /// Legal moves of a position, on average.
    #[must_use]
    pub fn branching(&self) -> f64 {
        // Counts of moves are far below 2^52.
        #[allow(clippy::cast_precision_loss)]
        let mean = self.moves().sum::<usize>() as f64 / self.distances.len() as f64;
        mean
    }

    /// Positions with a single legal move: back.
    #[must_use]
    pub fn dead_ends(&self) -> usize {
        self.moves().filter(|&moves| moves == 1).count()
    }

    /// The number of legal moves of every position.
    fn moves(&self) -> impl Iterator<Item = usize> {
        (0..self.distances.len()).map(|slot| {
            let mut moves = 0;
            self.each_neighbour(slot, |_| moves += 1);
            moves
        })
    }

    /// The number of shortest solutions of the root, as sequences of moves; 0 if there is none. It saturates.
    #[must_use]
    pub fn solutions(&self) -> u128 {
        let Some(distance) = self.distance() else { return 0 };
        let mut slots: Vec<usize> =
            (0..self.distances.len()).filter(|&slot| self.distances[slot] <= distance).collect();
        slots.sort_unstable_by_key(|&slot| self.distances[slot]);
        let mut counts = vec![0_u128; self.distances.len()];
        for slot in slots {
            if self.distances[slot] == 0 {
                counts[slot] = 1;
                continue;
            }
            let mut count = 0_u128;
            self.each_neighbour(slot, |other| {
                if self.distances[other] + 1 == self.distances[slot] {
                    count = count.saturating_add(counts[other]);
                }
            });
            counts[slot] = count;
        }
        counts[0]
    }

    /// How unlikely a random player plays a shortest solution, in bits: minus the binary logarithm of its chance if all legal moves of a
    /// position are equally likely. `None` if there is no solution.
    ///
    /// One bit is one choice between two moves, one of them right.
    #[must_use]
    pub fn choice_bits(&self) -> Option<f64> {
        let distance = self.distance()?;
        let mut slots: Vec<usize> =
            (0..self.distances.len()).filter(|&slot| self.distances[slot] <= distance).collect();
        slots.sort_unstable_by_key(|&slot| self.distances[slot]);
        let mut chances = vec![0.0_f64; self.distances.len()];
        for slot in slots {
            if self.distances[slot] == 0 {
                chances[slot] = 1.0;
                continue;
            }
            let (mut moves, mut nearer) = (0_u32, 0.0);
            self.each_neighbour(slot, |other| {
                moves += 1;
                if self.distances[other] < self.distances[slot] {
                    nearer += chances[other];
                }
            });
            chances[slot] = nearer / f64::from(moves.max(1));
        }
        chances.first().map(|chance| -chance.log2())
    }

    fn each_neighbour(&self, slot: usize, mut visit: impl FnMut(usize)) {
        let position = self.reached.nodes[slot].position;
        self.bit_board.each_child(&position, Change::NONE, self.stride, |child, _| {
            if let Some(other) = self.reached.slot(&child) {
                visit(other as usize);
            }
        });
    }

    fn board(&self, slot: usize) -> Board {
        self.board.with_offsets(&self.bit_board.offsets(&self.reached.nodes[slot].position))
    }
}
