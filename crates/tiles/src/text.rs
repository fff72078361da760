//! Boards and moves as text.

use std::fmt;

use patience_core::text::{ParseError, Word, is_number, is_numbering, words, words_of_moves};

use crate::{MAX_CELLS, MIN_SIDE, SlidingTiles, Tile};

/// One line with `/` between the rows, and `.` for the gap: `8 1 3/4 . 2/7 6 5`.
impl fmt::Display for SlidingTiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row: Vec<Tile>| row.into_iter().map(cell).collect::<Vec<_>>().join(" ");
        f.write_str(&self.rows().into_iter().map(row).collect::<Vec<_>>().join("/"))
    }
}

impl SlidingTiles {
    /// A row a line, in columns.
    #[must_use]
    pub fn table(&self) -> String {
        let digits = (self.cells() - 1).to_string().len();
        let aligned = |tile| format!("{:>digits$}", cell(tile));
        let row = |row: Vec<Tile>| row.into_iter().map(aligned).collect::<Vec<_>>().join(" ");
        self.rows().into_iter().map(row).collect::<Vec<_>>().join("\n")
    }
}

fn cell(tile: Tile) -> String {
    if tile == 0 { ".".to_owned() } else { tile.to_string() }
}

/// Reads every board of a text: a row a line with blank lines between boards, or a board a line with `/` between its rows. The gap is `.`,
/// `_` or `0`. Lines that begin with `#` are skipped.
///
/// ```
/// use patience_tiles::read;
///
/// let boards = read("8 1 3\n4 . 2\n7 6 5\n\n1 2/3 0")?;
/// assert_eq!(boards[0].to_string(), "8 1 3/4 . 2/7 6 5");
/// assert_eq!(boards[1].table(), "1 2\n3 .");
/// let error = read("8 1 3/4 . 2/7 6 9").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 17: expected a tile from 1 to 8, or `.` for the gap, found `9`",
/// );
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<SlidingTiles>, ParseError> {
    let mut boards = Vec::new();
    let mut rows: Vec<Vec<Word<'_>>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let is_board = line.contains('/');
        if line.trim_start().starts_with('#') {
            continue;
        }
        if is_board || line.trim().is_empty() {
            boards.extend(board(&std::mem::take(&mut rows))?);
        }
        if is_board {
            boards.extend(board(&split_rows(number, line))?);
        } else if !line.trim().is_empty() {
            rows.push(words(number, line).collect());
        }
    }
    boards.extend(board(&rows)?);
    if boards.is_empty() {
        let message = "expected a board, found nothing".to_owned();
        return Err(ParseError { line: 1, column: 1, message });
    }
    Ok(boards)
}

/// The words of each row of a line with `/` between rows; a row without any has an empty word.
fn split_rows(number: usize, line: &str) -> Vec<Vec<Word<'_>>> {
    let mut rows = vec![Vec::new()];
    for word in words(number, line) {
        for (at, piece) in word.split('/').enumerate() {
            if 0 < at {
                rows.push(Vec::new());
            }
            rows.last_mut().expect("there is a first row").push(piece);
        }
    }
    for row in &mut rows {
        let empty = row.first().copied();
        row.retain(|word| !word.text.is_empty());
        if row.is_empty() {
            row.extend(empty);
        }
    }
    rows
}

/// The board of some rows; `None` if there is no row.
fn board(rows: &[Vec<Word<'_>>]) -> Result<Option<SlidingTiles>, ParseError> {
    let Some(first) = rows.first().and_then(|row| row.first()) else { return Ok(None) };
    let (width, height) = (rows[0].len(), rows.len());
    for row in rows {
        match row.first() {
            Some(word) if word.text.is_empty() => {
                return Err(word.error("expected the tiles of a row, found nothing"));
            }
            Some(word) if row.len() != width => {
                let found = row.len();
                return Err(word
                    .error(format!("this row has {found} cells, but the first one has {width}")));
            }
            _ => {}
        }
    }
    let cells = width * height;
    if width.min(height) < MIN_SIDE as usize || (MAX_CELLS as usize) < cells {
        return Err(first.error(format!(
            "a board has at least {MIN_SIDE} rows and {MIN_SIDE} columns, and at most {MAX_CELLS} cells, \
             but this one has {height} × {width}"
        )));
    }
    let mut tiles: Vec<Tile> = Vec::with_capacity(cells);
    for word in rows.iter().flatten() {
        let tile = match word.text {
            "." | "_" => Some(0),
            digits => digits.parse().ok().filter(|_| is_number(digits)),
        };
        let Some(tile) = tile.filter(|&tile: &Tile| (tile as usize) < cells) else {
            let last = cells - 1;
            return Err(word.expected(&format!("a tile from 1 to {last}, or `.` for the gap")));
        };
        if tiles.contains(&tile) {
            let again = if tile == 0 { "the gap".to_owned() } else { format!("tile {tile}") };
            return Err(word.error(format!("{again} is on the board twice")));
        }
        tiles.push(tile);
    }
    // All tiles differ and all are below the number of cells, so each is there once.
    Ok(u32::try_from(width).ok().and_then(|width| SlidingTiles::new(width, &tiles)))
}

/// A move with its place in the text.
///
/// ```
/// use patience_tiles::{WrittenMove, read_moves};
///
/// let moves = read_moves("1. 5, 6\n2. 8")?;
/// assert_eq!(moves[2], WrittenMove { tile: 8, line: 2, column: 4 });
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The tile that slides.
    pub tile: Tile,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// Reads moves: numbers of tiles with blanks, commas or line ends between them. Move numbers such as `12.`, and lines that begin with `#`,
/// are skipped.
///
/// ```
/// use patience_tiles::read_moves;
///
/// let moves = read_moves("1. 5, 6\n2. 8")?;
/// assert_eq!(moves.iter().map(|written| written.tile).collect::<Vec<_>>(), [5, 6, 8]);
/// assert_eq!((moves[2].line, moves[2].column), (2, 4));
/// let error = read_moves("5 up").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 3: expected the number of a tile, found `up`");
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
pub fn read_moves(text: &str) -> Result<Vec<WrittenMove>, ParseError> {
    let words = words_of_moves(text).flat_map(|word| word.split(','));
    words
        .filter(|word| !word.text.is_empty() && !is_numbering(word.text))
        .map(|word| {
            let tile = word.text.parse().ok().filter(|_| is_number(word.text));
            let tile = tile.ok_or_else(|| word.expected("the number of a tile"))?;
            Ok(WrittenMove { tile, line: word.line, column: word.column })
        })
        .collect()
}
