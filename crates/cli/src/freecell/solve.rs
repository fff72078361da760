//! `patience solve freecell`.

use anyhow::anyhow;
use patience_catalog::freecell::{Engine, NAME, record, solve};
use patience_catalog::{CardLengths, Lengths, Record};
use patience_core::{Cancel, Features, Kind, Limits, Observer};
use patience_freecell::{FreeCell, Line, Metric, Position, Rules};

use super::{instances, lines};
use crate::args::{SolutionFormat, SolveFreecell};
use crate::exit::Exit;
use crate::instance::Instance;
use crate::policy;
use crate::solving::{self, Solving, applies};
use crate::tally::Terms;

pub(crate) fn run(args: &SolveFreecell) -> anyhow::Result<Exit> {
    let rules = args.rules.rules().map_err(Exit::bad_input)?;
    let engine = engine(args).map_err(Exit::bad_input)?;
    let sources = instances::read_all(&args.instances, rules)?;
    let total = instances::count(&sources);
    let solving = Task { args, engine, rules };
    solving::run(&solving, instances::instances(sources, rules), total, &args.output)
}

/// The engine if nobody names one.
const USUAL_ENGINE: &str = "fast";

/// The engine with the settings of the command line.
fn engine(args: &SolveFreecell) -> anyhow::Result<Engine> {
    let policy = args.policy.as_ref().map(|path| policy::read(path, NAME)).transpose()?;
    let usual = policy.as_ref().map_or(USUAL_ENGINE, |policy| policy.plan().engine);
    let name = args.engine.as_deref().unwrap_or(usual);
    let mut engine = Engine::named(name).ok_or_else(|| anyhow!("unknown engine {name}"))?;
    let name = engine.name();
    if let Some(policy) = &policy {
        applies("policy", name, engine.set_policy(policy))?;
    }
    if let Some(heuristic) = &args.heuristic {
        let feature = FreeCell::feature(heuristic)?;
        if !matches!(feature.kind, Kind::Heuristic { .. }) {
            return Err(anyhow!(
                "{heuristic} is an advisor: it does not estimate the way to the goal"
            ));
        }
        applies("heuristic", name, engine.set_heuristic(feature))?;
    }
    if let Some(states) = args.table {
        let states = usize::try_from(states).unwrap_or(usize::MAX);
        applies("table", name, engine.set_table(states))?;
    }
    if args.width.is_none() && name == "short" && args.output.budget.has_time_limit() {
        // The time says when to end.
        engine.set_width(usize::MAX);
    }
    if let Some(width) = args.width {
        let width = usize::try_from(width).unwrap_or(usize::MAX);
        applies("width", name, engine.set_width(width))?;
    }
    if let Some(step) = args.step {
        applies("step", name, engine.set_step(step))?;
    }
    if let Some(nodes) = args.restart {
        applies("restart", name, engine.set_restart(nodes))?;
    }
    if let Some(horizon) = args.horizon {
        applies("horizon", name, engine.set_horizon(horizon))?;
    }
    if let Some(open) = args.open {
        applies("open", name, engine.set_open(open.into()))?;
    }
    Ok(engine)
}

/// Deals and how they are solved.
struct Task<'a> {
    args: &'a SolveFreecell,
    engine: Engine,
    rules: Rules,
}

impl Task<'_> {
    fn game(&self, position: &Position) -> anyhow::Result<FreeCell> {
        let mut game = self.engine.game(self.rules, position)?;
        if let Some(set) = &self.args.moves {
            game.moves = set.parse().map_err(|message: String| anyhow!(message))?;
        }
        game.metric = self.args.metric.into();
        Ok(game)
    }
}

impl Solving for Task<'_> {
    type Position = Position;
    type Line = Line;

    fn terms(&self) -> Terms {
        let lengths = [("m1", "M1"), ("m2", "M2")];
        Terms { puzzle: NAME, one: "deal", many: "deals", lengths, main: 1 }
    }

    fn engine(&self) -> &'static str {
        self.engine.name()
    }

    fn policy(&self) -> Option<&str> {
        self.engine.policy().map(|policy| policy.file().name.as_str())
    }

    fn metric(&self) -> &'static str {
        Metric::from(self.args.metric).name()
    }

    fn usual_nodes(&self) -> Option<u64> {
        self.engine.usual_nodes()
    }

    fn solve(
        &self,
        instance: &Instance<Position>,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<(Record, Option<Line>)> {
        let game = self.game(&instance.position)?;
        let answer = solve(&game, &self.engine, limits, cancel, observer);
        Ok((record(&instance.name, &game, &self.engine, &answer), answer.line))
    }

    fn notation(&self, line: &Line) -> Vec<String> {
        line.notation()
    }

    fn length(&self, record: &Record) -> String {
        let Some(lengths @ Lengths::Cards(CardLengths { m2: Some(m2), .. })) = record.lengths
        else {
            return String::new();
        };
        let optimal = if record.optimal { ", optimal" } else { "" };
        format!("{m2} moves ({lengths}{optimal})")
    }

    fn render(&self, line: &Line, is_single: bool) -> String {
        let usual = if is_single { SolutionFormat::Notation } else { SolutionFormat::Line };
        lines::render(line, self.args.format.unwrap_or(usual))
    }

    fn animation(&self, line: &Line) -> String {
        lines::animation(line.moves(), &line.positions())
    }
}
