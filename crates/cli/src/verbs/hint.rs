//! `patience hint`: the next move, or the verdict of every legal move.

use std::fmt::Write as _;
use std::io::Write;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use patience_core::{Cost, Meter, Stop};
use patience_kit::{
    About, Answer, End, Judged, Kit, OutcomeKind, Position, Setup, Values, Verdict,
};
use serde::Serialize;

use super::Verb;
use super::options::LimitArgs;
use super::show;
use crate::exit::Exit;
use crate::sources::{self, failed};
use crate::{interrupt, values};

pub(crate) const VERB: Verb = Verb { name: "hint", command, run };

#[allow(clippy::unnecessary_wraps, reason = "other verbs do not apply to every puzzle")]
fn command(kit: &'static dyn Kit) -> Option<clap::Command> {
    let command = sources::add(super::command(kit), kit, false)
        .arg(show::after())
        .arg(show::metric(kit))
        .arg(
            Arg::new("next")
                .long("next")
                .value_name("N")
                .value_parser(values::count)
                .default_value("1")
                .help("Print this many moves of a solution"),
        )
        .arg(Arg::new("all").long("all").action(ArgAction::SetTrue).help(
            "List every legal move: whether it wins, and the distance after it where it is known",
        ))
        .arg(
            Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object"),
        );
    Some(LimitArgs::augment_args(command))
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let about = kit.about();
    let (instance, position, _) = show::position(kit, matches)?;
    let metric = matches.get_one::<String>("metric").map(String::as_str);
    let limits = LimitArgs::from_arg_matches(matches)?.limits(1, None);
    let cancel = interrupt::cancel_on_interrupt()?;
    let setup = Setup { engine: Some(kit.judge_with()), metric, ..Setup::default() };
    let engine = kit.prepare(&setup).map_err(failed)?;
    let Answer { end, line, .. } =
        engine.solve(&*position, &limits, &cancel, &mut ()).map_err(failed)?;
    let next = matches.get_one::<u64>("next").copied().unwrap_or(1);
    let next = usize::try_from(next).unwrap_or(usize::MAX);
    let mut hint = Hint {
        puzzle: about.name,
        instance,
        board: position.write(about.exchange).map_err(failed)?,
        metric: engine.metric(),
        outcome: OutcomeKind::from(&end),
        stop: if let End::Limit(stop) = end { Some(stop) } else { None },
        distance: if let End::Solved { cost, optimal: true } = end { Some(cost) } else { None },
        next: line.iter().flat_map(|line| line.notation()).take(next).collect(),
        moves: None,
    };
    if matches.get_flag("all") {
        let mut observer = ();
        let mut meter = Meter::start(&limits, &cancel, &mut observer);
        let judgement = position.judge(metric, &mut meter).map_err(failed)?;
        let mut choices = Vec::new();
        for Judged { mv, verdict, distance } in judgement.moves {
            let cost = cost(&*position, about, hint.metric, &mv)?;
            let total = distance.map_or(i64::MAX, |distance| i64::from(distance) + cost);
            let shown = if distance.is_none() { Some(verdict) } else { None };
            let choice = Choice { mv, verdict: shown, distance, best: false };
            choices.push(((verdict as u8, total), choice));
        }
        choices.sort_by_key(|(key, _)| *key);
        let least = choices.first().map(|&((_, total), _)| total).filter(|&it| it < i64::MAX);
        for ((_, total), choice) in &mut choices {
            choice.best = match least {
                Some(least) => *total == least,
                None => Some(&choice.mv) == hint.next.first(),
            };
        }
        hint.moves = Some(choices.into_iter().map(|(_, choice)| choice).collect());
    }
    let mut out = anstream::stdout().lock();
    if matches.get_flag("json") {
        writeln!(out, "{}", serde_json::to_string(&hint)?)?;
    } else {
        write!(out, "{}", hint.text(about))?;
    }
    Ok(Exit::Unsolved(hint.outcome))
}

/// The cost of a move in a metric: its length, or 1 where no length has the name of the metric.
fn cost(position: &dyn Position, about: &About, metric: &str, mv: &str) -> anyhow::Result<i64> {
    let at = about.lengths.iter().position(|length| length.summary == Some(metric));
    let Some(at) = at else { return Ok(1) };
    let lengths = position.replay(mv, &Values::default()).map_err(failed)?.line.lengths();
    Ok(lengths.0.get(at).copied().unwrap_or(1))
}

/// A hint. Its fields are file format.
#[derive(Serialize)]
struct Hint {
    puzzle: &'static str,
    instance: String,
    /// The position that the hint is for, as text.
    board: String,
    metric: &'static str,
    outcome: OutcomeKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<Stop>,
    distance: Option<Cost>,
    /// The first moves of a solution.
    next: Vec<String>,
    /// Every legal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Choice>>,
}

/// A legal move.
#[derive(Serialize)]
struct Choice {
    #[serde(rename = "move")]
    mv: String,
    /// Only where there is no distance, which says that the move wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<Cost>,
    /// Whether it begins a shortest solution, or the one that was found.
    best: bool,
}

impl Hint {
    fn text(&self, about: &About) -> String {
        let length = |cost: Cost| {
            let length = about.lengths.iter().find(|length| length.summary == Some(self.metric));
            length.map_or_else(|| cost.to_string(), |length| length.with(cost.into()))
        };
        let next = match self.next[..] {
            [] => String::new(),
            _ => format!("next: {}", self.next.join(" ")),
        };
        let state = match (self.outcome, self.distance) {
            (_, Some(0)) => "solved already".to_owned(),
            (_, Some(distance)) if next.is_empty() => format!("{} to go", length(distance)),
            (_, Some(distance)) => format!("{} to go; {next}", length(distance)),
            (OutcomeKind::Solved, None) => format!("winnable; {next}"),
            (OutcomeKind::Unsolvable, None) => "proven unsolvable".to_owned(),
            (_, None) => "not solved".to_owned(),
        };
        let stop = self.stop.map_or_else(String::new, |stop| format!(": {stop}"));
        let mut out = format!("{}: {state}{stop}\n", self.instance);
        for Choice { mv, verdict, distance, best } in self.moves.iter().flatten() {
            let mark = if *best { '*' } else { ' ' };
            let verdict = match (verdict, distance) {
                (_, Some(distance)) => format!("{} to go", length(*distance)),
                (None | Some(Verdict::Wins), None) => "wins".to_owned(),
                (Some(Verdict::Loses), None) => "loses".to_owned(),
                (Some(Verdict::Unknown), None) => "unknown".to_owned(),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{mark} {mv:5} {verdict}");
        }
        out
    }
}
