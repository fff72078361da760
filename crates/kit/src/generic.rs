//! The generic engines: every algorithm of `patience-search` that any puzzle with features can run, by name and with settings.

use patience_core::{Built, Meter, Outcome, Reading, solve_with};
use patience_search::{
    AStar, Beam, BestFirst, BreadthFirst, IdaStar, IterativeDeepening, Open, StagedDeepening,
};

use crate::guide::{Guide, Guided};
use crate::{Choice, EngineAbout, Fault, Named, Policy, Settings, Setup, Values, settings};

impl Choice for Open {
    const ALL: &'static [(Self, Named)] = &[
        (
            Self::OnePerScore,
            Named { name: "one", summary: "One state a score, the newest replaces the older" },
        ),
        (Self::All, Named { name: "all", summary: "Every state" }),
    ];
}

settings! {
    /// Settings of staged deepening.
    pub struct StagedSettings {
        /// Heuristic by name, one of `patience features`
        heuristic: Option<String> = None;
        /// Moves that a stage searches; states one move further are stored
        horizon: u8 = 6;
        /// Nodes after which the search restarts with another horizon; twice as many after each round of horizons [default: never]
        restart: Option<u64> = None;
        /// Which states stay open
        open: Open = Open::OnePerScore;
        /// Scores are rounded to multiples of this number, so that one state per score is fewer states; 0 rounds nothing
        granularity: f64 = 0.0, 0..=1_000_000_000;
        /// States that the table of visited states holds
        table: usize = 200_000;
    }
}

settings! {
    /// Settings of IDA*.
    pub struct IdaStarSettings {
        /// Heuristic by name, one of `patience features`
        heuristic: Option<String> = None;
        /// Least increment of the bound
        step: u32 = 1, 1..=4_294_967_295;
        /// States that the table of visited states holds [default: as many as the memory limit allows]
        table: Option<usize> = None;
    }
}

settings! {
    /// Settings of iterative deepening.
    pub struct IterativeSettings {
        /// Least increment of the bound
        step: u32 = 1, 1..=4_294_967_295;
        /// States that the table of visited states holds [default: as many as the memory limit allows]
        table: Option<usize> = None;
    }
}

settings! {
    /// Settings of searches that have a heuristic and nothing else.
    pub struct HeuristicSettings {
        /// Heuristic by name, one of `patience features`
        heuristic: Option<String> = None;
    }
}

settings! {
    /// Settings of beam search.
    pub struct BeamSettings {
        /// Heuristic by name, one of `patience features`
        heuristic: Option<String> = None;
        /// States per level of the beam
        width: usize = 4096, 1..=1_073_741_824;
    }
}

impl StagedSettings {
    /// The search with these settings, guided by an evaluator.
    #[must_use]
    pub fn search<E>(&self, evaluator: E) -> StagedDeepening<E> {
        let Self { horizon, restart, open, granularity, table, .. } = *self;
        StagedDeepening { evaluator, horizon, table, open, granularity, restart }
    }
}

/// Steps of a best-first queue per unit of a score: policies score from 0 to 1.
const SCALE: f64 = 64.0;

/// A generic engine with its settings.
#[derive(Clone, Debug)]
pub struct Generic {
    algorithm: Algorithm,
    policy: Option<Policy>,
}

#[derive(Clone, Debug)]
enum Algorithm {
    Staged(StagedSettings),
    IdaStar(IdaStarSettings),
    Iterative(IterativeSettings),
    BreadthFirst,
    AStar(HeuristicSettings),
    BestFirst(HeuristicSettings),
    Beam(BeamSettings),
}

impl Generic {
    /// The generic engines of a puzzle.
    #[must_use]
    pub fn engines<P: Guided>() -> Vec<EngineAbout> {
        let engine = |name, summary, complete, optimal, guided, settings| EngineAbout {
            name,
            summary,
            complete,
            optimal,
            guided,
            parallel: false,
            default_nodes: Some(P::DEFAULT_NODES),
            settings,
        };
        let admissible = "with an admissible heuristic";
        vec![
            engine(
                "staged",
                "staged deepening: commits to the best state a few moves away, again and again",
                false,
                "no",
                true,
                StagedSettings::fields(),
            ),
            engine(
                "ida-star",
                "IDA*: depth-first passes under a growing bound on cost plus estimate",
                true,
                "with an admissible heuristic and --step 1",
                true,
                IdaStarSettings::fields(),
            ),
            engine(
                "iterative",
                "iterative deepening: depth-first passes under a growing bound, without a heuristic",
                true,
                "with --step 1",
                false,
                IterativeSettings::fields(),
            ),
            engine(
                "breadth-first",
                "breadth-first search",
                true,
                "if every move costs one",
                false,
                Vec::new(),
            ),
            engine(
                "a-star",
                "best-first search for a first solution, then A* below its cost",
                true,
                admissible,
                true,
                HeuristicSettings::fields(),
            ),
            engine(
                "best-first",
                "greedy best-first search: expands the state with the best score",
                true,
                "no",
                true,
                HeuristicSettings::fields(),
            ),
            engine(
                "beam",
                "beam search: keeps the best states of each level",
                false,
                "no",
                true,
                BeamSettings::fields(),
            ),
        ]
    }

