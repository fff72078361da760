//! `patience advise`: what to play in a position as a person sees it.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use patience_core::Stop;
use patience_kit::{Advice, Kit, MoveAdvice, OutcomeKind, Outlook};
use patience_workbench::Instances;
use serde::Serialize;

use super::Verb;
use super::options::LimitArgs;
use super::play::{add_player, read_player, setup};
use crate::exit::Exit;
use crate::output::grouped;
use crate::sources::{add_argument, failed};
use crate::{flags, input, interrupt, values};

pub(crate) const VERB: Verb = Verb { name: "advise", command, run };

const HELP: &str = "Chances are those that the player estimates. A player that samples what is hidden counts the samples that a move wins \
with everything known after it: such chances compare moves, and nobody wins that often.";

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
            Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object"),
        );
    let command = flags::add(command, &kit.rules(), "Rules");
    Some(LimitArgs::augment_args(add_player(command, &*players)))
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let players = kit.players().context("nothing is hidden in this puzzle")?;
    let (settings, hidden) = read_player(&*players, matches)?;
    let argument = matches.get_one::<String>("instance").map_or("", String::as_str);
    let rules = flags::read(matches, &kit.rules())?;
    let mut instances = Instances::new(kit, rules);
    add_argument(&mut instances, argument)?;
    let instance = instances.one().map_err(failed)?;
    let name = input::name(&instance.name);
    let is_dealt = values::is_numbers(argument);
    let position = players.view(&instance.position, &hidden, is_dealt).map_err(failed)?;
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or(1);
    let limits = LimitArgs::from_arg_matches(matches)?.limits(1, None);
    let cancel = interrupt::cancel_on_interrupt()?;
    let advice = players
        .advise(&setup(matches, &settings), &position, seed, &limits, &cancel)
        .map_err(failed)
        .with_context(|| name)?;
    let mut out = anstream::stdout().lock();
    if matches.get_flag("json") {
        let printed =
            Printed { puzzle: kit.about().name, instance: &instance.name, advice: &advice };
        writeln!(out, "{}", serde_json::to_string(&printed)?)?;
    } else {
        write!(out, "{}", render(&instance.name, &advice))?;
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
    let _ = writeln!(out, "advice of {}:", advice.adviser);
    let mut unweighed = Vec::new();
    for (at, MoveAdvice { mv, words, chance, then, .. }) in advice.moves.iter().enumerate() {
        match chance {
            Some(chance) => {
                let mark = if at == 0 { '*' } else { ' ' };
                let _ = writeln!(out, "{mark} {mv}: {words}: {:.0} %", 100.0 * chance);
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
}
