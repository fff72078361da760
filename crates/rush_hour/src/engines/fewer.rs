//! Bit boards without a vehicle or a wall: for checks whether a board needs it.

use crate::engines::bit_board::{BitBoard, PlacedLane};
use crate::engines::lane_position::Position;

impl BitBoard {
    /// The bit board without a vehicle other than the target, which begins with the others where they stand.
    pub(crate) fn without(&self, position: &Position, at: usize, seat: usize) -> Self {
        self.copied(position, self.walls(), Some((at, seat)))
    }

    /// The bit board without a wall, which begins with the vehicles where they stand.
    pub(crate) fn without_wall(&self, position: &Position, wall: (u8, u8)) -> Self {
        self.copied(position, self.walls().without_wall(wall), None)
    }

    /// The same lanes between other walls, but for the vehicle of a lane and seat.
    fn copied(&self, position: &Position, walls: Position, but: Option<(usize, usize)>) -> Self {
        let mut bit_board = self.emptied(walls);
        bit_board.lanes.reserve(self.lanes.len());
        for (number, PlacedLane { lane, line, .. }) in self.lanes.iter().enumerate() {
            let arrangement = Self::arrangement(position, number);
            let left = match but {
                Some((at, seat)) if at == number => lane.without(arrangement, seat),
                _ => Some((*lane, arrangement)),
            };
            let Some((lane, arrangement)) = left else { continue };
            if number == self.target {
                bit_board.target = bit_board.lanes.len();
            }
            // At most eight lines.
            #[allow(clippy::cast_possible_truncation)]
            let index = *line as u8;
            if number < self.rows {
                bit_board.push_row(index, lane, Vec::new());
            } else {
                bit_board.push_column(index, lane);
            }
            bit_board.start =
                bit_board.placed(&bit_board.start, bit_board.lanes.len() - 1, arrangement);
        }
        bit_board
    }
}
