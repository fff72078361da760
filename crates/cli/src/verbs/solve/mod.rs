//! `patience solve`: searches every instance and prints the results.

mod batch;
mod ledger;
mod on_ranks;
mod solved;
mod tally;

use anyhow::anyhow;
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use patience_files::Shard;
use patience_kit::{Kit, Named, Setup, Solve};
use patience_workbench::farm::WorkerPool;
use patience_workbench::ledger::Part;
use patience_workbench::{Instance, Instances};

use self::batch::Batch;
use self::on_ranks::Mode;
use super::options::{OutputArgs, no_times, shard};
use super::{Verb, policy, show};
use crate::exit::Exit;
use crate::progress::Progress;
use crate::sources::{self, failed};
use crate::{flags, ranks};

pub(crate) const VERB: Verb = Verb { name: "solve", command, run };

/// The format that prints nothing but the headline.
const LINE: Named = Named { name: "line", summary: "One line: the outcome and its figures" };

/// The help of `--ranks`.
const RANKS: &str = "Use all ranks of mpirun: engines that can, search one instance on all of them; with others, rank 0 hands out the \
instances. The memory limit is that of one rank";

fn command(kit: &'static dyn Kit) -> Option<clap::Command> {
    let about = kit.about();
    let engines = kit.engines();
    let default = engines.first()?.name;
    let names: Vec<Named> =
        engines.iter().map(|it| Named { name: it.name, summary: it.summary }).collect();
    // The kit says what they need.
    let absent = kit.absent_engines().iter().map(|(name, _)| *name);
    let is_guided = engines.iter().any(|engine| engine.guided);
    let policy =
        if is_guided { "; with --policy, the one that the policy was made for" } else { "" };
    let mut command = sources::add(super::command(kit), kit, true)
        .arg(show::after())
        .arg(
            Arg::new("engine")
                .long("engine")
                .value_name("NAME")
                .value_parser(flags::choices_and_hidden(&names, absent))
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
    Some(ranks::add(command, RANKS).mut_arg("ranks", |arg| arg.conflicts_with("animate")))
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
        threads: if ranks.is_some() { 1 } else { output.cores() },
        ranks: None,
    };
    let read = || after(kit, matches, sources::read(kit, matches)?);
    let no_times = matches.get_flag("no_times");
    let shard = matches.get_one::<Shard>("shard").copied();
    let (output, format) = (&output, text("format"));
    let batch = |engine: &dyn Solve, instances: Instances, pool: Option<WorkerPool>| {
        // Positions are looked at for shards only.
        let what = if shard.is_some() { instances.identity() } else { String::new() };
        let part = Part { shard, units: instances.count(), what };
        let printing = solved::Printing { kit, engine, output, format, no_times };
        Batch { printing, part, is_silent, pool }.run(instances)
    };
    let prepare = |setup: &Setup<'_>| {
        let busy = Progress::activity("preparing the search", output.quiet);
        let engine = kit.prepare(setup).map_err(failed);
        busy.finish();
        engine
    };
    let Some(ranks) = ranks else { return batch(&*prepare(&setup)?, read()?, None) };
    match on_ranks::mode(&ranks, output, || prepare(&Setup { ranks: Some(&ranks), ..setup }), read)?
    {
        Mode::Together { engine, instances } => batch(&*engine, instances, None),
        Mode::First { pool, instances } => batch(&*prepare(&setup)?, instances, Some(pool)),
        Mode::Nothing => Ok(Exit::Done),
        Mode::Other => {
            let engine = || kit.prepare(&setup);
            on_ranks::work(&ranks, kit, engine, (output, format, no_times))
        }
    }
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
