//! The answer of every request.

use patience_core::{Cancel, Meter, Observer};
use patience_kit::{Answer, End, Fault, Kit, OutcomeKind, Setup, Solve, Values};
use serde_json::{Value, json};

use super::about;
use super::desk::Desk;
use super::message::{At, Budget, Request};
use super::open::{Beginning, revealed};
use super::scene::Table;
use crate::hint::{HintAsk, hint};
use crate::review::{PlayedGame, ReviewAsk, review};
use crate::{find, kits, read};

/// Answers a request.
pub(super) fn answer(
    desk: &Desk,
    request: &Request,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Value, Fault> {
    match request {
        Request::Puzzles {} => Ok(kits().iter().map(|kit| about::entry(*kit)).collect()),
        Request::About { puzzle } => Ok(about::whole(find(puzzle)?)),
        Request::Read { puzzle, text, rules } => {
            let kit = find(puzzle)?;
            Table::Open(kit, read(kit, text, rules)?).state()
        }
        Request::Open { puzzle, text, rules, hidden } => {
            Beginning { kit: find(puzzle)?, rules, hidden: *hidden }.open(desk, text)
        }
        Request::Deal { puzzle, rules, hidden } => {
            Beginning { kit: find(puzzle)?, rules, hidden: *hidden }.deal(desk)
        }
        Request::Reveal(At { puzzle, position }) => match desk.table(puzzle, position)? {
            Table::Hidden(_, game) => revealed(&game),
            Table::Open(..) => Err(Fault::input("nothing is hidden in this position")),
        },
        Request::Scene(At { puzzle, position }) => desk.table(puzzle, position)?.scene(),
        Request::Moves(At { puzzle, position }) => Ok(json!(desk.table(puzzle, position)?.moves())),
        Request::View(At { puzzle, position }) => {
            Ok(desk.table(puzzle, position)?.look(|seen| json!(seen.view())))
        }
        Request::Svg(At { puzzle, position }) => {
            Ok(desk.table(puzzle, position)?.look(|seen| json!(seen.svg())))
        }
        Request::Play { puzzle, position, mv, scene } => {
            let table = desk.table(puzzle, position)?.play(mv)?;
            if *scene { table.scene() } else { table.state() }
        }
        Request::Judge { puzzle, position, metric, limits } => {
            let (_, position) = desk.table(puzzle, position)?.open("judge")?;
            let mut meter = Meter::start(&limits.limits()?, cancel, observer);
            Ok(json!(position.judge(metric.as_deref(), &mut meter)?))
        }
        Request::Hint { puzzle, position: text, metric, all, distances, limits } => {
            let (kit, position) = desk.table(puzzle, text)?.open("hint")?;
            let metric = metric.as_deref();
            let ask = HintAsk { metric, all: *all, distances: *distances, ..HintAsk::default() };
            let limits = limits.limits()?;
            Ok(json!(hint(kit, text, &*position, &ask, &limits, cancel, observer)?))
        }
        Request::Review { puzzle, position: text, moves, metric, distances, limits } => {
            let (kit, position) = desk.table(puzzle, text)?.open("review")?;
            let game = PlayedGame::read(position, &moves.join(" "), &Values::default())?;
            let ask = ReviewAsk { metric: metric.as_deref(), distances: *distances };
            let limits = limits.limits()?;
            Ok(json!(review(kit, text, &game, &ask, &limits, cancel, observer)?))
        }
        Request::Solve { puzzle, position, engine, metric, settings, limits } => {
            let table = desk.table(puzzle, position)?;
            let setup = Setup {
                engine: engine.as_deref(),
                metric: metric.as_deref(),
                settings: Some(settings),
                ..Setup::default()
            };
            solve(table, &setup, *limits, cancel, observer)
        }
    }
}

/// A solution from a position on.
fn solve(
    table: Table,
    setup: &Setup<'_>,
    limits: Budget,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Value, Fault> {
    let (kit, position) = table.open("solve")?;
    let engine = kit.prepare(setup)?;
    let mut limits = limits.limits()?;
    if limits.time.is_none() {
        limits.nodes = limits.nodes.or(engine.about().default_nodes);
    }
    let answer = engine.solve(&*position, &limits, cancel, observer)?;
    Ok(solved(kit, &*engine, &answer))
}

/// What an engine found.
fn solved(kit: &dyn Kit, engine: &dyn Solve, answer: &Answer) -> Value {
    let (cost, optimal) = match answer.end {
        End::Solved { cost, optimal } => (Some(cost), optimal),
        _ => (None, false),
    };
    let line = answer.line.as_ref();
    let lengths = line.map(|line| {
        let fields = kit.about().lengths.iter().map(|length| length.field);
        fields.zip(line.lengths().0).map(|(field, value)| (field, json!(value))).collect::<Values>()
    });
    json!({
        "engine": engine.about().name,
        "metric": engine.metric(),
        "outcome": OutcomeKind::from(&answer.end),
        "stop": if let End::Limit(stop) = answer.end { Some(stop) } else { None },
        "reason": if let End::Unsolvable { reason } = &answer.end { reason.clone() } else { None },
        "cost": cost,
        "optimal": optimal,
        "moves": line.map(|line| line.notation()),
        "lengths": lengths,
        "solutions": answer.solutions.map(|count| count.to_string()),
        "expanded": answer.stats.expanded,
        "generated": answer.stats.generated,
        "seconds": answer.stats.elapsed.as_secs_f64(),
    })
}
