//! Everything that decides a run, with the values of the papers.

mod check;

use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use check::{BadSetting, MOST_SECONDS};

use crate::Scale;
use patience_core::Reading;

/// What a run is made of. The same settings make the same run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The puzzle.
    pub puzzle: String,
    /// What is bred.
    pub genome: Shape,
    /// How the cases are chosen.
    pub curriculum: CurriculumKind,
    /// Decides every random choice.
    pub seed: u64,
    /// Generations after which the run ends.
    pub generations: u32,
    /// Genomes in a generation.
    pub population: usize,
    /// How often an operator copies, …
    pub reproduction: f64,
    /// … crosses two genomes, …
    pub crossover: f64,
    /// … or changes one.
    pub mutation: f64,
    /// How many of the best pass into the next generation unchanged.
    pub elite: usize,
    /// Rules of a policy.
    pub rules: usize,
    /// How deep a tree may be, in nodes.
    pub depth: usize,
    /// How likely a mutation replaces each weight.
    pub weight_mutation: f64,
    /// How likely an operator picks the rule that decided most often.
    pub favourite: f64,
    /// What mutating a whole rule does.
    pub rule_mutation: RuleMutation,
    /// What the values of a policy are.
    pub values: ValueShape,
    /// The numbers that trees hold.
    pub constants: Constants,
    /// How many of the leaves of formulas are numbers.
    pub constant_leaves: f64,
    /// How many of the comparisons are with a number, and not with another feature.
    pub constant_comparisons: f64,
    /// Features that no new tree is made of.
    pub avoid: Vec<String>,
    /// Which way heuristics are turned in values.
    pub reading: Reading,
    /// The unit of what enters values.
    pub scale: Scale,
    /// Cases that a run learns from; the others are never seen.
    pub training: usize,
    /// Cases of the training set on which the best genomes of the generations are compared.
    pub validation: usize,
    /// Nodes after which a search counts as failed.
    pub nodes: u64,
    /// Nodes after which a search of the baseline counts as failed.
    pub baseline_nodes: u64,
    /// Times the nodes of the baseline after which a search counts as failed, too. At 1 that is where it can save nothing any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub give_up: Option<f64>,
    /// Times the moves of the baseline's solution, where it has one, that a solution may have: a search with a longer one counts as failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<f64>,
    /// Seconds after which a search counts as failed. A run with such a limit cannot be repeated exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Nodes that a failed search counts with where it is compared.
    pub penalty: f64,
    /// What a solution without savings is worth less by; nothing if it is 0.
    pub partial: f64,
    /// The curriculum that draws cases at random.
    pub random: RandomCases,
    /// The curriculum of gradual difficulty.
    pub gradual: Gradual,
    /// Coevolution with a hall of fame.
    pub rosin: Rosin,
    /// Coevolution with sets of cases.
    pub hillis: Hillis,
    /// The search that genomes guide: names and values that its puzzle knows.
    pub search: toml::Table,
}

/// What is bred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A weight a heuristic.
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
    /// From ever harder groups.
    Gradual,
    /// Single cases that evolve, with a hall of fame.
    Rosin,
    /// Sets of cases that evolve.
    Hillis,
}

/// What mutating a whole rule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleMutation {
    /// A new rule takes its place.
    Fresh,
    /// It changes places with another rule.
    Swap,
}

/// What the values of a policy are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueShape {
    /// A weight a heuristic.
    Weights,
    /// Sums and products of heuristics and numbers.
    Formula,
}

/// The numbers that trees hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Constants {
    /// Any from 0 to 1, to three decimals.
    Unit,
    /// 0, 0.1, … 1 and 1, 2, … 9.
    Steps,
}

/// Settings of the curriculum that draws cases at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RandomCases {
    /// Cases a generation; all genomes meet the same.
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
    /// Groups that are current at a time, one case each.
    pub current: usize,
    /// Generations after which the easiest of them is dropped.
    pub patience: u32,
    /// The fitness that drops it at once.
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
    /// Evolving cases that each genome meets.
    pub cases: usize,
    /// Cases of the hall that each genome meets.
    pub hall_cases: usize,
    /// How likely a case is replaced by another one of the training set rather than kept.
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
    /// Sets that each genome meets.
    pub sets: usize,
    /// Generations of genomes to one of sets.
    pub every: u32,
    /// How often sets are copied, …
    pub reproduction: f64,
    /// … crossed, …
    pub crossover: f64,
    /// … or mutated.
    pub mutation: f64,
    /// How likely a mutation replaces each case.
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
    /// Those of *Evolutionary Design of `FreeCell` Solvers*, but for the limit of a search, which is two minutes there.
    fn default() -> Self {
        Self {
            puzzle: "freecell".to_owned(),
            genome: Shape::Policy,
            curriculum: CurriculumKind::Hillis,
            seed: 1,
            generations: 300,
            population: 40,
            reproduction: 0.2,
            crossover: 0.7,
            mutation: 0.1,
            elite: 1,
            rules: 5,
            depth: 5,
            weight_mutation: 0.1,
            favourite: 0.5,
            rule_mutation: RuleMutation::Fresh,
            values: ValueShape::Weights,
            constants: Constants::Unit,
            constant_leaves: 0.25,
            constant_comparisons: 0.9,
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

impl FromStr for Settings {
    type Err = toml::de::Error;

    /// Reads a file of settings; those that it does not name are those of [`Settings::default`].
    fn from_str(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

impl Settings {
    /// Searches that a generation asks for; those that were made before are not made again.
    #[must_use]
    pub fn searches(&self) -> usize {
        let each = match self.curriculum {
            CurriculumKind::Random => self.random.cases,
            CurriculumKind::Gradual => self.gradual.current.saturating_add(1),
            CurriculumKind::Rosin => self.rosin.cases + self.rosin.hall_cases,
            CurriculumKind::Hillis => self.hillis.cases.saturating_mul(self.hillis.sets),
        };
        self.population.saturating_mul(each).saturating_add(self.validation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_being_written_and_read() {
        let text = toml::to_string(&Settings::default()).unwrap();
        assert_eq!(toml::from_str::<Settings>(&text).unwrap(), Settings::default());
    }
}
