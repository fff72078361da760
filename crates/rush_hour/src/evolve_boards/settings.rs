//! The settings of a run.

use patience_kit::{Fault, Setup, Values};
use patience_learn::{BadSetting, RunSettings};
use serde::{Deserialize, Serialize};

use crate::engines::engine::{Engine, HAND_CRAFTED};
use crate::rules::game::Metric;

/// The settings of a run. The same settings make the same boards, on any number of threads.
///
/// ```
/// use patience_learn::RunSettings;
/// use patience_rush_hour::evolve_boards::Settings;
///
/// let settings = Settings { population: 20, ..Settings::default() };
/// assert!(settings.check().is_ok());
/// assert_eq!(Settings::parse(&settings.to_text())?, settings);
/// let wrong = Settings { elite: 21, ..settings };
/// assert_eq!(wrong.check().unwrap_err().to_string(), "elite = 21: expected at most the population");
/// # Ok::<(), patience_learn::SettingsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Cells a side: 6, or 8, 10 or 12 with empty cells around the boards that the run begins with.
    pub size: u8,
    /// The seed of all random choices.
    pub seed: u64,
    /// Whether vehicles surround the boards that the run begins with and leave only the exit open; boards of 8×8 cells only. Without them,
    /// those boards have much room and short solutions.
    pub ring: bool,
    /// Boards in a generation.
    pub population: usize,
    /// The number of generations.
    pub generations: u32,
    /// Generations without a harder board after which the run ends; 0 for no such end.
    pub patience: u32,
    /// The number of hardest boards that are copied unchanged.
    pub elite: usize,
    /// How parents are selected.
    pub selection: Selection,
    /// Boards in a tournament.
    pub tournament: usize,
    /// The share of mutations that add a vehicle.
    pub add: f64,
    /// The share of mutations that replace a vehicle.
    pub swap: f64,
    /// The share of mutations that remove a vehicle.
    pub delete: f64,
    /// The probability that another mutation follows.
    pub again: f64,
    /// The most positions of a cluster for a mutant to move to the position of it that is the most steps from a solution; 0: mutants stay
    /// where they are.
    pub farthest: u64,
    /// How hard a board is: by nodes, by length, or by both.
    pub grade: Grading,
    /// The engine whose nodes measure how hard a board is.
    pub engine: GradingEngine,
    /// The node limit of a search.
    pub nodes: u64,
    /// The divisor of the node limit for a breadth-first search that comes first; a board that it does not solve counts as unsolved. 0 for none.
    pub filter: u64,
    /// The time limit of a search in seconds. A run with one cannot be reproduced exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The lowest grade of a board in the archive, in the unit of `grade`.
    pub archive: u64,
    /// The number of hardest boards in the list.
    pub hardest: usize,
    /// The number of other boards in the list, evenly from the hardest to the easiest.
    pub others: usize,
    /// The fewest vehicles in which listed boards differ.
    pub apart: usize,
}

/// How parents are selected.
///
/// ```
/// use patience_learn::RunSettings;
/// use patience_rush_hour::evolve_boards::{Selection, Settings};
///
/// let settings = Settings::parse("selection = \"proportionate\"")?;
/// assert_eq!(settings.selection, Selection::Proportionate);
/// assert_eq!(Settings::default().selection, Selection::Tournament);
/// # Ok::<(), patience_learn::SettingsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// With probabilities proportional to their grades.
    Proportionate,
    /// The hardest of a few random boards.
    Tournament,
}

/// How hard a board is.
///
/// ```
/// use patience_rush_hour::evolve_boards::{Grade, Grading};
///
/// let grade = Grade::Solved { nodes: 10_000, slides: 8, steps: 20 };
/// let grades = [Grading::Nodes, Grading::Length, Grading::Both].map(|by| (grade.fitness(by), by.unit()));
/// assert_eq!(grades, [(10_000, "nodes"), (20, "steps"), (20 * 10, "points")]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grading {
    /// The nodes of the engine.
    Nodes,
    /// The fewest steps of a solution.
    Length,
    /// The fewest steps times the fourth root of the nodes of the engine. Nodes differ by orders of magnitude, steps do not.
    Both,
}

