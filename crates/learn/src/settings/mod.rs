//! The settings of a run, with the values of the papers as defaults.

mod check;
mod method;
mod run;

use serde::{Deserialize, Serialize};

pub use check::BadSetting;
pub use method::{ArchiveAxes, ArchiveKind, Method, Terminals};
pub use run::{RunSettings, SettingsError};

use self::method::{OFFSPRING, is_default, is_one, is_usual_offspring};
use crate::Scale;
use patience_core::Reading;

/// The settings of a run. They determine it completely, unless there is a time limit.
///
/// ```
/// use patience_learn::{RunSettings, Settings};
///
/// // A file names what differs from the defaults, and a generation has so many searches.
/// let settings = Settings { population: 10, budget: Some(100_000), ..Settings::default() };
/// assert_eq!(Settings::parse(&settings.to_text())?, settings);
/// let most = u64::from(settings.generations_within_budget()) * settings.searches() as u64;
/// assert!(most <= 100_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The puzzle.
    pub puzzle: String,
    /// The shape of genomes.
    pub genome: Shape,
    /// How fitness cases are chosen.
    pub curriculum: CurriculumKind,
    /// The seed of all random choices.
    pub seed: u64,
    /// How genomes are found.
    #[serde(skip_serializing_if = "is_default")]
    pub method: Method,
    /// The number of children in each step of hill climbing.
    #[serde(skip_serializing_if = "is_usual_offspring")]
    pub offspring: usize,
    /// A collection of genomes from which all parents are drawn, instead of the population.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archive: Option<ArchiveKind>,
    /// The axes of the archive.
    #[serde(skip_serializing_if = "is_default")]
    pub archive_axes: ArchiveAxes,
    /// The command line of a program that breeds, instead of the built-in operators. A run with one cannot be reproduced exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutator: Option<String>,
    /// The time limit of an answer of that program in seconds; a minute by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutator_seconds: Option<f64>,
    /// The name of a fitness function that replaces the share of nodes saved. Only who brings the function can run the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fitness: Option<String>,
    /// The number of generations.
    pub generations: u32,
    /// The number of evaluations: no generation begins that may exceed it. An evaluation is the search of a genome on a case, known or not;
    /// searches of the baseline do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<u64>,
    /// Genomes in a generation.
    pub population: usize,
    /// The probability of reproduction: a copy of the parent.
    pub reproduction: f64,
    /// The probability of crossover.
    pub crossover: f64,
    /// The probability of mutation.
    pub mutation: f64,
    /// The number of best genomes that are copied unchanged.
    pub elite: usize,
    /// Rules of a policy.
    pub rules: usize,
    /// The largest depth of trees, in nodes.
    pub depth: usize,
    /// The probability that a mutation replaces a weight.
    pub weight_mutation: f64,
    /// The probability that a new weight of an advisor is not 0. Weights of heuristics do not depend on it.
    #[serde(skip_serializing_if = "is_one")]
    pub advisor_share: f64,
    /// The probability that an operator picks the rule that decided most often.
    pub favourite: f64,
    /// How a whole rule mutates.
    pub rule_mutation: RuleMutation,
    /// The shape of the values of a policy.
    pub values: ValueShape,
    /// The range of constants.
    pub constants: Constants,
    /// The share of constants among the leaves of formulas.
    pub constant_leaves: f64,
    /// The share of comparisons with a constant; the others compare two features.
    pub constant_comparisons: f64,
    /// The features that values may use; by default, all in genomes that are formulas and heuristics in others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminals: Option<Terminals>,
    /// Features that new trees do not use.
    pub avoid: Vec<String>,
    /// Whether values read heuristics as distances.
    pub reading: Reading,
    /// The unit of features in values.
    pub scale: Scale,
    /// The size of the training set; other cases are unseen.
    pub training: usize,
    /// The part of the training set that compares the best genomes of all generations.
    pub validation: usize,
    /// The node limit of a search.
    pub nodes: u64,
    /// The node limit of a search of the baseline.
    pub baseline_nodes: u64,
    /// A node limit relative to the baseline's nodes. At 1, a search fails when it can no longer save nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub give_up: Option<f64>,
    /// The longest solution relative to the optimum, or to the baseline's where the optimum is unknown; a search with a longer one counts
    /// as failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<f64>,
    /// The time limit of a search in seconds. A run with one cannot be reproduced exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The nodes that a failed search counts with.
    pub penalty: f64,
    /// The divisor of the fitness of solutions that save no nodes; at 0 they have none.
    pub partial: f64,
    /// Settings of random cases.
    pub random: RandomCases,
    /// Settings of gradual difficulty.
    pub gradual: Gradual,
    /// Settings of coevolution with a hall of fame.
    pub rosin: Rosin,
    /// Settings of coevolution with sets of cases.
    pub hillis: Hillis,
    /// The engine and its settings, and settings of the puzzle's fitness cases.
    pub search: toml::Table,
}

/// The shape of genomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A weight for each heuristic.
    Weights,
    /// A typed tree.
    Formula,
    /// Ordered rules.
    Policy,
}

/// How the cases of a generation are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CurriculumKind {
    /// At random.
    Random,
    /// From groups of increasing difficulty.
    Gradual,
    /// Single cases that evolve, with a hall of fame.
    Rosin,
    /// Sets of cases that evolve.
    Hillis,
}

/// How a whole rule mutates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleMutation {
    /// A random rule replaces it.
    Fresh,
    /// It is swapped with another rule.
    Swap,
}

/// The shape of the values of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueShape {
    /// A weight for each heuristic.
    Weights,
    /// Sums and products of heuristics and numbers.
    Formula,
}

