//! Positions as text: a drawing, the goal, the peg in mid-move, the moves so far.
//!
//! ```text
//! square
//!   ooo
//!  ...
//! goal 3,3
//! moving 3,5
//! played 1 2
//! ```
//!
//! The first line is `square` or `triangle`. `goal any` is one peg in any hole, `goal 0,2 0,3` is pegs in these two. The line `moving` is
//! present only if a peg may continue its move, the line `played` (moves and jumps) only after the first jump. A drawing alone is valid
//! too. A text may hold several positions, each with its first line.

use std::fmt::{self, Write as _};

use patience_core::text::{ParseError, Word, words};
use serde_json::Value;

use super::drawing::{Drawing, SQUARE, TRIANGLE};
use super::grid::drawing_of_table;
use super::read_hole;
use crate::{Board, Goal, Hole, Lattice, Lengths, Pegs, Position, members};

const GOAL: &str = "goal";
const ANY: &str = "any";
const MOVING: &str = "moving";
const PLAYED: &str = "played";

/// The content of a text.
pub(crate) struct PositionText {
    pub(crate) drawing: Drawing,
    /// The goal, if the text has one.
    pub(crate) goal: Option<Goal>,
    /// The hole of the peg in mid-move.
    pub(crate) last: Option<u8>,
    /// The moves that led here.
    pub(crate) played: Lengths,
}

impl PositionText {
    /// Reads one position, or a drawing.
    pub(crate) fn parse(text: &str) -> Result<Self, ParseError> {
        let keyword = |line: &str| {
            [GOAL, MOVING, PLAYED].into_iter().find(|it| line.trim_start().starts_with(it))
        };
        // Comments leave the lines of the drawing where they are.
        let drawn = |line| if keyword(line).is_some() { "#" } else { line };
        let drawn = text.lines().map(drawn).collect::<Vec<_>>().join("\n");
        let drawing = Drawing::parse(&drawing_of_table(&drawn).unwrap_or(drawn))?;
        let (mut goal, mut last, mut played) = (None, None, Lengths::default());
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| keyword(line).is_some()) {
            let mut words = words(number, line);
            let Some(first) = words.next() else { continue };
            let rest: Vec<_> = words.collect();
            let hole = |word: &Word<'_>| {
                read_hole(word.text, &drawing.board).map_err(|error| ParseError {
                    line: number,
                    column: word.column,
                    message: error.to_string(),
                })
            };
            match (first.text, &rest[..]) {
                (GOAL, [any]) if any.text == ANY => goal = Some(Goal::OneAnywhere),
                (GOAL, [_, ..]) => {
                    let holes = rest.iter().map(hole).collect::<Result<Vec<_>, _>>()?;
                    goal = Some(Goal::Exactly(holes.iter().fold(0, |pegs, hole| pegs | 1 << hole)));
                }
                (MOVING, [only]) => last = Some(hole(only)?),
                (PLAYED, [moves, jumps]) => {
                    let count = |word: &Word<'_>| {
                        word.text.parse().map_err(|_| word.expected("a number of moves or jumps"))
                    };
                    played = Lengths { moves: count(moves)?, jumps: count(jumps)? };
                }
                _ => {
                    let lines = "`goal any`, `goal 3,3`, `moving 3,3` or `played 1 2`";
                    return Err(first.expected(lines));
                }
            }
        }
        Ok(Self { drawing, goal, last, played })
    }
}

/// The texts of several positions, each with the number of lines before it: all but the first begin with the name of their lattice.
pub(crate) fn sections(text: &str) -> Vec<(usize, String)> {
    let begins = |line: &str| {
        let word = line.split('/').next().unwrap_or("").trim();
        [SQUARE, TRIANGLE].contains(&word)
    };
    let is_filled =
        |text: &str| text.lines().any(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let mut sections = vec![(0, String::new())];
    let mut is_open = false;
    for (number, line) in text.lines().enumerate() {
        if begins(line) && is_open {
            sections.push((number, String::new()));
        }
        is_open |= is_filled(line);
        if let Some((_, section)) = sections.last_mut() {
            section.push_str(line);
            section.push('\n');
        }
    }
    sections
}

/// The goal in words.
pub(crate) fn goal_words(board: &Board, goal: Goal) -> String {
    match goal {
        Goal::OneAnywhere => ANY.to_owned(),
        Goal::Exactly(pegs) => hole_list(board, pegs),
    }
}

/// The word for a hole in moves, and its id in views and pictures.
pub(crate) fn hole_id(board: &Board, hole: Hole) -> String {
    let is_short = board.rows().max(board.columns()) <= 10;
    if is_short { format!("{}{}", hole.row, hole.column) } else { hole.to_string() }
}

/// The holes of a set, separated by blanks.
pub(crate) fn hole_list(board: &Board, pegs: Pegs) -> String {
    let hole = |hole: u8| board.holes()[usize::from(hole)].to_string();
    members(pegs).map(hole).collect::<Vec<_>>().join(" ")
}

/// The text, which reads back to an equal position.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board();
        if board.lattice() == Lattice::Square {
            writeln!(f, "{SQUARE}")?;
        }
        writeln!(f, "{}", Drawing { board: board.clone(), pegs: self.pegs() })?;
        f.write_str(&lines(self))
    }
}

/// The lines after a drawing: the goal, the peg in mid-move, the moves so far.
fn lines(position: &Position) -> String {
    let board = position.board();
    // Writing to a string cannot fail.
    let mut lines = format!("{GOAL} {}\n", goal_words(board, position.goal()));
    if let Some(hole) = position.last() {
        let _ = writeln!(lines, "{MOVING} {}", board.holes()[usize::from(hole)]);
    }
    let Lengths { moves, jumps } = position.played();
    if 0 < jumps {
        let _ = writeln!(lines, "{PLAYED} {moves} {jumps}");
    }
    lines
}

/// The lines that a drawing needs to read back: none if it means this position by itself.
pub(crate) fn drawn_lines(position: &Position) -> String {
    let empty = position.board().all() & !position.pegs();
    let meant = match empty.count_ones() {
        // A drawing of a full board is one of a board without pegs.
        0 => None,
        1 => Some(Goal::Exactly(empty)),
        _ => Some(Goal::OneAnywhere),
    };
    let is_begun = position.last().is_some() || 0 < position.played().jumps;
    let is_meant = !is_begun && position.pegs() != 0 && meant == Some(position.goal());
    if is_meant { String::new() } else { lines(position) }
}

/// The text of a position that was written as JSON; `None` if it is another object.
pub(crate) fn text_of_json(value: &Value) -> Option<String> {
    let rows: Option<Vec<&str>> =
        value.get("drawing")?.as_array()?.iter().map(Value::as_str).collect();
    let mut text = rows?.join("\n") + "\n";
    if let Some(goal) = value.get("goal").and_then(Value::as_str) {
        let _ = writeln!(text, "{GOAL} {goal}");
    }
    if let Some([row, column]) = value.get("moving").and_then(Value::as_array).map(Vec::as_slice) {
        let _ = writeln!(text, "{MOVING} {row},{column}");
    }
    let count = |name: &str| value.get(name).and_then(Value::as_u64);
    if let (Some(moves), Some(jumps @ 1..)) = (count("move_count"), count("jumps")) {
        let _ = writeln!(text, "{PLAYED} {moves} {jumps}");
    }
    Some(text)
}
