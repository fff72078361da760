//! Reads problems: a board, a start and a goal.

use patience_kit::settings::Content;
use patience_kit::{Fault, Settings as _, Values, settings};

use crate::analysis::Class;
use crate::text::{PositionText, goal_words};
use crate::{
    Board, Drawing, Goal, Hole, Lattice, Lengths, Pegs, Position, Problem, members, read_hole,
};

settings! {
    /// Start and goal of a problem.
    pub(super) struct ProblemRules {
        /// The hole that is empty at the start, all others have pegs: row,column from 0 [default: the pegs of the drawing; if it has no pegs or
        /// no empty holes, the centre, or the top of a triangle without one]
        start: Option<String> = None;
        /// A drawing of the start: a file, or - for standard input
        from: Option<Content> = None;
        /// The hole of the last peg, or `any` [default: the hole that is empty at the start; any, if several are]
        end: Option<String> = None;
        /// A drawing of the goal: a file, or - for standard input
        to: Option<Content> = None;
        /// Exchange pegs and empty holes, and the start and the goal
        complement: bool = false;
        /// Every problem of the board with one hole empty at the start and one peg at the end, of the same class and up to symmetry
        all: bool = false;
    }
}

/// The word for one peg in any hole.
const ANY: &str = "any";

/// Problems with names.
type Problems = Vec<(String, Position)>;

/// The problem, or the problems, of a board without pegs.
pub(super) fn of_board(name: &str, board: Board, values: &Values) -> Result<Problems, Fault> {
    let drawing = Drawing { board, pegs: 0 };
    of_position(
        name,
        &PositionText { drawing, goal: None, last: None, played: Lengths::default() },
        values,
    )
}

/// The problem, or the problems, of a drawing or a position as text.
pub(super) fn of_text(name: &str, text: &str, values: &Values) -> Result<Problems, Fault> {
    of_position(name, &PositionText::parse(text)?, values)
}

fn of_position(name: &str, text: &PositionText, values: &Values) -> Result<Problems, Fault> {
    let rules = ProblemRules::read(values)?;
    let excludes = |one: (&str, bool), other: (&str, bool)| {
        let message = format!("{} and {} exclude each other", one.0, other.0);
        if one.1 && other.1 { Err(Fault::input(message)) } else { Ok(()) }
    };
    let (start, end) = (("start", rules.start.is_some()), ("end", rules.end.is_some()));
    let (from, to) = (("from", rules.from.is_some()), ("to", rules.to.is_some()));
    excludes(start, from)?;
    excludes(end, to)?;
    for other in [start, from, end, to, ("complement", rules.complement)] {
        excludes(("all", rules.all), other)?;
    }
    if rules.all {
        all(name, &text.drawing.board)
    } else {
        one(name, text, &rules).map(|it| vec![it])
    }
}

fn one(name: &str, text: &PositionText, rules: &ProblemRules) -> Result<(String, Position), Fault> {
    let start = Start::read(name, text, rules)?;
    let (goal, goal_label) = goal(&start, text, rules)?;
    let name = format!("{name} {} to {goal_label}", start.label);
    let is_stated = text.goal.is_some() && goal == text.goal.unwrap_or(goal) && !rules.complement;
    if is_stated {
        let is_begun = rules.start.is_none() && rules.from.is_none();
        let last = text.last.filter(|_| is_begun);
        let played = if is_begun { text.played } else { Lengths::default() };
        let position = Position::of(start.board, start.pegs, goal, last, played);
        let position = position.map_err(Fault::input)?;
        return Ok((name, position));
    }
    let problem = Problem::new(start.board, start.pegs, goal).map_err(Fault::input)?;
    if !rules.complement {
        return Ok((name, Position::new(&problem)));
    }
    let complement = problem.complement().ok_or_else(|| {
        Fault::input(match problem.goal() {
            Goal::OneAnywhere => "a peg in any hole has no complement: give its hole as end",
            Goal::Exactly(_) => {
                "the complement of this problem has no peg at its start or at its end"
            }
        })
    })?;
    Ok((format!("complement of {name}"), Position::new(&complement)))
}

