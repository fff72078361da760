//! `patience advise`: what to play in a position as a person sees it.

use std::io::Write;

use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use patience_core::{Limits, Stop};
use patience_kit::{Advice, Kit, OutcomeKind, ProvenStatus};
use patience_workbench::chances::{ChancePlan, GAMES, MOVES, measure_chances};
use patience_workbench::{Instances, advice_text, batch};
use serde::Serialize;

use super::options::{LimitArgs, threads};
use super::play::{add_player, read_player, setup};
use super::{Verb, refuse_two_inputs, show};
use crate::exit::Exit;
use crate::progress::Progress;
use crate::sources::{add_argument, failed};
use crate::{flags, input, interrupt, values};

pub(crate) const VERB: Verb = Verb { name: "advise", command, run };

const HELP: &str = "\
A chance is measured: the adviser with little effort plays the game on after a move, with what is hidden drawn anew for each game and hidden \
from it. The interval of 99 % is that of this player; a stronger one wins more.

A score only compares moves. A player that samples what is hidden scores the share of samples that a move wins with everything known after it: \
nobody wins that often.

--time limits each part: proofs, the adviser, and all games together. --nodes limits the proofs and the adviser.";

fn command(kit: &'static dyn Kit) -> Option<Command> {
    let players = kit.players()?;
    let about = kit.about();
    let command = Command::new(about.name)
        .about(format!("{} with hidden information", about.title))
        .after_long_help(HELP)
        .arg(Arg::new("instance").value_name("GAME").required(true).help(
            "The position as you see it: a file with ?? for what you do not know, - for standard input, or a seed, whose hidden \
             pieces stay hidden",
        ))
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(clap::value_parser!(u64))
                .default_value("1")
                .help("The seed of the player's random numbers"),
        )
        .arg(
            Arg::new("chances")
                .long("chances")
                .value_name("N")
                .value_parser(values::count)
                .default_value(GAMES.to_string())
                .help(format!(
                    "Games to play after each of the first {MOVES} moves, which measure its winning chance; 0 for scores only"
                )),
        )
        .arg(
            threads("Games at once; the results do not depend on it [default: all cores]"),
        )
        .arg(
            Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object"),
        )
        .arg(
            Arg::new("quiet")
                .long("quiet")
                .short('q')
                .action(ArgAction::SetTrue)
                .help("Print results only: no progress"),
        );
    let command = flags::add(command.arg(show::after()), &kit.rules(), "Rules");
    Some(LimitArgs::augment_args(add_player(command, &*players)))
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let players = kit.players().context("nothing is hidden in this puzzle")?;
    let (settings, hidden) = read_player(&*players, matches)?;
    refuse_two_inputs(&[matches.get_one("instance"), matches.get_one("after")])?;
    let argument = matches.get_one::<String>("instance").map_or("", String::as_str);
    let rules = flags::read(matches, &kit.rules())?;
    let mut instances = Instances::new(kit, rules);
    add_argument(&mut instances, argument)?;
    let (instance, position, _) = show::played(instances.one().map_err(failed)?, matches)?;
    let name = input::name(&instance);
    let is_dealt = values::is_numbers(argument);
    let position = players.view(&position, &hidden, is_dealt).map_err(failed)?;
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or(1);
    let limits_of = LimitArgs::from_arg_matches(matches)?;
    let limits = limits_of.limits(1, None);
    let cancel = interrupt::cancel_on_interrupt()?;
    let quiet = matches.get_flag("quiet");
    let setup = setup(matches, &settings);
    let busy = Progress::activity("advising", quiet);
    let advice = players.advise(&setup, &position, seed, &limits, &cancel);
    busy.finish();
    let mut advice = advice.map_err(failed).with_context(|| name.clone())?;
    let games = matches.get_one::<u64>("chances").copied().unwrap_or(GAMES);
    if !cancel.is_cancelled()
        && let Some(play_outs) =
            players.play_outs(&setup, &position, &advice, seed).map_err(failed)?
    {
        let threads = matches.get_one::<usize>("threads").copied();
        let threads = batch::threads(threads, games.saturating_mul(MOVES as u64));
        let Limits { time, memory, .. } = limits_of.limits(threads, None);
        let plan = ChancePlan { games, moves: MOVES, threads, time, memory };
        let progress = Progress::new(plan.total(&advice), quiet);
        let watch = || progress.advance(|| "games played for chances".to_owned());
        let measured = measure_chances(&mut advice, &*play_outs, &plan, &cancel, watch);
        progress.finish();
        measured.map_err(failed).with_context(|| name)?;
    }
    let mut out = anstream::stdout().lock();
    if matches.get_flag("json") {
        let printed = Printed { puzzle: kit.about().name, instance: &instance, advice: &advice };
        writeln!(out, "{}", serde_json::to_string(&printed)?)?;
    } else {
        write!(out, "{}", advice_text(&instance, &advice))?;
    }
    Ok(match (advice.status, advice.stop) {
        (_, Some(Stop::Cancelled)) => Exit::Interrupted,
        (ProvenStatus::Lost, _) => Exit::Unsolved(OutcomeKind::Unsolvable),
        (ProvenStatus::Unknown, Some(_)) => Exit::Unsolved(OutcomeKind::Limit),
        _ => Exit::Done,
    })
}

/// Advice with its instance. Its fields are file format.
#[derive(Serialize)]
struct Printed<'a> {
    puzzle: &'static str,
    instance: &'a str,
    #[serde(flatten)]
    advice: &'a Advice,
}
