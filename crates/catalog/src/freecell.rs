//! The engines of FreeCell.

use patience_core::{
    ByFeature, Cancel, Feature, Features, Limits, Observer, Outcome, Puzzle, Reading, Report,
    Solution,
};
use patience_freecell::{
    self as puzzle, Deadlocks, FreeCell, Line, Metric, Move, MoveSet, Position, Rules, SetupError,
    WeightedSum,
};
use patience_search::{
    AStar, Attempt, Attempts, IdaStar, IterativeDeepening, Open, StagedDeepening, Widening,
};

use crate::evolve::difficulty;
use crate::policy::{Guidance, Policy};
use crate::{About, CardLengths, Lengths, Record};

/// The name of the puzzle.
pub const NAME: &str = "freecell";

/// The heuristic that engines use unless told otherwise.
const USUAL_HEURISTIC: &str = "HSDH";

/// An algorithm with its settings.
#[derive(Clone, Debug)]
pub enum Engine {
    /// Best-first search, eager at first, then careful until it ends; or a single one with weights that were read.
    Fast {
        /// The searches.
        attempts: Attempts<WeightedSum>,
        /// Where the weights of the only one are from, if they were read.
        policy: Option<Policy>,
    },
    /// The fast engine, then ever wider beams.
    Short(Widening<Attempts<WeightedSum>, WeightedSum>),
    /// The short engine, then A* with the deadlock heuristic.
    Exact(AStar<Widening<Attempts<WeightedSum>, WeightedSum>, Deadlocks>),
    /// Iterative deepening without a heuristic.
    Iterative(IterativeDeepening),
    /// IDA* with one of the named heuristics, or a policy.
    IdaStar(IdaStar<Guidance<ByFeature<FreeCell>>>),
    /// Heineman's staged deepening with one of the named heuristics, or a policy.
    Staged(StagedDeepening<Guidance<ByFeature<FreeCell>>>),
}

/// Every engine.
pub const ENGINES: [About; 6] = [
    About {
        name: "fast",
        summary: "finds a solution as fast as it can, or proves that there is none",
    },
    About {
        name: "short",
        summary: "finds ever shorter solutions as long as --time and --width allow",
    },
    About {
        name: "exact",
        summary: "finds a shortest solution and proves that it is one, or that there is none",
    },
    About {
        name: "staged",
        summary: "staged deepening: commits to the best state a few moves away, again and again",
    },
    About {
        name: "ida-star",
        summary: "IDA*: deepens by the estimate of a heuristic; solves next to nothing here",
    },
    About {
        name: "iterative",
        summary: "iterative deepening: no heuristic; solves next to nothing here",
    },
];

