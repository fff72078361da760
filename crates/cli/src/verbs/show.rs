//! `patience show`: a position as text, JSON, a picture, or a report.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use patience_core::Meter;
use patience_draw::theme::Theme;
use patience_kit::{
    CODE, Choice as _, Fault, FaultKind, Graded, Kit, Line, OutcomeKind, Position, Values,
};
use patience_workbench::Instance;
use patience_workbench::review::not_allowed;
use serde::Serialize;

use super::options::LimitArgs;
use super::{Verb, refuse_two_inputs, replay};
use crate::exit::Exit;
use crate::output::{say, write_file};
use crate::pictures::{self, FilmFile, write_film, write_picture};
use crate::sources::{self, failed};
use crate::{flags, interrupt};

pub(crate) const VERB: Verb = Verb { name: "show", command, run };

/// The flag of moves to be played first.
pub(crate) fn after() -> Arg {
    Arg::new("after")
        .long("after")
        .value_name("MOVES")
        .help("Play these moves first: a file, - for standard input, or the moves themselves")
}

#[allow(clippy::unnecessary_wraps, reason = "other verbs do not apply to every puzzle")]
fn command(kit: &'static dyn Kit) -> Option<clap::Command> {
    let about = kit.about();
    let switch = |name: &'static str, help: String| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    let mut command = sources::add(super::command(kit), kit, false)
        .arg(after().visible_alias("moves"))
        .arg(
            Arg::new("format")
                .long("format")
                .visible_alias("form")
                .value_name("NAME")
                .value_parser(flags::choices(about.formats.iter().chain([&CODE])))
                .help("How the position is printed"),
        )
        .arg(Arg::new("svg").long("svg").value_name("FILE.svg").help("Write a picture instead"))
        .arg(
            pictures::animate(
                "Write the moves of --after instead: an animated picture, or a page with a player",
            )
            .requires("after"),
        )
        .arg(pictures::theme())
        .arg(switch("json", "Print one JSON object".to_owned()));
    if kit.grading().is_some() {
        command = command.arg(
            switch("grade", "Print how hard it is, and the measures behind the grade".to_owned())
                .conflicts_with_all(["format", "animate", "svg"]),
        );
    }
    for report in about.reports {
        command = command.arg(
            switch(report.name, report.summary.to_owned())
                .conflicts_with_all(["format", "animate"])
                .group("report"),
        );
    }
    if !about.reports.is_empty() {
        command = command.arg(metric(kit).requires("report"));
    }
    Some(LimitArgs::augment_args(command))
}

/// The flag of the metric.
pub(crate) fn metric(kit: &dyn Kit) -> Arg {
    let metrics = kit.about().metrics;
    let default = metrics.first().map_or("", |metric| metric.name);
    Arg::new("metric")
        .long("metric")
        .value_name("NAME")
        .value_parser(flags::choices(metrics))
        .help(format!("The cost of a solution [default: {default}]"))
}

/// A position after moves: its name, the position, and the moves.
type Played = (String, Box<dyn Position>, Option<Box<dyn Line>>);

