//! `patience hint`: the next move, or the verdict of every legal move.

use std::io::Write;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use patience_kit::Kit;
use patience_workbench::hint::{HintAsk, hint};

use super::Verb;
use super::options::{LimitArgs, answer_time};
use super::show;
use crate::exit::Exit;
use crate::sources::{self, failed};
use crate::{interrupt, values};

pub(crate) const VERB: Verb = Verb { name: "hint", command, run };

#[allow(clippy::unnecessary_wraps, reason = "other verbs do not apply to every puzzle")]
fn command(kit: &'static dyn Kit) -> Option<clap::Command> {
    let command = sources::add(super::command(kit), kit, false)
        .arg(show::after().visible_alias("moves"))
        .arg(show::metric(kit))
        .arg(
            Arg::new("next")
                .long("next")
                .value_name("N")
                .value_parser(values::count)
                .default_value("1")
                .help("Print this many moves of a solution"),
        )
        .arg(Arg::new("all").long("all").action(ArgAction::SetTrue).help(
            "List every legal move: whether it wins, loses for certain, or is unknown within the limits, and the distance after it",
        ))
        .arg(distance())
        .arg(
            Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object"),
        );
    Some(answer_time(LimitArgs::augment_args(command)))
}

/// The flag that asks for distances.
pub(crate) fn distance() -> Arg {
    Arg::new("distance")
        .long("distance")
        .action(ArgAction::SetTrue)
        .help("Find distances where that takes long, too")
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let (instance, position, _) = show::position(kit, matches)?;
    let next = matches.get_one::<u64>("next").copied().unwrap_or(1);
    let ask = HintAsk {
        metric: matches.get_one::<String>("metric").map(String::as_str),
        next: usize::try_from(next).unwrap_or(usize::MAX),
        all: matches.get_flag("all"),
        distances: matches.get_flag("distance"),
    };
    let limits = LimitArgs::from_arg_matches(matches)?.answer_limits();
    let cancel = interrupt::cancel_on_interrupt()?;
    let hint = hint(kit, &instance, &*position, &ask, &limits, &cancel, &mut ()).map_err(failed)?;
    let mut out = anstream::stdout().lock();
    if matches.get_flag("json") {
        writeln!(out, "{}", serde_json::to_string(&hint)?)?;
    } else {
        write!(out, "{}", hint.text(kit))?;
    }
    Ok(Exit::Unsolved(hint.outcome))
}
