//! Which problem a command is about: a board by its name, a drawing or standard input, a start and a goal.

use std::path::Path;

use anyhow::{Context, anyhow};
use patience_peg::analysis::Class;
use patience_peg::{Board, Drawing, Goal, Hole, Pegs, Problem, members, read_hole};

use crate::args::ProblemArgs;
use crate::exit::Exit;
use crate::instance::refuse_two_inputs;
use crate::{input, values};

/// A problem to be solved.
pub(super) type Instance = crate::instance::Instance<Problem>;

/// The word for one peg in whichever hole.
const ANY: &str = "any";

/// Reads a problem. Of `other`, which the command reads as well, and the drawings, only one can be standard input.
pub(super) fn read(board: &str, args: &ProblemArgs, other: &str) -> anyhow::Result<Instance> {
    let [from, to] = [&args.from, &args.to].map(|path| path.as_deref().unwrap_or(""));
    refuse_two_inputs(&[board, from, to, other], "the board, the drawings and the moves")?;
    let (name, drawing) = read_board(board)?;
    let start = read_start(&name, drawing, args)?;
    let goal = read_goal(&start, args)?;
    let name = format!("{name} {} to {}", start.label, goal.label);
    let problem = Problem::new(start.board, start.pegs, goal.goal).map_err(Exit::bad_input)?;
    if !args.complement {
        return Ok(Instance { name, position: problem });
    }
    let complement = problem.complement().ok_or_else(|| {
        Exit::bad_input(anyhow!(match problem.goal() {
            Goal::OneAnywhere => "a peg in whichever hole has no complement: say where with --end",
            Goal::Exactly(_) =>
                "the complement of this problem would have no peg at its start or at its end",
        }))
    })?;
    Ok(Instance { name: format!("complement of {name}"), position: complement })
}

/// Every problem of a board with one hole empty at the start and one peg at the end that the classes do not rule out, up to symmetry.
pub(super) fn all(board: &str) -> anyhow::Result<Vec<Instance>> {
    let (name, Drawing { board, .. }) = read_board(board)?;
    let symmetries = board.symmetries();
    let holes = || members(board.all());
    let mut problems = Vec::new();
    for (empty, last) in holes().flat_map(|empty| holes().map(move |last| (empty, last))) {
        let image = |to: &Vec<u8>| (to[usize::from(empty)], to[usize::from(last)]);
        let is_first = symmetries.iter().map(image).all(|image| (empty, last) <= image);
        let classes = [board.all() & !(1 << empty), 1 << last].map(|pegs| Class::of(&board, pegs));
        if !is_first || classes[0] != classes[1] {
            continue;
        }
        let [from, to] = [empty, last].map(|hole| board.holes()[usize::from(hole)]);
        let problem = Problem::vacancy(board.clone(), empty, last).map_err(Exit::bad_input)?;
        problems.push(Instance { name: format!("{name} {from} to {to}"), position: problem });
    }
    if problems.is_empty() {
        return Err(Exit::bad_input(anyhow!(
            "{name} has no problem with one hole empty at the start and one peg at the end, both of one class"
        )));
    }
    Ok(problems)
}

/// The name of a board, and the board with the pegs that are drawn on it.
fn read_board(argument: &str) -> anyhow::Result<(String, Drawing)> {
    if let Some(board) = Board::named(argument) {
        return Ok((argument.to_owned(), Drawing { board, pegs: 0 }));
    }
    if argument == "-" || Path::new(argument).exists() {
        return Ok((input::name(argument), read_drawing(argument)?));
    }
    if argument.is_empty() || !argument.chars().all(|letter| "o. \r\n".contains(letter)) {
        return Err(Exit::bad_input(anyhow!(
            "{} is neither a board ({}), nor a drawing (`o` and `.`), nor -, nor a file",
            values::shortened(argument),
            Board::NAMES.join(", ")
        )));
    }
    let drawing = Drawing::parse(argument).context("the board").map_err(Exit::bad_input)?;
    let rows: Vec<String> = drawing.to_string().lines().map(str::to_owned).collect();
    Ok((rows.join("/"), drawing))
}