impl Grading {
    /// What grades count.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Length => "steps",
            Self::Both => "points",
        }
    }
}

/// The engine whose nodes measure how hard a board is.
///
/// ```
/// use patience_rush_hour::evolve_boards::GradingEngine;
/// use patience_rush_hour::{Engine, Metric};
///
/// for engine in [GradingEngine::Iterative, GradingEngine::IdaStar, GradingEngine::Hc] {
///     assert!(Engine::named(engine.name(), Metric::Slides).is_ok());
/// }
/// assert_eq!(GradingEngine::Hc.title(), "ida-star with Hc");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GradingEngine {
    /// Iterative deepening without a heuristic.
    Iterative,
    /// IDA* with its default heuristic.
    IdaStar,
    /// IDA* with the hand-crafted policy.
    Hc,
}

impl GradingEngine {
    /// The name of the engine.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Iterative => "iterative",
            Self::IdaStar | Self::Hc => "ida-star",
        }
    }

    /// The engine and its heuristic in words.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Iterative | Self::IdaStar => self.name(),
            Self::Hc => "ida-star with Hc",
        }
    }

    /// The engine in the metric of slides.
    pub(super) fn engine(self) -> Result<Engine, Fault> {
        let settings = match self {
            Self::Iterative | Self::IdaStar => Values::default(),
            Self::Hc => Values::from_iter([("heuristic", HAND_CRAFTED)]),
        };
        let setup = Setup { settings: Some(&settings), ..Setup::default() };
        Engine::new(self.name(), Metric::Slides, &setup)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            size: 8,
            ring: false,
            seed: 1,
            population: 50,
            generations: 100,
            patience: 25,
            elite: 1,
            selection: Selection::Tournament,
            tournament: 3,
            add: 0.5,
            swap: 0.35,
            delete: 0.15,
            again: 0.3,
            farthest: 0,
            grade: Grading::Nodes,
            engine: GradingEngine::IdaStar,
            nodes: 30_000_000,
            filter: 2,
            seconds: None,
            archive: 20_000,
            hardest: 15,
            others: 0,
            apart: 1,
        }
    }
}

impl RunSettings for Settings {
    /// Settings of the end and of the lists.
    const CHANGEABLE: &'static [&'static str] =
        &["generations", "patience", "archive", "hardest", "others", "apart"];

    fn check(&self) -> Result<(), BadSetting> {
        if !matches!(self.size, 6 | 8 | 10 | 12) {
            return Err(BadSetting::new("size", self.size, "expected 6, 8, 10 or 12"));
        }
        if self.ring && self.size != 8 {
            return Err(BadSetting::new("ring", self.ring, "expected boards of 8×8 cells"));
        }
        BadSetting::in_ranges([
            ("population", self.population as u64, 1..=100_000),
            ("generations", self.generations.into(), 1..=u64::MAX),
            ("tournament", self.tournament as u64, 1..=u64::MAX),
            ("nodes", self.nodes, 1..=u64::MAX),
            ("archive", self.archive, 1..=u64::MAX),
            ("apart", self.apart as u64, 1..=u64::MAX),
        ])?;
        let Self { add, swap, delete, again, .. } = *self;
        BadSetting::in_shares([
            ("add", add),
            ("swap", swap),
            ("delete", delete),
            ("again", again),
        ])?;
        if add + swap + delete <= 0.0 {
            return Err(BadSetting::new("add", add, "one of the mutations must be possible"));
        }
        if 1.0 <= again {
            let expected = "expected less than 1, or mutations never end";
            return Err(BadSetting::new("again", again, expected));
        }
        if self.population < self.elite {
            let expected = "expected at most the population";
            return Err(BadSetting::new("elite", self.elite, expected));
        }
        BadSetting::in_seconds(self.seconds)
    }
}
