//! Boards as tables: a text in every hole, with row and column numbers.
//!
//! Triangular boards are sheared: all rows begin at the left, so that the numbers of columns stand above them.

use std::fmt;

use patience_core::text::{Word, is_number, words};

use super::drawing::{SQUARE, TRIANGLE};
use crate::{Board, Hole, MOST_SIDE};

/// The longest line of several grids.
const WIDEST: usize = 96;
/// Spaces between two grids.
const GAP: usize = 4;

/// A board as lines of text.
pub(crate) struct Grid {
    lines: Vec<String>,
}

impl Grid {
    /// A board with the text `cell` of every hole.
    pub(crate) fn new(board: &Board, cell: impl Fn(u8) -> String) -> Self {
        let digits = |count: u8| if 10 < count { 2 } else { 1 };
        let margin = digits(board.rows()) + 1;
        let at = |row: u8, column: u8| board.number(Hole { row, column }).map(&cell);
        let rows: Vec<Vec<String>> = (0..board.rows())
            .map(|row| (0..board.columns()).map(|it| at(row, it).unwrap_or_default()).collect())
            .collect();
        let longest = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0);
        let wide = longest.max(digits(board.columns())) + 1;
        let line = |name: String, cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.map(|cell| format!("{cell:>wide$}")).collect();
            format!("{name:margin$}{}", cells.concat()).trim_end().to_owned()
        };
        let columns = line(String::new(), &mut (0..board.columns()).map(|it| it.to_string()));
        let rows = rows
            .into_iter()
            .zip(0..)
            .map(|(cells, row): (Vec<String>, u8)| line(row.to_string(), &mut cells.into_iter()));
        Self { lines: std::iter::once(columns).chain(rows).collect() }
    }

    /// The grid with a title above it.
    pub(crate) fn titled(mut self, title: String) -> Self {
        self.lines.insert(0, title);
        self
    }

    fn width(&self) -> usize {
        self.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// Grids side by side, as many as fit on a line, with an empty line below each row.
pub(crate) fn side_by_side(grids: &[Grid]) -> String {
    let wide = grids.iter().map(Grid::width).max().unwrap_or(0) + GAP;
    let many = ((WIDEST + GAP) / wide).max(1);
    let mut out = String::new();
    for row in grids.chunks(many) {
        let lines = row.iter().map(|grid| grid.lines.len()).max().unwrap_or(0);
        for at in 0..lines {
            let parts = row.iter().map(|grid| grid.lines.get(at).map_or("", String::as_str));
            let line: Vec<String> = parts.map(|part| format!("{part:wide$}")).collect();
            out += line.concat().trim_end();
            out.push('\n');
        }
        out.push('\n');
    }
    out
}

/// The drawing of a table with the numbers of rows and columns; `None` if the text is no table. Every row stays on its line.
pub(super) fn drawing_of_table(text: &str) -> Option<String> {
    let is_lattice = |line: &str| [SQUARE, TRIANGLE].contains(&line.trim());
    let is_skipped =
        |line: &str| line.trim().is_empty() || line.starts_with('#') || is_lattice(line);
    let is_triangular = text.lines().any(|line| line.trim() == TRIANGLE);
    let (top, header) = text.lines().enumerate().find(|(_, line)| !is_skipped(line))?;
    let numbers: Vec<Word<'_>> = words(1, header).collect();
    let is_header = (0..).zip(&numbers).all(|(at, word)| word.text == format!("{at}"));
    if !is_header || !header.starts_with(' ') {
        return None;
    }
    // The holes stand below the last digits of the numbers.
    let end = |word: &Word<'_>| word.column + word.text.len() - 1;
    let mut drawing = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let mut cells = words(1, line).peekable();
        let number = cells.peek().is_some_and(|word| at > top && is_number(word.text));
        if at == top || !number {
            drawing.push(if at == top { "#".to_owned() } else { line.to_owned() });
            continue;
        }
        let row = cells.next().and_then(|word| word.text.parse::<usize>().ok())?;
        let mut out = String::new();
        for cell in cells {
            let column = numbers.iter().position(|number| end(number) == end(&cell))?;
            // Rows of a triangular board are staggered; the table is sheared.
            let place = if is_triangular {
                2 * column + usize::from(MOST_SIDE) - row.min(MOST_SIDE.into())
            } else {
                column
            };
            let gap = place.saturating_sub(out.chars().count());
            out.extend(std::iter::repeat_n(' ', gap));
            out += cell.text;
        }
        drawing.push(out);
    }
    Some(drawing.join("\n"))
}