/// The range of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Constants {
    /// 0 to 1, with three decimals.
    Unit,
    /// 0, 0.1, … 1 and 1, 2, … 9.
    Steps,
}

/// Settings of random cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RandomCases {
    /// Cases per generation, the same for all genomes.
    pub cases: usize,
}

/// Settings of gradual difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gradual {
    /// Groups, from the easiest to the hardest.
    pub groups: usize,
    /// Cases in a group.
    pub group_size: usize,
    /// The size of the window in groups; one case of each is used.
    pub current: usize,
    /// Generations after which the window moves.
    pub patience: u32,
    /// The fitness at which the window moves at once.
    pub target: f64,
}

/// Settings of coevolution with a hall of fame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rosin {
    /// Cases that evolve.
    pub population: usize,
    /// Cases in the hall of fame.
    pub hall: usize,
    /// Evolving cases for each genome.
    pub cases: usize,
    /// Cases of the hall of fame for each genome.
    pub hall_cases: usize,
    /// The probability that a random case of the training set replaces a case.
    pub mutation: f64,
}

/// Settings of coevolution with sets of cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hillis {
    /// Sets that evolve.
    pub population: usize,
    /// Cases in a set.
    pub cases: usize,
    /// Sets for each genome.
    pub sets: usize,
    /// Generations of genomes per generation of sets.
    pub every: u32,
    /// The probability of reproduction.
    pub reproduction: f64,
    /// The probability of crossover.
    pub crossover: f64,
    /// The probability of mutation.
    pub mutation: f64,
    /// The probability that a mutation replaces a case.
    pub case_mutation: f64,
}

impl Default for RandomCases {
    fn default() -> Self {
        Self { cases: 10 }
    }
}

impl Default for Gradual {
    fn default() -> Self {
        Self { groups: 45, group_size: 100, current: 5, patience: 10, target: 0.7 }
    }
}

impl Default for Rosin {
    fn default() -> Self {
        Self { population: 40, hall: 10, cases: 5, hall_cases: 2, mutation: 0.1 }
    }
}

impl Default for Hillis {
    fn default() -> Self {
        Self {
            population: 40,
            cases: 6,
            sets: 2,
            every: 5,
            reproduction: 0.2,
            crossover: 0.7,
            mutation: 0.1,
            case_mutation: 0.1,
        }
    }
}

impl Default for Settings {
    /// The settings of *Evolutionary Design of `FreeCell` Solvers* (Elyasaf, Hauptman and Sipper, 2012), with a node limit instead of two
    /// minutes, and without a puzzle.
    fn default() -> Self {
        Self {
            puzzle: String::new(),
            genome: Shape::Policy,
            curriculum: CurriculumKind::Hillis,
            seed: 1,
            method: Method::Evolution,
            offspring: OFFSPRING,
            archive: None,
            archive_axes: ArchiveAxes::NodesLength,
            mutator: None,
            mutator_seconds: None,
            fitness: None,
            generations: 300,
            budget: None,
            population: 40,
            reproduction: 0.2,
            crossover: 0.7,
            mutation: 0.1,
            elite: 1,
            rules: 5,
            depth: 5,
            weight_mutation: 0.1,
            advisor_share: 1.0,
            favourite: 0.5,
            rule_mutation: RuleMutation::Fresh,
            values: ValueShape::Weights,
            constants: Constants::Unit,
            constant_leaves: 0.25,
            constant_comparisons: 0.9,
            terminals: None,
            avoid: Vec::new(),
            reading: Reading::Distance,
            scale: Scale::Normalised,
            training: 1000,
            validation: 50,
            nodes: 1_000_000,
            baseline_nodes: 20_000_000,
            give_up: None,
            longest: None,
            seconds: None,
            penalty: 1e9,
            partial: 1000.0,
            random: RandomCases::default(),
            gradual: Gradual::default(),
            rosin: Rosin::default(),
            hillis: Hillis::default(),
            search: toml::Table::new(),
        }
    }
}

impl Settings {
    /// The features that values may use: those that were chosen, or those of the papers.
    #[must_use]
    pub fn terminals(&self) -> Terminals {
        self.terminals.unwrap_or(match self.genome {
            Shape::Formula => Terminals::All,
            Shape::Weights | Shape::Policy => Terminals::Heuristics,
        })
    }

    /// Whether values are weights.
    #[must_use]
    pub fn has_weights(&self) -> bool {
        match self.genome {
            Shape::Weights => true,
            Shape::Formula => false,
            Shape::Policy => self.values == ValueShape::Weights,
        }
    }

    /// Genomes in a generation.
    #[must_use]
    pub fn genomes(&self) -> usize {
        match self.method {
            Method::Evolution | Method::RandomSearch => self.population,
            Method::HillClimbing => self.offspring.saturating_add(1),
        }
    }

    /// Generations that the settings allow: their number, or fewer if the budget is spent before.
    #[must_use]
    pub fn generations_within_budget(&self) -> u32 {
        let affordable = |budget: u64| budget / self.searches().max(1) as u64;
        let affordable = self.budget.map_or(u64::MAX, affordable);
        u32::try_from(affordable).unwrap_or(u32::MAX).min(self.generations)
    }

    /// The most searches of a generation, including those whose results are already known.
    #[must_use]
    pub fn searches(&self) -> usize {
        let each = match self.curriculum {
            CurriculumKind::Random => self.random.cases,
            CurriculumKind::Gradual => self.gradual.current.saturating_add(1),
            CurriculumKind::Rosin => self.rosin.cases + self.rosin.hall_cases,
            CurriculumKind::Hillis => self.hillis.cases.saturating_mul(self.hillis.sets),
        };
        self.genomes().saturating_mul(each).saturating_add(self.validation)
    }
}
