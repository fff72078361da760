//! `patience evolve freecell` and `patience evolve rushhour`.

use std::fmt::Write as _;
use std::fs;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use patience_catalog::evolve::{Threads, arena, best, usual_settings};
use patience_core::{Cancel, SplitMix};
use patience_learn::folder::{BEST, CHECKPOINT, SETTINGS};
use patience_learn::{
    Arena, Attempt, Breeder, CurriculumKind, Evolution, Folder, Generation, Job, Settings, Shape,
    Table, TomlError, TomlValue, Watcher,
};
use serde::Deserialize;

use super::{in_time, refused};
use crate::args::{EvolveGenomes, Running};
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{grouped, say};
use crate::progress::Progress;

/// Searches that an estimate of the cost is made from.
const SAMPLE: usize = 16;

pub(crate) fn run(puzzle: &str, args: &EvolveGenomes) -> anyhow::Result<Exit> {
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
        _ => (None, settings(puzzle, args)?),
    };
    if settings.puzzle != puzzle {
        let error = anyhow!("the settings are for {}, not for {puzzle}", settings.puzzle);
        return Err(Exit::bad_input(error));
    }
    let arena = arena(&settings).map_err(Exit::bad_input)?;
    let folder = match &running.out {
        Some(path) if folder.is_none() && !running.dry_run => {
            Some(Folder::create(path, &settings).map_err(refused)?)
        }
        _ => folder,
    };
    match folder {
        None => dry_run(&settings, &*arena, running, &cancel),
        Some(folder) => breed(&folder, &settings, &*arena, running, &cancel),
    }
}

/// The settings of a run that goes on: those that it began with, but that it may be made longer.
fn longer(before: &Settings, args: &EvolveGenomes) -> anyhow::Result<Settings> {
    let mut table = Table::try_from(before)?;
    for change in &args.set {
        change.clone().apply(&mut table);
    }
    let settings = Settings::deserialize(table)?;
    settings.check()?;
    if (Settings { generations: before.generations, ..settings.clone() }) != *before {
        anyhow::bail!(
            "a run goes on with the settings that it began with: only `generations` can be changed"
        );
    }
    Ok(settings)
}

/// The settings of the paper, changed by the file, by the options and by `--set`, in this order.
fn settings(puzzle: &str, args: &EvolveGenomes) -> anyhow::Result<Settings> {
    let mut changes = args.config.as_deref().map(read_table).transpose()?.unwrap_or_default();
    if let Some(genome) = args.genome {
        changes.insert("genome".to_owned(), TomlValue::try_from(Shape::from(genome))?);
    }
    if let Some(curriculum) = args.curriculum {
        let curriculum = CurriculumKind::from(curriculum);
        changes.insert("curriculum".to_owned(), TomlValue::try_from(curriculum)?);
    }
    for change in &args.set {
        change.clone().apply(&mut changes);
    }
    let usual = usual_settings(puzzle, &changes).context("nothing is bred for this puzzle")?;
    let mut table = Table::try_from(usual)?;
    merge(&mut table, changes);
    let settings = Settings::deserialize(table)
        .map_err(|error| Exit::bad_input(anyhow!("settings: {}", error.to_string().trim_end())))?;
    checked(settings)
}

fn checked(settings: Settings) -> anyhow::Result<Settings> {
    settings.check().map_err(Exit::bad_input)?;
    Ok(settings)
}

/// The settings of a file, or those that a genome was bred with.
fn read_table(path: &Path) -> anyhow::Result<Table> {
    let name = || format!("cannot read {}", path.display());
    let text = fs::read_to_string(path).with_context(name).map_err(Exit::bad_input)?;
    let wrong = |error: &dyn std::fmt::Display| {
        Exit::bad_input(anyhow!("{}: {}", path.display(), error.to_string().trim_end()))
    };
    let mut table: Table = text.parse().map_err(|error: TomlError| wrong(&error))?;
    if let Some(TomlValue::Table(mut provenance)) = table.remove("provenance") {
        let Some(TomlValue::Table(settings)) = provenance.remove("settings") else {
            return Err(wrong(&"it does not tell the settings that its genome was bred with"));
        };
        return Ok(settings);
    }
    // Read as settings once more: that knows the line of whatever is wrong.
    text.parse::<Settings>().map_err(|error| wrong(&error))?;
    Ok(table)
}

