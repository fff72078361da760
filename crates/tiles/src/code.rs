//! Boards as numbers of a code.

use patience_kit::{Fault, Packer, Unpacker};

use crate::{MAX_CELLS, MIN_SIDE, SlidingTiles, Tile};

/// Adds the size and the tiles in reading order, each one of those that are left.
pub(crate) fn encode(board: &SlidingTiles, packer: &mut Packer) {
    for side in [board.width(), board.height()] {
        packer.push(side - MIN_SIDE, MAX_CELLS);
    }
    let mut left: Vec<Tile> = (0..board.cells()).collect();
    board.rows().iter().flatten().for_each(|tile| packer.choose(&mut left, tile));
}

/// The board of these numbers.
pub(crate) fn decode(unpacker: &mut Unpacker) -> Result<SlidingTiles, Fault> {
    let width = unpacker.take(MAX_CELLS)? + MIN_SIDE;
    let height = unpacker.take(MAX_CELLS)? + MIN_SIDE;
    let mut left: Vec<Tile> = (0..width * height).collect();
    let tiles = (0..width * height).map(|_| unpacker.choose(&mut left));
    let tiles = tiles.collect::<Result<Vec<Tile>, Fault>>()?;
    let wrong =
        || Fault::input(format_args!("a board has at most {MAX_CELLS} cells, not {}", tiles.len()));
    SlidingTiles::new(width, &tiles).ok_or_else(wrong)
}