impl Engine {
    /// The engine of that name with its usual settings.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let feature = FreeCell::feature(USUAL_HEURISTIC).ok()?;
        match name {
            "fast" => Some(Self::Fast { attempts: fast(), policy: None }),
            "short" => Some(Self::Short(short(WIDEST))),
            "exact" => Some(Self::Exact(AStar { first: short(WIDE_ENOUGH), heuristic: Deadlocks })),
            "iterative" => Some(Self::Iterative(IterativeDeepening::default())),
            "ida-star" => Some(Self::IdaStar(IdaStar::new(by(feature)))),
            "staged" => Some(Self::Staged(StagedDeepening::new(by(feature)))),
            _ => None,
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Fast { .. } => "fast",
            Self::Short(_) => "short",
            Self::Exact(_) => "exact",
            Self::Iterative(_) => "iterative",
            Self::IdaStar(_) => "ida-star",
            Self::Staged(_) => "staged",
        }
    }

    /// The move set that the engine is meant for: for those of the paper single cards, for the original staged deepening short
    /// runs, for ours supermoves with auto-play; or what its policy says.
    #[must_use]
    pub fn usual_moves(&self) -> MoveSet {
        let plan = self.policy().map(Policy::plan).filter(|plan| plan.engine == self.name());
        if let Some(moves) = plan.and_then(|plan| plan.moves) {
            return moves;
        }
        match self {
            Self::Fast { .. } | Self::Short(_) | Self::Exact(_) => MoveSet::AutoPlay,
            Self::Iterative(_) | Self::IdaStar(_) => MoveSet::Single,
            Self::Staged(_) => MoveSet::Runs,
        }
    }

    /// A game as the engine wants it: with its usual moves and, where the policy that guides it asks for that, with the difficulty of a deal
    /// that is known.
    pub fn game(&self, rules: Rules, position: &Position) -> Result<FreeCell, SetupError> {
        let mut game = FreeCell::new(rules, position)?;
        game.moves = self.usual_moves();
        if self.policy().is_some_and(|policy| policy.mentions("DifficultyLevel")) {
            game.difficulty = difficulty::of(&game).unwrap_or(game.difficulty);
        }
        Ok(game)
    }

    /// The nodes after which the engine should be stopped if nobody says otherwise: those of the paper may go in circles, or on for
    /// longer than anyone waits.
    #[must_use]
    pub fn usual_nodes(&self) -> Option<u64> {
        match self {
            Self::Fast { .. } | Self::Short(_) | Self::Exact(_) => None,
            Self::Iterative(_) | Self::IdaStar(_) | Self::Staged(_) => Some(20_000_000),
        }
    }

    /// Changes the heuristic; false if the engine has none.
    pub fn set_heuristic(&mut self, feature: &'static Feature<FreeCell>) -> bool {
        match self {
            Self::Fast { .. } | Self::Short(_) | Self::Exact(_) | Self::Iterative(_) => {
                return false;
            }
            Self::IdaStar(engine) => engine.heuristic = by(feature),
            Self::Staged(engine) => engine.evaluator = by(feature),
        }
        true
    }

    /// Has a policy guide the engine, with the settings that it was made for if it was made for this engine; false if the engine takes
    /// none, or the policy is not for FreeCell.
    pub fn set_policy(&mut self, policy: &Policy) -> bool {
        let name = self.name();
        let guidance = match self {
            _ if !policy.is_for(NAME) => return false,
            Self::Fast { attempts, policy: from } => {
                let Some(weighted_sum) = policy.weighted_sum() else { return false };
                *attempts = Attempts { first: Vec::new(), last: weighted_sum };
                *from = Some(policy.clone());
                return true;
            }
            // Its words are not features.
            _ if policy.weighted_sum().is_some() => return false,
            Self::Short(_) | Self::Exact(_) | Self::Iterative(_) => return false,
            Self::IdaStar(engine) => &mut engine.heuristic,
            Self::Staged(engine) => &mut engine.evaluator,
        };
        *guidance = Guidance::Policy(policy.clone());
        let plan = policy.plan();
        if plan.engine == name {
            // A setting that the engine does not have changes nothing.
            let _ = plan.table.map(|states| self.set_table(states));
            let _ = plan.horizon.map(|horizon| self.set_horizon(horizon));
            let _ = plan.open.map(|open| self.set_open(open));
            let _ = plan.restart.map(|nodes| self.set_restart(nodes));
        }
        true
    }

    /// The policy that guides the engine, if one does.
    #[must_use]
    pub fn policy(&self) -> Option<&Policy> {
        match self {
            Self::Fast { policy, .. } => policy.as_ref(),
            Self::Short(_) | Self::Exact(_) | Self::Iterative(_) => None,
            Self::IdaStar(engine) => engine.heuristic.policy(),
            Self::Staged(engine) => engine.evaluator.policy(),
        }
    }

    /// Changes the number of states that the table of seen states holds; false if the engine must know them all.
    pub fn set_table(&mut self, states: usize) -> bool {
        match self {
            Self::Fast { .. } | Self::Short(_) | Self::Exact(_) => return false,
            Self::Iterative(engine) => engine.table = states,
            Self::IdaStar(engine) => engine.table = states,
            Self::Staged(engine) => engine.table = states,
        }
        true
    }

    /// Changes the width of the last beam; false if the engine has no beams.
    pub fn set_width(&mut self, width: usize) -> bool {
        match self {
            Self::Short(engine) => engine.widest = width,
            Self::Exact(engine) => engine.first.widest = width,
            _ => return false,
        }
        true
    }

    /// Changes the step of the bound; false if the engine has none.
    pub fn set_step(&mut self, step: u32) -> bool {
        let Self::Iterative(engine) = self else { return false };
        engine.step = step;
        true
    }

    /// Changes how far a stage looks; false if the engine has no stages.
    pub fn set_horizon(&mut self, horizon: u8) -> bool {
        let Self::Staged(engine) = self else { return false };
        engine.horizon = horizon;
        true
    }

    /// Changes after how many nodes the search begins anew; false if it never does.
    pub fn set_restart(&mut self, nodes: u64) -> bool {
        let Self::Staged(engine) = self else { return false };
        engine.restart = Some(nodes);
        true
    }

    /// Changes which states stay open; false if the engine has no open list.
    pub fn set_open(&mut self, open: Open) -> bool {
        let Self::Staged(engine) = self else { return false };
        engine.open = open;
        true
    }

    fn run(
        &self,
        game: &FreeCell,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> Report<Move> {
        let root = game.start();
        if matches!(self, Self::Short(_) | Self::Exact(_)) && game.metric == Metric::M2 {
            // The two differ by the same number for all solutions, but M3 tells which moves come free.
            let mut free = game.clone();
            free.metric = Metric::M3;
            let Report { outcome, stats } = self.run(&free, limits, cancel, observer);
            let outcome = match outcome {
                Outcome::Solved(solution) => {
                    let optimal = solution.optimal;
                    Outcome::Solved(Solution {
                        optimal,
                        ..Solution::new(game, &root, solution.moves)
                    })
                }
                other => other,
            };
            return Report { outcome, stats };
        }
        match self {
            Self::Fast { attempts, policy } => {
                let report = patience_core::solve(attempts, game, &root, limits, cancel, observer);
                if let Some(policy) = policy {
                    policy.count_default(report.stats.expanded);
                }
                report
            }
            Self::Short(engine) => {
                patience_core::solve(engine, game, &root, limits, cancel, observer)
            }
            Self::Exact(engine) => {
                patience_core::solve(engine, game, &root, limits, cancel, observer)
            }
            Self::Iterative(engine) => {
                patience_core::solve(engine, game, &root, limits, cancel, observer)
            }
            Self::IdaStar(IdaStar { heuristic, table, ordered }) => {
                let (table, ordered) = (*table, *ordered);
                match heuristic {
                    Guidance::Named(heuristic) => {
                        let engine = IdaStar { heuristic: *heuristic, table, ordered };
                        patience_core::solve(&engine, game, &root, limits, cancel, observer)
                    }
                    Guidance::Policy(policy) => {
                        let engine = IdaStar { heuristic: policy.bind(game), table, ordered };
                        let report =
                            patience_core::solve(&engine, game, &root, limits, cancel, observer);
                        policy.count(&engine.heuristic);
                        report
                    }
                }
            }
            Self::Staged(engine) => match &engine.evaluator {
                Guidance::Named(evaluator) => {
                    let engine = engine.with(*evaluator);
                    patience_core::solve(&engine, game, &root, limits, cancel, observer)
                }
                Guidance::Policy(policy) => {
                    let engine = engine.with(policy.bind(game));
                    let report =
                        patience_core::solve(&engine, game, &root, limits, cancel, observer);
                    policy.count(&engine.evaluator);
                    report
                }
            },
        }
    }
}

