//! The initial boards of a run.

use std::collections::HashSet;

use patience_core::SplitMix;

use super::Settings;
use crate::rules::board::Board;
use crate::rules::jam::JAM;
use crate::text::reading::read_boards;

/// Lists of the hardest boards of 6×6 cells.
const HARDEST: [&str; 2] = [
    include_str!("../../../../data/rush-hour-hardest-slides.txt"),
    include_str!("../../../../data/rush-hour-hardest-steps.txt"),
];

/// Cells a side of the initial boards.
const SIDE: u8 = 6;

/// The initial boards in the middle of boards of a size: the original cards and the hardest boards of 6×6 cells, each once.
#[must_use]
pub fn first_boards(size: u8) -> Vec<Board> {
    let cards = JAM.map(|card| card.name).join("\n");
    // Our own lists can be read, and none is too large for the sizes that the settings allow.
    let boards = [&cards, HARDEST[0], HARDEST[1]].into_iter().flat_map(read_boards).flatten();
    let wrapped = boards.filter_map(|(_, board)| board.wrapped(size.saturating_sub(SIDE) / 2).ok());
    let mut seen = HashSet::new();
    let canonical = wrapped.map(|board| board.canonical());
    canonical.filter(|board| seen.insert(board.letters())).collect()
}

/// The first generation: random initial boards, each once before any is repeated.
pub(super) fn draw(settings: &Settings, random: &mut SplitMix) -> Vec<Board> {
    let mut boards = first_boards(settings.size);
    random.shuffle(&mut boards);
    let count = boards.len();
    (0..settings.population).map(|at| boards[at % count].clone()).collect()
}
