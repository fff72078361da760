//! The distance to the nearest solved position, up to a bound.

use crate::engines::bit_board::{BitBoard, Change, Distance, Position, Stride};
use crate::engines::bit_board_bfs::Slots;

/// Breadth-first search without positions that are too far from a solved one (A*, Hart, Nilsson and Raphael, 1968). Its memory is reused.
#[derive(Default)]
pub(crate) struct BoundedBfs {
    nodes: Vec<(Position, Change)>,
    known: Slots<()>,
}

impl BoundedBfs {
    /// The distance of `start`, if it is at most `farthest`.
    ///
    /// A move changes [`BitBoard::distance`] by one at most. So if a position is near enough, then so are all from which a move
    /// leads to it on the way there, and leaving out the others does not disturb the order of moves of [`BitBoard::each_child`].
    pub(crate) fn distance(
        &mut self,
        bit_board: &BitBoard,
        start: &Position,
        stride: Stride,
        farthest: u16,
    ) -> Option<u16> {
        if let Distance::Exactly(distance) = bit_board.distance(start, stride) {
            return (distance <= farthest).then_some(distance);
        }
        let Self { nodes, known } = self;
        nodes.clear();
        known.clear();
        nodes.push((*start, Change::NONE));
        known.find_or_enter(start.key, ());
        let (mut best, mut farthest) = (None, farthest);
        let (mut next, mut end, mut distance) = (0, 1, 0);
        while next < end {
            distance += 1;
            while next < end {
                let (position, last) = nodes[next];
                next += 1;
                bit_board.each_child(&position, last, stride, |child, last| {
                    match bit_board.distance(&child, stride) {
                        Distance::Exactly(left) if distance + left <= farthest => {
                            best = Some(distance + left);
                            // From now on, only shorter ones count.
                            farthest = distance + left - 1;
                        }
                        Distance::AtLeast(left)
                            if distance + left <= farthest
                                && known.find_or_enter(child.key, ()).is_none() =>
                        {
                            nodes.push((child, last));
                        }
                        _ => {}
                    }
                });
            }
            end = nodes.len();
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use patience_core::Puzzle;

    use super::*;
    use crate::{Board, JAM, RushHour};

    #[test]
    fn the_original_cards_are_as_far_as_is_known_and_not_nearer() {
        let mut bounded_bfs = BoundedBfs::default();
        for known in &JAM {
            let board = Board::parse(known.letters).unwrap();
            let game: RushHour = RushHour::new(board).unwrap();
            let bit_board = BitBoard::new(&game, &game.start());
            for (stride, length) in [(Stride::Slide, known.slides), (Stride::Step, known.steps)] {
                let length = u16::try_from(length).unwrap();
                let mut within = |farthest| {
                    bounded_bfs.distance(&bit_board, &bit_board.start(), stride, farthest)
                };
                assert_eq!(within(u16::MAX), Some(length));
                assert_eq!(within(length), Some(length));
                assert_eq!(within(length - 1), None);
            }
        }
    }
}
