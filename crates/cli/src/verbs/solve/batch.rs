//! A batch of instances: searched on threads or ranks, kept, printed and summed up.

use std::io::Write;

use anyhow::anyhow;
use patience_kit::{Fault, OutcomeKind};
use patience_learn::RemoteError;
use patience_workbench::batch::in_order;
use patience_workbench::farm::WorkerPool;
use patience_workbench::ledger::Part;
use patience_workbench::{Instance, Instances};

use super::ledger::{self, Entry};
use super::on_ranks::{self, Item};
use super::solved::{Film, Printing, Solved};
use super::tally::Tally;
use crate::exit::Exit;
use crate::output::say;
use crate::pictures::write_film;
use crate::progress::Progress;
use crate::sources::failed;
use crate::{interrupt, journal, resume};

/// How a batch is solved and printed.
pub(super) struct Batch<'a> {
    pub(super) printing: Printing<'a>,
    /// The instances that are solved.
    pub(super) part: Part,
    /// Whether another rank prints.
    pub(super) is_silent: bool,
    /// The ranks that instances are handed out to.
    pub(super) pool: Option<WorkerPool>,
}

impl Batch<'_> {
    pub(super) fn run(self, instances: Instances) -> anyhow::Result<Exit> {
        let Self { printing, ref part, is_silent, pool } = self;
        let Printing { kit, engine, output, no_times, .. } = printing;
        let about = kit.about();
        let total = instances.count();
        if output.animate.is_some() && total != 1 {
            let one = about.one;
            return Err(Exit::bad_input(anyhow!("--animate takes a single {one}, not {total}")));
        }
        let rules = journal::settings(instances.rules(), &kit.rules());
        let mut instances = part.of(instances.into_iter());
        let mut progress = Progress::new(part.count(), output.quiet);
        let mut threads = output.threads(total);
        if pool.is_some() {
            // A rank searches one instance at a time.
            threads = 1;
        } else if engine.about().parallel {
            (progress, threads) = (progress.one_by_one(), 1);
        }
        let limits = output.limits.limits(threads, engine.about().default_nodes);
        let pool = pool.unwrap_or(WorkerPool::Threads(threads));
        pool.begin(&on_ranks::description(engine, &limits)).map_err(failed)?;
        let cancel = interrupt::cancel_on_interrupt()?;
        let work = |instance: Result<Instance, Fault>| -> anyhow::Result<Option<Solved>> {
            let instance = instance.map_err(failed)?;
            let here = || {
                let observer = &mut progress.observer();
                printing.solve(&instance, total == 1, &limits, &cancel, observer)
            };
            match pool.work(|| Item::from(&instance), here) {
                Ok(solved) => solved.map(Some),
                Err(RemoteError::Failed(why)) => Err(anyhow!(why)),
                Err(RemoteError::Stopped) => Ok(None),
            }
        };
        let mut tally = Tally::new(about, engine);
        let mut ledger = match &output.out {
            Some(path) => {
                let next = || instances.next().transpose().map_err(failed);
                let (puzzle, search) = ((about.name, rules), (engine, &limits));
                let add = |entry: &Entry| tally.add(entry);
                progress.now(format!("reading {}", path.display()));
                Some(ledger::of_records(path, puzzle, search, (part, no_times), next, add)?)
            }
            None => None,
        };
        progress.skip(tally.done());
        progress.now(format!("searching with {}", engine.about().name));
        let mut is_stopped = false;
        let emit = |solved: anyhow::Result<Option<Solved>>| -> anyhow::Result<()> {
            let Some(Solved { entry, row, text, film, is_cut_short }) = solved? else {
                // Another rank was interrupted, and so is the batch.
                is_stopped = true;
                cancel.cancel();
                return Ok(());
            };
            // Interrupted searches are repeated when the batch continues, and those after them, which would be out of turn.
            is_stopped |= is_cut_short;
            if let (Some(ledger), Some(row), false) = (&mut ledger, row, is_stopped) {
                ledger.append(part.unit(tally.done()), &row).map_err(journal::failed)?;
            }
            tally.add(&entry);
            if !output.summary && !is_silent {
                progress.suspend(|| print(&text))?;
            }
            if let (Some(file), Some(Film { titles: (title, solved), line })) =
                (&output.animate, film)
            {
                write_film(file, (&title, &solved), &*line, output.theme)?;
            }
            progress.advance(|| tally.to_string());
            Ok(())
        };
        let ended = in_order(instances, pool.size(), || cancel.is_cancelled(), work, emit);
        progress.finish();
        // The last instances may have been begun, and so the end been reached, when the interrupt came.
        let ended = ended? && !cancel.is_cancelled();
        if output.summary && !is_silent {
            let mut out = anstream::stdout().lock();
            if output.json {
                writeln!(out, "{}", serde_json::to_string(&tally)?)?;
            } else {
                write!(out, "{}", tally.text())?;
            }
        }
        if total != 1 && !output.quiet && (!output.summary || !ended) {
            say(format_args!("{}{tally}", if ended { "" } else { "interrupted: " }));
        }
        if cancel.is_cancelled() && (output.out.is_some() || engine.is_resumable()) {
            resume::say_same(output.quiet);
        }
        if is_silent {
            // Rank 0 has the exit code: `mpirun` ends all ranks at the first that fails.
            return Ok(Exit::Done);
        }
        if total == 1 {
            return Ok(Exit::Unsolved(tally.last().unwrap_or(OutcomeKind::Limit)));
        }
        Ok(if ended { Exit::Done } else { Exit::Interrupted })
    }
}

/// Prints what a batch says about an instance.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    write!(out, "{text}")?;
    Ok(out.flush()?)
}
