//! Many games of one player, and a summary.

use std::collections::HashSet;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::anyhow;
use clap::{ArgMatches, FromArgMatches};
use patience_core::Limits;
use patience_files::{Purpose, Shard};
use patience_kit::{Fault, Kit, Player, Ranks, Values};
use patience_workbench::batch;
use patience_workbench::ledger::{Ledger, Part};
use patience_workbench::play::{PlaySummary, PlayedGame, play_game, play_games};
use serde::Serialize;
use serde_json::{Value, json};

use super::super::options::LimitArgs;
use crate::exit::Exit;
use crate::output::grouped;
use crate::progress::Progress;
use crate::sources::failed;
use crate::{interrupt, journal, ranks, resume};

pub(super) fn run(
    kit: &dyn Kit,
    player: &dyn Player,
    matches: &ArgMatches,
) -> anyhow::Result<Exit> {
    let games = matches.get_one::<u64>("games").copied().unwrap_or(1);
    let first = matches.get_one::<u64>("seed").copied().unwrap_or(1);
    let Some(last) = first.checked_add(games - 1) else {
        return Err(Exit::bad_input(anyhow!("there are no {games} seeds from {first} on")));
    };
    let (json, quiet) = (matches.get_flag("json"), matches.get_flag("quiet"));
    let mut run = Run { puzzle: kit.about().name, player, summary: PlaySummary::default() };
    let seeds = first..=last;
    let threads = batch::threads(matches.get_one::<usize>("threads").copied(), games);
    let threads = if matches.get_flag("ranks") { 1 } else { threads };
    let limits = LimitArgs::from_arg_matches(matches)?.limits(threads, None);
    let pool = match ranks::Part::start(matches, threads)? {
        ranks::Part::First(pool) => pool,
        ranks::Part::Other(ranks) => return run.work(&ranks, &limits),
    };
    pool.begin(&run.description(&limits)).map_err(failed)?;
    // Before the file is there: who sees it may interrupt.
    let cancel = interrupt::cancel_on_interrupt()?;
    let shard = matches.get_one::<Shard>("shard").copied();
    let part = Part { shard, units: games, what: format!("{first}..={last}") };
    let no_times = matches.get_flag("no_times");
    let (mut ledger, done) = match matches.get_one::<String>("record") {
        Some(path) => {
            let busy = Progress::activity(format!("reading {path}"), quiet);
            let kept = (&part, no_times);
            let (ledger, done) = run.resume(Path::new(path), &seeds, &limits, kept)?;
            busy.finish();
            (Some(ledger), done)
        }
        None => (None, HashSet::new()),
    };
    let progress = Progress::new(part.count(), quiet).doing("playing");
    progress.skip(run.summary.games);
    let visit = |game: PlayedGame| -> anyhow::Result<()> {
        let is_stopped = game.record.won.is_none();
        // A game that an interrupt stopped is played when the run continues.
        if is_stopped && cancel.is_cancelled() {
            return Ok(());
        }
        if let Some(ledger) = &mut ledger {
            let unit = game.record.seed - first;
            let cpu_seconds = if no_times { 0.0 } else { game.cpu_seconds };
            let kept = PlayedGame { cpu_seconds, ..game.clone() };
            let kept = if is_stopped { ledger.skip(unit) } else { ledger.append(unit, &kept) };
            kept.map_err(journal::failed)?;
        }
        if json {
            progress.suspend(|| print(&game))?;
        }
        run.summary.add(&game);
        progress.advance(|| format!("{:.1} % won", 100.0 * run.summary.win_rate()));
        Ok(())
    };
    let seeds = part.of(seeds).filter(|seed| !done.contains(seed));
    let ended = play_games(player, seeds, &pool, &limits, &cancel, visit);
    progress.finish();
    let ended = ended? && !cancel.is_cancelled();
    run.print(json, ended)?;
    if !ended && ledger.is_some() {
        resume::say_same(quiet);
    }
    Ok(if ended { Exit::Done } else { Exit::Interrupted })
}

/// Prints a game for programs.
pub(super) fn print(game: &impl Serialize) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(game)?)?;
    out.flush()?;
    Ok(())
}

