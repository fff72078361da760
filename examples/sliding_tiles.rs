//! Sliding tiles: how to add a puzzle, and what you get for it.
//!
//! The 15-puzzle and its kin: tiles lie in a frame with one gap, a tile beside the gap can slide into it, and in the end they must
//! lie in order. This file implements the rules once, as [`Puzzle`], which is enough for the algorithms of `patience-search` to solve
//! it. What it can do beyond that is one trait more each: every trait opens it to more algorithms, and none is required.
//!
//! ```text
//! cargo run --release -p patience-examples --example sliding_tiles
//! ```
//!
//! The tests beside this file, `tests/sliding_tiles.rs`, are the other half of adding a puzzle.

use patience_core::{
    Backward, ByFeature, Cancel, Cost, Feature, Features, Heuristic, Kind, Limits, Nearer, Node,
    Outcome, Packed, Puzzle, Reading, Solver, UnknownFeature, solve,
};
use patience_search::{IdaStar, IterativeDeepening, StagedDeepening};

/// One instance: the size of the frame, and the board that it begins with.
///
/// The size is the same in every position, so it stays out of the state: a search copies millions of states.
pub struct SlidingTiles {
    width: u32,
    height: u32,
    start: Board,
}

/// A position, four bits a cell, row by row from the lowest bits: 0 is the gap. One word is cheap to copy, compare and hash.
pub type Board = u64;

/// The number of a tile, from 1; 0 is the gap.
pub type Tile = u32;

/// Cells that fit into a board.
const MOST_CELLS: u32 = 16;

impl SlidingTiles {
    /// The puzzle that begins with `tiles`, row by row; `None` unless they fill a frame of two to sixteen cells, each of them once.
    ///
    /// This is the only way to make one, so that the rules below need not look for nonsense.
    #[must_use]
    pub fn new(width: u32, tiles: &[Tile]) -> Option<Self> {
        let cells = u32::try_from(tiles.len()).ok()?;
        let is_frame = (2..=MOST_CELLS).contains(&cells) && 0 < width && cells % width == 0;
        if !is_frame || !(0..cells).all(|tile| tiles.contains(&tile)) {
            return None;
        }
        let start = tiles.iter().rev().fold(0, |board, &tile| board << 4 | Board::from(tile));
        Some(Self { width, height: cells / width, start })
    }

    fn cells(&self) -> u32 {
        self.width * self.height
    }

    /// Where `tile` lies.
    fn cell_of(&self, board: Board, tile: Tile) -> u32 {
        let lies_there = |&cell: &u32| tile_at(board, cell) == tile;
        (0..self.cells()).find(lies_there).expect("every tile lies somewhere")
    }

    /// The tiles in order, the gap last: tile 1 belongs into cell 0.
    fn goal(&self) -> Board {
        (1..self.cells()).map(|tile| Board::from(tile) << (4 * (tile - 1))).sum()
    }

    /// Rows and columns between the tile in `cell` and where it belongs; nothing for the gap, which is no tile.
    fn way_home(&self, board: Board, cell: u32) -> u32 {
        let Some(home) = tile_at(board, cell).checked_sub(1) else { return 0 };
        (cell % self.width).abs_diff(home % self.width)
            + (cell / self.width).abs_diff(home / self.width)
    }

    /// The board as people see it.
    fn draw(&self, board: Board) -> String {
        let draw_cell = |cell| match tile_at(board, cell) {
            0 => "  .".to_owned(),
            tile => format!("{tile:3}"),
        };
        let draw_row = |row| (row * self.width..(row + 1) * self.width).map(draw_cell).collect();
        let rows: Vec<String> = (0..self.height).map(draw_row).collect();
        rows.join("\n")
    }
}

fn tile_at(board: Board, cell: u32) -> Tile {
    // Four bits fit into any number.
    (board >> (4 * cell) & 15) as Tile
}

/// The rules. This is all that a puzzle must have.
impl Puzzle for SlidingTiles {
    type State = Board;
    /// The tile that slides into the gap: there is only one way to go for it.
    type Move = Tile;
    /// A key tells states apart, and this state is already as small as a key should be. A puzzle with symmetries would return the
    /// least of the symmetric boards here, and every search would be the smaller for it.
    type Key = Board;

    fn start(&self) -> Board {
        self.start
    }

    fn is_goal(&self, &board: &Board) -> bool {
        board == self.goal()
    }

    /// The order is always the same, so that searches can be repeated to the node.
    fn moves(&self, &board: &Board, out: &mut Vec<Tile>) {
        let gap = self.cell_of(board, 0);
        let (column, row) = (gap % self.width, gap / self.width);
        let neighbours = [
            (0 < row).then(|| gap - self.width),
            (0 < column).then(|| gap - 1),
            (column + 1 < self.width).then(|| gap + 1),
            (row + 1 < self.height).then(|| gap + self.width),
        ];
        out.extend(neighbours.into_iter().flatten().map(|cell| tile_at(board, cell)));
    }

