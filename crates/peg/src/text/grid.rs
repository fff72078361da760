//! Boards as tables: a text in every hole, with row and column numbers.
//!
//! Triangular boards are sheared: all rows begin at the left, so that the numbers of columns stand above them.

use std::fmt;

use crate::{Board, Hole};

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
