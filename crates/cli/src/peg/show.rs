//! `patience show peg`.

use std::io::Write as _;

use anyhow::anyhow;
use patience_catalog::peg::NAME;
use patience_peg::{Board, Drawing, Hole, Pegs, Problem, members, picture};
use serde::Serialize;

use super::grid::Grid;
use super::play::{self, Play};
use super::{analysis, problem};
use crate::args::{DrawingFormat, ShowPeg};
use crate::exit::Exit;
use crate::output::{PACE, write_file};

pub(crate) fn run(args: &ShowPeg) -> anyhow::Result<Exit> {
    let after = args.after.as_deref();
    let instance = problem::read(&args.board, &args.problem, after.unwrap_or(""))?;
    let problem = instance.position;
    let play = played(&problem, after)?;
    let board = problem.board();
    if let Some(path) = &args.animate {
        write_file(path, &picture::animation(board, problem.start(), &play.jumps, PACE))?;
        return Ok(Exit::Done);
    }
    if args.analysis {
        return analysis::show(&instance.name, &problem, play.end, args);
    }
    if let Some(path) = &args.svg {
        write_file(path, &picture::svg(board, play.end))?;
        return Ok(Exit::Done);
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        let shown = Shown::of(&instance.name, &problem, &play);
        writeln!(out, "{}", serde_json::to_string(&shown)?)?;
        return Ok(Exit::Done);
    }
    let drawing = Drawing { board: board.clone(), pegs: play.end };
    match args.format {
        DrawingFormat::Table => {
            let cell = |hole: u8| if play.end >> hole & 1 == 1 { "o" } else { "." };
            write!(out, "{}", Grid::new(board, |hole| cell(hole).to_owned()))?;
        }
        DrawingFormat::Drawing => writeln!(out, "{drawing}")?,
    }
    Ok(Exit::Done)
}

/// Plays the moves of `--after`, if there are any; all of them must be allowed.
fn played(problem: &Problem, after: Option<&str>) -> anyhow::Result<Play> {
    let moves = after.map_or(Ok(Vec::new()), play::read)?;
    let play = play::play(problem, &moves);
    if let Some((index, foul)) = play.foul {
        let mv = moves[index].chain.written(problem.board());
        return Err(Exit::bad_input(anyhow!("move {} ({mv}) is not allowed: {foul}", index + 1)));
    }
    Ok(play)
}

/// A position in JSON. Its fields are file format; rows and columns count from 0.
#[derive(Serialize)]
struct Shown {
    puzzle: &'static str,
    instance: String,
    rows: u8,
    columns: u8,
    drawing: Vec<String>,
    pegs: Vec<[u8; 2]>,
    empty: Vec<[u8; 2]>,
    solved: bool,
    move_count: u32,
    jumps: u32,
}

impl Shown {
    fn of(instance: &str, problem: &Problem, play: &Play) -> Self {
        let board = problem.board();
        let drawing = Drawing { board: board.clone(), pegs: play.end };
        Self {
            puzzle: NAME,
            instance: instance.to_owned(),
            rows: board.rows(),
            columns: board.columns(),
            drawing: drawing.to_string().lines().map(str::to_owned).collect(),
            pegs: places(board, play.end),
            empty: places(board, board.all() & !play.end),
            solved: play.unfinished.is_none(),
            move_count: play.lengths.moves,
            jumps: play.lengths.jumps,
        }
    }
}

/// Rows and columns of the holes of a set.
pub(super) fn places(board: &Board, set: Pegs) -> Vec<[u8; 2]> {
    let place = |hole: u8| {
        let Hole { row, column } = board.holes()[usize::from(hole)];
        [row, column]
    };
    members(set).map(place).collect()
}