    /// The gap is 0, so flipping the tile's bits in both cells swaps them.
    fn apply(&self, board: &mut Board, tile: Tile) {
        let (from, to) = (self.cell_of(*board, tile), self.cell_of(*board, 0));
        *board ^= Board::from(tile) << (4 * from) | Board::from(tile) << (4 * to);
    }

    fn key(&self, &board: &Board) -> Board {
        board
    }
}

/// Keys can be turned back into states: a search may then keep keys alone, on disk if need be.
impl Packed for SlidingTiles {
    fn unpack(&self, key: Board) -> Board {
        key
    }
}

/// The puzzle can be played backwards, so a search can begin at both ends. Sliding a tile once more takes its move back.
impl Backward for SlidingTiles {
    fn goals(&self, out: &mut Vec<Board>) {
        out.push(self.goal());
    }

    fn moves_into(&self, board: &Board, out: &mut Vec<Tile>) {
        self.moves(board, out);
    }

    fn retract(&self, board: &mut Board, tile: Tile) {
        self.apply(board, tile);
    }
}

/// The sum of all ways home. A move brings one tile one step nearer at best, so this is never too much: it is admissible, and what
/// IDA* finds with it is optimal.
pub struct Manhattan;

impl Heuristic<SlidingTiles> for Manhattan {
    fn estimate(&self, puzzle: &SlidingTiles, node: &Node<'_, SlidingTiles>) -> Option<Cost> {
        Some((0..puzzle.cells()).map(|cell| puzzle.way_home(*node.state, cell)).sum())
    }

    fn is_admissible(&self, _: &SlidingTiles) -> bool {
        true
    }
}

/// Measures with names: people pick them on the command line, and evolution combines them into policies.
impl Features for SlidingTiles {
    fn features() -> &'static [Feature<Self>] {
        const ESTIMATE: Kind = Kind::Heuristic { nearer: Nearer::Low, admissible: true };
        &[
            Feature {
                name: "Misplaced",
                summary: "tiles that do not lie where they belong",
                kind: ESTIMATE,
                range: |puzzle| (0.0, f64::from(puzzle.cells() - 1)),
                measure: |puzzle, node| {
                    let is_misplaced = |&cell: &u32| 0 < puzzle.way_home(*node.state, cell);
                    (0..puzzle.cells()).filter(is_misplaced).count() as f64
                },
            },
            Feature {
                name: "Manhattan",
                summary: "rows and columns between the tiles and where they belong",
                kind: ESTIMATE,
                range: |puzzle| {
                    let farthest = puzzle.width + puzzle.height - 2;
                    (0.0, f64::from((puzzle.cells() - 1) * farthest))
                },
                measure: |puzzle, node| {
                    (0..puzzle.cells())
                        .map(|cell| f64::from(puzzle.way_home(*node.state, cell)))
                        .sum()
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

/// Has three algorithms solve one board, and another that nobody can solve.
fn main() -> Result<(), UnknownFeature> {
    let solvable = SlidingTiles::new(3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]);
    // In order but for two tiles, which no sliding can swap: only a complete search can tell that this is hopeless.
    let unsolvable = SlidingTiles::new(3, &[1, 2, 3, 5, 4, 0]);
    let by_distance =
        ByFeature { feature: SlidingTiles::feature("Manhattan")?, reading: Reading::Distance };
    for puzzle in [solvable, unsolvable].into_iter().flatten() {
        println!("{}\n", puzzle.draw(puzzle.start()));
        report(&puzzle, &IterativeDeepening::default(), "iterative deepening");
        report(&puzzle, &IdaStar::new(Manhattan), "IDA*");
        report(&puzzle, &StagedDeepening::new(by_distance), "staged deepening");
        println!();
    }
    Ok(())
}

/// Runs one algorithm and prints a line about it.
fn report(puzzle: &SlidingTiles, solver: &impl Solver<SlidingTiles>, name: &str) {
    // Limits stop a search, a cancel switch does so from another thread, and an observer watches it: here, none does anything.
    let report =
        solve(solver, puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
    let answer = match report.outcome {
        Outcome::Solved(solution) if solution.optimal => {
            format!("solved in {} moves, the fewest", solution.moves.len())
        }
        Outcome::Solved(solution) => format!("solved in {} moves", solution.moves.len()),
        Outcome::ProvenUnsolvable => "proven unsolvable".to_owned(),
        Outcome::Exhausted => "gave up, which proves nothing".to_owned(),
        Outcome::LimitReached(stop) => stop.to_string(),
    };
    println!("{name:20} {answer:32} {:9} states expanded", report.stats.expanded);
}
