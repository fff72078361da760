//! `patience evolve`: evolves policies for any puzzle with fitness cases.

mod args;
mod progress;

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::{ArgMatches, Args, FromArgMatches};
use patience_core::{Cancel, SplitMix};
use patience_kit::Kit;
use patience_learn::folder::{BEST, CHECKPOINT, SETTINGS};
use patience_learn::{
    Arena, Breeder, Evolution, Folder, Job, Settings, Table, TomlError, TomlValue,
};
use patience_workbench::evolution::{self, Threads};
use serde::Deserialize;

use self::args::{EvolveArgs, Running};
use self::progress::{Watch, print, render};
use super::Verb;
use crate::evolve::{in_time, refused};
use crate::exit::Exit;
use crate::output::{grouped, say};
use crate::sources::failed;
use crate::{input, interrupt, values};

pub(crate) const VERB: Verb = Verb { name: "evolve", command, run };

/// Searches that an estimate of the cost is made from.
const SAMPLE: usize = 16;

fn command(kit: &'static dyn Kit) -> Option<clap::Command> {
    let name = kit.about().name;
    let usual = Table::try_from(evolution::usual_settings(name, &Table::new())?).ok()?;
    let mut command = EvolveArgs::augment_args(super::command(kit)).after_help(examples(name));
    for option in ["genome", "curriculum"] {
        let default = usual.get(option).and_then(TomlValue::as_str).unwrap_or_default();
        command = command.mut_arg(option, |arg| {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            arg.help(format!("{help} [default: {default}]"))
        });
    }
    Some(command)
}

/// Examples for a puzzle, and what a run leaves.
fn examples(puzzle: &str) -> String {
    format!(
        "Examples:
  patience evolve {puzzle} --dry-run
  patience evolve {puzzle} --genome weights --set generations=50 --out runs/weights
  patience evolve {puzzle} --config runs/weights/settings.toml --set seed=2 --out runs/weights-2
  patience evolve {puzzle} --out runs/weights --resume

A run is a folder: settings.toml (all settings), log.jsonl (a line per generation), checkpoint.json, and best.toml (the best genome, for \
`patience solve {puzzle} --policy`). After a crash or an interrupt, --resume continues it with the same result."
    )
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let puzzle = kit.about().name;
    let args = &EvolveArgs::from_arg_matches(matches)?;
    let running = &args.running;
    let cancel = interrupt::cancel_on_interrupt()?;
    let (folder, settings) = match &running.out {
        Some(path) if running.resume => {
            let (folder, before) = Folder::open(path).map_err(refused)?;
            let settings = longer(&before, args)
                .with_context(|| folder.file(SETTINGS).display().to_string())
                .map_err(Exit::bad_input)?;
            (Some(folder), settings)
        }
        _ => (None, evolution::settings(puzzle, changes(args)?).map_err(failed)?),
    };
    if settings.puzzle != puzzle {
        let error = anyhow!("the settings are for {}, not for {puzzle}", settings.puzzle);
        return Err(Exit::bad_input(error));
    }
    let arena = evolution::arena(&settings).map_err(failed)?;
    let folder = match &running.out {
        Some(path) if folder.is_none() && !running.dry_run => {
            Some(Folder::create(path, &settings).map_err(refused)?)
        }
        _ => folder,
    };
    match folder {
        None => dry_run(&settings, &*arena, running, &cancel),
        Some(folder) => evolve(&folder, &settings, &*arena, running, &cancel),
    }
}

/// The settings of a resumed run: its own, but it may be made longer or shorter.
fn longer(before: &Settings, args: &EvolveArgs) -> anyhow::Result<Settings> {
    let mut table = Table::try_from(before)?;
    for change in &args.set {
        change.clone().apply(&mut table);
    }
    let settings = Settings::deserialize(table)?;
    settings.check()?;
    if (Settings { generations: before.generations, ..settings.clone() }) != *before {
        anyhow::bail!("a resumed run keeps its settings: only `generations` can be changed");
    }
    Ok(settings)
}

/// Changes of the default settings: the file's, those of options, and those of `--set`, in this order.
fn changes(args: &EvolveArgs) -> anyhow::Result<Table> {
    let mut changes = args.config.as_deref().map(read_table).transpose()?.unwrap_or_default();
    for (name, value) in [("genome", &args.genome), ("curriculum", &args.curriculum)] {
        if let Some(value) = value {
            changes.insert(name.to_owned(), value.as_str().into());
        }
    }
    for change in &args.set {
        change.clone().apply(&mut changes);
    }
    Ok(changes)
}