/// Every problem of a board with one hole empty at the start and one peg at the end that the classes do not rule out, up to symmetry.
fn all(name: &str, board: &Board) -> Result<Problems, Fault> {
    let symmetries = board.symmetries();
    let holes = || members(board.all());
    let mut problems = Vec::new();
    for (empty, last) in holes().flat_map(|empty| holes().map(move |last| (empty, last))) {
        let image = |to: &Vec<u8>| (to[usize::from(empty)], to[usize::from(last)]);
        let is_first = symmetries.iter().map(image).all(|image| (empty, last) <= image);
        let classes = [board.all() & !(1 << empty), 1 << last].map(|pegs| Class::of(board, pegs));
        // A board of one hole has no peg at the start.
        if !is_first || classes[0] != classes[1] || board.holes().len() < 2 {
            continue;
        }
        let [from, to] = [empty, last].map(|hole| board.holes()[usize::from(hole)]);
        let problem = Problem::vacancy(board.clone(), empty, last).map_err(Fault::input)?;
        problems.push((format!("{name} {from} to {to}"), Position::new(&problem)));
    }
    if problems.is_empty() {
        return Err(Fault::input(
            "the board has no problem with one hole empty at the start and one peg at the end, both of one class",
        ));
    }
    Ok(problems)
}

/// The start, and the words for it.
struct Start {
    board: Board,
    pegs: Pegs,
    label: String,
}

impl Start {
    fn read(name: &str, text: &PositionText, rules: &ProblemRules) -> Result<Self, Fault> {
        let Drawing { board, pegs } = text.drawing.clone();
        let is_played = text.goal.is_some() || (pegs != 0 && pegs != board.all());
        let (pegs, source) = match (&rules.from, &rules.start) {
            (Some(Content(drawing)), _) => drawn_on(&board, "from", drawing)?,
            (None, Some(hole)) => (board.all() & !hole_set(&board, "start", hole)?, String::new()),
            // A drawing with pegs in some holes and none in others is a position.
            (None, None) if is_played => (pegs, "as drawn".to_owned()),
            (None, None) => {
                let empty =
                    board.centre().or((board.lattice() == Lattice::Triangular).then_some(0));
                let empty = empty.ok_or_else(|| {
                    let name = if name == "*" { "the board" } else { name };
                    Fault::input(format_args!(
                        "{name} has no hole in its centre: give the hole that is empty at the start as start"
                    ))
                })?;
                (board.all() & !(1 << empty), String::new())
            }
        };
        let mut start = Self { board, pegs, label: source };
        if let Some(hole) = start.vacancy() {
            start.label = hole.to_string();
        }
        Ok(start)
    }

    /// The hole that is empty, if it is one.
    fn vacancy(&self) -> Option<Hole> {
        self.board.only(self.board.all() & !self.pegs)
    }
}

/// The goal, and the words for it.
fn goal(start: &Start, text: &PositionText, rules: &ProblemRules) -> Result<(Goal, String), Fault> {
    let board = &start.board;
    let (pegs, source) = match (&rules.to, rules.end.as_deref(), text.goal) {
        (Some(Content(drawing)), ..) => drawn_on(board, "to", drawing)?,
        (None, Some(ANY), _) | (None, None, Some(Goal::OneAnywhere)) => {
            return Ok((Goal::OneAnywhere, ANY.to_owned()));
        }
        (None, Some(hole), _) => (hole_set(board, "end", hole)?, String::new()),
        (None, None, Some(Goal::Exactly(pegs))) => (pegs, goal_words(board, Goal::Exactly(pegs))),
        (None, None, None) if start.vacancy().is_none() => {
            return Ok((Goal::OneAnywhere, ANY.to_owned()));
        }
        (None, None, None) => (board.all() & !start.pegs, String::new()),
    };
    let label = board.only(pegs).map_or(source, |hole| hole.to_string());
    Ok((Goal::Exactly(pegs), label))
}

/// The pegs of a drawing of the same board, and the drawing on one line.
fn drawn_on(board: &Board, field: &str, text: &str) -> Result<(Pegs, String), Fault> {
    let name = |fault: Fault| Fault { message: format!("{field}: {}", fault.message), ..fault };
    let drawing = Drawing::parse(text).map_err(|error| name(error.into()))?;
    let lacks = |board: &Board, other: &Board| {
        other.holes().iter().copied().find(|&hole| board.number(hole).is_none())
    };
    let difference = match (lacks(&drawing.board, board), lacks(board, &drawing.board)) {
        (Some(hole), _) => format!("it has no hole {hole}"),
        (None, Some(hole)) => format!("it has a hole {hole}"),
        (None, None) if drawing.board.lattice() != board.lattice() => {
            "one is triangular, the other is not".to_owned()
        }
        (None, None) => return Ok((drawing.pegs, drawing.on_one_line())),
    };
    Err(name(Fault::input(format_args!("a drawing of another board: {difference}"))))
}

/// The hole that a rule names, as a set.
fn hole_set(board: &Board, field: &str, text: &str) -> Result<Pegs, Fault> {
    let hole = read_hole(text, board);
    hole.map(|hole| 1 << hole).map_err(|error| Fault::input(format_args!("{field}: {error}")))
}