/// Reads the drawing of a file or of standard input.
fn read_drawing(path: &str) -> anyhow::Result<Drawing> {
    let text = input::text(path)?;
    Drawing::parse(&text).with_context(|| input::name(path)).map_err(Exit::bad_input)
}

/// Where pegs stand at the start, and what that is called.
struct Start {
    board: Board,
    pegs: Pegs,
    label: String,
}

impl Start {
    /// The hole that is empty, if it is one.
    fn vacancy(&self) -> Option<Hole> {
        only(&self.board, self.board.all() & !self.pegs)
    }
}

/// The hole of a set of one.
fn only(board: &Board, set: Pegs) -> Option<Hole> {
    let hole = members(set).next().filter(|_| set.is_power_of_two())?;
    board.holes().get(usize::from(hole)).copied()
}

fn read_start(name: &str, drawing: Drawing, args: &ProblemArgs) -> anyhow::Result<Start> {
    let Drawing { board, pegs } = drawing;
    let (pegs, source) = match (&args.from, &args.start) {
        (Some(path), _) => (drawn_on(&board, path)?, input::name(path)),
        (None, Some(hole)) => (board.all() & !hole_set(&board, "--start", hole)?, String::new()),
        // A drawing with pegs in some holes and none in others is meant to be played.
        (None, None) if pegs != 0 && pegs != board.all() => (pegs, "as drawn".to_owned()),
        (None, None) => {
            let empty = centre(&board).ok_or_else(|| {
                Exit::bad_input(anyhow!(
                    "{name} has no hole in its centre: say which hole is empty at the start with --start"
                ))
            })?;
            (board.all() & !empty, String::new())
        }
    };
    let mut start = Start { board, pegs, label: source };
    if let Some(hole) = start.vacancy() {
        start.label = hole.to_string();
    }
    Ok(start)
}

/// The hole in the middle of a board, as a set.
fn centre(board: &Board) -> Option<Pegs> {
    let middle = |side: u8| (side % 2 == 1).then_some(side / 2);
    let hole = Hole { row: middle(board.rows())?, column: middle(board.columns())? };
    board.number(hole).map(|number| 1 << number)
}

/// What is to be left, and what that is called.
struct End {
    goal: Goal,
    label: String,
}

fn read_goal(start: &Start, args: &ProblemArgs) -> anyhow::Result<End> {
    let board = &start.board;
    let (pegs, source) = match (&args.to, args.end.as_deref()) {
        (Some(path), _) => (drawn_on(board, path)?, input::name(path)),
        (None, Some(ANY)) => return Ok(End { goal: Goal::OneAnywhere, label: ANY.to_owned() }),
        (None, Some(hole)) => (hole_set(board, "--end", hole)?, String::new()),
        (None, None) if start.vacancy().is_none() => {
            return Ok(End { goal: Goal::OneAnywhere, label: ANY.to_owned() });
        }
        (None, None) => (board.all() & !start.pegs, String::new()),
    };
    let label = only(board, pegs).map_or(source, |hole| hole.to_string());
    Ok(End { goal: Goal::Exactly(pegs), label })
}

/// The pegs of a drawing, which must be one of the board.
fn drawn_on(board: &Board, path: &str) -> anyhow::Result<Pegs> {
    let drawing = read_drawing(path)?;
    let lacks = |board: &Board, other: &Board| {
        other.holes().iter().copied().find(|&hole| board.number(hole).is_none())
    };
    let difference = match (lacks(&drawing.board, board), lacks(board, &drawing.board)) {
        (Some(hole), _) => format!("it has no hole {hole}"),
        (None, Some(hole)) => format!("it has a hole {hole}"),
        (None, None) => return Ok(drawing.pegs),
    };
    let name = input::name(path);
    Err(Exit::bad_input(anyhow!("{name} is a drawing of another board: {difference}")))
}

/// The hole that an option names, as a set.
fn hole_set(board: &Board, option: &str, text: &str) -> anyhow::Result<Pegs> {
    let hole =
        read_hole(text, board).with_context(|| option.to_owned()).map_err(Exit::bad_input)?;
    Ok(1 << hole)
}
