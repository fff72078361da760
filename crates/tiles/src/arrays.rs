//! Boards in arrays, for programs that learn to play.

use patience_kit::{ArrayGame, Fault};

use crate::SlidingTiles;

/// A board as the number of the tile in every cell.
pub(crate) struct Slider {
    width: usize,
    cells: [u8; crate::MAX_CELLS as usize],
    count: usize,
    gap: usize,
}

impl Slider {
    pub(crate) fn new(board: &SlidingTiles) -> Self {
        let mut cells = [0; crate::MAX_CELLS as usize];
        let (mut count, mut gap, mut width) = (0, 0, 0);
        for row in board.rows() {
            width = row.len();
            for tile in row {
                // At most fifteen.
                cells[count] = u8::try_from(tile).unwrap_or_default();
                if tile == 0 {
                    gap = count;
                }
                count += 1;
            }
        }
        Self { width, cells, count, gap }
    }
}

impl ArrayGame for Slider {
    fn observation(&self) -> &[u8] {
        &self.cells[..self.count]
    }

    fn legal(&self, actions: &mut Vec<u32>) {
        let Self { width, count, gap, .. } = *self;
        // There are at most 256 actions.
        #[allow(clippy::cast_possible_truncation)]
        let mut add = |from: usize| actions.push((from * count + gap) as u32);
        let column = gap % width;
        if width <= gap {
            add(gap - width);
        }
        if 0 < column {
            add(gap - 1);
        }
        if column + 1 < width {
            add(gap + 1);
        }
        if gap + width < count {
            add(gap + width);
        }
    }

    fn play(&mut self, action: u32) -> Result<(), Fault> {
        let from = action as usize / self.count;
        self.cells.swap(from, self.gap);
        self.gap = from;
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.gap + 1 == self.count
            && (1..).zip(&self.cells[..self.gap]).all(|(at, tile)| at == *tile)
    }
}