/// A summary for programs. Its fields are file format.
#[derive(Serialize)]
struct Summary {
    puzzle: &'static str,
    player: &'static str,
    settings: Values,
    games: u64,
    wins: u64,
    win_rate: f64,
    /// Of 99 %.
    interval: (f64, f64),
    /// A game.
    cpu_seconds: f64,
    /// Games that a limit stopped; they are not among the others.
    stopped: u64,
    rules: Value,
}

/// A run and its games so far.
pub(super) struct Run<'a> {
    pub(super) puzzle: &'static str,
    pub(super) player: &'a dyn Player,
    pub(super) summary: PlaySummary,
}

impl Run<'_> {
    /// What decides the games of seeds.
    fn facts(&self, limits: &Limits) -> [(&'static str, Value); 5] {
        let player = self.player;
        [
            ("command", json!(format!("play {}", self.puzzle))),
            ("player", json!(player.about().name)),
            ("settings", json!(player.settings())),
            ("rules", player.rules()),
            ("limits", journal::limits(limits)),
        ]
    }

    /// What all ranks must agree in.
    fn description(&self, limits: &Limits) -> Value {
        self.facts(limits).into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Plays the games of the seeds that rank 0 sends.
    fn work(&self, ranks: &Ranks, limits: &Limits) -> anyhow::Result<Exit> {
        let cancel = interrupt::cancel_on_interrupt()?;
        ranks::work(ranks, |theirs| {
            ranks::check_same(&theirs, &self.description(limits))?;
            Ok(|seed: &str| {
                let seed = serde_json::from_str(seed).map_err(Fault::environment)?;
                let game = play_game(self.player, seed, limits, &cancel)?;
                serde_json::to_string(&game).map_err(Fault::environment)
            })
        })
    }

    /// Takes over the games of `seeds` that a file has; returns their seeds.
    fn resume(
        &mut self,
        path: &Path,
        seeds: &RangeInclusive<u64>,
        limits: &Limits,
        (part, no_times): (&Part, bool),
    ) -> anyhow::Result<(Ledger, HashSet<u64>)> {
        let mut done = HashSet::new();
        let mut purpose = Purpose::new("play", 1);
        for (name, value) in self.facts(limits) {
            purpose = purpose.with(name, value);
        }
        let purpose = journal::timed(purpose, no_times);
        let ledger = journal::open(path, &purpose, part, |game: PlayedGame| {
            let record = &game.record;
            if record.won.is_some() && seeds.contains(&record.seed) && done.insert(record.seed) {
                self.summary.add(&game);
            }
            Ok(())
        })?;
        Ok((ledger, done))
    }

    /// Prints the summary.
    pub(super) fn print(&self, json: bool, ended: bool) -> anyhow::Result<()> {
        let (player, summary) = (self.player, &self.summary);
        let (games, wins, stopped) = (summary.games, summary.wins, summary.stopped);
        let (interval, cpu_seconds) = (summary.interval(), summary.cpu_seconds_per_game());
        let mut out = anstream::stdout().lock();
        if json {
            let summary = Summary {
                puzzle: self.puzzle,
                player: player.about().name,
                settings: player.settings(),
                games,
                wins,
                win_rate: summary.win_rate(),
                interval,
                cpu_seconds,
                stopped,
                rules: player.rules(),
            };
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
            return Ok(());
        }
        let interrupted = if ended { "" } else { "interrupted: " };
        let name = player.about().describe(&player.settings());
        let percent = |share: f64| 100.0 * share;
        writeln!(out, "{interrupted}{name}: {} of {} games won", grouped(wins), grouped(games))?;
        writeln!(
            out,
            "  win rate  {:.2} % (99 %: {:.2} to {:.2} %)",
            percent(summary.win_rate()),
            percent(interval.0),
            percent(interval.1)
        )?;
        writeln!(out, "  CPU time  {cpu_seconds:.4} s a game")?;
        writeln!(out, "  rules     {}", player.describe_rules())?;
        if 0 < stopped {
            writeln!(out, "  stopped   {} games by a limit, not counted", grouped(stopped))?;
        }
        Ok(())
    }
}
