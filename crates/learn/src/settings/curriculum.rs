//! Settings of curricula: how the cases of a generation are chosen.

use serde::{Deserialize, Serialize};

/// How the cases of a generation are chosen.
///
/// ```
/// use patience_learn::{CurriculumKind, Settings};
///
/// // Cases for each genome by default: ten; one of each group of the window and an easier one; some of the hall; two sets of six.
/// let settings = Settings { population: 1, validation: 0, ..Settings::default() };
/// let searches = |curriculum| Settings { curriculum, ..settings.clone() }.searches();
/// let kinds = [CurriculumKind::Random, CurriculumKind::Gradual, CurriculumKind::Rosin, CurriculumKind::Hillis];
/// assert_eq!(kinds.map(searches), [10, 5 + 1, 5 + 2, 2 * 6]);
/// ```
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

/// Settings of random cases.
///
/// ```
/// use patience_learn::{CurriculumKind, RunSettings, Settings};
///
/// let settings = Settings::parse("curriculum = \"random\"\npopulation = 6\nvalidation = 4\nrandom = { cases = 3 }")?;
/// assert_eq!(settings.curriculum, CurriculumKind::Random);
/// assert_eq!(settings.searches(), 6 * 3 + 4);
/// # Ok::<(), patience_learn::SettingsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RandomCases {
    /// Cases per generation, the same for all genomes.
    pub cases: usize,
}

/// Settings of gradual difficulty.
///
/// ```
/// use patience_learn::{Gradual, RunSettings, Settings};
///
/// // The window has at most as many groups as there are.
/// let settings = |groups| Settings { gradual: Gradual { groups, current: 3, ..Gradual::default() }, ..Settings::default() };
/// assert!(settings(3).check().is_ok());
/// assert_eq!(settings(2).check().unwrap_err().name, "gradual.groups");
/// ```
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
///
/// ```
/// use patience_learn::{CurriculumKind, Rosin, Settings};
///
/// let rosin = Rosin { cases: 4, hall_cases: 1, ..Rosin::default() };
/// let settings = Settings { curriculum: CurriculumKind::Rosin, rosin, population: 6, validation: 0, ..Settings::default() };
/// // Each genome is tried on four evolving cases and one of the hall of fame.
/// assert_eq!(settings.searches(), 6 * (4 + 1));
/// ```
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
///
/// ```
/// use patience_learn::{CurriculumKind, Hillis, Settings};
///
/// let hillis = Hillis { cases: 3, sets: 2, ..Hillis::default() };
/// let settings = Settings { curriculum: CurriculumKind::Hillis, hillis, population: 6, validation: 0, ..Settings::default() };
/// // Each genome is tried on two sets of three cases.
/// assert_eq!(settings.searches(), 6 * 2 * 3);
/// ```
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
