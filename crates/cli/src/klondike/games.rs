//! `patience play klondike`: many games of one player, and a summary.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{anyhow, bail};
use patience_catalog::klondike::NAME;
use patience_catalog::klondike_players::{GameRecord, PlayerKind, PlayerSettings};
use patience_catalog::{PlaySummary, play_games};
use patience_core::Proportion;
use patience_klondike::{Rules, Stock};
use serde::{Deserialize, Serialize};

use super::words;
use crate::args::PlayKlondike;
use crate::exit::Exit;
use crate::interrupt;
use crate::ledger::Journal;
use crate::output::grouped;
use crate::progress::Progress;

pub(super) fn run(args: &PlayKlondike) -> anyhow::Result<Exit> {
    let player = args.player.settings(PlayerKind::Best).map_err(Exit::bad_input)?;
    let rules = args.rules();
    if rules.stock == Stock::Unseen && !player.player.plays_blind() {
        return Err(Exit::bad_input(anyhow!(
            "the player {} needs to know the stock: for --stock unseen choose another, such as --player ensemble-uct",
            words::name(&player)
        )));
    }
    let seeds = seeds(args).map_err(Exit::bad_input)?;
    let mut run = Run { args, player, rules, records: Vec::new(), stopped: 0 };
    let (mut journal, done) = match &args.record {
        Some(path) => {
            let (journal, done) = run.go_on(path, &seeds)?;
            (Some(journal), done)
        }
        None => (None, HashSet::new()),
    };
    let cancel = interrupt::cancel_on_interrupt()?;
    let threads = args.threads();
    let limits = args.budget.limits(threads, None);
    let progress = Progress::new(args.games, args.quiet);
    progress.skip(run.records.len() as u64);
    let mut won = Proportion { successes: 0, trials: 0 };
    run.records.iter().for_each(|record| count(&mut won, record));
    let ended = play_games(
        &player,
        rules,
        seeds.filter(|seed| !done.contains(seed)),
        threads,
        &limits,
        &cancel,
        |record| -> anyhow::Result<()> {
            // What an interrupt cut short is nobody's business: it is played when the run goes on.
            if record.won.is_none() && cancel.is_cancelled() {
                return Ok(());
            }
            if let Some(journal) = journal.as_mut().filter(|_| record.won.is_some()) {
                journal.append(&Entry::new(&player, rules, &record))?;
            }
            if args.json {
                progress.suspend(|| print(&record))?;
            }
            count(&mut won, &record);
            run.stopped += u64::from(record.won.is_none());
            run.records.push(record);
            progress.advance(|| format!("{:.1} % won", 100.0 * won.rate()));
            Ok(())
        },
    );
    progress.finish();
    let ended = ended? && !cancel.is_cancelled();
    run.sum_up(ended)?;
    Ok(if ended { Exit::Done } else { Exit::Interrupted })
}

/// The seeds that are asked for.
fn seeds(args: &PlayKlondike) -> anyhow::Result<RangeInclusive<u64>> {
    let first = args.seed.unwrap_or(1);
    match first.checked_add(args.games - 1) {
        Some(last) => Ok(first..=last),
        None => bail!("there are no {} seeds from {first} on", args.games),
    }
}

fn count(won: &mut Proportion, record: &GameRecord) {
    if let Some(is_won) = record.won {
        won.trials += 1;
        won.successes += u64::from(is_won);
    }
}

fn print(record: &GameRecord) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(record)?)?;
    out.flush()?;
    Ok(())
}

/// A line of the file that a run goes on from. Its fields are file format.
#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    game: GameRecord,
    player: String,
    settings: BTreeMap<String, u64>,
    rules: Rules,
}

impl Entry {
    fn new(player: &PlayerSettings, rules: Rules, game: &GameRecord) -> Self {
        let (name, settings) = (words::name(player).to_owned(), words::settings(player));
        Self { game: game.clone(), player: name, settings, rules }
    }
}

/// What a run came to. Its fields are file format.
#[derive(Serialize)]
struct Summary {
    puzzle: &'static str,
    player: &'static str,
    settings: BTreeMap<String, u64>,
    games: u64,
    wins: u64,
    win_rate: f64,
    /// Of 99 %.
    interval: (f64, f64),
    /// A game.
    cpu_seconds: f64,
    /// Games that a limit stopped; they are not among the others.
    stopped: u64,
    rules: Rules,
}

