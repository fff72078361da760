//! The generic algorithms: every search of `patience-search` that any puzzle with a guide can run, by name and with settings.

use patience_core::{Built, Evaluator, Heuristic, Meter, Outcome, Packed, solve_with};
use patience_search::{
    AStar, Beam, BestFirst, BreadthFirst, IdaStar, IterativeDeepening, Open, StagedDeepening,
};

use crate::{Choice, EngineAbout, Fault, Named, Settings, Values, settings};

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
    ///
    /// ```
    /// use patience_kit::{Settings, StagedSettings, Values};
    ///
    /// let settings = StagedSettings::read(&Values::from_iter([("horizon", 3)]))?;
    /// // The evaluator could be anything that scores nodes.
    /// let search = settings.search(());
    /// assert_eq!((search.horizon, search.table), (3, 200_000));
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
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
    ///
    /// ```
    /// use patience_kit::{IdaStarSettings, Settings, Values};
    ///
    /// assert_eq!(IdaStarSettings::default().step, 1);
    /// // A bound that does not grow would search forever.
    /// assert!(IdaStarSettings::read(&Values::from_iter([("step", 0)])).is_err());
    /// ```
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
    ///
    /// ```
    /// use patience_kit::{IterativeSettings, Settings, Values};
    ///
    /// let settings = IterativeSettings::read(&Values::from_iter([("table", 1000)]))?;
    /// assert_eq!(settings, IterativeSettings { step: 1, table: Some(1000) });
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub struct IterativeSettings {
        /// Least increment of the bound
        step: u32 = 1, 1..=4_294_967_295;
        /// States that the table of visited states holds [default: as many as the memory limit allows]
        table: Option<usize> = None;
    }
}

settings! {
    /// Settings of searches that have a heuristic and nothing else.
    ///
    /// ```
    /// use patience_kit::{HeuristicSettings, Settings, Values};
    ///
    /// // Without a name, the puzzle chooses.
    /// assert_eq!(HeuristicSettings::default().heuristic, None);
    /// let settings = HeuristicSettings::read(&Values::from_iter([("heuristic", "Manhattan")]))?;
    /// assert_eq!(settings.heuristic.as_deref(), Some("Manhattan"));
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub struct HeuristicSettings {
        /// Heuristic by name, one of `patience features`
        heuristic: Option<String> = None;
    }
}

settings! {
    /// Settings of beam search.
    ///
    /// ```
    /// use patience_kit::{BeamSettings, Settings, Values};
    ///
    /// assert_eq!(BeamSettings::read(&Values::from_iter([("width", 8)]))?.width, 8);
    /// assert!(BeamSettings::read(&Values::from_iter([("width", 0)])).is_err());
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
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

/// A generic algorithm with its settings. Anything that scores nodes can guide it.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::Heap;
/// # let (cancel, mut watch) = (patience_core::Cancel::new(), ());
/// # let mut meter = patience_core::Meter::start(&patience_core::Limits::default(), &cancel, &mut watch);
/// use patience_core::Outcome;
/// use patience_kit::{Algorithm, Guide, Values};
///
/// let named = |name| Algorithm::read(name, &Values::default());
/// assert!(named("magic").is_none());
/// assert!(Algorithm::engines(1000).iter().all(|engine| named(engine.name).is_some()));
/// let search = named("ida-star").expect("it is in the list")?;
/// assert!(search.adds_estimates() && search.heuristic().is_none());
/// // A move takes two or three from a heap of seven.
/// let outcome = search.search(&Guide::named("Height")?, false, &Heap(7), &7, &mut meter);
/// assert!(matches!(outcome, Outcome::Solved(solution) if solution.cost == 3 && solution.optimal));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub enum Algorithm {
    /// Staged deepening.
    Staged(StagedSettings),
    /// IDA*.
    IdaStar(IdaStarSettings),
    /// Iterative deepening.
    Iterative(IterativeSettings),
    /// Breadth-first search.
    BreadthFirst,
    /// A* below the cost of a first solution.
    AStar(HeuristicSettings),
    /// Greedy best-first search.
    BestFirst(HeuristicSettings),
    /// Beam search.
    Beam(BeamSettings),
}

impl Algorithm {
    /// All of them as engines, with a default node limit.
    #[must_use]
    pub fn engines(default_nodes: u64) -> Vec<EngineAbout> {
        let engine = |name, summary, complete, optimal, guided, settings| EngineAbout {
            name,
            summary,
            complete,
            optimal,
            guided,
            parallel: false,
            default_nodes: Some(default_nodes),
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

    /// The algorithm of a name with its settings; `None` if none has that name.
    pub fn read(name: &str, values: &Values) -> Option<Result<Self, Fault>> {
        Some(match name {
            "staged" => StagedSettings::read(values).map(Self::Staged),
            "ida-star" => IdaStarSettings::read(values).map(Self::IdaStar),
            "iterative" => IterativeSettings::read(values).map(Self::Iterative),
            "breadth-first" => Ok(Self::BreadthFirst),
            "a-star" => HeuristicSettings::read(values).map(Self::AStar),
            "best-first" => HeuristicSettings::read(values).map(Self::BestFirst),
            "beam" => BeamSettings::read(values).map(Self::Beam),
            _ => return None,
        })
    }

    /// The name of the heuristic that the settings choose.
    #[must_use]
    pub fn heuristic(&self) -> Option<&str> {
        match self {
            Self::Staged(StagedSettings { heuristic, .. })
            | Self::IdaStar(IdaStarSettings { heuristic, .. })
            | Self::AStar(HeuristicSettings { heuristic })
            | Self::BestFirst(HeuristicSettings { heuristic })
            | Self::Beam(BeamSettings { heuristic, .. }) => heuristic.as_deref(),
            Self::Iterative(_) | Self::BreadthFirst => None,
        }
    }

    /// Whether it adds estimates to the cost of a path.
    #[must_use]
    pub fn adds_estimates(&self) -> bool {
        matches!(self, Self::IdaStar(_) | Self::AStar(_))
    }

    /// Searches from `root`; `is_ordered` as in [`Guided::ORDERED`](crate::Guided::ORDERED).
    pub fn search<P: Packed, G: Evaluator<P> + Heuristic<P>>(
        &self,
        guide: &G,
        is_ordered: bool,
        puzzle: &P,
        root: &P::State,
        meter: &mut Meter<'_>,
    ) -> Outcome<P::Move> {
        let built = || Built { evaluator: guide, scale: SCALE };
        match self {
            Self::Staged(settings) => solve_with(&settings.search(guide), puzzle, root, meter),
            Self::IdaStar(IdaStarSettings { step, table, .. }) => {
                let solver = IdaStar {
                    heuristic: guide,
                    step: *step,
                    table: table.unwrap_or(usize::MAX),
                    ordered: is_ordered,
                };
                solve_with(&solver, puzzle, root, meter)
            }
            Self::Iterative(IterativeSettings { step, table }) => {
                let solver = IterativeDeepening { step: *step, table: table.unwrap_or(usize::MAX) };
                solve_with(&solver, puzzle, root, meter)
            }
            Self::BreadthFirst => solve_with(&BreadthFirst, puzzle, root, meter),
            Self::AStar(_) => {
                let first = BestFirst { evaluator: built() };
                solve_with(&AStar { first, heuristic: guide }, puzzle, root, meter)
            }
            Self::BestFirst(_) => {
                solve_with(&BestFirst { evaluator: built() }, puzzle, root, meter)
            }
            Self::Beam(BeamSettings { width, .. }) => {
                solve_with(&Beam { evaluator: built(), width: *width }, puzzle, root, meter)
            }
        }
    }
}
