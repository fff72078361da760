//! `patience solve rushhour`.

use std::fmt::Write;

use anyhow::anyhow;
use patience_catalog::rush_hour::{Engine, Guide, NAME, count_shortest, record, solve};
use patience_catalog::{DriveLengths, Lengths, OutcomeKind, Record};
use patience_core::{Cancel, Limits, Observer};
use patience_rush_hour::{AnySize, Board, Line, Metric, picture};

use super::{in_words, instances};
use crate::args::{DriveFormat, SolveRushHour};
use crate::exit::Exit;
use crate::instance::Instance;
use crate::output::{PACE, grouped, rows};
use crate::policy;
use crate::solving::{self, Solving, applies};
use crate::tally::Terms;

pub(crate) fn run(args: &SolveRushHour) -> anyhow::Result<Exit> {
    let engine = engine(args).map_err(Exit::bad_input)?;
    let mut boards = instances::read_all(&args.instances)?;
    for path in &args.file {
        boards.extend(instances::read_file(path)?);
    }
    for Instance { name, position } in &boards {
        check(name, position, args.count).map_err(Exit::bad_input)?;
    }
    let total = boards.len() as u64;
    let solving = Task { args, engine, metric: args.metric.into() };
    solving::run(&solving, boards.into_iter(), total, &args.output)
}

/// Boards of more cells than this may be too large.
const SURELY_SMALL: u16 = 36;

/// An error if a board is too large to be searched, or to be counted.
fn check(name: &str, board: &Board, count: bool) -> anyhow::Result<()> {
    if u16::from(board.width()) * u16::from(board.height()) <= SURELY_SMALL {
        return Ok(());
    }
    match AnySize::new(board.clone()) {
        Err(error) => Err(anyhow!("{name}: {error}")),
        Ok(AnySize::Large(_)) if count => {
            Err(anyhow!("{name}: the board is too large for --count"))
        }
        Ok(_) => Ok(()),
    }
}

/// The engine if nobody names one.
const USUAL_ENGINE: &str = "exact";

/// The engine with the settings of the command line.
fn engine(args: &SolveRushHour) -> anyhow::Result<Engine> {
    let policy = args.policy.as_ref().map(|path| policy::read(path, NAME)).transpose()?;
    let usual = policy.as_ref().map_or(USUAL_ENGINE, |policy| policy.plan().engine);
    let name = args.engine.as_deref().unwrap_or(usual);
    let mut engine = Engine::named(name).ok_or_else(|| anyhow!("unknown engine {name}"))?;
    let name = engine.name();
    if let Some(policy) = &policy {
        applies("policy", name, engine.set_policy(policy))?;
    }
    if let Some(heuristic) = &args.heuristic {
        applies("heuristic", name, engine.set_heuristic(Guide::named(heuristic)?))?;
    }
    if let Some(states) = args.table {
        let states = usize::try_from(states).unwrap_or(usize::MAX);
        applies("table", name, engine.set_table(states))?;
    }
    Ok(engine)
}

/// Boards and how they are solved.
struct Task<'a> {
    args: &'a SolveRushHour,
    engine: Engine,
    metric: Metric,
}

impl Solving for Task<'_> {
    type Position = Board;
    type Line = Line;

    fn terms(&self) -> Terms {
        let main = match self.metric {
            Metric::Slides => 0,
            Metric::Steps => 1,
        };
        let lengths = [("slides", "slides"), ("steps", "steps")];
        Terms { puzzle: NAME, one: "board", many: "boards", lengths, main }
    }

    fn engine(&self) -> &'static str {
        self.engine.name()
    }

    fn policy(&self) -> Option<&str> {
        self.engine.policy().map(|policy| policy.file().name.as_str())
    }

    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    fn usual_nodes(&self) -> Option<u64> {
        self.engine.usual_nodes()
    }

    fn solve(
        &self,
        instance: &Instance<Board>,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<(Record, Option<Line>)> {
        let game = self
            .engine
            .game(instance.position.clone(), self.metric)
            .map_err(|error| Exit::bad_input(anyhow!("{}: {error}", instance.name)))?;
        let answer = solve(&game, &self.engine, limits, cancel, observer);
        let mut record = record(&instance.name, &game, &self.engine, &answer);
        if self.args.count && record.outcome == OutcomeKind::Solved {
            record.solutions = count_shortest(&game, limits, cancel, observer).and_then(Result::ok);
        }
        Ok((record, answer.line))
    }

    fn notation(&self, line: &Line) -> Vec<String> {
        line.notation()
    }

    fn length(&self, record: &Record) -> String {
        let Some(Lengths::Drives(DriveLengths { slides: Some(slides), steps: Some(steps) })) =
            record.lengths
        else {
            return String::new();
        };
        let mut rendered = [in_words(Metric::Slides, slides), in_words(Metric::Steps, steps)];
        if self.metric == Metric::Steps {
            rendered.reverse();
        }
        let [asked, other] = rendered;
        let optimal = if record.optimal { ", optimal" } else { "" };
        let ways = match (self.args.count, record.solutions) {
            (false, _) => String::new(),
            (true, Some(1)) => ", a single shortest solution".to_owned(),
            (true, Some(count)) => format!(
                ", {} shortest solutions",
                u64::try_from(count).map_or_else(|_| count.to_string(), grouped)
            ),
            (true, None) => ", shortest solutions not counted".to_owned(),
        };
        format!("{asked}{optimal} ({other}){ways}")
    }

    fn render(&self, line: &Line, is_single: bool) -> String {
        let usual = if is_single { DriveFormat::Notation } else { DriveFormat::Line };
        match self.args.format.unwrap_or(usual) {
            DriveFormat::Line => String::new(),
            DriveFormat::Notation => rows(&line.notation()),
            DriveFormat::Boards => {
                let mut out = format!("{}\n", line.start());
                for (step, after) in line.steps().iter().zip(&line.boards()[1..]) {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "\nMove: {step}\n\n{after}\n");
                }
                out
            }
        }
    }

    fn animation(&self, line: &Line) -> String {
        picture::animation(line.start(), line.moves(), PACE)
    }
}
