//! A board for terminals, for programs, and in one word.

use anstyle::{AnsiColor, Style};
use patience_core::text::ParseError;
use serde_json::{Value, json};

use crate::rules::board::{Axis, Board, Vehicle};

/// Whether the letters of a board in one word can be read back without marks between the rows.
pub(crate) fn is_square(board: &Board) -> bool {
    board.width() == board.height()
}

/// The letters of a board in one word, with a slash between the rows if the board is not square.
pub(crate) fn word(board: &Board) -> String {
    if is_square(board) { board.letters() } else { board.rows().join("/") }
}

/// A row a line, with the target in red where the terminal shows colours, and an arrow at its exit.
pub(crate) fn table(board: &Board) -> String {
    let target = board.target();
    let red = Style::new().fg_color(Some(AnsiColor::BrightRed.into()));
    let mut out = String::new();
    for (at, row) in (0..).zip(board.rows()) {
        let cells: Vec<String> = row
            .chars()
            .map(|cell| match cell {
                _ if cell == target.letter => format!("{red}{cell}{red:#}"),
                _ => cell.to_string(),
            })
            .collect();
        out += &cells.join(" ");
        out += if at == target.row { "  >\n" } else { "\n" };
    }
    out
}

/// The name of an axis.
pub(crate) fn axis(axis: Axis) -> &'static str {
    match axis {
        Axis::Horizontal => "horizontal",
        Axis::Vertical => "vertical",
    }
}

/// The board of such an object; `None` if it is another one.
pub(crate) fn of_json(value: &Value) -> Option<Result<Board, ParseError>> {
    let letters: Vec<char> = value.get("board")?.as_str()?.chars().collect();
    let width = usize::try_from(value.get("width")?.as_u64()?).ok().filter(|&width| width != 0)?;
    let rows: Vec<String> = letters.chunks(width).map(|row| row.iter().collect()).collect();
    Some(Board::parse(&rows.join("\n")))
}

/// The board as JSON. Its fields are file format; rows and columns count from 1.
pub(crate) fn shown(board: &Board) -> Value {
    let vehicle = |it: &Vehicle| {
        json!({
            "letter": it.letter,
            "axis": axis(it.axis),
            "row": it.row + 1,
            "column": it.column + 1,
            "length": it.length,
        })
    };
    let walls = board.walls().iter().map(|&(row, column)| [row + 1, column + 1]);
    json!({
        "board": board.letters(),
        "width": board.width(),
        "height": board.height(),
        "target": board.target().letter,
        "solved": board.is_solved(),
        "vehicles": board.vehicles().iter().map(vehicle).collect::<Vec<_>>(),
        "walls": walls.collect::<Vec<_>>(),
    })
}
