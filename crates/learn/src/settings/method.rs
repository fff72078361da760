//! How a run finds genomes: by evolution, or by one of the controls that it is compared with.

use serde::{Deserialize, Serialize};

/// How a run finds genomes. All methods share the curriculum, the budget and the choice of the best genome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// A population evolves by reproduction, crossover and mutation.
    #[default]
    Evolution,
    /// Every generation is drawn at random, without memory.
    RandomSearch,
    /// A genome and its mutations compete on the same cases; the best is the next genome.
    HillClimbing,
}

impl Method {
    /// The name in text for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Evolution => "evolution",
            Self::RandomSearch => "random search",
            Self::HillClimbing => "hill climbing",
        }
    }
}

/// A collection of genomes besides the population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArchiveKind {
    /// A grid of the best genomes of each kind of behaviour, from which all parents are drawn.
    MapElites,
}

/// The axes of the grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArchiveAxes {
    /// Nodes of searches and length of solutions.
    #[default]
    NodesLength,
    /// Nodes of searches and size of the genome.
    NodesSize,
}

/// The features that the values of genomes may use. Conditions of policies may use all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terminals {
    /// The heuristics that have weights.
    Heuristics,
    /// All features: heuristics and advisors.
    All,
}

/// Whether a setting has its default. Files omit such settings if files of older versions have none.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Whether a share has its default, all. Files omit such a share if files of older versions have none.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_one(share: &f64) -> bool {
    1.0 <= *share
}

/// The default of `offspring`. Files omit it, so it is file format.
pub(super) const OFFSPRING: usize = 9;

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_usual_offspring(offspring: &usize) -> bool {
    *offspring == OFFSPRING
}
