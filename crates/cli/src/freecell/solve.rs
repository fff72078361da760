//! `patience solve freecell`.

use std::io::Write;

use anyhow::anyhow;
use patience_catalog::freecell::{Engine, record, solve};
use patience_catalog::{CardLengths, Record, Verdict};
use patience_core::{Features, Kind};
use patience_puzzles::freecell::{FreeCell, Line, Rules};

use super::instances::{self, Instance};
use super::lines;
use super::tally::Tally;
use crate::args::{SolutionFormat, SolveFreecell};
use crate::exit::Exit;
use crate::ledger::{Entry, Ledger};
use crate::output::{grouped, say};
use crate::progress::Progress;
use crate::{batch, interrupt};

pub(crate) fn run(args: &SolveFreecell) -> anyhow::Result<Exit> {
    let rules = args.rules.rules().map_err(Exit::bad_input)?;
    let engine = engine(args).map_err(Exit::bad_input)?;
    let sources = instances::read_all(&args.instances, rules)?;
    let total = instances::count(&sources);
    if args.animate.is_some() && total != 1 {
        return Err(Exit::bad_input(anyhow!("--animate takes a single deal, not {total}")));
    }
    let threads = args.common.threads(total);
    let limits = args.common.limits(threads, engine.usual_nodes());
    let cancel = interrupt::cancel_on_interrupt()?;
    let progress = Progress::new(total, args.common.quiet);
    let tells_moves = args.out.is_some() || (args.common.json && !args.summary);
    let work = |instance: Instance| {
        let game = game(args, &engine, rules, &instance)?;
        let answer = solve(&game, &engine, &limits, &cancel, &mut progress.observer());
        let mut record = record(&instance.name, &game, &engine, &answer);
        if tells_moves && let Some(line) = &answer.line {
            record.moves = line.notation();
        }
        Ok(Solved { record, line: answer.line, is_cut_short: cancel.is_cancelled() })
    };
    let printer = Printer { args, is_single: total == 1 };
    let mut tally = Tally::new(&engine);
    let mut instances = instances::instances(sources, rules);
    let mut ledger = match &args.out {
        Some(path) => {
            let next = || instances.next().map(|instance| instance.name);
            Some(Ledger::open(path, engine.name(), next, |entry| tally.add(entry))?)
        }
        None => None,
    };
    progress.skip(tally.done());
    let ended = batch::in_order(
        instances,
        threads,
        || cancel.is_cancelled(),
        work,
        |solved: anyhow::Result<Solved>| {
            let solved = solved?;
            // What was cut short, solved or not, is to be done again when the batch goes on.
            if let Some(ledger) = ledger.as_mut().filter(|_| !solved.is_cut_short) {
                ledger.append(&solved.record)?;
            }
            tally.add(&Entry::from(&solved.record));
            if !args.summary {
                progress.suspend(|| printer.print(&solved))?;
            }
            progress.advance(|| tally.to_string());
            Ok(())
        },
    );
    progress.finish();
    // The last deals may have been begun, and so the end been reached, when the interrupt came.
    let ended = ended? && !cancel.is_cancelled();
    if args.summary {
        let mut out = anstream::stdout().lock();
        if args.common.json {
            writeln!(out, "{}", serde_json::to_string(&tally)?)?;
        } else {
            write!(out, "{}", tally.told())?;
        }
    }
    if total == 1 {
        return Ok(Exit::Unsolved(tally.last().unwrap_or(Verdict::Limit)));
    }
    if !args.common.quiet && (!args.summary || !ended) {
        say(format_args!("{}{tally}", if ended { "" } else { "interrupted: " }));
    }
    Ok(if ended { Exit::Done } else { Exit::Interrupted })
}

/// The engine with the settings of the command line.
fn engine(args: &SolveFreecell) -> anyhow::Result<Engine> {
    let mut engine =
        Engine::named(&args.engine).ok_or_else(|| anyhow!("unknown engine {}", args.engine))?;
    let name = engine.name();
    let applies = |option: &str, applied: bool| {
        if applied {
            Ok(())
        } else {
            Err(anyhow!("--{option} does not apply to the engine {name}"))
        }
    };
    if let Some(heuristic) = &args.heuristic {
        let feature = FreeCell::feature(heuristic)?;
        if !matches!(feature.kind, Kind::Heuristic { .. }) {
            return Err(anyhow!(
                "{heuristic} is an advisor: it does not estimate the way to the goal"
            ));
        }
        applies("heuristic", engine.set_heuristic(feature))?;
    }
    if let Some(states) = args.table {
        applies("table", engine.set_table(usize::try_from(states).unwrap_or(usize::MAX)))?;
    }
    if args.width.is_none() && engine.name() == "short" && args.common.has_time_limit() {
        // The time says when to end.
        engine.set_width(usize::MAX);
    }
    if let Some(width) = args.width {
        applies("width", engine.set_width(usize::try_from(width).unwrap_or(usize::MAX)))?;
    }
    if let Some(step) = args.step {
        applies("step", engine.set_step(step))?;
    }
    if let Some(horizon) = args.horizon {
        applies("horizon", engine.set_horizon(horizon))?;
    }
    if let Some(open) = args.open {
        applies("open", engine.set_open(open.into()))?;
    }
    Ok(engine)
}

fn game(
    args: &SolveFreecell,
    engine: &Engine,
    rules: Rules,
    instance: &Instance,
) -> anyhow::Result<FreeCell> {
    let mut game = FreeCell::new(rules, &instance.position)?;
    game.moves = match &args.moves {
        Some(set) => set.parse().map_err(|message: String| anyhow!(message))?,
        None => engine.usual_moves(),
    };
    game.metric = args.metric.into();
    Ok(game)
}

struct Solved {
    record: Record,
    line: Option<Line>,
    /// Whether it was interrupted before its end, or as good as at its end.
    is_cut_short: bool,
}

struct Printer<'a> {
    args: &'a SolveFreecell,
    is_single: bool,
}

impl Printer<'_> {
    fn print(&self, solved: &Solved) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        if self.args.common.json {
            writeln!(out, "{}", serde_json::to_string(&solved.record)?)?;
        } else {
            let usual =
                if self.is_single { SolutionFormat::Notation } else { SolutionFormat::Line };
            let format = self.args.format.unwrap_or(usual);
            writeln!(out, "{}", headline(&solved.record))?;
            if let Some(line) = &solved.line {
                write!(out, "{}", lines::told(line, format))?;
            }
        }
        out.flush()?;
        match (&self.args.animate, &solved.line) {
            (Some(path), Some(line)) => lines::animate(line, path),
            _ => Ok(()),
        }
    }
}

/// One line that tells what became of an instance.
fn headline(record: &Record) -> String {
    let name = &record.instance;
    let spent = format!("{} nodes, {:.3} s", grouped(record.expanded), record.seconds);
    let outcome = match (record.outcome, record.lengths) {
        (Verdict::Solved, Some(CardLengths { m1: Some(m1), m2: Some(m2), m3: Some(m3) })) => {
            let optimal = if record.optimal { ", optimal" } else { "" };
            format!("solved in {m2} moves (M1 {m1}, M2 {m2}, M3 {m3}{optimal})")
        }
        (Verdict::Unsolvable, _) => "proven unsolvable".to_owned(),
        (Verdict::Exhausted, _) => "not solved: nothing left to try, and nothing proven".to_owned(),
        _ => match record.stop {
            Some(stop) => format!("not solved: {stop}"),
            None => "not solved".to_owned(),
        },
    };
    format!("{name}: {outcome}; {}: {spent}", record.engine)
}
