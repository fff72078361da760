//! `patience solve`: searches every instance and prints the results.

mod ledger;
mod ranks;
mod tally;

use std::io::Write;

use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use patience_files::Shard;
use patience_kit::{About, Answer, Fault, Kit, Named, OutcomeKind, Record, Setup, Solve};
use patience_workbench::ledger::Part;
use patience_workbench::{Instance, Instances, batch};

use self::ledger::{Entry, Row};
use self::tally::Tally;
use super::options::{OutputArgs, no_times, shard};
use super::{Verb, policy, show};
use crate::exit::Exit;
use crate::output::{grouped, say};
use crate::pictures::write_film;
use crate::progress::Progress;
use crate::sources::{self, failed};
use crate::{flags, interrupt, journal, resume};

pub(crate) const VERB: Verb = Verb { name: "solve", command, run };

/// The format that prints nothing but the headline.
const LINE: Named = Named { name: "line", summary: "One line: the outcome and its figures" };

fn command(kit: &'static dyn Kit) -> Option<clap::Command> {
    let about = kit.about();
    let engines = kit.engines();
    let default = engines.first()?.name;
    let names: Vec<Named> =
        engines.iter().map(|it| Named { name: it.name, summary: it.summary }).collect();
    let is_guided = engines.iter().any(|engine| engine.guided);
    let policy =
        if is_guided { "; with --policy, the one that the policy was made for" } else { "" };
    let mut command = sources::add(super::command(kit), kit, true)
        .arg(show::after())
        .arg(
            Arg::new("engine")
                .long("engine")
                .value_name("NAME")
                .value_parser(flags::choices(&names))
                .help_heading("Search")
                .help(format!("The algorithm [default: {default}{policy}]")),
        )
        .arg(show::metric(kit).help_heading("Search"))
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("NAME")
                .value_parser(flags::choices(std::iter::once(&LINE).chain(about.line_formats)))
                .help(format!(
                    "How solutions are printed [default: {} for one {}, line for several]",
                    about.line_formats.first().map_or("line", |format| format.name),
                    about.one
                )),
        );
    if is_guided {
        command = command.arg(
            Arg::new("policy")
                .long("policy")
                .value_name("FILE")
                .conflicts_with("heuristic")
                .help_heading("Search")
                .help("A policy that guides the engine; the settings that it was made for are the defaults"),
        );
    }
    for (switch, engine) in about.engine_switches {
        command = command.arg(
            Arg::new(*switch)
                .long(*switch)
                .action(ArgAction::SetTrue)
                .conflicts_with("engine")
                .help_heading("Search")
                .help(format!("The same as --engine {engine}")),
        );
    }
    let command = flags::add(command, &flags::engine_fields(&engines), "Search");
    let command = OutputArgs::augment_args(command).arg(shard("out")).arg(no_times("out"));
    Some(ranks::add(command))
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let about = kit.about();
    let mut output = OutputArgs::from_arg_matches(matches)?;
    let engines = kit.engines();
    let is_guided = engines.iter().any(|engine| engine.guided);
    let policy = match matches.try_get_one::<String>("policy").ok().flatten() {
        Some(path) if is_guided => Some(policy::read(kit, path)?),
        _ => None,
    };
    let settings = flags::read(matches, &flags::engine_fields(&engines))?;
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let switched = about.engine_switches.iter().find(|(switch, _)| matches.get_flag(switch));
    let ranks = ranks::start(matches)?;
    let is_silent = ranks.as_ref().is_some_and(|ranks| ranks.rank() != 0);
    output.quiet |= is_silent;
    let setup = Setup {
        engine: switched.map(|(_, engine)| *engine).or_else(|| text("engine")),
        metric: text("metric"),
        settings: Some(&settings),
        policy: policy.as_ref(),
        threads: output.cores(),
        ranks: ranks.as_ref(),
    };
    let busy = Progress::activity("preparing the search", output.quiet);
    let engine = kit.prepare(&setup).map_err(failed)?;
    busy.finish();
    ranks::check(ranks.as_ref(), &*engine)?;
    let instances = after(kit, matches, sources::read(kit, matches)?)?;
    let shard = matches.get_one::<Shard>("shard").copied();
    // Positions are looked at for shards only.
    let what = if shard.is_some() { instances.identity() } else { String::new() };
    let part = Part { shard, units: instances.count(), what };
    let no_times = matches.get_flag("no_times");
    let (engine, output, format) = (&*engine, &output, text("format"));
    let batch = Batch { about, engine, output, format, part, no_times, is_silent };
    batch.run(kit, instances)
}

/// The instances, or the only one after the moves of `--after`.
fn after(
    kit: &'static dyn Kit,
    matches: &ArgMatches,
    instances: Instances,
) -> anyhow::Result<Instances> {
    if matches.get_one::<String>("after").is_none() {
        return Ok(instances);
    }
    let (count, rules) = (instances.count(), instances.rules().clone());
    if count != 1 {
        let one = kit.about().one;
        return Err(Exit::bad_input(anyhow!("--after takes a single {one}, not {count}")));
    }
    let instance = instances.one().map_err(failed)?;
    let (mut name, position, line) = show::played(instance, matches)?;
    let length = line.map_or(0, |line| line.length());
    name = format!("{name} after {length} {}", if length == 1 { "move" } else { "moves" });
    Ok(Instances::of_one(kit, rules, Instance { name, position }))
}

