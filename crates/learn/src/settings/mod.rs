//! The settings of a run, with the values of the papers as defaults.

mod check;
mod curriculum;
mod method;
mod run;

use serde::{Deserialize, Serialize};

pub use check::BadSetting;
pub use curriculum::{CurriculumKind, Gradual, Hillis, RandomCases, Rosin};
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
///
/// ```
/// use patience_core::{SplitMix, example::Countdown};
/// use patience_learn::{Breeder, FeatureSet, Settings, Shape, Value};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let genome = |genome| {
///     let settings = Settings { genome, rules: 3, ..Settings::default() };
///     Breeder { feature_set: &feature_set, settings: &settings }.random(&mut SplitMix::new(7))
/// };
/// assert!(matches!(genome(Shape::Weights).default, Value::Weights(_)));
/// assert!(matches!(genome(Shape::Formula).default, Value::Formula(_)));
/// let rules = [Shape::Weights, Shape::Formula, Shape::Policy].map(|shape| genome(shape).rules.len());
/// assert_eq!(rules, [0, 0, 3]);
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
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

/// How a whole rule mutates.
///
/// ```
/// use patience_core::{SplitMix, example::Countdown};
/// use patience_learn::{Breeder, FeatureSet, Parent, RuleMutation, Settings};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let reorders = |rule_mutation| {
///     let settings = Settings { rule_mutation, ..Settings::default() };
///     let breeder = Breeder { feature_set: &feature_set, settings: &settings };
///     let mut random = SplitMix::new(7);
///     let genome = breeder.random(&mut random);
///     let parent = Parent { genome: &genome, fired: &[] };
///     let mut children = (0..100).map(|_| breeder.mutate(parent, &mut random));
///     children.any(|child| child.rules != genome.rules && child.rules.iter().all(|rule| genome.rules.contains(rule)))
/// };
/// assert!(reorders(RuleMutation::Swap) && !reorders(RuleMutation::Fresh));
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleMutation {
    /// A random rule replaces it.
    Fresh,
    /// It is swapped with another rule.
    Swap,
}

/// The shape of the values of a policy.
///
/// ```
/// use patience_learn::{Settings, Shape, ValueShape};
///
/// // Only policies have a choice.
/// let has_weights = |genome, values| Settings { genome, values, ..Settings::default() }.has_weights();
/// assert!(has_weights(Shape::Policy, ValueShape::Weights));
/// assert!(!has_weights(Shape::Policy, ValueShape::Formula));
/// assert!(!has_weights(Shape::Formula, ValueShape::Weights));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueShape {
    /// A weight for each heuristic.
    Weights,
    /// Sums and products of heuristics and numbers.
    Formula,
}

/// The range of constants.
///
/// ```
/// use patience_core::{SplitMix, example::Countdown};
/// use patience_learn::{Breeder, Constants, FeatureSet, Op, Settings, Shape, Value};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let numbers = |constants| {
///     let settings = Settings { genome: Shape::Formula, constants, constant_leaves: 1.0, ..Settings::default() };
///     let breeder = Breeder { feature_set: &feature_set, settings: &settings };
///     let mut random = SplitMix::new(7);
///     let genomes = (0..50).map(|_| breeder.random(&mut random).default);
///     let ops = genomes.flat_map(|value| if let Value::Formula(tree) = value { tree.ops().to_vec() } else { Vec::new() });
///     ops.filter_map(|op| if let Op::Constant(number) = op { Some(number) } else { None }).collect::<Vec<_>>()
/// };
/// assert!(numbers(Constants::Unit).iter().all(|number| (0.0..=1.0).contains(number)));
/// assert!(numbers(Constants::Steps).contains(&9.0));
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Constants {
    /// 0 to 1, with three decimals.
    Unit,
    /// 0, 0.1, … 1 and 1, 2, … 9.
    Steps,
}

impl Default for Settings {
    /// The settings of *(Elyasaf, Hauptman and Sipper, 2012)*, with a node limit instead of two minutes, and without a puzzle.
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
