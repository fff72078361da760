//! `patience show rushhour`.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use patience_rush_hour::{Axis, Board, picture};
use serde::Serialize;

use super::{cluster, is_square, play};
use crate::args::{BoardFormat, ShowRushHour};
use crate::exit::Exit;
use crate::output::{PACE, write_file};

pub(crate) fn run(args: &ShowRushHour) -> anyhow::Result<Exit> {
    let (instance, play) = play::read_position(&args.position)?;
    if let Some(path) = &args.animate {
        write_file(path, &picture::animation(&instance.position, &play.moves, PACE))?;
        return Ok(Exit::Done);
    }
    let board = play.end;
    if args.cluster {
        return cluster::show(&instance.name, &board, args);
    }
    if let Some(path) = &args.svg {
        write_file(path, &picture::svg(&board))?;
        return Ok(Exit::Done);
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Shown::of(&board))?)?;
        return Ok(Exit::Done);
    }
    match args.format {
        BoardFormat::Table => write!(out, "{}", table(&board))?,
        BoardFormat::Letters if is_square(&board) => writeln!(out, "{}", board.letters())?,
        BoardFormat::Letters => writeln!(out, "{board}")?,
    }
    Ok(Exit::Done)
}

/// A line a row; the target in red where the terminal shows colours, and an arrow where it drives out.
fn table(board: &Board) -> String {
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

/// A board in JSON. Its fields are file format; rows and columns count from 1.
#[derive(Serialize)]
struct Shown {
    board: String,
    width: u8,
    height: u8,
    target: char,
    solved: bool,
    vehicles: Vec<ShownVehicle>,
    walls: Vec<[u8; 2]>,
}

#[derive(Serialize)]
struct ShownVehicle {
    letter: char,
    axis: &'static str,
    row: u8,
    column: u8,
    length: u8,
}

impl Shown {
    fn of(board: &Board) -> Self {
        let vehicles = board.vehicles().iter().map(|vehicle| ShownVehicle {
            letter: vehicle.letter,
            axis: match vehicle.axis {
                Axis::Horizontal => "horizontal",
                Axis::Vertical => "vertical",
            },
            row: vehicle.row + 1,
            column: vehicle.column + 1,
            length: vehicle.length,
        });
        Self {
            board: board.letters(),
            width: board.width(),
            height: board.height(),
            target: board.target().letter,
            solved: board.is_solved(),
            vehicles: vehicles.collect(),
            walls: board.walls().iter().map(|&(row, column)| [row + 1, column + 1]).collect(),
        }
    }
}
