//! The commands for Rush Hour.

mod cluster;
mod difficulty;
pub(crate) mod enumerate;
pub(crate) mod generate;
pub(crate) mod hint;
pub(crate) mod instances;
mod play;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod verify;

use patience_catalog::{DriveLengths, Lengths};
use patience_rush_hour::{Board, JAM, Metric, RushHour};

use crate::args::ListFeatures;
use crate::exit::Exit;

/// `patience features rushhour`: the ranges are those of the last card of the original game.
pub(crate) fn features(args: &ListFeatures) -> anyhow::Result<Exit> {
    let board = Board::parse(JAM[JAM.len() - 1].letters)?;
    crate::features::list(&<RushHour>::new(board)?, args)
}

/// A length in words: `1 slide`, `16 steps`.
fn in_words(metric: Metric, length: u32) -> String {
    let (slides, steps) = match metric {
        Metric::Slides => (Some(length), None),
        Metric::Steps => (None, Some(length)),
    };
    Lengths::Drives(DriveLengths { slides, steps }).to_string()
}

/// Whether the letters of a board in one word can be read again.
fn is_square(board: &Board) -> bool {
    board.width() == board.height()
}

/// The letters of a board in one word, with a slash between the rows if the board is not square.
fn word(board: &Board) -> String {
    if is_square(board) { board.letters() } else { board.rows().join("/") }
}
