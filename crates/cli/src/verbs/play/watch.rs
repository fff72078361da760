//! One game of a player, move by move: a transcript, an animation.

use std::io::Write;

use anyhow::anyhow;
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use patience_core::Meter;
use patience_draw::theme::Theme;
use patience_kit::{Kit, Player, WatchedGame};
use patience_workbench::batch::cpu_clock;
use patience_workbench::play::{PlaySummary, PlayedGame};
use serde::Serialize;

use super::super::options::LimitArgs;
use super::games::{Run, print};
use crate::exit::Exit;
use crate::interrupt;
use crate::pictures::{FilmFile, write_film};
use crate::sources::failed;

/// Whether the moves of the game are asked for: they are those of a single game.
pub(super) fn is_asked(matches: &ArgMatches) -> anyhow::Result<bool> {
    let games = matches.get_one::<u64>("games").copied().unwrap_or(1);
    for flag in ["transcript", "animate"] {
        if games != 1 && matches.value_source(flag) == Some(ValueSource::CommandLine) {
            return Err(Exit::bad_input(anyhow!("--{flag} takes a single game, not {games}")));
        }
    }
    let is_asked = matches.get_flag("transcript") || matches.contains_id("animate");
    // Ranks play for the record and the summary only.
    let is_usual = !["json", "ranks"].iter().any(|flag| matches.get_flag(flag));
    let is_usual = is_usual && !matches.contains_id("record");
    Ok(games == 1 && (is_asked || is_usual))
}

/// A game for programs. Its fields are file format.
#[derive(Serialize)]
struct Transcript {
    #[serde(flatten)]
    game: PlayedGame,
    /// The moves in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
}

pub(super) fn run(
    kit: &dyn Kit,
    player: &dyn Player,
    matches: &ArgMatches,
) -> anyhow::Result<Exit> {
    let about = kit.about();
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or(1);
    let limits = LimitArgs::from_arg_matches(matches)?.limits(1, None);
    let cancel = interrupt::cancel_on_interrupt()?;
    let mut observer = ();
    let mut meter = Meter::start(&limits, &cancel, &mut observer);
    let seconds = cpu_clock();
    let WatchedGame { record, line } = player.watch(seed, &mut meter).map_err(failed)?;
    let game = PlayedGame { record, cpu_seconds: seconds() };
    let result = match game.record.won {
        Some(true) => "won",
        Some(false) => "lost",
        None => "stopped by a limit",
    };
    let name = player.about().describe(&player.settings());
    if let Some(file) = matches.get_one::<FilmFile>("animate") {
        let theme = matches.get_one::<Theme>("theme").copied().unwrap_or_default();
        let title = format!("{}: {} {seed}, played by {name}", about.title, about.one);
        let lengths = about.describe(&line.lengths());
        write_film(file, (&title, &format!("{result} after {lengths}")), &*line, theme)?;
    }
    let ended = !cancel.is_cancelled();
    if matches.get_flag("json") {
        let mut run = Run { puzzle: about.name, player, summary: PlaySummary::default() };
        run.summary.add(&game);
        let line = matches.get_flag("transcript").then(|| line.notation());
        print(&Transcript { game, line })?;
        run.print(true, ended)?;
    } else {
        let mut out = anstream::stdout().lock();
        writeln!(out, "{} {seed}, {}", about.one, player.describe_rules())?;
        for ((number, notation), words) in (1..).zip(line.notation()).zip(line.words()) {
            let words = if words == notation { String::new() } else { format!("  {words}") };
            writeln!(out, "{number:4}. {notation:6}{words}")?;
        }
        writeln!(
            out,
            "{result} by {name} after {}; {} decisions, {:.3} s",
            about.describe(&line.lengths()),
            game.record.decisions,
            game.cpu_seconds
        )?;
    }
    Ok(if ended { Exit::Done } else { Exit::Interrupted })
}
