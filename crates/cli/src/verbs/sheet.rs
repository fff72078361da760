//! `patience sheet`: positions as a sheet to print, with grades and answers.

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use patience_kit::Kit;
use patience_workbench::batch;

use super::Verb;
use super::options::{LimitArgs, threads};
use crate::exit::Exit;
use crate::sources::{self, failed};
use crate::{interrupt, sheet};

pub(crate) const VERB: Verb = Verb { name: "sheet", command, run };

#[allow(clippy::unnecessary_wraps, reason = "other verbs do not apply to every puzzle")]
fn command(kit: &'static dyn Kit) -> Option<clap::Command> {
    let command = sources::add(super::command(kit), kit, true)
        .arg(sheet::file("out").required(true))
        .arg(threads("Concurrent searches [default: all cores]"))
        .arg(
            Arg::new("quiet")
                .long("quiet")
                .short('q')
                .action(ArgAction::SetTrue)
                .help("Print no progress"),
        );
    Some(LimitArgs::augment_args(sheet::add(command)))
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let instances = sources::read(kit, matches)?;
    let threads = batch::threads(matches.get_one::<usize>("threads").copied(), instances.count());
    let limits = LimitArgs::from_arg_matches(matches)?.limits(threads, None);
    let mut positions = Vec::new();
    for instance in instances {
        let instance = instance.map_err(failed)?;
        positions.push((instance.name, instance.position));
    }
    let cancel = interrupt::cancel_on_interrupt()?;
    let quiet = matches.get_flag("quiet");
    match sheet::Maker::new(kit, matches, "out", limits, threads, quiet)? {
        Some(maker) => maker.write(positions, &cancel),
        None => Ok(Exit::Done),
    }
}
