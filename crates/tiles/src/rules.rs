//! The rules: boards, moves, keys, and which boards can be solved.

use patience_core::{Backward, Packed, Puzzle, SplitMix};

/// One instance: the size of the frame, and the board that it starts with.
///
/// The size is the same in every position, so it stays out of the state: a search copies millions of states.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_tiles::SlidingTiles;
///
/// let puzzle = SlidingTiles::new(2, &[1, 2, 0, 3]).expect("each tile and the gap once");
/// assert_eq!(puzzle.rows(), [[1, 2], [0, 3]]);
/// assert!(puzzle.is_goal(&puzzle.child(&puzzle.start(), 3)));
/// assert_eq!(SlidingTiles::new(2, &[1, 2, 2, 3]), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlidingTiles {
    width: u32,
    height: u32,
    start: Board,
}

/// A position, four bits a cell, row by row from the lowest bits: 0 is the gap. One word is cheap to copy, compare and hash.
pub type Board = u64;

/// The number of a tile, from 1; 0 is the gap.
pub type Tile = u32;

/// The least rows and columns. Tiles in a single row cannot pass each other.
pub const MIN_SIDE: u32 = 2;

/// The most cells, which is what a [`Board`] holds.
pub const MAX_CELLS: u32 = 16;

/// The lowest bit of every cell.
const LOW_BITS: Board = 0x1111_1111_1111_1111;

impl SlidingTiles {
    /// The puzzle that starts with `tiles`, row by row; `None` unless they fill a frame of at least [`MIN_SIDE`] rows and columns and at
    /// most [`MAX_CELLS`] cells, each tile and the gap once.
    ///
    /// This is the only way to make one, so the rules below need not check anything.
    #[must_use]
    pub fn new(width: u32, tiles: &[Tile]) -> Option<Self> {
        let cells = u32::try_from(tiles.len()).ok().filter(|&cells| cells <= MAX_CELLS)?;
        let is_frame =
            MIN_SIDE <= width && cells.is_multiple_of(width) && MIN_SIDE <= cells / width;
        if !is_frame || !(0..cells).all(|tile| tiles.contains(&tile)) {
            return None;
        }
        let start = tiles.iter().rev().fold(0, |board, &tile| board << 4 | Board::from(tile));
        Some(Self { width, height: cells / width, start })
    }

    /// A random board of a size: every solvable one is equally likely, and the same seed gives the same board. `None` if there is no frame
    /// of that size.
    ///
    /// ```
    /// use patience_tiles::SlidingTiles;
    ///
    /// let boards = (1..=20).filter_map(|seed| SlidingTiles::shuffled(3, 3, seed));
    /// assert_eq!(boards.filter(SlidingTiles::is_solvable).count(), 20);
    /// ```
    #[must_use]
    pub fn shuffled(width: u32, height: u32, seed: u64) -> Option<Self> {
        let mut tiles: Vec<Tile> = (0..width.checked_mul(height)?.min(MAX_CELLS + 1)).collect();
        SplitMix::new(seed).shuffle(&mut tiles);
        let puzzle = Self::new(width, &tiles)?;
        if puzzle.is_solvable() {
            return Some(puzzle);
        }
        // Swapping two tiles pairs every unsolvable board with a solvable one.
        for tile in &mut tiles {
            *tile = match *tile {
                1 => 2,
                2 => 1,
                other => other,
            };
        }
        Self::new(width, &tiles)
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Cells, the gap's included.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.width * self.height
    }

    /// The rows that it starts with; 0 is the gap.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<Tile>> {
        let row = |row| row * self.width..(row + 1) * self.width;
        (0..self.height).map(|at| row(at).map(|cell| tile_at(self.start, cell)).collect()).collect()
    }

    /// Whether the board that it starts with can be solved.
    ///
    /// Every move swaps the gap with a tile. So it changes the parity of the permutation, and also the parity of the distance of the gap
    /// from its corner. The two agree when the board is solved, hence always on the way there. In a frame of at least two rows and columns
    /// every board where they agree can be solved (Johnson and Story, 1879).
    ///
    /// ```
    /// use patience_tiles::SlidingTiles;
    ///
    /// let is_solvable = |tiles: &[u32]| SlidingTiles::new(2, tiles).is_some_and(|board| board.is_solvable());
    /// assert!(is_solvable(&[1, 2, 3, 0]));
    /// // Two tiles are swapped, and the gap is where it was.
    /// assert!(!is_solvable(&[2, 1, 3, 0]));
    /// ```
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        // With the gap as the highest number, the solved board is in order.
        let number = |cell| match tile_at(self.start, cell) {
            0 => self.cells(),
            tile => tile,
        };
        let inversions: usize = (0..self.cells())
            .map(|cell| (0..cell).filter(|&before| number(cell) < number(before)).count())
            .sum();
        let distance = self.distance(cell_of(self.start, 0), self.cells() - 1);
        inversions % 2 == distance as usize % 2
    }

    /// The tiles in order, the gap last: tile 1 belongs in cell 0.
    pub(crate) fn goal(&self) -> Board {
        (1..self.cells()).map(|tile| Board::from(tile) << (4 * (tile - 1))).sum()
    }

    /// Rows and columns between two cells.
    pub(crate) fn distance(&self, one: u32, other: u32) -> u32 {
        (one % self.width).abs_diff(other % self.width)
            + (one / self.width).abs_diff(other / self.width)
    }
}

/// The tile in a cell.
pub(crate) fn tile_at(board: Board, cell: u32) -> Tile {
    // Four bits fit into any number.
    (board >> (4 * cell) & 15) as Tile
}

/// Where a tile or the gap lies.
pub(crate) fn cell_of(board: Board, tile: Tile) -> u32 {
    // The cell that equals `tile` becomes 0. Subtracting 1 from every cell sets the high bit of the lowest 0, and of no cell below it. Cells
    // beyond the frame are 0 as well, but they lie above the gap.
    let others = board ^ (Board::from(tile) * LOW_BITS);
    let zeros = others.wrapping_sub(LOW_BITS) & !others & (LOW_BITS << 3);
    zeros.trailing_zeros() / 4
}

/// The rules. This is all that a puzzle must have.
impl Puzzle for SlidingTiles {
    type State = Board;
    /// The tile that slides into the gap.
    type Move = Tile;
    /// A key identifies a state exactly, and this state is already as small as a key should be. A puzzle with symmetries would return the
    /// least of the symmetric boards here, and every search would be smaller.
    type Key = Board;

    fn start(&self) -> Board {
        self.start
    }

    fn is_goal(&self, &board: &Board) -> bool {
        board == self.goal()
    }

    /// The order is always the same, so that searches can be repeated to the node.
    fn moves(&self, &board: &Board, out: &mut Vec<Tile>) {
        let gap = cell_of(board, 0);
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
        let (from, to) = (cell_of(*board, tile), cell_of(*board, 0));
        *board ^= Board::from(tile) << (4 * from) | Board::from(tile) << (4 * to);
    }

    fn key(&self, &board: &Board) -> Board {
        board
    }
}

/// Keys can be turned back into states, so a search may keep keys alone, on disk if necessary.
impl Packed for SlidingTiles {
    fn unpack(&self, key: Board) -> Board {
        key
    }
}

/// The puzzle can be played backwards, so a search can start at both ends. Sliding a tile again takes its move back.
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
