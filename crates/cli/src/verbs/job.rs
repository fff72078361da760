//! Verbs of long computations: `generate`, `enumerate` and others that puzzles offer.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use patience_core::{Cancel, Limits};
use patience_files::{Purpose, Shard};
use patience_kit::{
    Finished, Gather, Item, Job, JobAbout, Kit, OutcomeKind, Position, Taken, Values,
};
use patience_workbench::ledger::Part;
use patience_workbench::{batch, kits};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::options::{LimitArgs, shard, threads};
use crate::exit::Exit;
use crate::output::{grouped, say, write_file};
use crate::progress::Progress;
use crate::sources::failed;
use crate::{flags, interrupt, journal, resume, sheet, values};

/// Every job of every puzzle.
pub(crate) fn jobs() -> impl Iterator<Item = &'static dyn Job> {
    kits().iter().flat_map(|kit| kit.jobs().iter().copied())
}

/// The command of a job.
pub(crate) fn command(job: &dyn Job) -> Command {
    let JobAbout { name, summary, settings, journal, list, pictures, limits, .. } = job.about();
    let path = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").help(help)
    };
    let switch = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    let mut command = Command::new(name).about(summary);
    command = flags::add(command, &settings, "Settings");
    if let Some(name) = journal {
        command = command.arg(path(
            name,
            "Write results to this file as they come; if the file exists, continue where it ends",
        ));
        command = command.arg(
            Arg::new("units")
                .long("units")
                .value_name("COUNT")
                .value_parser(values::count)
                .help("Stop after this many units of work"),
        );
        let shard = shard(name);
        command = command.arg(match list {
            Some(list) => shard.conflicts_with(list),
            None => shard,
        });
    }
    if let Some(name) = list {
        command = command.arg(path(name, "Write the list to this file at the end"));
    }
    if pictures {
        command = command.arg(
            Arg::new("svg")
                .long("svg")
                .value_name("FOLDER")
                .help("Write a picture of every item into this folder"),
        );
    }
    if pictures {
        command = sheet::add(command.arg(sheet::file("sheet")));
    }
    let command = command
        .arg(threads("Units of work at once; the results do not depend on it [default: all cores]"))
        .arg(switch("json", "Print JSON"))
        .arg(switch("quiet", "Print results only: no progress, no remarks").short('q'));
    // A group of arguments brings a description of its own.
    let command = if limits { LimitArgs::augment_args(command) } else { command };
    command.about(summary).long_about(None)
}

/// Runs a job.
pub(crate) fn run(job: &dyn Job, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let about = job.about();
    let settings = flags::read(matches, &about.settings)?;
    let quiet = matches.get_flag("quiet");
    let busy = Progress::activity("preparing", quiet);
    let (work, mut gather) = job.start(&settings).map_err(failed)?;
    busy.finish();
    let path = |flag: Option<&'static str>| {
        flag.and_then(|flag| matches.get_one::<String>(flag)).map(PathBuf::from)
    };
    let printer = Printer {
        json: matches.get_flag("json"),
        pictures: if about.pictures { path(Some("svg")) } else { None },
    };
    let mut made = Vec::new();
    if let Some(folder) = &printer.pictures {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let asked = if about.journal.is_some() { matches.get_one::<u64>("units") } else { None };
    let mut units = work.units().unwrap_or(u64::MAX);
    units = asked.map_or(units, |&asked| asked.min(units));
    let part = part(&about, matches, units)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let progress = Progress::new(gather.goal().min(part.count()), quiet);
    let mut done = 0;
    let mut is_enough = false;
    let threads = matches.get_one::<usize>("threads").copied();
    let threads = threads.unwrap_or_else(batch::all_cores);
    let limits = limits_of(&about, matches, threads)?;
    let sheet = match kit_of(job).filter(|_| about.pictures) {
        Some(kit) => sheet::Maker::new(kit, matches, "sheet", limits.clone(), threads, quiet)?,
        None => None,
    };
    let purpose = Purpose::new(about.verb, 1)
        .with("command", format!("{} {}", about.verb, about.name))
        .with("settings", recorded(&about, &settings))
        .with("limits", journal::limits(&limits));
    let file = path(about.journal);
    let mut journal = match &file {
        Some(path) => Some({
            progress.now(format!("reading {}", path.display()));
            journal::open(path, &purpose, &part, |record: Unit| {
                let taken = gather.take(part.unit(done), record.result).map_err(failed)?;
                is_enough |= taken.is_enough;
                progress.skip(taken.progress);
                done += 1;
                Ok(())
            })?
        }),
        None => None,
    };
    progress.now("searching");
    let mut is_cut_short = false;
    let end = if is_enough { done } else { part.count() };
    work.plan(&mut (done..end).map(|place| part.unit(place)));
    let emit = |(unit, result): (u64, Result<Option<Value>, _>)| -> anyhow::Result<()> {
        // Results of later units would be out of turn.
        let Some(result) = result.map_err(failed)?.filter(|_| !is_enough && !is_cut_short) else {
            is_cut_short |= !is_enough;
            return Ok(());
        };
        if let Some(journal) = &mut journal {
            let record = Unit { result: result.clone() };
            journal.append(unit, &record).map_err(journal::failed)?;
        }
        let taken = gather.take(unit, result).map_err(failed)?;
        let Taken { items, progress: count, message, is_enough: enough } = taken;
        for item in &items {
            progress.suspend(|| printer.print(item))?;
        }
        if sheet.is_some() {
            let position = |item: Item| Some((item.title, item.position?));
            made.extend(items.into_iter().filter_map(position));
        }
        progress.advance_by(count, || message);
        if enough {
            is_enough = true;
            // Units in progress are not needed.
            cancel.cancel();
        }
        Ok(())
    };
    let unit = |place: u64| {
        let unit = part.unit(place);
        (unit, work.work(unit, &limits, &cancel))
    };
    let ended = batch::in_order(done..end, threads, || cancel.is_cancelled(), unit, emit);
    progress.finish();
    let ended = ended?;
    let is_whole = is_enough || (ended && !is_cut_short && !cancel.is_cancelled());
    let ending = match part.shard {
        None => finish(&mut *gather, path(about.list).as_deref(), printer.json, quiet, is_whole)?,
        Some(shard) => finish_shard(shard, &part, quiet, is_whole),
    };
    if file.is_some() && !is_whole {
        resume::say_same(quiet);
    }
    write_sheet(sheet.as_ref(), made, is_whole, ending)
}

