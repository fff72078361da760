//! The engines of Rush Hour.

use std::borrow::Cow;

use patience_core::{
    ByFeature, Cancel, Cost, Features, Heuristic, Kind, Limits, Meter, Node, Observer, Outcome,
    Puzzle, Reading, Report, Solver, Stop,
};
use patience_rush_hour::{
    self as puzzle, AnySize, BitBoardBfs, Board, Cluster, HandCrafted, Line, Metric, Move, MoveSet,
    RushHour, TooLarge, Word,
};
use patience_search::{BreadthFirst, IdaStar, IterativeDeepening};

use crate::evolve::difficulty;
use crate::policy::{Guidance, Policy};
use crate::{About, DriveLengths, Lengths, Record};

/// The name of the puzzle.
pub const NAME: &str = "rushhour";

/// The name of the hand-crafted policy, besides those of the features.
pub const HAND_CRAFTED: &str = "Hc";

/// The heuristic that engines use unless told otherwise.
const USUAL_HEURISTIC: &str = "BlockersLowerBound";

/// An algorithm with its settings.
#[derive(Clone, Debug)]
pub enum Engine {
    /// Breadth-first search.
    Exact,
    /// Iterative deepening without a heuristic.
    Iterative(IterativeDeepening),
    /// IDA* with a heuristic, or a policy.
    IdaStar(IdaStar<Guidance<Guide>>),
}

/// A heuristic by name, for boards of every size: a feature, read so that less is nearer to the goal, or the hand-crafted policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guide {
    /// The place of the feature among all; none for the policy.
    feature: Option<usize>,
}

impl Guide {
    /// The heuristic of that name, or why it is none.
    pub fn named(name: &str) -> Result<Self, NoGuide> {
        if name == HAND_CRAFTED {
            return Ok(Self { feature: None });
        }
        // They are the same ones whatever the size of the board.
        let features = <RushHour>::features();
        let is_heuristic = |kind: Kind| matches!(kind, Kind::Heuristic { .. });
        match features.iter().position(|feature| feature.name == name) {
            Some(index) if is_heuristic(features[index].kind) => Ok(Self { feature: Some(index) }),
            Some(index) => Err(NoGuide::Advisor(features[index].name)),
            None => {
                let heuristics = features.iter().filter(|feature| is_heuristic(feature.kind));
                let known = heuristics.map(|feature| feature.name).chain([HAND_CRAFTED]);
                Err(NoGuide::Unknown { name: name.to_owned(), known: known.collect() })
            }
        }
    }

    fn by_feature<W: Word>(self) -> Option<ByFeature<RushHour<W>>> {
        let feature = RushHour::<W>::features().get(self.feature?)?;
        Some(ByFeature { feature, reading: Reading::Distance })
    }
}

impl<W: Word> Heuristic<RushHour<W>> for Guide {
    fn estimate(&self, game: &RushHour<W>, node: &Node<'_, RushHour<W>>) -> Option<Cost> {
        match self.by_feature() {
            Some(feature) => feature.estimate(game, node),
            None => HandCrafted.estimate(game, node),
        }
    }

    fn is_admissible(&self, game: &RushHour<W>) -> bool {
        match self.by_feature() {
            Some(feature) => feature.is_admissible(game),
            None => HandCrafted.is_admissible(game),
        }
    }
}

/// A name that is not that of a heuristic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGuide {
    /// Nothing has that name.
    #[error("unknown heuristic `{name}` (known: {})", .known.join(", "))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names that exist.
        known: Vec<&'static str>,
    },
    /// A feature that estimates nothing has it.
    #[error("{0} is an advisor: it does not estimate the way to the goal")]
    Advisor(&'static str),
}

/// Every engine.
pub const ENGINES: [About; 3] = [
    About {
        name: "exact",
        summary: "finds a shortest solution in the metric asked for, or proves that there is none",
    },
    About {
        name: "ida-star",
        summary: "IDA*: deepens by the estimate of a heuristic; the target drives out when it can",
    },
    About {
        name: "iterative",
        summary: "iterative deepening: no heuristic; the target drives out when it can",
    },
];

