//! The longest shortest solution of a board's cluster, found again and again: its memory is reused.

use crate::engines::bit_board::{BitBoard, Change, Position, Stride};
use crate::engines::bit_board_bfs::Slots;

/// Explores clusters of up to so many positions.
#[derive(Default)]
pub(crate) struct Survey {
    nodes: Vec<(Position, Change)>,
    /// The place of a position in `nodes`.
    known: Slots<u32>,
    /// By place: whether the distance is known.
    is_measured: Vec<bool>,
    /// Places by distance, and how each was reached.
    queue: Vec<(u32, Change)>,
}

/// A cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Surveyed {
    pub(crate) positions: usize,
    /// The length of its longest shortest solution.
    pub(crate) length: u16,
    /// Of the positions with that length, the one whose horizontal vehicles, and then whose vertical ones, come first in reading order.
    pub(crate) hardest: Position,
}

impl Survey {
    /// The cluster of the start of a bit board; `None` if it has no solution or more than `most` positions.
    pub(crate) fn survey(
        &mut self,
        bit_board: &BitBoard,
        stride: Stride,
        most: usize,
    ) -> Option<Surveyed> {
        self.reach(bit_board, most)?;
        let Self { nodes, known, is_measured, queue } = self;
        is_measured.clear();
        is_measured.resize(nodes.len(), false);
        queue.clear();
        for (at, (position, _)) in (0..).zip(nodes.iter()) {
            if bit_board.is_goal(position) {
                is_measured[at as usize] = true;
                queue.push((at, Change::NONE));
            }
        }
        // The last distance begins there.
        let (mut last, mut next, mut end, mut length) = (0, 0, queue.len(), 0);
        if end == 0 {
            return None;
        }
        loop {
            while next < end {
                let (at, change) = queue[next];
                next += 1;
                bit_board.each_child(&nodes[at as usize].0, change, stride, |child, change| {
                    let Some(other) = known.find(child.key) else { return };
                    if !std::mem::replace(&mut is_measured[other as usize], true) {
                        queue.push((other, change));
                    }
                });
            }
            if queue.len() == end {
                break;
            }
            length += 1;
            (last, end) = (end, queue.len());
        }
        let farthest = queue[last..].iter().map(|(at, _)| nodes[*at as usize].0);
        let hardest = farthest.min_by_key(|position| bit_board.covered_by_axis(position))?;
        Some(Surveyed { positions: nodes.len(), length, hardest })
    }

    /// Finds all positions; `None` if there are more than `most`.
    fn reach(&mut self, bit_board: &BitBoard, most: usize) -> Option<()> {
        let Self { nodes, known, .. } = self;
        nodes.clear();
        known.clear();
        nodes.push((bit_board.start(), Change::NONE));
        known.find_or_enter(bit_board.start().key, 0);
        let mut next = 0;
        while let Some(&(position, last)) = nodes.get(next) {
            if most < nodes.len() {
                return None;
            }
            next += 1;
            bit_board.each_child(&position, last, Stride::Slide, |child, change| {
                // Few positions more than `most`, which are fewer than 2^32.
                #[allow(clippy::cast_possible_truncation)]
                let place = nodes.len() as u32;
                if known.find_or_enter(child.key, place).is_none() {
                    nodes.push((child, change));
                }
            });
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use patience_core::{Cancel, Limits, Meter, Puzzle as _};

    use super::*;
    use crate::{Board, Cluster, JAM, Metric, RushHour};

    #[test]
    fn it_finds_what_a_cluster_has() {
        let mut survey = Survey::default();
        for known in JAM.iter().take(12) {
            for (metric, stride) in [(Metric::Slides, Stride::Slide), (Metric::Steps, Stride::Step)]
            {
                let mut game: RushHour =
                    RushHour::new(Board::parse(known.letters).unwrap()).unwrap();
                game.metric = metric;
                let bit_board = BitBoard::new(&game, &game.start());
                let found = survey.survey(&bit_board, stride, 1_000_000).unwrap();
                let mut observer = ();
                let cancel = Cancel::new();
                let mut meter = Meter::start(&Limits::default(), &cancel, &mut observer);
                let cluster = Cluster::explore(&game, &game.start(), &mut meter).unwrap();
                assert_eq!(found.positions, cluster.positions());
                assert_eq!(Some(found.length), cluster.hardest().map(|(_, length)| length));
                let fewer = found.positions - 1;
                assert_eq!(survey.survey(&bit_board, stride, fewer), None);
            }
        }
    }
}
