//! The boards that a run begins with.

use std::collections::HashSet;

use patience_core::SplitMix;

use super::Settings;
use crate::rules::board::Board;
use crate::rules::jam::JAM;

/// Lists of boards of 6×6 cells that are hard to solve: all have solutions.
const HARDEST: [&str; 2] = [
    include_str!("../../../../data/rush-hour-hardest-slides.txt"),
    include_str!("../../../../data/rush-hour-hardest-steps.txt"),
];

/// Cells a side of the boards that a run begins with.
const SIDE: u8 = 6;

/// The boards of 6×6 cells that runs begin with, in the middle of boards of that size: the original cards and the hardest that there are,
/// each once.
#[must_use]
pub fn first_boards(size: u8) -> Vec<Board> {
    let cards = JAM.iter().map(|card| card.letters);
    let hardest = HARDEST.iter().flat_map(|list| list.lines());
    let hardest = hardest.filter(|line| !line.starts_with('#'));
    let letters = cards.chain(hardest.filter_map(|line| line.split(' ').nth(1)));
    let mut seen = HashSet::new();
    let mut boards = Vec::new();
    for letters in letters {
        // All of ours can be read, and none is too large for the sizes that the settings allow.
        let Ok(board) = Board::parse(letters) else { continue };
        let Ok(board) = board.wrapped(size.saturating_sub(SIDE) / 2) else { continue };
        let board = board.canonical();
        if seen.insert(board.letters()) {
            boards.push(board);
        }
    }
    boards
}

/// The first generation: boards drawn from all, each once before any comes twice.
pub(super) fn draw(settings: &Settings, random: &mut SplitMix) -> Vec<Board> {
    let mut boards = first_boards(settings.size);
    random.shuffle(&mut boards);
    let count = boards.len();
    (0..settings.population).map(|at| boards[at % count].clone()).collect()
}
