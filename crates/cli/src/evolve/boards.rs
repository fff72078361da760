//! `patience evolve rushhour-boards`.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use patience_core::{Limits, Meter};
use patience_learn::{Hold, Override};
use patience_rush_hour::evolve_boards::{
    BOARDS, Generation, Grade, Run, RunFolder, Settings, State, archive, list,
};
use patience_rush_hour::{Board, Engine, Metric};
use patience_workbench::batch;
use patience_workbench::evolution::in_parallel;

use super::{in_time, refused};
use crate::args::EvolveRushHourBoards;
use crate::exit::Exit;
use crate::output::{grouped, say};
use crate::progress::Progress;
use crate::{input, interrupt};

/// Boards that are printed at the end.
const LISTED: usize = 5;

/// Boards that the estimate of the cost searches, and the node limit of each.
const SAMPLE: usize = 8;
const SAMPLE_NODES: u64 = 100_000;

pub(crate) fn run(args: &EvolveRushHourBoards) -> anyhow::Result<Exit> {
    let changes = changes(args)?;
    let (store, _hold, path, settings, state) = if args.resume {
        resume(args, changes)?
    } else {
        let text = match &args.config {
            Some(path) => input::text(&path.to_string_lossy())?,
            None => String::new(),
        };
        let settings = Settings::read(&text, changes)
            .with_context(|| match &args.config {
                Some(path) => format!("the settings, with those of {}", path.display()),
                None => "the settings".to_owned(),
            })
            .map_err(Exit::bad_input)?;
        if args.dry_run {
            return dry_run(&settings, args);
        }
        let path = folder(args, &settings);
        let store = RunFolder::create(&path, &settings).map_err(refused)?;
        let hold = store.hold().map_err(refused)?;
        (store, hold, path, settings, None)
    };
    if settings.seconds.is_some() && !args.quiet {
        say("with a limit of seconds, the same settings may give different boards");
    }
    let cancel = interrupt::cancel_on_interrupt()?;
    let threads = batch::threads(args.threads, settings.population as u64);
    let progress = Progress::new(settings.generations.into(), args.quiet);
    let mut run = match state {
        Some(state) => Run::resume(&settings, state),
        None => Run::begin(&settings),
    };
    progress.skip(run.state().generation.into());
    let mut watch = Watch { progress: &progress, generation: 0, boards: 0, done: 0, best: 0 };
    while !run.is_over() {
        watch.generation = run.state().generation;
        let grade = |boards: &[&Board]| {
            watch.begin(boards.len());
            let work = |board: &&Board| Grade::of(board, &settings, &cancel);
            in_parallel(boards, threads, &cancel, work, &mut |grade| watch.graded(*grade))
        };
        let Ok(log) = run.step(grade) else {
            progress.finish();
            if !args.quiet {
                let (generation, path) = (run.state().generation, path.display());
                say(format_args!(
                    "interrupted in generation {generation}. Resume with: patience evolve rushhour-boards --out {path} --resume"
                ));
            }
            return Ok(Exit::Interrupted);
        };
        store.save(&log, run.state(), &settings)?;
        watch.best = log.hardest;
        progress.advance(String::new);
        progress.suspend(|| print_generation(&log, args))?;
    }
    progress.finish();
    // Settings of the lists may have changed since the last generation.
    store.list(run.state(), &settings)?;
    if !args.json {
        write!(anstream::stdout().lock(), "{}", summary(run.state(), &settings, &path))?;
    }
    Ok(Exit::Done)
}