/// Puts what is in `over` into `table`, sections into sections.
fn merge(table: &mut Table, over: Table) {
    for (key, value) in over {
        match (table.get_mut(&key).and_then(|old| old.as_table_mut()), value) {
            (Some(section), TomlValue::Table(inner)) => merge(section, inner),
            (_, value) => drop(table.insert(key, value)),
        }
    }
}

/// Breeds until the run is over or somebody stops it.
fn breed(
    folder: &Folder,
    settings: &Settings,
    arena: &dyn Arena,
    running: &Running,
    cancel: &Cancel,
) -> anyhow::Result<Exit> {
    if settings.seconds.is_some() && !running.quiet {
        say("with a limit of seconds, the same settings may breed other genomes another time");
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
    let Ok(mut run) = evolution else { return Ok(stopped(folder, running, &watch)) };
    let (first, begin) = (run.state().generation, Instant::now());
    while !run.is_over() {
        watch.generation = run.state().generation;
        let Ok(generation) = run.step(&mut watch) else {
            return Ok(stopped(folder, running, &watch));
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
    if let Some(file) = best(settings, run.state(), env!("CARGO_PKG_VERSION")) {
        folder.replace(BEST, &file.to_text(arena.lexicon()))?;
    }
    Ok(())
}

fn stopped(folder: &Folder, running: &Running, watch: &Watch) -> Exit {
    watch.clear();
    if !running.quiet {
        let path = folder.file("");
        say(format_args!(
            "stopped in generation {}; go on with --resume --out {}",
            watch.generation,
            path.display()
        ));
    }
    Exit::Interrupted
}

/// A generation in a line.
fn render(generation: &Generation, settings: &Settings, left: f64) -> String {
    let Generation { best, mean, solved, searches, validation, champion, .. } = generation;
    let mut line = format!(
        "{:>4}: best {best:.3}, mean {mean:.3}, solved {solved} of {searches}; validation {:.3}, {} of {}; best so far {:.3} of {}",
        generation.generation,
        validation.fitness,
        validation.solved,
        validation.cases,
        champion.validation.fitness,
        champion.generation,
    );
    if !generation.stage.is_empty() {
        let _ = write!(line, "; {}", generation.stage);
    }
    if generation.generation + 1 < settings.generations {
        let _ = write!(line, "; {} left", in_time(left));
    }
    line
}

/// Prints a line at once: who watches a run wants to see it as it comes.
fn print(line: &str) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// Prints the settings and what the run will cost.
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
         Bred genomes are faster, and searches that were made are not made again; those of the baseline come on top where they are not known.",
        grouped(nodes / SAMPLE as u64),
        in_time(generation),
        in_time(all),
        running.threads(),
    ));
    Ok(Exit::Done)
}

/// A bar over the searches of a generation.
struct Watch {
    generation: u32,
    quiet: bool,
    progress: Option<Progress>,
    solved: usize,
    done: usize,
}

impl Watch {
    fn new(quiet: bool) -> Self {
        Self { generation: 0, quiet, progress: None, solved: 0, done: 0 }
    }

    fn clear(&self) {
        if let Some(progress) = &self.progress {
            progress.finish();
        }
    }
}

impl Watcher for Watch {
    fn begin(&mut self, searches: usize) {
        self.clear();
        (self.solved, self.done) = (0, 0);
        self.progress = (0 < searches).then(|| Progress::new(searches as u64, self.quiet));
    }

    fn ended(&mut self, attempt: &Attempt) {
        self.done += 1;
        self.solved += usize::from(attempt.is_solved());
        if let Some(progress) = &self.progress {
            let (generation, solved, done) = (self.generation, self.solved, self.done);
            progress.advance(|| format!("generation {generation}, {solved} of {done} solved"));
        }
    }
}