impl Engine {
    /// The engine of that name with its usual settings.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "exact" => Some(Self::Exact),
            "iterative" => Some(Self::Iterative(IterativeDeepening::default())),
            "ida-star" => {
                let heuristic = Guidance::Named(Guide::named(USUAL_HEURISTIC).ok()?);
                Some(Self::IdaStar(IdaStar { ordered: true, ..IdaStar::new(heuristic) }))
            }
            _ => None,
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Iterative(_) => "iterative",
            Self::IdaStar(_) => "ida-star",
        }
    }

    /// The nodes after which the engine should be stopped if nobody says otherwise: for those of the paper its limit.
    #[must_use]
    pub fn usual_nodes(&self) -> Option<u64> {
        match self {
            Self::Exact => None,
            Self::Iterative(_) | Self::IdaStar(_) => Some(1_500_000),
        }
    }

    /// Changes the heuristic; false if the engine has none.
    pub fn set_heuristic(&mut self, guide: Guide) -> bool {
        let Self::IdaStar(engine) = self else { return false };
        engine.heuristic = Guidance::Named(guide);
        true
    }

    /// Has a policy guide the engine, with the settings that it was made for; false if the engine takes none, or the policy is not for
    /// Rush Hour.
    pub fn set_policy(&mut self, policy: &Policy) -> bool {
        let Self::IdaStar(engine) = self else { return false };
        if !policy.is_for(NAME) {
            return false;
        }
        engine.heuristic = Guidance::Policy(policy.clone());
        engine.table = policy.plan().table.unwrap_or(engine.table);
        true
    }

    /// The policy that guides the engine, if one does.
    #[must_use]
    pub fn policy(&self) -> Option<&Policy> {
        match self {
            Self::Exact | Self::Iterative(_) => None,
            Self::IdaStar(engine) => engine.heuristic.policy(),
        }
    }

    /// Changes the number of states that the table of seen states holds; false if the engine must know them all.
    pub fn set_table(&mut self, states: usize) -> bool {
        match self {
            Self::Exact => return false,
            Self::Iterative(engine) => engine.table = states,
            Self::IdaStar(engine) => engine.table = states,
        }
        true
    }

    /// The instance of a board with the moves that the engine is meant for: macros for those of the paper, for the exact one what
    /// makes it optimal in the metric.
    pub fn game(&self, board: Board, metric: Metric) -> Result<AnySize, TooLarge> {
        let is_asked = self.policy().is_some_and(|policy| policy.mentions("DifficultyLevel"));
        let difficulty = is_asked.then(|| difficulty::of_board(&board)).flatten().unwrap_or(0.0);
        let mut game = AnySize::new(board)?;
        let usual = match self {
            Self::Exact => MoveSet::Slides,
            Self::Iterative(_) | Self::IdaStar(_) => MoveSet::Macros,
        };
        match &mut game {
            AnySize::Small(game) => (game.metric, game.moves) = (metric, usual),
            // There, the search knows no cost but one a move.
            AnySize::Large(game) if matches!(self, Self::Exact) && metric == Metric::Steps => {
                (game.metric, game.moves) = (metric, MoveSet::Steps);
            }
            AnySize::Large(game) => (game.metric, game.moves) = (metric, usual),
        }
        match &mut game {
            AnySize::Small(game) => game.difficulty = difficulty,
            AnySize::Large(game) => game.difficulty = difficulty,
        }
        Ok(game)
    }

    fn run(
        &self,
        game: &AnySize,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> Report<Move> {
        match (game, self) {
            (AnySize::Small(game), Self::Exact) => {
                run(&BitBoardBfs, game, limits, cancel, observer)
            }
            (AnySize::Large(game), Self::Exact) => {
                run(&BreadthFirst, game, limits, cancel, observer)
            }
            (AnySize::Small(game), Self::Iterative(engine)) => {
                run(engine, game, limits, cancel, observer)
            }
            (AnySize::Large(game), Self::Iterative(engine)) => {
                run(engine, game, limits, cancel, observer)
            }
            (AnySize::Small(game), Self::IdaStar(engine)) => {
                run_ida_star(engine, game, limits, cancel, observer)
            }
            (AnySize::Large(game), Self::IdaStar(engine)) => {
                run_ida_star(engine, game, limits, cancel, observer)
            }
        }
    }
}