    /// The engine of a name with its settings; `None` if no generic engine has that name.
    pub fn prepare<P: Guided>(name: &str, setup: &Setup<'_>) -> Option<Result<Self, Fault>> {
        let none = Values::default();
        let values = setup.settings.unwrap_or(&none);
        let algorithm = match name {
            "staged" => StagedSettings::read(values).map(Algorithm::Staged),
            "ida-star" => IdaStarSettings::read(values).map(Algorithm::IdaStar),
            "iterative" => IterativeSettings::read(values).map(Algorithm::Iterative),
            "breadth-first" => Ok(Algorithm::BreadthFirst),
            "a-star" => HeuristicSettings::read(values).map(Algorithm::AStar),
            "best-first" => HeuristicSettings::read(values).map(Algorithm::BestFirst),
            "beam" => BeamSettings::read(values).map(Algorithm::Beam),
            _ => return None,
        };
        Some(algorithm.and_then(|algorithm| {
            let engine = Self { algorithm, policy: setup.policy.cloned() };
            // A name that is not a heuristic is an error now, not in the first search.
            Guide::<P>::named(engine.heuristic::<P>())?;
            if matches!(engine.algorithm, Algorithm::IdaStar(_) | Algorithm::AStar(_))
                && engine.policy.as_ref().is_some_and(|it| it.reading() == Reading::Highest)
            {
                return Err(Fault::input(format_args!(
                    "the engine {name} adds the value of a policy to the cost of a path: it takes none with reading = \"highest\""
                )));
            }
            Ok(engine)
        }))
    }

    /// The policy that guides it.
    #[must_use]
    pub fn policy(&self) -> Option<&Policy> {
        self.policy.as_ref()
    }

    fn heuristic<P: Guided>(&self) -> &str {
        let named = match &self.algorithm {
            Algorithm::Staged(StagedSettings { heuristic, .. })
            | Algorithm::IdaStar(IdaStarSettings { heuristic, .. })
            | Algorithm::AStar(HeuristicSettings { heuristic })
            | Algorithm::BestFirst(HeuristicSettings { heuristic })
            | Algorithm::Beam(BeamSettings { heuristic, .. }) => heuristic.as_deref(),
            Algorithm::Iterative(_) | Algorithm::BreadthFirst => None,
        };
        named.unwrap_or(P::DEFAULT_HEURISTIC)
    }

    /// Searches from `root`.
    pub fn solve<P: Guided>(
        &self,
        puzzle: &P,
        root: &P::State,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<P::Move>, Fault> {
        let guide = match &self.policy {
            Some(policy) => Guide::Policy(policy.bind(puzzle)),
            None => Guide::named(self.heuristic::<P>())?,
        };
        let built = || Built { evaluator: &guide, scale: SCALE };
        let outcome = match &self.algorithm {
            Algorithm::Staged(settings) => {
                solve_with(&settings.search(&guide), puzzle, root, meter)
            }
            Algorithm::IdaStar(IdaStarSettings { step, table, .. }) => {
                let solver = IdaStar {
                    heuristic: &guide,
                    step: *step,
                    table: table.unwrap_or(usize::MAX),
                    ordered: P::ORDERED,
                };
                solve_with(&solver, puzzle, root, meter)
            }
            Algorithm::Iterative(IterativeSettings { step, table }) => {
                let solver = IterativeDeepening { step: *step, table: table.unwrap_or(usize::MAX) };
                solve_with(&solver, puzzle, root, meter)
            }
            Algorithm::BreadthFirst => solve_with(&BreadthFirst, puzzle, root, meter),
            Algorithm::AStar(_) => {
                let first = BestFirst { evaluator: built() };
                solve_with(&AStar { first, heuristic: &guide }, puzzle, root, meter)
            }
            Algorithm::BestFirst(_) => {
                solve_with(&BestFirst { evaluator: built() }, puzzle, root, meter)
            }
            Algorithm::Beam(BeamSettings { width, .. }) => {
                solve_with(&Beam { evaluator: built(), width: *width }, puzzle, root, meter)
            }
        };
        if let (Some(policy), Guide::Policy(bound)) = (&self.policy, &guide) {
            policy.count(bound);
        }
        Ok(outcome)
    }
}
