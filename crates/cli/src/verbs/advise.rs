//! `patience advise`: what to play in a position as a person sees it.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use patience_core::{Limits, Stop};
use patience_kit::{Advice, Kit, MoveAdvice, OutcomeKind, Outlook};
use patience_workbench::chances::{ChancePlan, GAMES, MOVES, measure_chances};
use patience_workbench::{Instances, batch};
use serde::Serialize;

use super::options::{LimitArgs, threads};
use super::play::{add_player, read_player, setup};
use super::{Verb, refuse_two_inputs, show};
use crate::exit::Exit;
use crate::output::grouped;
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
        write!(out, "{}", render(&instance, &advice))?;
    }
    Ok(match (advice.outlook, advice.stop) {
        (_, Some(Stop::Cancelled)) => Exit::Interrupted,
        (Outlook::Lost, _) => Exit::Unsolved(OutcomeKind::Unsolvable),
        (Outlook::Unknown, Some(_)) => Exit::Unsolved(OutcomeKind::Limit),
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

/// Advice for people.
pub(super) fn render(instance: &str, advice: &Advice) -> String {
    let cards = if advice.unseen == 1 { "card" } else { "cards" };
    let mut out = format!("{instance}: {} {cards} unseen; {}\n", advice.unseen, advice.rules_text);
    let outlook = match advice.outlook {
        Outlook::Won => "already won\n".to_owned(),
        Outlook::Winning => format!("can be won: {}\n", advice.next.join(" ")),
        Outlook::Lost => {
            format!("lost for certain: {}\n", advice.reason.as_deref().unwrap_or_default())
        }
        Outlook::Open => {
            let is_sample = advice.all != Some(true);
            format!(
                "{} of {} {}arrangements of the unseen cards can be won with all cards known\n",
                grouped(advice.winnable.unwrap_or(0)),
                grouped(advice.tried.unwrap_or(0)),
                if is_sample { "random " } else { "" },
            )
        }
        Outlook::Unknown if advice.player.is_none() => "not decided\n".to_owned(),
        Outlook::Unknown => {
            "no winnable arrangement of the unseen cards was found, and no proof that there is \
                             none\n"
                .to_owned()
        }
    };
    out.push_str(&outlook);
    render_moves(advice, &mut out);
    if let Some(stop) = advice.stop {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "stopped early: {stop}");
    }
    out
}

fn render_moves(advice: &Advice, out: &mut String) {
    if advice.player.is_none() {
        return;
    }
    // Writing to a string cannot fail.
    if advice.moves.is_empty() {
        let _ = writeln!(out, "{}: no move is useful", advice.adviser);
        return;
    }
    let has_chances = advice.moves.iter().any(|one| one.games.is_some());
    let _ = match &advice.play_outs {
        Some(play_outs) if has_chances => {
            writeln!(out, "advice of {}; chances of {}:", advice.adviser, play_outs.words)
        }
        _ => writeln!(out, "advice of {}:", advice.adviser),
    };
    let mut unweighed = Vec::new();
    for (at, one) in advice.moves.iter().enumerate() {
        let MoveAdvice { mv, words, then, .. } = one;
        match weight(one) {
            Some(weight) => {
                let mark = if at == 0 { '*' } else { ' ' };
                let _ = writeln!(out, "{mark} {mv}: {words}: {weight}");
            }
            None if at == 0 => {
                let _ = writeln!(out, "* {mv}: {words}: not weighed");
            }
            None => unweighed.push(mv.as_str()),
        }
        if !then.is_empty() {
            let _ = writeln!(out, "    then {}", then.join(" "));
        }
    }
    if !unweighed.is_empty() {
        let _ = writeln!(out, "  not weighed: {}", unweighed.join(", "));
    }
    if let Some(stop) = advice.play_outs.as_ref().and_then(|it| it.stop) {
        let _ = writeln!(out, "fewer games than asked for: {stop}");
    }
}

/// The chance of a move with its interval, and its score; `None` if it has neither.
fn weight(one: &MoveAdvice) -> Option<String> {
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let chance = one.games.map(|games| {
        let (low, high) = games.interval;
        format!(
            "wins {} % (99 %: {} to {} %; {} of {} games)",
            percent(games.chance()),
            percent(low),
            percent(high),
            grouped(games.wins),
            grouped(games.games)
        )
    });
    let score = one.score.map(|score| format!("score {score:.2}"));
    let both: Vec<String> = chance.into_iter().chain(score).collect();
    (!both.is_empty()).then(|| both.join(", "))
}
