//! `patience review`: where a game was lost, and what would have won.

use std::io::Write;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use patience_kit::Kit;
use patience_workbench::review::{PlayedGame, ReviewAsk, not_allowed, review};
use patience_workbench::review_text;

use super::options::{LimitArgs, answer_time};
use super::{Verb, hint, refuse_two_inputs, replay, show};
use crate::exit::Exit;
use crate::sources::{self, failed};
use crate::{flags, interrupt};

pub(crate) const VERB: Verb = Verb { name: "review", command, run };

#[allow(clippy::unnecessary_wraps, reason = "other verbs do not apply to every puzzle")]
fn command(kit: &'static dyn Kit) -> Option<clap::Command> {
    let switch = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    let command = super::command(kit)
        .arg(show::after())
        .arg(show::metric(kit))
        .arg(switch("all", "List every move: whether the game can still be won after it"))
        .arg(hint::distance())
        .arg(switch("json", "Print one JSON object"));
    let command = flags::add(command, &kit.reading(), "Reading");
    let command = sources::add_required(command, kit).arg(
        Arg::new("game").value_name("MOVES").required(true).help(
            "The game: a file, - for standard input, or the moves themselves; notation, or a JSON line of `patience solve`",
        ),
    );
    Some(answer_time(LimitArgs::augment_args(command)))
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let moves = matches.get_one::<String>("game");
    refuse_two_inputs(&[matches.get_one("instance"), matches.get_one("after"), moves])?;
    let reading = flags::read(matches, &kit.reading())?;
    let (instance, position, _) = show::position(kit, matches)?;
    let play = replay(&*position, moves.map_or("", String::as_str), &reading)?;
    if let Some(refused) = &play.refused {
        return Err(failed(not_allowed(refused)));
    }
    let game = PlayedGame::of(position, &*play.line).map_err(failed)?;
    let ask = ReviewAsk {
        metric: matches.get_one::<String>("metric").map(String::as_str),
        distances: matches.get_flag("distance"),
    };
    let limits = LimitArgs::from_arg_matches(matches)?.answer_limits();
    let cancel = interrupt::cancel_on_interrupt()?;
    let review = review(kit, &instance, &game, &ask, &limits, &cancel, &mut ()).map_err(failed)?;
    let mut out = anstream::stdout().lock();
    if matches.get_flag("json") {
        writeln!(out, "{}", serde_json::to_string(&review)?)?;
    } else {
        write!(out, "{}", review_text(&review, kit, matches.get_flag("all")))?;
    }
    Ok(Exit::Unsolved(review.outcome()))
}