/// A run and what was played so far.
struct Run<'a> {
    args: &'a PlayKlondike,
    player: PlayerSettings,
    rules: Rules,
    records: Vec<GameRecord>,
    stopped: u64,
}

impl Run<'_> {
    /// Takes over the games of `seeds` that a file has, and tells which these are.
    fn go_on(
        &mut self,
        path: &Path,
        seeds: &RangeInclusive<u64>,
    ) -> anyhow::Result<(Journal, HashSet<u64>)> {
        let mut done = HashSet::new();
        let journal = Journal::open(path, "play klondike --record", |entry: Entry| {
            self.refuse_other(&entry)?;
            let seed = entry.game.seed;
            if entry.game.won.is_some() && seeds.contains(&seed) && done.insert(seed) {
                self.records.push(entry.game);
            }
            Ok(())
        })?;
        Ok((journal, done))
    }

    fn refuse_other(&self, entry: &Entry) -> anyhow::Result<()> {
        let (name, settings) = (words::name(&self.player), words::settings(&self.player));
        let other = "the file belongs to another run";
        if entry.player != name {
            bail!("{other}: it has the player {} where this one has {name}", entry.player);
        }
        if entry.settings != settings {
            let rendered = |settings: &BTreeMap<String, u64>| {
                let all = settings.iter().map(|(name, value)| format!("{name} {value}"));
                all.collect::<Vec<_>>().join(", ")
            };
            let (theirs, ours) = (rendered(&entry.settings), rendered(&settings));
            bail!("{other}: it has {name} with {theirs} where this one has {ours}");
        }
        if entry.rules != self.rules {
            let (theirs, ours) = (words::rules(&entry.rules), words::rules(&self.rules));
            bail!("{other}: it has {theirs} where this one has {ours}");
        }
        Ok(())
    }

    fn sum_up(&self, ended: bool) -> anyhow::Result<()> {
        let summary = PlaySummary::new(self.player, self.rules, &self.records);
        let PlaySummary { games, wins, win_rate, interval, cpu_seconds, .. } = summary;
        let mut out = anstream::stdout().lock();
        if self.args.json {
            let summary = Summary {
                puzzle: NAME,
                player: words::name(&self.player),
                settings: words::settings(&self.player),
                games,
                wins,
                win_rate,
                interval,
                cpu_seconds,
                stopped: self.stopped,
                rules: self.rules,
            };
            writeln!(out, "{}", serde_json::to_string(&summary)?)?;
            return Ok(());
        }
        let (player, rules) = (words::player(&self.player), words::rules(&self.rules));
        let interrupted = if ended { "" } else { "interrupted: " };
        let percent = |share: f64| 100.0 * share;
        writeln!(out, "{interrupted}{player}: {} of {} games won", grouped(wins), grouped(games))?;
        writeln!(
            out,
            "  win rate  {:.2} % (99 %: {:.2} to {:.2} %)",
            percent(win_rate),
            percent(interval.0),
            percent(interval.1)
        )?;
        writeln!(out, "  CPU time  {cpu_seconds:.4} s a game")?;
        writeln!(out, "  rules     {rules}")?;
        if 0 < self.stopped {
            writeln!(out, "  stopped   {} games by a limit, not counted", grouped(self.stopped))?;
        }
        Ok(())
    }
}

/// `patience play klondike --list`.
pub(super) fn list(json: bool) -> anyhow::Result<Exit> {
    #[derive(Serialize)]
    struct Listed {
        player: &'static str,
        summary: &'static str,
        settings: BTreeMap<String, u64>,
    }
    let mut out = anstream::stdout().lock();
    for kind in PlayerKind::ALL {
        let (about, usual) = (kind.about(), kind.usual());
        if json {
            let (player, summary) = (about.name, about.summary);
            let listed = Listed { player, summary, settings: words::settings(&usual) };
            writeln!(out, "{}", serde_json::to_string(&listed)?)?;
            continue;
        }
        writeln!(out, "{:20} {}", about.name, about.summary)?;
        let options: Vec<String> =
            usual.used().iter().map(|(name, value)| format!("--{name} {value}")).collect();
        if !options.is_empty() {
            writeln!(out, "{:20} {}", "", options.join(" "))?;
        }
    }
    Ok(Exit::Done)
}