/// Expansions after which each search gives up: the eager one has solved five deals of six by then, and of a hundred deals only
/// one is left for the third. From there on the time that a search takes says little of what another one takes, so all have their
/// turn before one may go on for long.
const BUDGETS: [(WeightedSum, u64); 10] = [
    (WeightedSum::EAGER, 150),
    (WeightedSum::CAREFUL, 1_500),
    (WeightedSum::THOROUGH, 25_000),
    (WeightedSum::EAGER, 10_000),
    (WeightedSum::STEADY, 25_000),
    (WeightedSum::WARY, 25_000),
    (WeightedSum::THOROUGH, 200_000),
    (WeightedSum::EAGER, 80_000),
    (WeightedSum::STEADY, 200_000),
    (WeightedSum::WARY, 200_000),
];

/// The width of the last beam: wider ones take long for what they gain.
const WIDEST: usize = 1 << 15;

/// The width of the last beam before an exact search: it takes a tenth of a second.
const WIDE_ENOUGH: usize = 1 << 11;

fn short(widest: usize) -> Widening<Attempts<WeightedSum>, WeightedSum> {
    Widening { first: fast(), evaluator: WeightedSum::BRIEF, widest }
}

fn fast() -> Attempts<WeightedSum> {
    let first = BUDGETS.map(|(evaluator, budget)| Attempt { evaluator, budget }).to_vec();
    Attempts { first, last: WeightedSum::THOROUGH }
}

/// HSDH, which staged deepening was made for; nothing only if FreeCell lost it.
pub(crate) fn usual_heuristic() -> Option<ByFeature<FreeCell>> {
    let feature = FreeCell::feature(USUAL_HEURISTIC).ok()?;
    Some(ByFeature { feature, reading: Reading::Distance })
}

/// A single feature, turned so that less is nearer to the goal.
fn by(feature: &'static Feature<FreeCell>) -> Guidance<ByFeature<FreeCell>> {
    Guidance::Named(ByFeature { feature, reading: Reading::Distance })
}

/// What an engine answered.
pub type Answer = crate::Answer<Move, Line>;

/// Runs an engine and has the referee replay what it finds.
///
/// # Panics
///
/// If the referee refuses the solution: a bug of the rules or of the engine, never the fault of the input.
pub fn solve(
    game: &FreeCell,
    engine: &Engine,
    limits: &Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Answer {
    let report = engine.run(game, limits, cancel, observer);
    Answer::refereed(report, engine.name(), |solution| {
        Line::replay(game.rules(), game.deal().clone(), game.steps(&solution.moves))
    })
}

/// The answer as a record, but for the moves: who wants them takes [`Line::notation`].
#[must_use]
pub fn record(instance: &str, game: &FreeCell, engine: &Engine, answer: &Answer) -> Record {
    let metric = game.metric.name();
    let record = Record::new(NAME, instance, engine.name(), metric, &answer.outcome, &answer.stats);
    let record =
        Record { policy: engine.policy().map(|policy| policy.file().name.clone()), ..record };
    let solution = answer.line.as_ref().map(|line| (line.moves().len(), lengths(line.lengths())));
    record.with_lengths(solution, Lengths::Cards(CardLengths::default()))
}

/// The referee's lengths as they are told.
#[must_use]
pub fn lengths(lengths: puzzle::Lengths) -> Lengths {
    let puzzle::Lengths { m1, m2, m3 } = lengths;
    Lengths::Cards(CardLengths { m1: Some(m1), m2: Some(m2), m3: Some(m3) })
}
