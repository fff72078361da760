//! One family alone, by the keys of its positions: the unit of work of large boards.

use patience_core::Cancel;

use super::Seen;
use super::explorer::Explorer;
use super::ground::{Choice, Ground};
use super::multi_source_bfs::ByKey;
use crate::engines::bit_board::{BitBoard, Position, Stride};

/// The positions of a family that are kept in memory at once, about 100 bytes each. A larger one is not explored.
const MOST_POSITIONS: usize = 1 << 24;

/// Enumerates the family with the rows and columns of these numbers; `None` if cancelled.
pub(super) fn explore(
    ground: &Ground,
    target_row: u8,
    stride: Stride,
    (rows, columns): (usize, usize),
    cancel: &Cancel,
) -> Option<Seen> {
    if cancel.is_cancelled() {
        return None;
    }
    let rows = ground.chosen_rows(rows);
    let mut explorer = Explorer::new(ground, target_row, stride, &rows, |_| ByKey::default());
    for (column, choice) in (0..).zip(ground.chosen_columns(columns)) {
        let Some(choice) = choice else { continue };
        explorer.bit_board.push_column(column, choice.lane);
        explorer.columns.push(choice);
    }
    let rows: Vec<Choice> = rows.into_iter().flatten().collect();
    explorer.add_rows(&rows, 0, &explorer.bit_board.walls());
    if explorer.bfs.positions() == 0 {
        return Some(explorer.seen);
    }
    let should_stop = |positions| MOST_POSITIONS < positions || cancel.is_cancelled();
    if explorer.bfs.spread(&explorer.bit_board, stride, should_stop) {
        explorer.count_family();
        explorer.seen.hard.sort_unstable();
    } else if cancel.is_cancelled() {
        return None;
    } else {
        explorer.seen.families = 1;
        explorer.seen.unexplored = 1;
    }
    Some(explorer.seen)
}

impl Explorer<'_, ByKey> {
    /// Adds the solved positions in which the rows before `at` stand as they do in `position`.
    fn add_rows(&mut self, rows: &[Choice], at: usize, position: &Position) {
        let Some(choice) = rows.get(at) else {
            self.add_sources(at, position);
            return;
        };
        let mut set = choice.arrangements;
        let (target, exits) = self.bit_board.exits();
        if at == target {
            set &= exits;
        }
        for number in (0..choice.lane.arrangements()).filter(|number| set >> number & 1 != 0) {
            let placed = self.bit_board.placed(position, at, number);
            if self.leaves_room(rows.len(), &placed) {
                self.add_rows(rows, at + 1, &placed);
            }
        }
    }

    /// Whether every column fits between rows, of which there are so many.
    fn leaves_room(&self, rows: usize, position: &Position) -> bool {
        let lines = self.bit_board.lanes().skip(rows).map(|(_, line, _)| line);
        self.columns.iter().zip(lines).all(|(choice, line)| {
            // At most eight columns.
            #[allow(clippy::cast_possible_truncation)]
            let covered = BitBoard::column(position, line as u8);
            choice.lane.fitting(covered) & choice.arrangements != 0
        })
    }
}