/// The position of the command line after its moves, all of which must be legal: its name, the position, and the moves.
pub(crate) fn position(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Played> {
    refuse_two_inputs(&[matches.get_one("instance"), matches.get_one("after")])?;
    played(sources::read_one(kit, matches)?, matches)
}

/// An instance after the moves of `--after`, all of which must be legal.
pub(crate) fn played(instance: Instance, matches: &ArgMatches) -> anyhow::Result<Played> {
    let Some(after) = matches.get_one::<String>("after") else {
        return Ok((instance.name, instance.position, None));
    };
    let play = replay(&*instance.position, after, &Values::default())?;
    match play.refused {
        Some(refused) => Err(failed(not_allowed(&refused))),
        None => Ok((instance.name, play.end, Some(play.line))),
    }
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let about = kit.about();
    let (name, position, line) = position(kit, matches)?;
    let path = |flag: &str| matches.get_one::<String>(flag).map(Path::new);
    let is_json = matches.get_flag("json");
    let theme = matches.get_one::<Theme>("theme").copied().unwrap_or_default();
    if let (Some(file), Some(line)) = (matches.get_one::<FilmFile>("animate"), line) {
        let title = format!("{}: {} {name}", about.title, about.one);
        write_film(file, (&title, &about.describe(&line.lengths())), &*line, theme)?;
        return Ok(Exit::Done);
    }
    if kit.grading().is_some() && matches.get_flag("grade") {
        return grade(about.name, &name, &*position, matches);
    }
    let mut out = anstream::stdout().lock();
    if let Some(report) = about.reports.iter().find(|report| matches.get_flag(report.name)) {
        let limits = LimitArgs::from_arg_matches(matches)?.limits(1, None);
        let cancel = interrupt::cancel_on_interrupt()?;
        let mut observer = ();
        let mut meter = Meter::start(&limits, &cancel, &mut observer);
        let mut settings = Values::from_iter([("instance", name)]);
        if let Some(metric) = matches.get_one::<String>("metric") {
            settings.set("metric", metric.as_str());
        }
        let report = match position.report(report.name, &settings, &mut meter) {
            Err(Fault { kind: FaultKind::Limit, message, .. }) => {
                say(message);
                return Ok(Exit::Unsolved(OutcomeKind::Limit));
            }
            report => report.map_err(failed)?,
        };
        match (path("svg"), report.svg) {
            (Some(path), Some(svg)) => write_file(path, &theme.apply(&svg))?,
            (Some(_), None) => {
                return Err(Exit::bad_input(anyhow!("this report has no picture")));
            }
            (None, _) if is_json => writeln!(out, "{}", report.json)?,
            (None, _) => write!(out, "{}", report.text)?,
        }
        return Ok(Exit::Done);
    }
    if let Some(path) = path("svg") {
        write_picture(path, &*position, theme)?;
    } else if is_json {
        let mut json = position.json();
        // Positions do not know their source.
        if let Some(instance) = json.get_mut("instance") {
            *instance = name.into();
        }
        writeln!(out, "{json}")?;
    } else {
        let default = about.formats.first().map_or(about.exchange, |format| format.name);
        let format = matches.get_one::<String>("format").map_or(default, String::as_str);
        let text = position.write(format).map_err(failed)?;
        write!(out, "{text}{}", if text.ends_with('\n') { "" } else { "\n" })?;
    }
    Ok(Exit::Done)
}

/// A grade with the position that it is of. Its fields are file format.
#[derive(Serialize)]
struct GradeLine<'a> {
    puzzle: &'a str,
    instance: &'a str,
    #[serde(flatten)]
    graded: Option<Graded>,
}

/// Prints the grade of a position with its measures.
fn grade(
    puzzle: &str,
    instance: &str,
    position: &dyn Position,
    matches: &ArgMatches,
) -> anyhow::Result<Exit> {
    let limits = LimitArgs::from_arg_matches(matches)?.limits(1, None);
    let cancel = interrupt::cancel_on_interrupt()?;
    let mut observer = ();
    let mut meter = Meter::start(&limits, &cancel, &mut observer);
    let graded = match position.grade(&mut meter) {
        Err(Fault { kind: FaultKind::Limit, message, .. }) => {
            say(message);
            return Ok(Exit::Unsolved(OutcomeKind::Limit));
        }
        graded => graded.map_err(failed)?,
    };
    let is_graded = graded.is_some();
    let mut out = anstream::stdout().lock();
    if matches.get_flag("json") {
        writeln!(out, "{}", serde_json::to_string(&GradeLine { puzzle, instance, graded })?)?;
    } else if let Some(graded) = graded {
        write!(out, "{instance}: {}\n{}", graded.grade.name(), graded.table())?;
    } else {
        writeln!(out, "{instance}: no grade, it cannot be solved")?;
    }
    Ok(if is_graded { Exit::Done } else { Exit::Unsolved(OutcomeKind::Unsolvable) })
}
