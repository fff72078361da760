//! The answer of every request.

use patience_core::{Cancel, Limits, Meter, Observer};
use patience_kit::{Answer, End, Fault, Field, Kit, OutcomeKind, Setup, Solve, Values};
use serde_json::{Value, json};

use super::about;
use super::caps::Caps;
use super::chance::{self, ChanceAsk};
use super::desk::Desk;
use super::export::export;
use super::make::{self, Making};
use super::message::{At, Budget, Daily, Deal, Generate, Hint, Request};
use super::open::{Beginning, revealed};
use super::print::sheet;
use super::scene::Table;
use crate::hint::{HintAsk, hint};
use crate::review::{PlayedGame, ReviewAsk, review};
use crate::{find, kits, read};

/// States that may be visited to decide or grade a candidate for the game of a day. Another number would change games of days.
const DAILY_NODES: u64 = 500_000;

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
        Request::Deal(asked) => deal(desk, asked, cancel, observer),
        Request::Daily(asked) => daily(desk, asked, cancel, observer),
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
            let mut meter = Meter::start(&desk.caps().limits(limits)?, cancel, observer);
            Ok(json!(position.judge(metric.as_deref(), &mut meter)?))
        }
        Request::Hint(asked) => hinted(desk, asked, cancel, observer),
        Request::Review { puzzle, position: text, moves, metric, distances, limits } => {
            desk.caps().check_moves(moves.len())?;
            let (kit, position) = desk.table(puzzle, text)?.open("review")?;
            let game = PlayedGame::read(position, &moves.join(" "), &Values::default())?;
            let ask = ReviewAsk { metric: metric.as_deref(), distances: *distances };
            let limits = desk.caps().limits(limits)?;
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
            solve(desk.caps(), table, &setup, limits, cancel, observer)
        }
        Request::Grade { puzzle, position, limits } => {
            let (_, position) = desk.table(puzzle, position)?.open("grade")?;
            let mut meter = Meter::start(&desk.caps().limits(limits)?, cancel, observer);
            Ok(match position.grade(&mut meter)? {
                Some(graded) => json!(graded),
                None => json!({ "grade": null, "measures": {} }),
            })
        }
        Request::Export(asked) => export(desk, asked),
        Request::Generate(asked) => generate(desk, asked, cancel, observer),
        Request::Sheet(asked) => sheet(desk, asked, cancel, observer),
    }
}

/// A random game.
fn deal(
    desk: &Desk,
    Deal { puzzle, rules, hidden, winnable, grade, limits }: &Deal,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Value, Fault> {
    let kit = find(puzzle)?;
    let beginning = Beginning { kit, rules, hidden: *hidden };
    let grade = grade.as_deref().map(make::grade).transpose()?;
    let (limits, threads) = (desk.caps().limits(limits)?, desk.caps().threads());
    let making = Making { kit, limits, is_exact: false, threads, cancel };
    if !winnable && grade.is_none() {
        return beginning.deal(desk, &making, observer);
    }
    beginning.made(desk, &making, grade, observer)
}

/// The game of a day. Only its time is bounded: other bounds would lead to other games.
fn daily(
    desk: &Desk,
    Daily { puzzle, date, grade }: &Daily,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Value, Fault> {
    let kit = find(puzzle)?;
    let grade = grade.as_deref().map(make::grade).transpose()?;
    let limits = Limits { nodes: Some(DAILY_NODES), time: desk.caps().time, memory: None };
    let making = Making { kit, limits, is_exact: true, threads: desk.caps().threads(), cancel };
    let beginning = Beginning { kit, rules: &Values::default(), hidden: false };
    beginning.daily(desk, &making, date, grade, observer)
}

/// A hint, with chances where pieces are hidden.
fn hinted(
    desk: &Desk,
    asked: &Hint,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Value, Fault> {
    let Hint { puzzle, position: text, all, distances, hidden, seed, games, .. } = asked;
    let limits = desk.caps().limits(&asked.limits)?;
    let table = desk.table(puzzle, text)?;
    if *hidden || matches!(table, Table::Hidden(..)) {
        let ask = ChanceAsk {
            instance: text,
            all: *all,
            seed: seed_of(seed.as_deref())?.unwrap_or(1),
            games: *games,
            limits,
            threads: desk.caps().threads(),
        };
        return chance::hint(find(puzzle)?, &table.covered()?, &ask, cancel, observer);
    }
    let (kit, position) = table.open("hint")?;
    let metric = asked.metric.as_deref();
    let ask = HintAsk { metric, all: *all, distances: *distances, ..HintAsk::default() };
    Ok(json!(hint(kit, text, &*position, &ask, &limits, cancel, observer)?))
}

/// Instances that a generator makes.
fn generate(
    desk: &Desk,
    Generate { puzzle, maker, settings, count, seed, limits }: &Generate,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Value, Fault> {
    let kit = find(puzzle)?;
    let count = count.unwrap_or(1);
    desk.caps().check_count(count as usize, kit.about().many)?;
    let job = make::maker(kit, maker.as_deref())?;
    let mut settings = settings.clone();
    settings.set("count", count);
    if let Some(seed) = seed_of(seed.as_deref())? {
        settings.set("seed", seed);
    }
    let (limits, threads) = (desk.caps().limits(limits)?, desk.caps().threads());
    let making = Making { kit, limits, is_exact: false, threads, cancel };
    make::answer(kit, &making.run(job, &settings, observer)?)
}

/// The seed of a text.
fn seed_of(seed: Option<&str>) -> Result<Option<u64>, Fault> {
    let read = |text: &str| text.trim().parse::<u64>();
    let wrong = |_| Fault::input(format_args!("seed: expected a number from 0 to {}", u64::MAX));
    seed.map(read).transpose().map_err(wrong)
}

/// A solution from a position on.
fn solve(
    caps: &Caps,
    table: Table,
    setup: &Setup<'_>,
    limits: &Budget,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Value, Fault> {
    let (kit, position) = table.open("solve")?;
    if let Some(settings) = setup.settings {
        let fields: Vec<Field> = kit.engines().into_iter().flat_map(|it| it.settings).collect();
        caps.check_files(settings, &fields)?;
    }
    let engine = kit.prepare(setup)?;
    let mut limits = caps.limits(limits)?;
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