/// The settings of a file, or those in the provenance of a genome.
fn read_table(path: &Path) -> anyhow::Result<Table> {
    let text = input::settings(path)?;
    let wrong = |error: &dyn std::fmt::Display| {
        // It repeats the line, which may be long.
        let error = error.to_string();
        let lines: Vec<_> = error.trim_end().lines().map(values::shortened).collect();
        Exit::bad_input(anyhow!("{}: {}", path.display(), lines.join("\n")))
    };
    let mut table: Table = text.parse().map_err(|error: TomlError| wrong(&error))?;
    if let Some(TomlValue::Table(mut provenance)) = table.remove("provenance") {
        let Some(TomlValue::Table(settings)) = provenance.remove("settings") else {
            return Err(wrong(&"its provenance has no settings of a run"));
        };
        return Ok(settings);
    }
    // Errors of this reader have a line.
    text.parse::<Settings>().map_err(|error| wrong(&error))?;
    Ok(table)
}

/// Runs generations until the run is over or interrupted.
fn evolve(
    folder: &Folder,
    settings: &Settings,
    arena: &dyn Arena,
    running: &Running,
    cancel: &Cancel,
) -> anyhow::Result<Exit> {
    if settings.seconds.is_some() && !running.quiet {
        say("with a time limit, a run with the same settings may give other genomes");
    }
    let workers = Threads(running.threads());
    let mut watch = Watch::new(running.quiet);
    let _hold = folder.hold().map_err(refused)?;
    let state = folder.load(arena.lexicon()).map_err(refused)?;
    let evolution = match state {
        Some(state) => {
            let run = Evolution::resume(settings, arena, &workers, cancel, state)
                .with_context(|| folder.file(CHECKPOINT).display().to_string())
                .map_err(Exit::bad_input)?;
            folder.set(settings)?;
            Ok(run)
        }
        None => {
            folder.set(settings)?;
            Evolution::begin(settings, arena, &workers, cancel, &mut watch)
        }
    };
    let Ok(mut run) = evolution else { return Ok(stopped(folder, settings, running, &watch)) };
    let (first, begin) = (run.state().generation, Instant::now());
    while !run.is_over() {
        watch.generation = run.state().generation;
        let Ok(generation) = run.step(&mut watch) else {
            return Ok(stopped(folder, settings, running, &watch));
        };
        folder.save(&generation, run.state(), arena.lexicon())?;
        if generation.champion.generation == generation.generation {
            write_best(folder, settings, &run, arena)?;
        }
        let done = run.state().generation - first;
        let left = settings.generations - run.state().generation;
        let left = begin.elapsed().as_secs_f64() / f64::from(done) * f64::from(left);
        watch.clear();
        if running.json {
            print(&serde_json::to_string(&generation)?)?;
        } else if !running.quiet {
            print(&render(&generation, settings, left))?;
        }
    }
    write_best(folder, settings, &run, arena)?;
    watch.clear();
    if !running.quiet && !running.json {
        print(&format!("the best genome is in {}", folder.file(BEST).display()))?;
    }
    Ok(Exit::Done)
}

fn write_best(
    folder: &Folder,
    settings: &Settings,
    run: &Evolution<'_>,
    arena: &dyn Arena,
) -> anyhow::Result<()> {
    if let Some(file) = evolution::best(settings, run.state(), env!("CARGO_PKG_VERSION")) {
        folder.replace(BEST, &file.to_text(arena.lexicon()))?;
    }
    Ok(())
}

fn stopped(folder: &Folder, settings: &Settings, running: &Running, watch: &Watch) -> Exit {
    watch.clear();
    if !running.quiet {
        let (puzzle, path) = (&settings.puzzle, folder.path().display());
        say(format_args!(
            "interrupted in generation {}. Resume with: patience evolve {puzzle} --out {path} --resume",
            watch.generation,
        ));
    }
    Exit::Interrupted
}

/// Prints the settings and the estimated cost of the run.
fn dry_run(
    settings: &Settings,
    arena: &dyn Arena,
    running: &Running,
    cancel: &Cancel,
) -> anyhow::Result<Exit> {
    let table = Table::try_from(settings)?;
    print(table.to_string().trim_end())?;
    let mut random = SplitMix::new(settings.seed);
    let breeder = Breeder { lexicon: arena.lexicon(), settings };
    let cases = arena.cases();
    let begin = Instant::now();
    let mut nodes = 0;
    for _ in 0..SAMPLE {
        let genome = breeder.random(&mut random);
        let case = cases[random.below(cases.len())];
        nodes += Job::guided(&genome, case, None, settings).run(arena, cancel).nodes;
        if cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
    }
    let each = begin.elapsed().as_secs_f64() / SAMPLE as f64;
    let searches = settings.searches();
    let generation = each * searches as f64 / running.threads() as f64;
    let all = generation * f64::from(settings.generations);
    say(format_args!(
        "{searches} searches a generation, {each:.2} s and {} nodes each for {SAMPLE} random genomes: a generation takes about {}, the run {} on {} threads. \
         Evolved genomes are faster, and no search is repeated; searches of the baseline come on top where their results are not stored.",
        grouped(nodes / SAMPLE as u64),
        in_time(generation),
        in_time(all),
        running.threads(),
    ));
    Ok(Exit::Done)
}