/// Prints the settings and an estimate of the cost.
fn dry_run(settings: &Settings, args: &EvolveRushHourBoards) -> anyhow::Result<Exit> {
    write!(anstream::stdout().lock(), "{}", toml::to_string(settings)?)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let engine = Engine::named(settings.engine.name(), Metric::Slides)?;
    let limits = Limits { nodes: Some(SAMPLE_NODES), ..Limits::default() };
    let (begin, mut nodes) = (Instant::now(), 0);
    for board in Run::begin(settings).state().population.iter().take(SAMPLE) {
        let mut observer = ();
        let mut meter = Meter::start(&limits, &cancel, &mut observer);
        engine.answer(board, &mut meter)?;
        nodes += meter.expanded();
        if cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
    }
    let node = begin.elapsed().as_secs_f64() / nodes.max(1) as f64;
    let threads = batch::threads(args.threads, settings.population as u64);
    let most = settings.population as f64 * settings.nodes as f64 / threads as f64;
    let generation = node * most;
    say(format_args!(
        "{} boards a generation, at most {} nodes each at {:.0} ns a node: a generation takes at most {}, the run at most {} on {threads} threads. \
         Most boards take far fewer nodes, and no board is graded twice.",
        settings.population,
        grouped(settings.nodes),
        1e9 * node,
        in_time(generation),
        in_time(generation * f64::from(settings.generations)),
    ));
    Ok(Exit::Done)
}

fn changes(args: &EvolveRushHourBoards) -> anyhow::Result<Vec<Override>> {
    let size = args.size.map(|size| format!("size={size}").parse()).transpose()?;
    Ok(size.into_iter().chain(args.changes.iter().cloned()).collect())
}

/// The run in the folder, with its last state.
fn resume(
    args: &EvolveRushHourBoards,
    changes: Vec<Override>,
) -> anyhow::Result<(RunFolder, Hold, PathBuf, Settings, Option<State>)> {
    let wanted = Settings::default().changed(changes.clone()).map_err(Exit::bad_input)?;
    let path = folder(args, &wanted);
    let (store, before) = RunFolder::open(&path).map_err(refused)?;
    let hold = store.hold().map_err(refused)?;
    before.check().map_err(Exit::bad_input)?;
    let settings = before.changed(changes).map_err(Exit::bad_input)?;
    before.allows(&settings).map_err(Exit::bad_input)?;
    let state = store.load(&before).map_err(refused)?;
    if settings != before {
        store.set(&settings)?;
    }
    Ok((store, hold, path, settings, state))
}

fn folder(args: &EvolveRushHourBoards, settings: &Settings) -> PathBuf {
    let default = || format!("boards-{}-seed-{}", settings.size, settings.seed).into();
    args.out.clone().unwrap_or_else(default)
}

/// Shows the progress of a generation.
struct Watch<'a> {
    progress: &'a Progress,
    generation: u32,
    boards: usize,
    done: usize,
    /// The most nodes so far.
    best: u64,
}

impl Watch<'_> {
    fn begin(&mut self, boards: usize) {
        (self.boards, self.done) = (boards, 0);
    }

    fn graded(&mut self, grade: Grade) {
        self.done += 1;
        self.best = self.best.max(grade.fitness());
        let Self { progress, generation, boards, done, best } = self;
        progress.message(|| {
            let best = grouped(*best);
            format!("generation {generation}: {done} of {boards} boards, hardest {best} nodes")
        });
    }
}

fn print_generation(log: &Generation, args: &EvolveRushHourBoards) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(log)?)?;
    } else if !args.quiet {
        // Nodes are whole and positive.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let mean = log.mean.round() as u64;
        writeln!(
            out,
            "generation {:>3}: best {} nodes, mean {}, {:.0} % solved, {} boards in the archive",
            log.generation,
            grouped(log.best),
            grouped(mean),
            100.0 * log.solved,
            grouped(log.archive as u64),
        )?;
    }
    Ok(())
}

fn summary(state: &State, settings: &Settings, path: &Path) -> String {
    let archive = archive(&state.met, settings.archive);
    let listed = list(&archive, settings);
    // Writing to a string cannot fail.
    let mut text = String::new();
    for board in listed.iter().take(LISTED) {
        let _ = writeln!(
            text,
            "{} {} nodes, {} slides",
            board.letters,
            grouped(board.nodes),
            board.slides
        );
    }
    let _ = writeln!(
        text,
        "{} generations, {} boards graded, {} of {} nodes and more; {} listed in {}",
        state.generation,
        grouped(state.met.len() as u64),
        grouped(archive.len() as u64),
        grouped(settings.archive),
        listed.len(),
        path.join(BOARDS).display(),
    );
    text
}
