//! `patience show freecell`.

use std::io::Write;

use anyhow::anyhow;
use patience_freecell::{Position, picture};

use super::{instances, lines, reading, table, verify};
use crate::args::{PositionFormat, ShowFreecell};
use crate::exit::Exit;
use crate::instance::refuse_two_inputs;
use crate::output::write_file;

pub(crate) fn run(args: &ShowFreecell) -> anyhow::Result<Exit> {
    let rules = args.rules.rules().map_err(Exit::bad_input)?;
    refuse_two_inputs(&[&args.instance, args.after.as_deref().unwrap_or("")], "DEAL and --after")?;
    let instance = instances::read_one(&args.instance, rules)?;
    let mut position = instance.position;
    if let Some(after) = &args.after {
        let steps = verify::read(after, rules)?;
        let play = reading::play(rules, &position, &steps, false);
        if let Some((index, foul)) = play.foul {
            let step = steps[index].step;
            return Err(Exit::bad_input(anyhow!(
                "move {} ({step}) is not allowed: {foul}",
                index + 1
            )));
        }
        if let Some(path) = &args.animate {
            let positions = reading::positions(rules, &position, &play.moves);
            write_file(path, &lines::animation(&play.moves, &positions))?;
            return Ok(Exit::Done);
        }
        position = play.end;
    }
    if let Some(path) = &args.svg {
        write_file(path, &picture::svg(&position))?;
        return Ok(Exit::Done);
    }
    print(args, &position)?;
    Ok(Exit::Done)
}

fn print(args: &ShowFreecell, position: &Position) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(position)?)?;
        return Ok(());
    }
    match args.format {
        PositionFormat::Table => write!(out, "{}", table::table(position))?,
        PositionFormat::Board => write!(out, "{position}")?,
    }
    Ok(())
}
