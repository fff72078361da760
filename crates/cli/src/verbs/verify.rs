//! `patience verify`: checks anyone's solution by the rules.

use std::io::{self, Write};

use clap::{Arg, ArgAction, ArgMatches};
use patience_kit::{About, Kit, Lengths, Play, Refused};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Verb, refuse_two_inputs, replay, show};
use crate::exit::Exit;
use crate::flags;
use crate::sources;

pub(crate) const VERB: Verb = Verb { name: "verify", command, run };

#[allow(clippy::unnecessary_wraps, reason = "other verbs do not apply to every puzzle")]
fn command(kit: &'static dyn Kit) -> Option<clap::Command> {
    let command = super::command(kit)
        .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object"))
        .arg(
            Arg::new("quiet")
                .long("quiet")
                .short('q')
                .action(ArgAction::SetTrue)
                .help("Print nothing: the exit code is the answer"),
        );
    let command = flags::add(command.arg(show::after()), &kit.reading(), "Reading");
    let command = sources::add_required(command, kit);
    let solution = Arg::new("solution").value_name("SOLUTION").required(true).help(
        "The solution: a file, - for standard input, or the moves themselves; notation, or a JSON line of `patience solve`",
    );
    Some(command.arg(solution))
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let solution = matches.get_one::<String>("solution");
    refuse_two_inputs(&[matches.get_one("instance"), matches.get_one("after"), solution])?;
    let reading = flags::read(matches, &kit.reading())?;
    let (instance, position, _) = show::position(kit, matches)?;
    let solution = solution.map_or("", String::as_str);
    let Play { line, refused, unfinished, .. } = replay(&*position, solution, &reading)?;
    let reason = refused.as_ref().map(|refused| refused.reason.clone()).or(unfinished);
    let about = kit.about();
    let check = Check { about, instance, refused, reason, lengths: line.lengths() };
    check.print(matches.get_flag("json"), matches.get_flag("quiet"))
}

/// The referee's verdict on a solution.
struct Check {
    about: &'static About,
    instance: String,
    refused: Option<Refused>,
    /// Why it is no solution.
    reason: Option<String>,
    lengths: Lengths,
}

impl Check {
    fn print(&self, json: bool, quiet: bool) -> anyhow::Result<Exit> {
        let printed = match (quiet, json) {
            (true, _) => Ok(()),
            (false, true) => writeln!(anstream::stdout(), "{}", serde_json::to_string(self)?),
            (false, false) => writeln!(anstream::stdout(), "{}", self.text()),
        };
        match printed {
            // A reader that has gone may still look at the exit code.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(if self.reason.is_none() { Exit::Done } else { Exit::Refused }),
        }
    }

    fn text(&self) -> String {
        let name = &self.instance;
        match (&self.reason, &self.refused) {
            (None, _) => format!("{name}: a solution ({})", self.about.describe(&self.lengths)),
            (Some(reason), Some(Refused { step, line, column, notation, .. })) => format!(
                "{name}: not a solution: move {step}, {notation} (line {line}, column {column}): {reason}"
            ),
            (Some(reason), None) => format!("{name}: not a solution: {reason}"),
        }
    }
}

impl Serialize for Check {
    /// The fields are file format.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("puzzle", self.about.name)?;
        map.serialize_entry("instance", &self.instance)?;
        map.serialize_entry("valid", &self.reason.is_none())?;
        if let Some(Refused { step, line, column, notation, .. }) = &self.refused {
            map.serialize_entry("step", step)?;
            map.serialize_entry("line", line)?;
            map.serialize_entry("column", column)?;
            map.serialize_entry("notation", notation)?;
        }
        if let Some(reason) = &self.reason {
            map.serialize_entry("reason", reason)?;
        }
        for (length, value) in self.about.lengths.iter().zip(&self.lengths.0) {
            map.serialize_entry(length.field, value)?;
        }
        map.end()
    }
}
