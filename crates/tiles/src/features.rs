//! Features: named measures for heuristics and policies.

use patience_core::{Cost, Feature, Features, Heuristic, Kind, Nearer, Node};
use patience_kit::Guided;

use crate::rules::{cell_of, tile_at};
use crate::{Board, SlidingTiles};

/// The sum of the distances of all tiles from their cells. A move brings one tile one step nearer at best, so this never exceeds the true
/// cost: it is admissible, and IDA* finds optimal solutions with it.
///
/// A heuristic can be a type of its own like this one. As a feature it also has a name.
///
/// ```
/// use patience_core::{Heuristic, Node, Puzzle};
/// use patience_tiles::{Manhattan, read};
///
/// // The 7 and the 8 are one column from their cells each.
/// let board = read("1 2 3/4 5 6/. 7 8")?[0];
/// assert_eq!(Manhattan.estimate(&board, &Node::root(&board.start())), Some(2));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
pub struct Manhattan;

impl Heuristic<SlidingTiles> for Manhattan {
    fn estimate(&self, puzzle: &SlidingTiles, node: &Node<'_, SlidingTiles>) -> Option<Cost> {
        Some(manhattan(puzzle, *node.state))
    }

    fn is_admissible(&self, _: &SlidingTiles) -> bool {
        true
    }
}

impl Guided for SlidingTiles {
    const DEFAULT_HEURISTIC: &'static str = "LinearConflict";
}

/// Estimates that never exceed the true distance.
const ADMISSIBLE: Kind = Kind::Heuristic { nearer: Nearer::Low, admissible: true };

/// Names are file format.
impl Features for SlidingTiles {
    fn features() -> &'static [Feature<Self>] {
        &[
            Feature {
                name: "Misplaced",
                summary: "tiles that are not in their cells",
                kind: ADMISSIBLE,
                range: |puzzle| (0.0, f64::from(puzzle.cells() - 1)),
                measure: |puzzle, node| {
                    let is_misplaced = |&cell: &u32| 0 < from_home(puzzle, *node.state, cell);
                    (0..puzzle.cells()).filter(is_misplaced).count() as f64
                },
            },
            Feature {
                name: "Manhattan",
                summary: "rows and columns between the tiles and their cells",
                kind: ADMISSIBLE,
                range: |puzzle| (0.0, f64::from(farthest(puzzle))),
                measure: |puzzle, node| f64::from(manhattan(puzzle, *node.state)),
            },
            Feature {
                name: "LinearConflict",
                summary: "Manhattan, and two moves for every tile that must leave its row or column to let others pass",
                kind: ADMISSIBLE,
                // A tile that must leave its row lies in it and has no way up or down, so no tile counts more than both sides.
                range: |puzzle| (0.0, f64::from(farthest(puzzle) + 2 * (puzzle.cells() - 1))),
                measure: |puzzle, node| {
                    f64::from(manhattan(puzzle, *node.state))
                        + conflicts(puzzle, *node.state) as f64
                },
            },
            Feature {
                name: "Inversions",
                summary: "pairs of tiles that are in the wrong order, row by row",
                kind: Kind::Heuristic { nearer: Nearer::Low, admissible: false },
                range: |puzzle| {
                    let tiles = puzzle.cells() - 1;
                    (0.0, f64::from(tiles * (tiles - 1) / 2))
                },
                measure: |puzzle, node| {
                    let tile = |cell| tile_at(*node.state, cell);
                    let is_inverted = |cell, before| 0 < tile(cell) && tile(cell) < tile(before);
                    let before = |cell| (0..cell).filter(|&it| is_inverted(cell, it)).count();
                    (0..puzzle.cells()).map(before).sum::<usize>() as f64
                },
            },
            Feature {
                name: "InOrder",
                summary: "tiles in their cells before the first that is not",
                kind: Kind::Heuristic { nearer: Nearer::High, admissible: false },
                range: |puzzle| (0.0, f64::from(puzzle.cells() - 1)),
                measure: |puzzle, node| {
                    let is_home = |&cell: &u32| tile_at(*node.state, cell) == cell + 1;
                    (0..puzzle.cells() - 1).take_while(is_home).count() as f64
                },
            },
            Feature {
                name: "GapDistance",
                summary: "rows and columns between the gap and the last cell",
                kind: Kind::Advisor,
                range: |puzzle| (0.0, f64::from(puzzle.width() + puzzle.height() - 2)),
                measure: |puzzle, node| {
                    f64::from(puzzle.distance(cell_of(*node.state, 0), puzzle.cells() - 1))
                },
            },
            Feature {
                name: "Siblings",
                summary: "moves that the position before had",
                kind: Kind::Advisor,
                range: |_| (0.0, 4.0),
                measure: |_, node| f64::from(node.siblings),
            },
            Feature {
                name: "GapHome",
                summary: "whether the gap is in the last cell",
                kind: Kind::Flag,
                range: |_| (0.0, 1.0),
                measure: |puzzle, node| {
                    f64::from(u8::from(tile_at(*node.state, puzzle.cells() - 1) == 0))
                },
            },
        ]
    }
}

/// Rows and columns between the tile in `cell` and where it belongs; 0 for the gap, which is no tile.
fn from_home(puzzle: &SlidingTiles, board: Board, cell: u32) -> u32 {
    tile_at(board, cell).checked_sub(1).map_or(0, |home| puzzle.distance(cell, home))
}

fn manhattan(puzzle: &SlidingTiles, board: Board) -> u32 {
    (0..puzzle.cells()).map(|cell| from_home(puzzle, board, cell)).sum()
}

/// More than the sum of the distances of all tiles can be.
fn farthest(puzzle: &SlidingTiles) -> u32 {
    (puzzle.cells() - 1) * (puzzle.width() + puzzle.height() - 2)
}

/// Moves beyond [`manhattan`] that tiles of the same row or column cost each other (Hansson, Mayer and Yung, 1992).
///
/// Among tiles that lie in the row where they belong, those that are in the wrong order cannot all stay in it: the largest group that can is
/// the longest increasing sequence. Each other tile leaves the row and comes back, which its distance does not count. The same holds for
/// columns; one kind of move is vertical and the other is horizontal, so the two add up.
fn conflicts(puzzle: &SlidingTiles, board: Board) -> usize {
    let (width, height) = (puzzle.width(), puzzle.height());
    let row = |row| {
        let cells = row * width..(row + 1) * width;
        leaving(cells.map(|cell| tile_at(board, cell)), |home| home / width == row)
    };
    let column = |column| {
        let cells = (0..height).map(|row| row * width + column);
        leaving(cells.map(|cell| tile_at(board, cell)), |home| home % width == column)
    };
    2 * ((0..height).map(row).sum::<usize>() + (0..width).map(column).sum::<usize>())
}

/// The least tiles of a line that must leave it so that those that stay are in order; `belongs` says which homes are in the line.
fn leaving(tiles: impl Iterator<Item = u32>, belongs: impl Fn(u32) -> bool) -> usize {
    // The tiles so far that belong here, each with the length of the longest increasing sequence that ends with it.
    let mut staying = [(0, 0); crate::MAX_CELLS as usize];
    let (mut count, mut longest) = (0, 0);
    for tile in tiles.filter(|tile| tile.checked_sub(1).is_some_and(&belongs)) {
        let before = staying[..count].iter().filter(|&&(other, _)| other < tile);
        let length = 1 + before.map(|&(_, length)| length).max().unwrap_or(0);
        staying[count] = (tile, length);
        longest = length.max(longest);
        count += 1;
    }
    count - longest
}
