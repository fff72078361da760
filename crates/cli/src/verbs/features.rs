//! `patience features`: the heuristics and advisors of a puzzle.

use std::io::Write;

use clap::{Arg, ArgAction, ArgMatches};
use patience_kit::{FeatureAbout, Kit, Named};

use super::Verb;
use crate::exit::Exit;
use crate::flags;

pub(crate) const VERB: Verb = Verb { name: "features", command, run };

fn command(kit: &'static dyn Kit) -> Option<clap::Command> {
    if kit.features(None).is_empty() {
        return None;
    }
    let engines: Vec<Named> = kit
        .engines()
        .iter()
        .filter(|engine| engine.guided)
        .map(|engine| Named { name: engine.name, summary: engine.summary })
        .collect();
    let engine = Arg::new("engine")
        .long("engine")
        .value_name("NAME")
        .value_parser(flags::choices(&engines))
        .help("The engine that a policy of these features guides");
    let json = Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help("Print one JSON object a line");
    Some(super::command(kit).arg(engine).arg(json))
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let engine = matches.get_one::<String>("engine").map(String::as_str);
    let is_json = matches.get_flag("json");
    let mut out = anstream::stdout().lock();
    if !is_json {
        writeln!(out, "{:32} {:10} {:>5} {:>5}  what it measures", "name", "kind", "min", "max")?;
    }
    for feature in kit.features(engine) {
        if is_json {
            writeln!(out, "{}", serde_json::to_string(&feature)?)?;
            continue;
        }
        let FeatureAbout { name, kind, nearer, min, max, summary, .. } = feature;
        let [min, max] =
            [min, max].map(|end| end.map_or_else(|| "-".to_owned(), |end| end.to_string()));
        let more = if nearer == Some("high") { "; more is nearer" } else { "" };
        writeln!(out, "{name:32} {kind:10} {min:>5} {max:>5}  {summary}{more}")?;
    }
    Ok(Exit::Done)
}
