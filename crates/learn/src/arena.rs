//! Fitness cases and their executor.

use std::time::Duration;

use patience_core::{Cancel, Limits, Outcome, Report};

use crate::Settings;
use crate::genome::{FeatureSet, Genome};

/// The number of a case: a deal, a board.
pub type Case = u32;

/// The fitness cases of a puzzle and their executor: it runs searches on them, guided by a genome or by the baseline.
///
/// An arena is pure: the same genome, case and node limit give the same attempt on every machine.
///
/// ```
#[doc = include_str!("../doc/heaps.rs")]
///
/// let (arena, limits, cancel) = (Heaps::new(), Limits::default(), Cancel::new());
/// // Guided by the size of the heap, a search takes three at a time.
/// let attempt = arena.attempt(&arena.weight(1.0), 60, &limits, &cancel);
/// assert_eq!((attempt.nodes, attempt.length), (20, Some(20)));
/// assert_eq!(arena.baseline(60, &limits, &cancel).nodes, 60);
/// // By default, the name of a case is its number.
/// assert_eq!(arena.name(60), "60");
/// ```
pub trait Arena: Sync {
    /// The vocabulary of genomes.
    fn feature_set(&self) -> &FeatureSet;

    /// All cases, in ascending order.
    fn cases(&self) -> Vec<Case>;

    /// Cases for tests only, which no run trains on; none by default: then all that a run did not draw are unseen.
    fn reserved(&self) -> Vec<Case> {
        Vec::new()
    }

    /// The name of a case; its number by default.
    fn name(&self, case: Case) -> String {
        case.to_string()
    }

    /// The content of a case as text. A resumed run checks that its cases have not changed.
    fn description(&self, case: Case) -> String {
        self.name(case)
    }

    /// Searches a case, guided by a genome.
    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt;

    /// A description of the baseline and its search. Fitness values are comparable only for the same baseline.
    #[allow(clippy::unnecessary_literal_bound, reason = "an arena may name its own search")]
    fn rival(&self) -> &str {
        "the baseline"
    }

    /// Searches a case with the baseline.
    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt;

    /// The same arena whose baseline has the search that suits it best, for reports; `None` if the baseline has only one search.
    fn tuned(&self) -> Option<Box<dyn Arena + '_>> {
        None
    }

    /// The length of a shortest solution of a case, counted as in [`Attempt::length`]; `None` if there is none or if it is unknown. Arenas
    /// whose puzzle has a fast exact engine know it.
    fn optimum(&self, _case: Case) -> Option<u32> {
        None
    }
}

/// The result of a search.
///
/// ```
/// use patience_core::Limits;
/// use patience_learn::{Attempt, Settings};
///
/// let limits = Limits { nodes: Some(500), ..Limits::default() };
/// let failed = Attempt { nodes: 500, length: None, fired: Vec::new() };
/// assert!(failed.is_censored(&limits) && !failed.is_solved());
/// // A failed search costs the penalty; a solution of more than 1.5 times the optimum counts as none.
/// let settings = Settings { penalty: 1e6, longest: Some(1.5), ..Settings::default() };
/// assert_eq!(failed.cost(&settings), 1e6);
/// let solved = Attempt { nodes: 80, length: Some(16), fired: Vec::new() };
/// assert_eq!(solved.cost(&settings), 80.0);
/// assert!(solved.clone().short_enough(&failed, || Some(11), &settings).is_solved());
/// assert!(!solved.short_enough(&failed, || Some(10), &settings).is_solved());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Attempt {
    /// Expanded nodes.
    pub nodes: u64,
    /// The length of the solution in moves; `None` if the search failed.
    pub length: Option<u32>,
    /// How often each rule of the genome decided; the default last.
    pub fired: Vec<u64>,
}

impl Attempt {
    /// The attempt of a report, with the counts of the rules.
    #[must_use]
    pub fn new<M>(report: &Report<M>, fired: Vec<u64>) -> Self {
        let length = match &report.outcome {
            Outcome::Solved(solution) => {
                Some(u32::try_from(solution.moves.len()).unwrap_or(u32::MAX))
            }
            _ => None,
        };
        Self { nodes: report.stats.expanded, length, fired }
    }

    /// Whether it reached the node limit without a solution: then its nodes are a lower bound.
    #[must_use]
    pub fn is_censored(&self, limits: &Limits) -> bool {
        !self.is_solved() && limits.nodes.is_some_and(|most| most <= self.nodes)
    }

