//! `patience evolve`: policies of any puzzle with fitness cases, and what else puzzles evolve.

mod args;
pub(crate) mod watch;

use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::anyhow;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use patience_core::Cancel;
use patience_kit::{Estimate, Evolvable, EvolvableAbout, Fault, Ranks};
use patience_learn::folder::{LOG, SETTINGS};
use patience_learn::{Ending, Executor, Folder, Table, TomlError, TomlValue};
use patience_workbench::RunFolder;
use patience_workbench::farm::WorkerPool;
use serde_json::json;

use self::args::Running;
use self::watch::Watch;
use crate::exit::Exit;
use crate::output::say;
use crate::progress::Progress;
use crate::ranks::{self, Part};
use crate::sources::failed;
use crate::{flags, input, interrupt, journal, resume};

/// The longest line of an error that repeats what it is about.
const LONGEST_LINE: usize = 200;

/// The verb.
pub(crate) const NAME: &str = "evolve";

/// The command of something that can be evolved.
pub(crate) fn command(evolvable: &dyn Evolvable) -> Command {
    let EvolvableAbout { name, summary, description, examples, flags } = evolvable.about();
    let lines = examples.iter().map(|line| format!("  patience {line}\n"));
    let after = format!("Examples:\n{}\n{description}", lines.collect::<String>());
    let settings = evolvable.settings(Table::new()).unwrap_or_default();
    let folder = evolvable.default_folder(&settings);
    // A group of arguments brings a description of its own.
    let command = Running::augment_args(flags::add(Command::new(name), &flags, "Settings"));
    ranks::add(command, "Evaluate on all ranks of mpirun; the result does not depend on them")
        .mut_arg("ranks", |arg| arg.conflicts_with_all(["threads", "dry_run"]))
        .about(summary)
        .long_about(None)
        .after_help(after)
        .mut_arg("out", |arg| match folder {
            Some(folder) => arg.help(format!("The folder of the run [default: as {folder}]")),
            None => arg.required_unless_present("dry_run"),
        })
}

/// Runs an evolution.
pub(crate) fn run(evolvable: &dyn Evolvable, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let running = &Running::from_arg_matches(matches)?;
    let pool = match Part::start(matches, running.threads())? {
        Part::First(pool) => pool,
        Part::Other(ranks) => return work(evolvable, &ranks),
    };
    let changes = changes(evolvable, matches, running)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    if running.resume {
        let folder = Folder::at(&path(evolvable, running, || evolvable.settings(changes.clone()))?);
        let before = folder.settings().map_err(refused)?;
        let settings = evolvable.continued(&before, changes).map_err(|fault| {
            Exit::bad_input(anyhow!("{}: {fault}", folder.file(SETTINGS).display()))
        })?;
        let busy = Progress::activity("reading the run", running.quiet);
        let open = |folder: &Folder| evolvable.resume(&settings, folder);
        let resumed = RunFolder::resume(folder, &settings, open).map_err(failed)?;
        busy.finish();
        journal::say_dropped(&resumed.folder.file(LOG), resumed.dropped);
        pool.begin(&json!(settings)).map_err(failed)?;
        return evolve(evolvable, resumed, running, &pool, &cancel);
    }
    let settings = evolvable.settings(changes).map_err(failed)?;
    let busy = Progress::activity("preparing the first population", running.quiet);
    let run = evolvable.begin(&settings).map_err(failed)?;
    busy.finish();
    if running.dry_run {
        return dry_run(evolvable, &settings, running, &cancel);
    }
    let table = settings.parse::<Table>()?;
    for (key, what) in [("seconds", "a time limit"), ("mutator", "a mutator")] {
        if table.contains_key(key) && !running.quiet {
            say(format_args!("with {what}, a run with the same settings may give other results"));
        }
    }
    let path = path(evolvable, running, || Ok(settings.clone()))?;
    pool.begin(&json!(settings)).map_err(failed)?;
    let created = RunFolder::create(&path, &settings, run).map_err(failed)?;
    evolve(evolvable, created, running, &pool, &cancel)
}

/// Evaluates what rank 0 sends.
fn work(evolvable: &dyn Evolvable, ranks: &Ranks) -> anyhow::Result<Exit> {
    let cancel = interrupt::cancel_on_interrupt()?;
    ranks::work(ranks, |settings| {
        let evaluate = evolvable.evaluator(settings.as_str().unwrap_or_default())?;
        Ok(move |item: &str| evaluate(item, &cancel))
    })
}

fn refused(error: patience_learn::FolderError) -> anyhow::Error {
    failed(error.into())
}

/// The folder of a run.
fn path(
    evolvable: &dyn Evolvable,
    running: &Running,
    settings: impl FnOnce() -> Result<String, Fault>,
) -> anyhow::Result<PathBuf> {
    if let Some(path) = &running.out {
        return Ok(path.clone());
    }
    let folder = evolvable.default_folder(&settings().map_err(failed)?);
    folder.map(PathBuf::from).ok_or_else(|| Exit::bad_input(anyhow!("expected --out FOLDER")))
}

