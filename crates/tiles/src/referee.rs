//! The referee: plays moves on a grid of numbers and reports what is wrong.
//!
//! It shares no code with the moves of searches, so each checks the other.

use crate::{SlidingTiles, Tile};

/// Why a move is not legal.
///
/// ```
/// use patience_tiles::{Foul, Referee, read};
///
/// let mut referee = Referee::new(&read("1 2/. 3")?[0]);
/// assert_eq!(referee.play(2), Err(Foul::NotBesideGap { tile: 2, at: (0, 1), gap: (1, 0) }));
/// assert_eq!(referee.play(4), Err(Foul::Unknown(4)));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foul {
    /// No tile has that number.
    #[error("there is no tile {0} on the board")]
    Unknown(Tile),
    /// The tile is not beside the gap. Rows and columns count from 1.
    #[error("tile {tile} in row {}, column {} is not beside the gap in row {}, column {}", .at.0 + 1, .at.1 + 1, .gap.0 + 1, .gap.1 + 1)]
    NotBesideGap {
        /// The tile.
        tile: Tile,
        /// Its row and column, from 0.
        at: (usize, usize),
        /// The row and column of the gap, from 0.
        gap: (usize, usize),
    },
}

/// Plays moves on a grid of numbers.
///
/// ```
/// use patience_tiles::{Referee, read};
///
/// let mut referee = Referee::new(&read("1 2/. 3")?[0]);
/// assert_eq!(referee.moves(), [1, 3]);
/// assert_eq!(
///     referee.play(2).unwrap_err().to_string(),
///     "tile 2 in row 1, column 2 is not beside the gap in row 2, column 1",
/// );
/// referee.play(3)?;
/// assert!(referee.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    grid: Vec<Vec<Tile>>,
}

impl Referee {
    /// Starts with the start of an instance.
    #[must_use]
    pub fn new(board: &SlidingTiles) -> Self {
        Self { grid: board.rows() }
    }

    /// The rows after the moves so far; 0 is the gap.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Tile>] {
        &self.grid
    }

    /// The row and column of a tile or the gap, from 0.
    #[must_use]
    pub fn place(&self, tile: Tile) -> Option<(usize, usize)> {
        let column = |row: &Vec<Tile>| row.iter().position(|&found| found == tile);
        self.grid.iter().enumerate().find_map(|(row, tiles)| Some((row, column(tiles)?)))
    }

    /// Every tile that can slide, in reading order.
    #[must_use]
    pub fn moves(&self) -> Vec<Tile> {
        let tiles = self.grid.iter().flatten().copied();
        tiles.filter(|&tile| self.clone().play(tile).is_ok()).collect()
    }

    /// Slides a tile into the gap; an illegal move changes nothing.
    pub fn play(&mut self, tile: Tile) -> Result<(), Foul> {
        let (Some(at), Some(gap)) = (self.place(tile), self.place(0)) else {
            return Err(Foul::Unknown(tile));
        };
        if tile == 0 {
            return Err(Foul::Unknown(tile));
        }
        if at.0.abs_diff(gap.0) + at.1.abs_diff(gap.1) != 1 {
            return Err(Foul::NotBesideGap { tile, at, gap });
        }
        self.grid[gap.0][gap.1] = tile;
        self.grid[at.0][at.1] = 0;
        Ok(())
    }

    /// The number of misplaced tiles.
    #[must_use]
    pub fn misplaced(&self) -> usize {
        let cells = self.grid.iter().flatten();
        (1..).zip(cells).filter(|&(home, &tile)| tile != 0 && tile != home).count()
    }

    /// Whether all tiles are in order. The gap is then in the last cell.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.misplaced() == 0
    }

    /// The board after the moves so far.
    fn board(&self) -> SlidingTiles {
        let tiles: Vec<Tile> = self.grid.iter().flatten().copied().collect();
        let width = u32::try_from(self.grid[0].len()).expect("a row has at most sixteen cells");
        SlidingTiles::new(width, &tiles).expect("sliding loses no tile")
    }
}

/// A line of play that the [`Referee`] has replayed: its moves and the boards between them.
///
/// ```
/// use patience_tiles::{Line, NotASolution, read};
///
/// let start = read("1 2/. 3")?[0];
/// let line = Line::solution(&start, &[3])?;
/// assert_eq!((line.boards().len(), line.end().rows()), (2, vec![vec![1, 2], vec![3, 0]]));
/// // The 1 is below its cell, and the 3 beside its own.
/// assert_eq!(Line::solution(&start, &[1]), Err(NotASolution::Unfinished(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    tiles: Vec<Tile>,
    /// Never empty.
    boards: Vec<SlidingTiles>,
}

/// Why moves are not a solution.
///
/// ```
/// use patience_tiles::{Line, read};
///
/// // Moves are played as far as they are legal.
/// let (line, wrong) = Line::play(&read("1 2/. 3")?[0], &[1, 3]);
/// assert_eq!(line.tiles(), [1]);
/// let wrong = wrong.map(|wrong| wrong.to_string()).unwrap_or_default();
/// assert!(wrong.starts_with("move 2 is not legal: tile 3 in row 2, column 2"));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASolution {
    /// The move of this number, from 1, is not legal.
    #[error("move {0} is not legal: {1}")]
    Move(usize, Foul),
    /// This many tiles are misplaced.
    #[error("{} not in place at the end", tiles_are(*.0))]
    Unfinished(usize),
}

fn tiles_are(count: usize) -> String {
    if count == 1 { "1 tile is".to_owned() } else { format!("{count} tiles are") }
}

impl Line {
    /// Plays moves as far as they are legal; the error says why the line is not a solution.
    #[must_use]
    pub fn play(start: &SlidingTiles, tiles: &[Tile]) -> (Self, Option<NotASolution>) {
        let mut referee = Referee::new(start);
        let mut line = Self { tiles: Vec::new(), boards: vec![*start] };
        for (number, &tile) in (1..).zip(tiles) {
            if let Err(foul) = referee.play(tile) {
                return (line, Some(NotASolution::Move(number, foul)));
            }
            line.tiles.push(tile);
            line.boards.push(referee.board());
        }
        let misplaced = referee.misplaced();
        (line, (0 < misplaced).then_some(NotASolution::Unfinished(misplaced)))
    }

    /// Plays moves to their solved end.
    pub fn solution(start: &SlidingTiles, tiles: &[Tile]) -> Result<Self, NotASolution> {
        match Self::play(start, tiles) {
            (line, None) => Ok(line),
            (_, Some(wrong)) => Err(wrong),
        }
    }

    /// The tiles that slide, in order.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The start and the board after every move.
    #[must_use]
    pub fn boards(&self) -> &[SlidingTiles] {
        &self.boards
    }

    /// The board after the last move.
    #[must_use]
    pub fn end(&self) -> &SlidingTiles {
        &self.boards[self.tiles.len()]
    }
}
