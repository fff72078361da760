//! `patience solve peg`.

use std::fmt::Write;

use anyhow::{anyhow, bail};
use patience_catalog::peg::{Engine, NAME, record, solve};
use patience_catalog::{JumpLengths, Lengths, OutcomeKind, Record};
use patience_core::{Cancel, Limits, Observer, Stop};
use patience_peg::{Drawing, Line, Metric, Problem, picture};

use super::layer_folders::{LayerFolders, complaint};
use super::problem::{self, Instance};
use crate::args::{JumpFormat, SolvePeg};
use crate::exit::Exit;
use crate::output::{PACE, grouped, rows};
use crate::solving::{self, Solving, applies};
use crate::tally::Terms;

pub(crate) fn run(args: &SolvePeg) -> anyhow::Result<Exit> {
    let engine = engine(args).map_err(Exit::bad_input)?;
    let problems = if args.all {
        problem::all(&args.board)?
    } else {
        vec![problem::read(&args.board, &args.problem, "")?]
    };
    let task =
        Task { args, engine, metric: args.metric.into(), layers: LayerFolders::new(&args.layers) };
    if let Some(layers) = task.layers.as_ref().filter(|_| args.layers.resume) {
        layers.check_begun(problems.iter().map(|it| task.search(it)))?;
    }
    let total = problems.len() as u64;
    solving::run(&task, problems.into_iter(), total, &args.output)
}

/// The engine with the settings of the command line.
fn engine(args: &SolvePeg) -> anyhow::Result<Engine> {
    let mut engine =
        Engine::named(&args.engine).ok_or_else(|| anyhow!("unknown engine {}", args.engine))?;
    let name = engine.name();
    if args.one_way {
        applies("one-way", name, engine.search_one_way())?;
    }
    if args.no_propagation {
        applies("no-propagation", name, engine.leave_out_propagation())?;
    }
    if args.count {
        applies("count", name, engine.count_solutions())?;
        if Metric::from(args.metric) == Metric::Jumps {
            bail!("--count does not apply to --metric jumps, by which all solutions are optimal");
        }
    }
    engine.threads = args.output.cores();
    Ok(engine)
}

/// Problems and how they are solved.
struct Task<'a> {
    args: &'a SolvePeg,
    engine: Engine,
    metric: Metric,
    layers: Option<LayerFolders>,
}

impl Task<'_> {
    /// The name of a search.
    fn search(&self, instance: &Instance) -> String {
        format!("{} {} {}", instance.name, self.engine.name(), self.metric.name())
    }
}

impl Solving for Task<'_> {
    type Position = Problem;
    type Line = Line;

    fn terms(&self) -> Terms {
        let main = match self.metric {
            Metric::Moves => 0,
            Metric::Jumps => 1,
        };
        let lengths = [("moves", "moves"), ("jumps", "jumps")];
        Terms { puzzle: NAME, one: "problem", many: "problems", lengths, main }
    }

    fn engine(&self) -> &'static str {
        self.engine.name()
    }

    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    fn usual_nodes(&self) -> Option<u64> {
        None
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn advice(&self, stop: Stop) -> Option<&'static str> {
        match (stop, &self.layers) {
            (Stop::Memory, None) => Some("allow more with --memory or use a folder with --disk"),
            (Stop::Memory, Some(_)) => Some("allow more with --memory"),
            _ => None,
        }
    }

    fn solve(
        &self,
        instance: &Instance,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<(Record, Option<Line>)> {
        let place = self.layers.as_ref().map(|layers| layers.place(&self.search(instance)));
        let mut engine = self.engine.clone();
        engine.disk_limit = self.args.layers.disk_limit;
        engine.disk = place.as_ref().map(|place| place.folder().to_owned());
        let to_error = |error| complaint(&error, place.as_ref());
        let answer = solve(&instance.position, self.metric, &engine, limits, cancel, observer)
            .map_err(to_error)?;
        let mut record = record(&instance.name, self.metric, &engine, &answer);
        match (record.outcome, &place) {
            (OutcomeKind::Unsolvable, _) => {
                let argument = answer.argument.map(|argument| argument.to_string());
                record.reason = Some(argument.unwrap_or_else(|| "search exhausted".to_owned()));
            }
            (OutcomeKind::Limit, Some(place)) => place.leave().map_err(to_error)?,
            // A limit was reached after the solution was found.
            (OutcomeKind::Solved, Some(place)) if self.args.count && record.solutions.is_none() => {
                place.leave().map_err(to_error)?;
            }
            _ => {}
        }
        Ok((record, answer.line))
    }

    fn notation(&self, line: &Line) -> Vec<String> {
        line.notation()
    }

    fn length(&self, record: &Record) -> String {
        let Some(Lengths::Jumps(JumpLengths { moves: Some(moves), jumps: Some(jumps) })) =
            record.lengths
        else {
            return String::new();
        };
        let counted =
            |count: u32, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        let (moves, jumps) = (counted(moves, "move"), counted(jumps, "jump"));
        let ways = match (self.args.count, record.solutions) {
            (false, _) => String::new(),
            (true, Some(1)) => ", a single optimal solution".to_owned(),
            (true, Some(count)) => format!(
                ", {} optimal solutions",
                u64::try_from(count).map_or_else(|_| count.to_string(), grouped)
            ),
            (true, None) => ", optimal solutions not counted".to_owned(),
        };
        match self.metric {
            Metric::Moves if record.optimal => format!("{moves}, optimal ({jumps}){ways}"),
            Metric::Moves => format!("{moves} ({jumps})"),
            Metric::Jumps => format!("{jumps} ({moves})"),
        }
    }

    fn render(&self, line: &Line, is_single: bool) -> String {
        let usual = if is_single { JumpFormat::Notation } else { JumpFormat::Line };
        match self.args.format.unwrap_or(usual) {
            JumpFormat::Line => String::new(),
            JumpFormat::Notation => rows(&line.notation()),
            JumpFormat::Drawings => drawings(line),
        }
    }

    fn animation(&self, line: &Line) -> String {
        let problem = line.problem();
        picture::animation(problem.board(), problem.start(), line.jumps(), PACE)
    }
}

/// The board before the first move and after every move.
fn drawings(line: &Line) -> String {
    let drawing = |pegs| Drawing { board: line.problem().board().clone(), pegs };
    let mut out = format!("{}\n", drawing(line.problem().start()));
    for (mv, pegs) in line.notation().iter().zip(&line.positions()[1..]) {
        // Writing to a string cannot fail.
        let _ = write!(out, "\nMove: {mv}\n\n{}\n", drawing(*pegs));
    }
    out
}
