//! Boards to test on.

use std::collections::HashMap;

use patience_core::{Backward, Puzzle};
use patience_tiles::{Board, SlidingTiles, Tile};

/// Every size, width first.
pub(crate) fn sizes() -> impl Iterator<Item = (u32, u32)> {
    let sizes = (2..=8).flat_map(|width| (2..=8).map(move |height| (width, height)));
    sizes.filter(|(width, height)| width * height <= 16)
}

/// Every board of a size, the unsolvable half included.
pub(crate) fn every_board(width: u32, height: u32) -> impl Iterator<Item = SlidingTiles> {
    let mut orders: Vec<Vec<Tile>> = vec![Vec::new()];
    for tile in 0..width * height {
        let with_tile = |order: &Vec<Tile>, at| [&order[..at], &[tile], &order[at..]].concat();
        let longer = |order| (0..=Vec::len(order)).map(move |at| with_tile(order, at));
        orders = orders.iter().flat_map(longer).collect();
    }
    orders.into_iter().map(move |tiles| SlidingTiles::new(width, &tiles).unwrap())
}

/// The distance of every solvable board of a size from the solved one, by breadth-first search from there.
pub(crate) fn distances(width: u32, height: u32) -> HashMap<Board, u32> {
    let puzzle = SlidingTiles::shuffled(width, height, 1).unwrap();
    let mut layer = Vec::new();
    puzzle.goals(&mut layer);
    let mut distances: HashMap<Board, u32> = layer.iter().map(|&goal| (goal, 0)).collect();
    let mut moves = Vec::new();
    for distance in 1.. {
        let mut next = Vec::new();
        for board in layer {
            moves.clear();
            puzzle.moves_into(&board, &mut moves);
            for &tile in &moves {
                let mut before = board;
                puzzle.retract(&mut before, tile);
                distances.entry(before).or_insert_with(|| {
                    next.push(before);
                    distance
                });
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

/// The board after moves that follow from `choices`.
pub(crate) fn wander(puzzle: &SlidingTiles, choices: &[u8]) -> SlidingTiles {
    let (mut board, mut moves) = (puzzle.start(), Vec::new());
    for &choice in choices {
        moves.clear();
        puzzle.moves(&board, &mut moves);
        puzzle.apply(&mut board, moves[usize::from(choice) % moves.len()]);
    }
    let cells = (0..puzzle.cells()).map(|cell| (board >> (4 * cell) & 15) as Tile);
    SlidingTiles::new(puzzle.width(), &cells.collect::<Vec<_>>()).unwrap()
}
