//! `patience solve` for any puzzle: searches every instance and tells what became of it.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;
use patience_catalog::{OutcomeKind, Record};
use patience_core::{Cancel, Limits, Observer, Stop};
use patience_klondike::Rules;
use patience_workbench::batch;

use crate::args::OutputArgs;
use crate::exit::Exit;
use crate::instance::Instance;
use crate::interrupt;
use crate::ledger::{self, Batch, Entry};
use crate::output::{grouped, say, write_file};
use crate::progress::Progress;
use crate::tally::{Tally, Terms};

/// What a puzzle brings to `solve`: an engine with its settings, and ways to tell what it finds.
pub(crate) trait Solving: Sync {
    /// What an instance begins with.
    type Position: Send;
    /// A solution that the referee has seen.
    type Line: Send;

    fn terms(&self) -> Terms;

    fn engine(&self) -> &'static str;

    /// The name of the policy that guides it, if one does.
    fn policy(&self) -> Option<&str> {
        None
    }

    /// The metric that results carry.
    fn metric(&self) -> &'static str;

    /// The rules that an instance is played by, where results carry them.
    fn rules(&self, _position: &Self::Position) -> Option<Rules> {
        None
    }

    /// The nodes after which the engine should be stopped if nobody says otherwise.
    fn usual_nodes(&self) -> Option<u64>;

    /// Whether a search uses several threads itself, so that instances are solved one after the other.
    fn is_parallel(&self) -> bool {
        false
    }

    /// What may help against a limit that was reached.
    fn advice(&self, _stop: Stop) -> Option<&'static str> {
        None
    }

    /// Searches one instance.
    fn solve(
        &self,
        instance: &Instance<Self::Position>,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<(Record, Option<Self::Line>)>;

    fn notation(&self, line: &Self::Line) -> Vec<String>;

    /// The length of a solution, in words: what follows `solved in`.
    fn length(&self, record: &Record) -> String;

    /// The solution in the format asked for, in the usual one for one or for several instances otherwise.
    fn render(&self, line: &Self::Line, is_single: bool) -> String;

    /// The solution as an animated picture.
    fn animation(&self, line: &Self::Line) -> String;
}

/// Solves `total` instances.
pub(crate) fn run<S: Solving>(
    solving: &S,
    mut instances: impl Iterator<Item = Instance<S::Position>> + Send,
    total: u64,
    output: &OutputArgs,
) -> anyhow::Result<Exit> {
    if output.animate.is_some() && total != 1 {
        let one = solving.terms().one;
        return Err(Exit::bad_input(anyhow!("--animate takes a single {one}, not {total}")));
    }
    let mut progress = Progress::new(total, output.quiet);
    let mut threads = output.threads(total);
    if solving.is_parallel() {
        (progress, threads) = (progress.one_by_one(), 1);
    }
    let limits = output.budget.limits(threads, solving.usual_nodes());
    let cancel = interrupt::cancel_on_interrupt()?;
    let prints_moves = output.out.is_some() || (output.json && !output.summary);
    let work = |instance: Instance<S::Position>| {
        let (mut record, line) =
            solving.solve(&instance, &limits, &cancel, &mut progress.observer())?;
        if prints_moves && let Some(line) = &line {
            record.moves = solving.notation(line);
        }
        Ok(Solved { record, line, is_cut_short: cancel.is_cancelled() })
    };
    let mut tally = Tally::new(solving.terms(), solving.engine(), solving.policy());
    let mut ledger = match &output.out {
        Some(path) => {
            let next = || {
                let Instance { name, position } = instances.next()?;
                Some((name, solving.rules(&position)))
            };
            let batch = Batch {
                engine: solving.engine(),
                policy: solving.policy(),
                metric: solving.metric(),
            };
            Some(ledger::of_records(path, batch, next, |entry| tally.add(entry))?)
        }
        None => None,
    };
    progress.skip(tally.done());
    let ended = batch::in_order(
        instances,
        threads,
        || cancel.is_cancelled(),
        work,
        |solved: anyhow::Result<Solved<S::Line>>| -> anyhow::Result<()> {
            let solved = solved?;
            // What was cut short, solved or not, is to be done again when the batch goes on.
            if let Some(ledger) = ledger.as_mut().filter(|_| !solved.is_cut_short) {
                ledger.append(&solved.record)?;
            }
            tally.add(&Entry::from(&solved.record));
            if !output.summary {
                progress.suspend(|| print(solving, &solved, output.json, total == 1))?;
            }
            if let (Some(path), Some(line)) = (&output.animate, &solved.line) {
                animate(solving, line, path)?;
            }
            progress.advance(|| tally.to_string());
            Ok(())
        },
    );
    progress.finish();
    // The last instances may have been begun, and so the end been reached, when the interrupt came.
    let ended = ended? && !cancel.is_cancelled();
    if output.summary {
        let mut out = anstream::stdout().lock();
        if output.json {
            writeln!(out, "{}", serde_json::to_string(&tally)?)?;
        } else {
            write!(out, "{}", tally.render())?;
        }
    }
    if total == 1 {
        return Ok(Exit::Unsolved(tally.last().unwrap_or(OutcomeKind::Limit)));
    }
    if !output.quiet && (!output.summary || !ended) {
        say(format_args!("{}{tally}", if ended { "" } else { "interrupted: " }));
    }
    Ok(if ended { Exit::Done } else { Exit::Interrupted })
}

struct Solved<L> {
    record: Record,
    line: Option<L>,
    /// Whether it was interrupted before its end, or as good as at its end.
    is_cut_short: bool,
}

fn print<S: Solving>(
    solving: &S,
    solved: &Solved<S::Line>,
    json: bool,
    is_single: bool,
) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string(&solved.record)?)?;
    } else {
        writeln!(out, "{}", headline(solving, &solved.record))?;
        if let Some(line) = &solved.line {
            write!(out, "{}", solving.render(line, is_single))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn animate<S: Solving>(solving: &S, line: &S::Line, path: &Path) -> anyhow::Result<()> {
    write_file(path, &solving.animation(line))
}

/// One line that tells what became of an instance.
fn headline<S: Solving>(solving: &S, record: &Record) -> String {
    let name = &record.instance;
    let spent = format!("{} nodes, {:.3} s", grouped(record.expanded), record.seconds);
    let outcome = match (record.outcome, record.stop) {
        (OutcomeKind::Solved, _) => format!("solved in {}", solving.length(record)),
        (OutcomeKind::Unsolvable, _) => {
            let reason = record.reason.as_ref().map_or_else(String::new, |it| format!(": {it}"));
            format!("proven unsolvable{reason}")
        }
        (OutcomeKind::Exhausted, _) => {
            "not solved: nothing left to try, and nothing proven".to_owned()
        }
        (OutcomeKind::Limit, Some(stop)) => {
            let advice = solving.advice(stop).map_or_else(String::new, |it| format!(", {it}"));
            format!("not solved: {stop}{advice}")
        }
        (OutcomeKind::Limit, None) => "not solved".to_owned(),
    };
    format!("{name}: {outcome}; {}: {spent}", record.engine)
}

/// An error unless an option is one that the engine has.
pub(crate) fn applies(option: &str, engine: &str, applied: bool) -> anyhow::Result<()> {
    if !applied {
        return Err(anyhow!("--{option} does not apply to the engine {engine}"));
    }
    Ok(())
}