/// The settings that results depend on.
fn recorded(about: &JobAbout, settings: &Values) -> Value {
    let is_recorded = |name: &str| !about.unrecorded.contains(&name);
    let mut chosen = settings.clone();
    chosen.0.retain(|name, _| is_recorded(name));
    let fields = about.settings.iter().filter(|field| is_recorded(field.name));
    journal::settings(&chosen, &fields.cloned().collect::<Vec<_>>())
}

/// The end of a shard: what it has is in its file, and is not summed up.
fn finish_shard(shard: Shard, part: &Part, quiet: bool, is_whole: bool) -> Exit {
    if !is_whole {
        return Exit::Interrupted;
    }
    if !quiet {
        let (count, all) = (grouped(part.count()), grouped(part.units));
        say(format_args!("shard {shard}: {count} of {all} units done"));
    }
    Exit::Done
}

/// Writes the sheet, if there is one; `ending` is the end of the job.
fn write_sheet(
    sheet: Option<&sheet::Maker>,
    made: Vec<(String, Box<dyn Position>)>,
    is_whole: bool,
    ending: Exit,
) -> anyhow::Result<Exit> {
    match sheet {
        // The switch of the job may be turned because there is enough.
        Some(sheet) if is_whole => match sheet.write(made, &Cancel::new())? {
            Exit::Done => Ok(ending),
            other => Ok(other),
        },
        Some(_) => {
            say("interrupted: there is no sheet");
            Ok(ending)
        }
        None => Ok(ending),
    }
}

/// The units that the command line asks for.
fn part(about: &JobAbout, matches: &ArgMatches, units: u64) -> anyhow::Result<Part> {
    let shard = about.journal.and_then(|_| matches.get_one::<Shard>("shard").copied());
    if shard.is_some() && units == u64::MAX {
        let (verb, name) = (about.verb, about.name);
        return Err(Exit::bad_input(anyhow!(
            "--shard needs a number of units, which {verb} {name} does not have; give one with --units"
        )));
    }
    Ok(Part { shard, units, what: "units".to_owned() })
}

/// The limits of a unit, for jobs that keep limits.
fn limits_of(about: &JobAbout, matches: &ArgMatches, threads: usize) -> anyhow::Result<Limits> {
    if !about.limits {
        return Ok(Limits::default());
    }
    Ok(LimitArgs::from_arg_matches(matches)?.limits(threads, None))
}

/// The puzzle that offers a job.
fn kit_of(job: &dyn Job) -> Option<&'static dyn Kit> {
    let id = |job: &dyn Job| (job.about().verb, job.about().name);
    kits().iter().copied().find(|kit| kit.jobs().iter().any(|it| id(*it) == id(job)))
}

/// A record of the file: the result of a unit, in the order of the units.
#[derive(Serialize, Deserialize)]
struct Unit {
    result: Value,
}

/// Prints and writes the end of a job.
fn finish(
    gather: &mut dyn Gather,
    list: Option<&Path>,
    json: bool,
    quiet: bool,
    is_whole: bool,
) -> anyhow::Result<Exit> {
    let Finished { text, json: object, list: text_of_list, notes, is_complete } = gather.finish();
    if let Some(path) = list {
        let text = text_of_list.ok_or_else(|| anyhow!("there is no list"))?;
        write_file(path, &text)?;
    }
    let mut out = anstream::stdout().lock();
    match object {
        Some(object) if json => writeln!(out, "{object}")?,
        _ if json => {}
        _ => write!(out, "{text}")?,
    }
    if !quiet {
        for note in notes {
            say(note);
        }
    }
    Ok(match (is_whole, is_complete) {
        (false, _) => Exit::Interrupted,
        (true, true) => Exit::Done,
        (true, false) => Exit::Unsolved(OutcomeKind::Exhausted),
    })
}

/// Where items go.
struct Printer {
    json: bool,
    pictures: Option<PathBuf>,
}

impl Printer {
    fn print(&self, item: &Item) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", item.json)?;
        } else {
            writeln!(out, "{}", item.text)?;
        }
        out.flush()?;
        if let (Some(folder), Some(position)) = (&self.pictures, &item.position) {
            write_file(&folder.join(format!("{}.svg", item.name)), &position.svg())?;
        }
        Ok(())
    }
}