    /// Whether it found a solution.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.length.is_some()
    }

    /// The same attempt; a solution that is too long compared with the optimum counts as none. Where the optimum is unknown, it is
    /// compared with the baseline's.
    #[must_use]
    pub fn short_enough(
        self,
        baseline: &Self,
        optimum: impl FnOnce() -> Option<u32>,
        settings: &Settings,
    ) -> Self {
        let is_short = |length: u32, times: f64| {
            let shortest = optimum().or(baseline.length);
            shortest.is_none_or(|shortest| f64::from(length) <= times * f64::from(shortest))
        };
        match (self.length, settings.longest) {
            (Some(length), Some(times)) if !is_short(length, times) => {
                Self { length: None, ..self }
            }
            _ => self,
        }
    }

    /// The nodes, or the penalty of the settings if the search failed.
    #[must_use]
    pub fn cost(&self, settings: &Settings) -> f64 {
        if self.is_solved() { self.nodes as f64 } else { settings.penalty }
    }
}

/// The fitness of a search, from 0 to 1: the share of the baseline's nodes that it saved.
///
/// A search that saved none has a small fitness, which decreases with the excess. A failed search has none.
///
/// ```
/// use patience_learn::{Attempt, Settings, fitness};
///
/// let search = |nodes, length| Attempt { nodes, length, fired: Vec::new() };
/// let settings = Settings::default();
/// let usual = search(1_000, Some(100));
/// assert_eq!(fitness(&search(300, Some(90)), &usual, &settings), 0.7);
/// assert_eq!(fitness(&search(1_300, Some(90)), &usual, &settings), 0.0007);
/// assert_eq!(fitness(&search(3_000, Some(90)), &usual, &settings), 0.0);
/// assert_eq!(fitness(&search(300, None), &usual, &settings), 0.0);
/// ```
#[must_use]
pub fn fitness(attempt: &Attempt, baseline: &Attempt, settings: &Settings) -> f64 {
    if !attempt.is_solved() {
        return 0.0;
    }
    let ratio = attempt.cost(settings) / baseline.cost(settings).max(1.0);
    if ratio < 1.0 {
        1.0 - ratio
    } else if settings.partial == 0.0 {
        0.0
    } else {
        ((2.0 - ratio) / settings.partial).max(0.0)
    }
}

/// A search to run: with a genome, or with the baseline.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heaps.rs"));
/// # }
/// # use doc::Heaps;
/// use patience_core::Cancel;
/// use patience_learn::{Job, Settings};
///
/// // `Heaps` is defined in the example of `Arena`: the baseline takes 60 nodes, the genome 20.
/// let (arena, cancel) = (Heaps::new(), Cancel::new());
/// let genome = arena.weight(1.0);
/// let settings = Settings { give_up: Some(0.25), ..Settings::default() };
/// let baseline = Job::baseline(60, &settings).run(&arena, &cancel);
/// assert!(Job::guided(&genome, 60, None, &settings).run(&arena, &cancel).is_solved());
/// // Once the baseline is known, the genome may take a quarter of its nodes.
/// let job = Job::guided(&genome, 60, Some(&baseline), &settings);
/// assert_eq!(job.limits.nodes, Some(15));
/// assert!(!job.run(&arena, &cancel).is_solved());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job<'a> {
    /// The genome; `None` for the baseline.
    pub genome: Option<&'a Genome>,
    /// The case.
    pub case: Case,
    /// The limits of the search.
    pub limits: Limits,
}

impl<'a> Job<'a> {
    /// A search with a genome. If the settings have `give_up` and the baseline's result is known, the search ends when it can no longer
    /// save nodes.
    #[must_use]
    pub fn guided(
        genome: &'a Genome,
        case: Case,
        baseline: Option<&Attempt>,
        settings: &Settings,
    ) -> Self {
        let mut nodes = settings.nodes;
        if let (Some(times), Some(baseline)) = (settings.give_up, baseline) {
            // A cost is positive, and far below 2^64.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let most = (times * baseline.cost(settings)).max(1.0) as u64;
            nodes = nodes.min(most);
        }
        let time = settings.seconds.map(Duration::from_secs_f64);
        let limits = Limits { nodes: Some(nodes), time, ..Limits::default() };
        Self { genome: Some(genome), case, limits }
    }

    /// A search with the baseline.
    #[must_use]
    pub fn baseline(case: Case, settings: &Settings) -> Self {
        let limits = Limits { nodes: Some(settings.baseline_nodes), ..Limits::default() };
        Self { genome: None, case, limits }
    }

    /// Runs the search.
    pub fn run(&self, arena: &dyn Arena, cancel: &Cancel) -> Attempt {
        match self.genome {
            Some(genome) => arena.attempt(genome, self.case, &self.limits, cancel),
            None => arena.baseline(self.case, &self.limits, cancel),
        }
    }
}
