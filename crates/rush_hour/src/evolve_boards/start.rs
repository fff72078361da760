//! The initial boards of a run.

use std::collections::HashSet;

use patience_core::SplitMix;

use super::Settings;
use crate::rules::board::{Axis, Board, Vehicle};
use crate::rules::jam::JAM;
use crate::text::reading::read_boards;

/// Lists of the hardest boards of 6×6 cells.
const HARDEST: [&str; 2] = [
    include_str!("../../data/rush-hour-hardest-slides.txt"),
    include_str!("../../data/rush-hour-hardest-steps.txt"),
];

/// Cells a side of the initial boards.
const SIDE: u8 = 6;

/// The letters of vehicles but the target: all that stand for neither an empty cell nor a wall.
const LETTERS: &str = "BCDEFGHIJKLMNPQRSTUVWYZ0123456789";

/// The initial boards in the middle of boards of a size: the original cards and the hardest boards of 6×6 cells, each once.
///
/// ```
/// use patience_rush_hour::evolve_boards::first_boards;
/// use patience_rush_hour::{Board, JAM};
///
/// let boards = first_boards(6);
/// for card in JAM {
///     assert!(boards.contains(&Board::parse(card.letters)?.canonical()));
/// }
/// let larger = first_boards(8);
/// assert!(larger.iter().all(|board| (board.width(), board.height()) == (8, 8)));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
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

/// A board of 6×6 cells in the middle of one of 8×8, with vehicles in all cells around it but the exit and those next to it that no vehicle
/// fits into; `None` if the letters do not suffice.
fn ringed(board: &Board) -> Option<Board> {
    let last = board.width().checked_sub(1)?;
    let exit = board.target().row;
    let mut ring = Vec::new();
    for row in [0, last] {
        ring.extend(
            [(0, 3), (3, 3), (6, 2)]
                .map(|(column, length)| (Axis::Horizontal, row, column, length)),
        );
    }
    for (column, segments) in
        [(0, vec![(1, last - 1)]), (last, vec![(1, exit - 1), (exit + 1, last - 1 - exit)])]
    {
        for (mut row, mut cells) in segments {
            while 2 <= cells {
                let length = if cells == 2 || cells == 4 { 2 } else { 3 };
                ring.push((Axis::Vertical, row, column, length));
                (row, cells) = (row + length, cells - length);
            }
        }
    }
    let mut vehicles = board.vehicles().to_vec();
    for (axis, row, column, length) in ring {
        let is_free = |letter: &char| vehicles.iter().all(|it: &Vehicle| it.letter != *letter);
        let letter = LETTERS.chars().find(is_free)?;
        vehicles.push(Vehicle { letter, axis, row, column, length });
    }
    let size = (board.width(), board.height());
    Board::new(size, vehicles, board.target_index(), board.walls().to_vec()).ok()
}

/// The first generation: random initial boards, each once before any is repeated.
pub(super) fn draw(settings: &Settings, random: &mut SplitMix) -> Vec<Board> {
    let mut boards = first_boards(settings.size);
    if settings.ring {
        boards = boards.iter().filter_map(ringed).map(|board| board.canonical()).collect();
    }
    random.shuffle(&mut boards);
    let count = boards.len();
    (0..settings.population).map(|at| boards[at % count].clone()).collect()
}
