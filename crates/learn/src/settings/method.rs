//! How a run finds genomes: by evolution, or by one of the controls that it is compared with.

use serde::{Deserialize, Serialize};

/// How a run finds genomes. All methods share the curriculum, the budget and the choice of the best genome.
///
/// ```
/// use patience_learn::{Method, Settings};
///
/// // A step of hill climbing compares a genome with its children.
/// let settings = Settings { method: Method::HillClimbing, offspring: 7, ..Settings::default() };
/// assert_eq!(settings.genomes(), 1 + 7);
/// assert_eq!(Settings { method: Method::RandomSearch, ..settings }.genomes(), 40);
/// assert_eq!(Method::HillClimbing.words(), "hill climbing");
/// ```
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
///
/// ```
/// use patience_learn::{ArchiveKind, Method, RunSettings, Settings};
///
/// let settings = Settings::parse("archive = \"map-elites\"")?;
/// assert_eq!(settings.archive, Some(ArchiveKind::MapElites));
/// // The controls have no parents.
/// assert!(settings.check().is_ok());
/// assert!(Settings { method: Method::RandomSearch, ..settings }.check().is_err());
/// # Ok::<(), patience_learn::SettingsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArchiveKind {
    /// A grid of the best genomes of each kind of behaviour, from which all parents are drawn.
    MapElites,
}

/// The axes of the grid.
///
/// ```
/// use patience_learn::{ArchiveAxes, RunSettings, Settings};
///
/// let settings = Settings::parse("archive_axes = \"nodes-size\"")?;
/// assert_eq!(settings.archive_axes, ArchiveAxes::NodesSize);
/// // A file does not name the default.
/// assert_eq!(ArchiveAxes::default(), ArchiveAxes::NodesLength);
/// assert!(!Settings::default().to_text().contains("archive_axes"));
/// # Ok::<(), patience_learn::SettingsError>(())
/// ```
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
///
/// ```
/// use patience_learn::{Settings, Shape, Terminals};
///
/// // The choice of the papers, unless the settings have another.
/// let policy = Settings { genome: Shape::Policy, ..Settings::default() };
/// assert_eq!(policy.terminals(), Terminals::Heuristics);
/// assert_eq!(Settings { genome: Shape::Formula, ..policy.clone() }.terminals(), Terminals::All);
/// assert_eq!(Settings { terminals: Some(Terminals::All), ..policy }.terminals(), Terminals::All);
/// ```
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
