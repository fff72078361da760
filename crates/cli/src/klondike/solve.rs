//! `patience solve klondike`: all cards are known.

use anyhow::anyhow;
use patience_catalog::klondike::{Engine, NAME, record, solve};
use patience_catalog::{Lengths, Record, TurnLengths};
use patience_core::{Cancel, Limits, Observer};
use patience_klondike::{Klondike, Line, Metric, Rules};

use super::instances::{self, Game, Source};
use super::lines;
use super::play::{self, Play};
use crate::args::{SolveKlondike, TurningFormat};
use crate::exit::Exit;
use crate::input;
use crate::instance::Instance;
use crate::solving::{self, Solving, applies};
use crate::tally::Terms;

pub(crate) fn run(args: &SolveKlondike) -> anyhow::Result<Exit> {
    let engine = engine(args).map_err(Exit::bad_input)?;
    let mut sources: Vec<Source> =
        args.seed.iter().map(|&seed| Source::Seeds(seed..=seed)).collect();
    sources.extend(instances::read_all(&args.instances, &args.rules)?);
    for path in &args.file {
        sources.extend(instances::read_file(path, &args.rules)?);
    }
    for source in &sources {
        if let Source::Game(instance) = source {
            refuse_unknown(instance)?;
        }
    }
    let rules = args.rules.rules(Rules::default());
    let total = instances::count(&sources);
    let solving = Task { args, engine };
    solving::run(&solving, instances::instances(sources, rules), total, &args.output)
}

/// The engine with the settings of the command line.
fn engine(args: &SolveKlondike) -> anyhow::Result<Engine> {
    let name = args.engine();
    let mut engine = Engine::named(name).ok_or_else(|| anyhow!("unknown engine {name}"))?;
    if let Some(width) = args.width {
        let width = usize::try_from(width).unwrap_or(usize::MAX);
        applies("width", engine.name(), engine.set_width(width))?;
    }
    Ok(engine)
}

/// Refuses a position with cards that are not known, and says which is the first.
fn refuse_unknown(instance: &Instance<Game>) -> anyhow::Result<()> {
    let mut cards = instance.position.position.every_card();
    match cards.find(|(_, card)| card.is_none()) {
        None => Ok(()),
        Some((spot, _)) => Err(Exit::bad_input(anyhow!(
            "{}: {spot} is not known: `solve klondike` plays with all cards known; positions with unknown cards are for \
             `patience advise klondike`",
            input::name(&instance.name)
        ))),
    }
}

/// Deals and how they are solved.
struct Task<'a> {
    args: &'a SolveKlondike,
    engine: Engine,
}

/// A solution with the position that it begins with.
pub(crate) struct Solution {
    line: Line,
    game: Game,
}

impl Solution {
    fn play(&self) -> Play {
        play::play(&self.game, self.line.steps().iter().copied())
    }
}

impl Solving for Task<'_> {
    type Position = Game;
    type Line = Solution;

    fn terms(&self) -> Terms {
        let lengths = [("moves", "moves"), ("turns", "turns")];
        Terms { puzzle: NAME, one: "deal", many: "deals", lengths, main: 0 }
    }

    fn engine(&self) -> &'static str {
        self.engine.name()
    }

    fn metric(&self) -> &'static str {
        Metric::from(self.args.metric).name()
    }

    fn rules(&self, game: &Game) -> Option<Rules> {
        Some(game.rules)
    }

    fn usual_nodes(&self) -> Option<u64> {
        None
    }

    fn solve(
        &self,
        instance: &Instance<Game>,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<(Record, Option<Solution>)> {
        let start = &instance.position;
        let mut game = Klondike::new(start.rules, &start.position)?;
        game.metric = self.args.metric.into();
        let answer = solve(&game, &self.engine, limits, cancel, observer);
        let record = record(&instance.name, &game, &self.engine, &answer);
        Ok((record, answer.line.map(|line| Solution { line, game: start.clone() })))
    }

    fn notation(&self, solution: &Solution) -> Vec<String> {
        solution.line.notation()
    }

    fn length(&self, record: &Record) -> String {
        let Some(lengths @ Lengths::Turns(TurnLengths { moves, turns })) = record.lengths else {
            return String::new();
        };
        let optimal = if record.optimal { ", optimal" } else { "" };
        let only = |moves, turns| Lengths::Turns(TurnLengths { moves, turns });
        match (self.args.metric.into(), record.cost) {
            (Metric::Turns, Some(cost)) => format!("{cost} moves and turns{optimal} ({lengths})"),
            _ => format!("{}{optimal} ({})", only(moves, None), only(None, turns)),
        }
    }

    fn render(&self, solution: &Solution, is_single: bool) -> String {
        let usual = if is_single { TurningFormat::Notation } else { TurningFormat::Line };
        lines::render(&solution.play(), self.args.format.unwrap_or(usual))
    }

    fn animation(&self, solution: &Solution) -> String {
        lines::animation(&solution.play())
    }
}