/// Runs IDA* with what guides it.
fn run_ida_star<W: Word>(
    IdaStar { heuristic, table, ordered }: &IdaStar<Guidance<Guide>>,
    game: &RushHour<W>,
    limits: &Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Report<Move> {
    let (table, ordered) = (*table, *ordered);
    match heuristic {
        Guidance::Named(heuristic) => {
            let engine = IdaStar { heuristic: *heuristic, table, ordered };
            run(&engine, game, limits, cancel, observer)
        }
        Guidance::Policy(policy) => {
            let engine = IdaStar { heuristic: policy.bind(game), table, ordered };
            let report = run(&engine, game, limits, cancel, observer);
            policy.count(&engine.heuristic);
            report
        }
    }
}

/// Runs a solver from the start of a game. Steps are told in whole slides, whatever the moves that they were found with: that costs
/// the same.
fn run<W: Word>(
    solver: &impl Solver<RushHour<W>>,
    game: &RushHour<W>,
    limits: &Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Report<Move> {
    let root = game.start();
    let mut report = patience_core::solve(solver, game, &root, limits, cancel, observer);
    if let (Metric::Steps, Outcome::Solved(solution)) = (game.metric, &mut report.outcome) {
        let mut whole = Cow::Borrowed(game);
        if game.moves == MoveSet::Steps {
            whole.to_mut().moves = MoveSet::Slides;
        }
        solution.moves = whole.in_move_set(&solution.moves);
    }
    report
}

/// What an engine answered.
pub type Answer = crate::Answer<Move, Line>;

/// Runs an engine on an instance that it [made](Engine::game) and has the referee replay what it finds.
///
/// ```
/// use patience_catalog::rush_hour::{Engine, solve};
/// use patience_core::{Cancel, Limits};
/// use patience_rush_hour::{Board, Metric};
///
/// let engine = Engine::Exact;
/// let game = engine.game(Board::parse("AA.B\n...B\n....\n....")?, Metric::Slides)?;
/// let answer = solve(&game, &engine, &Limits::default(), &Cancel::new(), &mut ());
/// let line = answer.line.expect("B has room to move");
/// assert_eq!(line.notation(), ["B+1", "A+2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If the referee refuses the solution: a bug of the rules or of the engine, never the fault of the input.
pub fn solve(
    game: &AnySize,
    engine: &Engine,
    limits: &Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Answer {
    let report = engine.run(game, limits, cancel, observer);
    Answer::refereed(report, engine.name(), |solution| Line::replay(board(game), &solution.moves))
}

/// How many shortest solutions there are in the metric of the instance, 0 if there is none; nothing for boards that are too large
/// to be counted.
pub fn count_shortest(
    game: &AnySize,
    limits: &Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Option<Result<u128, Stop>> {
    let AnySize::Small(game) = game else { return None };
    let mut meter = Meter::start(limits, cancel, observer);
    Some(Cluster::explore(game, &game.start(), &mut meter).map(|cluster| cluster.solutions()))
}

fn board(game: &AnySize) -> &Board {
    match game {
        AnySize::Small(game) => game.first_board(),
        AnySize::Large(game) => game.first_board(),
    }
}

/// The answer as a record, but for the moves: who wants them takes [`Line::notation`].
#[must_use]
pub fn record(instance: &str, game: &AnySize, engine: &Engine, answer: &Answer) -> Record {
    let metric = match game {
        AnySize::Small(game) => game.metric,
        AnySize::Large(game) => game.metric,
    };
    let record =
        Record::new(NAME, instance, engine.name(), metric.name(), &answer.outcome, &answer.stats);
    let policy = engine.policy().map(|policy| policy.file().name.clone());
    let record = Record { policy, ..record };
    let solution = answer.line.as_ref().map(|line| (line.moves().len(), lengths(line.lengths())));
    record.with_lengths(solution, Lengths::Drives(DriveLengths::default()))
}

/// The referee's lengths as they are told.
#[must_use]
pub fn lengths(lengths: puzzle::Lengths) -> Lengths {
    let puzzle::Lengths { slides, steps } = lengths;
    Lengths::Drives(DriveLengths { slides: Some(slides), steps: Some(steps) })
}