/// Changes of the settings: the file's, those of flags, and those of `--set`, in this order.
fn changes(
    evolvable: &dyn Evolvable,
    matches: &ArgMatches,
    running: &Running,
) -> anyhow::Result<Table> {
    let config = running.config.as_deref().map(|path| read_table(evolvable, path)).transpose()?;
    let mut changes = config.unwrap_or_default();
    for (name, value) in flags::read(matches, &evolvable.about().flags)?.0 {
        changes.insert(name, TomlValue::try_from(value)?);
    }
    for change in &running.set {
        change.clone().apply(&mut changes);
    }
    Ok(changes)
}

/// The settings of a file, or those in the provenance of a genome.
fn read_table(evolvable: &dyn Evolvable, path: &Path) -> anyhow::Result<Table> {
    let text = input::settings(path)?;
    let wrong = |error: &dyn std::fmt::Display| {
        // It repeats the line, which may be long.
        let error = error.to_string();
        let cut = |line: &str| line.chars().take(LONGEST_LINE).collect::<String>();
        let lines: Vec<_> = error.trim_end().lines().map(cut).collect();
        Exit::bad_input(anyhow!("{}: {}", path.display(), lines.join("\n")))
    };
    let mut table: Table = text.parse().map_err(|error: TomlError| wrong(&error))?;
    if let Some(TomlValue::Table(mut provenance)) = table.remove("provenance") {
        let Some(TomlValue::Table(settings)) = provenance.remove("settings") else {
            return Err(wrong(&"its provenance has no settings of a run"));
        };
        return Ok(settings);
    }
    evolvable.check(&text).map_err(|fault| wrong(&fault))?;
    Ok(table)
}

/// Runs generations until the run is over or interrupted.
fn evolve(
    evolvable: &dyn Evolvable,
    mut stored: RunFolder,
    running: &Running,
    pool: &WorkerPool,
    cancel: &Cancel,
) -> anyhow::Result<Exit> {
    let mut watch = Watch::new(running.quiet);
    let (first, begin) = (stored.run.generation(), Instant::now());
    while !stored.run.is_over() {
        let generation = stored.run.generation();
        watch.label = format!("generation {generation}, ");
        let logged =
            stored.advance(&mut Executor { workers: pool, cancel, watcher: &mut watch })?;
        watch.clear();
        let Ok(logged) = logged else {
            if let Some(failure) = stored.run.failure() {
                return Err(anyhow!("{failure}"));
            }
            if let Some(failure) = pool.failure() {
                let resumed = running.resumed(evolvable.about().name, &stored.folder);
                resume::say_other(running.quiet, resumed);
                return Err(anyhow!("{failure}"));
            }
            if !running.quiet {
                say(format_args!("interrupted in generation {generation}"));
            }
            let resumed = running.resumed(evolvable.about().name, &stored.folder);
            resume::say_other(running.quiet, resumed);
            return Ok(Exit::Interrupted);
        };
        if running.json {
            print(&logged.json)?;
        } else if !running.quiet {
            let mut line = logged.text;
            if let Some(remaining @ 1..) = stored.run.remaining() {
                let each =
                    begin.elapsed().as_secs_f64() / f64::from(stored.run.generation() - first);
                let _ = write!(line, "; {} left", in_time(each * f64::from(remaining)));
            }
            print(&line)?;
        }
    }
    let Ending { text, note } = stored.finish()?;
    if !running.json {
        write!(stdout().lock(), "{text}")?;
        if let Some(note) = note.filter(|_| !running.quiet) {
            print(&note)?;
        }
    }
    Ok(Exit::Done)
}

/// Prints the settings and the estimated cost of the run.
fn dry_run(
    evolvable: &dyn Evolvable,
    settings: &str,
    running: &Running,
    cancel: &Cancel,
) -> anyhow::Result<Exit> {
    print(settings.trim_end())?;
    let busy = Progress::activity("searching to estimate the cost", running.quiet);
    let estimate = evolvable.estimate(settings, cancel);
    busy.finish();
    let Some(estimate) = estimate.map_err(failed)? else {
        return Ok(Exit::Interrupted);
    };
    let Estimate { measured, seconds, generations, is_bound, note } = estimate;
    let threads = running.threads();
    let generation = seconds / threads as f64;
    let [one, all] = [generation, generation * f64::from(generations)].map(in_time);
    let (about, most) = if is_bound { ("at most", "at most ") } else { ("about", "") };
    say(format_args!(
        "{measured}: a generation takes {about} {one}, the run {most}{all} on {threads} threads. {note}"
    ));
    Ok(Exit::Done)
}

/// Prints a line at once.
fn print(line: &str) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// Seconds in a fitting unit. `HumanDuration` has no decimals for hours.
fn in_time(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}