/// How a batch is solved and printed.
struct Batch<'a> {
    about: &'static About,
    engine: &'a dyn Solve,
    output: &'a OutputArgs,
    format: Option<&'a str>,
    /// The instances that are solved.
    part: Part,
    /// Whether the file has no times.
    no_times: bool,
    /// Whether another rank prints.
    is_silent: bool,
}

/// One instance of a batch.
struct Solved {
    record: Record,
    answer: Answer,
    /// The fingerprint of the position, for the file.
    position: String,
    is_cut_short: bool,
}

impl Batch<'_> {
    fn run(&self, kit: &dyn Kit, instances: Instances) -> anyhow::Result<Exit> {
        let Self { about, engine, output, ref part, no_times, .. } = *self;
        let total = instances.count();
        if output.animate.is_some() && total != 1 {
            let one = about.one;
            return Err(Exit::bad_input(anyhow!("--animate takes a single {one}, not {total}")));
        }
        let rules = journal::settings(instances.rules(), &kit.rules());
        let mut instances = part.of(instances.into_iter());
        let mut progress = Progress::new(part.count(), output.quiet);
        let mut threads = output.threads(total);
        if engine.about().parallel {
            (progress, threads) = (progress.one_by_one(), 1);
        }
        let limits = output.limits.limits(threads, engine.about().default_nodes);
        let cancel = interrupt::cancel_on_interrupt()?;
        let with_moves = output.out.is_some() || (output.json && !output.summary);
        let work = |instance: Result<Instance, Fault>| -> anyhow::Result<Solved> {
            let instance = instance.map_err(failed)?;
            let Instance { name, position } = &instance;
            let answer = engine
                .solve(&**position, &limits, &cancel, &mut progress.observer())
                .map_err(failed)
                .with_context(|| name.clone())?;
            let record = Record::new(about, name, position.rules(), engine, &answer, with_moves);
            let is_kept = output.out.is_some();
            let position = if is_kept { instance.fingerprint() } else { String::new() };
            Ok(Solved { record, answer, position, is_cut_short: cancel.is_cancelled() })
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
        let emit = |solved: anyhow::Result<Solved>| -> anyhow::Result<()> {
            let Solved { record, answer, position, is_cut_short } = solved?;
            // Interrupted searches are repeated when the batch continues, and those after them, which would be out of turn.
            is_stopped |= is_cut_short;
            if let Some(ledger) = ledger.as_mut().filter(|_| !is_stopped) {
                let unit = part.unit(tally.done());
                let mut kept = record.clone();
                if no_times {
                    kept.seconds = 0.0;
                }
                let row = Row { record: &kept, position };
                ledger.append(unit, &row).map_err(journal::failed)?;
            }
            tally.add(&Entry::from(&record));
            if !output.summary && !self.is_silent {
                progress.suspend(|| self.print(&record, &answer, total == 1))?;
            }
            if let (Some(file), Some(line)) = (&output.animate, &answer.line) {
                let title = format!("{}: {} {}", about.title, about.one, record.instance);
                let solved = format!("solved in {}", engine.headline(&answer));
                write_film(file, (&title, &solved), &**line, output.theme)?;
            }
            progress.advance(|| tally.to_string());
            Ok(())
        };
        let ended = batch::in_order(instances, threads, || cancel.is_cancelled(), work, emit);
        progress.finish();
        // The last instances may have been begun, and so the end been reached, when the interrupt came.
        let ended = ended? && !cancel.is_cancelled();
        if output.summary && !self.is_silent {
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
        if self.is_silent {
            // Rank 0 has the exit code: `mpirun` ends all ranks at the first that fails.
            return Ok(Exit::Done);
        }
        if total == 1 {
            return Ok(Exit::Unsolved(tally.last().unwrap_or(OutcomeKind::Limit)));
        }
        Ok(if ended { Exit::Done } else { Exit::Interrupted })
    }

    fn print(&self, record: &Record, answer: &Answer, is_single: bool) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        if self.output.json {
            writeln!(out, "{}", serde_json::to_string(record)?)?;
        } else {
            writeln!(out, "{}", self.headline(record, answer))?;
            let default = self.about.line_formats.first().filter(|_| is_single);
            let format = self.format.or(default.map(|format| format.name));
            if let (Some(line), Some(format)) = (&answer.line, format) {
                write!(out, "{}", line.render(format))?;
            }
        }
        out.flush()?;
        Ok(())
    }

    /// One line about an instance.
    fn headline(&self, record: &Record, answer: &Answer) -> String {
        let outcome = match (record.outcome, record.stop) {
            (OutcomeKind::Solved, _) => format!("solved in {}", self.engine.headline(answer)),
            (OutcomeKind::Unsolvable, _) => {
                let reason =
                    record.reason.as_ref().map_or_else(String::new, |it| format!(": {it}"));
                format!("proven unsolvable{reason}")
            }
            (OutcomeKind::Exhausted, _) => {
                "not solved: nothing left to try, and nothing proven".to_owned()
            }
            (OutcomeKind::Limit, Some(stop)) => {
                let advice =
                    self.engine.advice(stop).map_or_else(String::new, |it| format!(", {it}"));
                format!("not solved: {stop}{advice}")
            }
            (OutcomeKind::Limit, None) => "not solved".to_owned(),
        };
        let (name, nodes) = (&record.instance, grouped(record.expanded));
        format!("{name}: {outcome}; {}: {nodes} nodes, {:.3} s", record.engine, record.seconds)
    }
}
