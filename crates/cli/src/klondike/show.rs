//! `patience show klondike`.

use std::io::Write;

use anyhow::anyhow;
use patience_klondike::{Position, Rules, picture, write_digits, write_json, write_position};
use serde::Serialize;

use super::instances::{self, Game};
use super::{lines, play, table};
use crate::args::{LayoutFormat, ShowKlondike};
use crate::exit::Exit;
use crate::instance::refuse_two_inputs;
use crate::output::write_file;

pub(crate) fn run(args: &ShowKlondike) -> anyhow::Result<Exit> {
    let deal = match (&args.instance, args.seed) {
        (Some(instance), _) => instance.clone(),
        (None, seed) => seed.unwrap_or_default().to_string(),
    };
    refuse_two_inputs(&[&deal, args.after.as_deref().unwrap_or("")], "DEAL and --after")?;
    let mut game = instances::read_one(&deal, &args.rules)?.position;
    if let Some(after) = &args.after {
        let steps = play::read(after, &game.rules)?;
        let play = play::play(&game, steps.iter().map(|written| written.step));
        if let Some((index, foul)) = &play.foul {
            let step = steps[*index].step;
            return Err(Exit::bad_input(anyhow!(
                "step {} ({step}) is not allowed: {foul}",
                index + 1
            )));
        }
        if let Some(path) = &args.animate {
            write_file(path, &lines::animation(&play))?;
            return Ok(Exit::Done);
        }
        game.position = play.end().clone();
    }
    if let Some(path) = &args.svg {
        write_file(path, &picture::svg(&game.position))?;
        return Ok(Exit::Done);
    }
    print(args, &game)?;
    Ok(Exit::Done)
}

/// Rules and position in JSON. Its fields are file format.
#[derive(Serialize)]
struct Shown<'a> {
    rules: &'a Rules,
    #[serde(flatten)]
    position: &'a Position,
}

fn print(args: &ShowKlondike, Game { rules, position }: &Game) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Shown { rules, position })?)?;
        return Ok(());
    }
    match args.format {
        LayoutFormat::Table => write!(out, "{}", table::table(position))?,
        LayoutFormat::Text => write!(out, "{}", write_position(rules, position))?,
        LayoutFormat::Json => writeln!(out, "{}", write_json(position))?,
        LayoutFormat::Digits => match write_digits(position) {
            Some(digits) => writeln!(out, "{digits}")?,
            None => {
                return Err(Exit::bad_input(anyhow!(
                    "only the start of a game of 52 known cards in seven columns can be written as digits"
                )));
            }
        },
    }
    Ok(())
}
