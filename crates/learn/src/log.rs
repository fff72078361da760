//! The log of a run: one JSON line per generation.

use serde::{Deserialize, Serialize};

/// The figures of a generation. They are the same on every machine.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_learn::{Evolution, Generation};
///
/// // Six genomes, each tried on ten cases; the best one also on four validation cases.
/// let mut run = Evolution::begin(policies(settings()));
/// let line = step(&mut run)?;
/// assert_eq!((line.generation, line.searches, line.evaluations), (0, 6 * 10, 6 * 10 + 4));
/// assert!(line.worst <= line.mean && line.mean <= line.best);
/// assert_eq!(serde_json::from_str::<Generation>(&serde_json::to_string(&line)?)?, line);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number; the first, of random genomes, is 0.
    pub generation: u32,
    /// The highest fitness.
    pub best: f64,
    /// The mean fitness.
    pub mean: f64,
    /// The lowest fitness.
    pub worst: f64,
    /// Searches of the generation.
    pub searches: usize,
    /// Evaluations so far: searches of genomes, those on validation cases included, whether their results were known or not. 0 in logs of
    /// older versions.
    #[serde(default)]
    pub evaluations: u64,
    /// Different cases in these searches.
    pub cases: usize,
    /// Searches that found a solution.
    pub solved: usize,
    /// Mean nodes of these.
    pub nodes: f64,
    /// Distinct genomes.
    pub distinct: usize,
    /// Mean size of a genome in nodes and weights.
    pub size: f64,
    /// The share of decisions of each rule of the best genome; the default last.
    pub fired: Vec<f64>,
    /// The hardest cases, the worst first.
    pub hardest: Vec<HardCase>,
    /// The best genome on the validation set.
    pub validation: Validation,
    /// The best genome so far on the validation set.
    pub champion: Champion,
    /// The stage of the curriculum; empty if it has none.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub stage: String,
    /// Whether searches had a time limit: then the run cannot be reproduced exactly.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub timed: bool,
    /// The archive, if the run has one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub archive: Option<Archived>,
    /// Children that a program bred from this generation: then the run cannot be reproduced exactly.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub mutator: Option<Mutated>,
}

impl Generation {
    /// A generation of a run that gets better and better: for examples and tests.
    #[must_use]
    pub fn example(number: u32, hardest: Vec<HardCase>) -> Self {
        let fitness = f64::from(number) / 10.0;
        let validation = Validation { fitness, solved: 1, cases: 2 };
        Self {
            generation: number,
            best: fitness,
            mean: fitness / 2.0,
            worst: 0.0,
            searches: 10,
            evaluations: 10 * u64::from(number + 1),
            cases: 5,
            solved: 7,
            nodes: 1234.5,
            distinct: 4,
            size: 30.5,
            fired: vec![0.25, 0.5, 0.25],
            hardest,
            validation,
            champion: Champion { generation: number, validation },
            stage: format!("groups {number} to 9"),
            timed: false,
            archive: None,
            mutator: None,
        }
    }
}

/// The archive of a run.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_learn::{ArchiveKind, Evolution, Settings};
///
/// let settings = Settings { archive: Some(ArchiveKind::MapElites), ..settings() };
/// let mut run = Evolution::begin(policies(settings));
/// let archived = step(&mut run)?.archive.expect("the run has an archive");
/// let fitness: Vec<f64> = run.state().memory.archive.elites().map(|elite| elite.figures.fitness).collect();
/// assert_eq!(archived.cells, fitness.len());
/// assert_eq!(archived.mean, fitness.iter().sum::<f64>() / fitness.len() as f64);
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Archived {
    /// Occupied cells.
    pub cells: usize,
    /// The mean fitness of their genomes when they entered.
    pub mean: f64,
}

/// The children of a program that breeds.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// # use patience_core::Cancel;
/// use patience_learn::{Evolution, Mutator};
///
/// /// A program whose children are no policy files.
/// struct Nonsense;
///
/// impl Mutator for Nonsense {
///     fn tell(&mut self, _: &str) -> Result<(), String> {
///         Ok(())
///     }
///     fn hear(&mut self, _: &Cancel) -> Result<Option<String>, String> {
///         Ok(Some(r#"{ "child": "nonsense" }"#.to_owned()))
///     }
/// }
///
/// let mut policies = policies(settings());
/// policies.mutator = Some(Box::new(Nonsense));
/// let count = step(&mut Evolution::begin(policies))?.mutator.expect("a program bred");
/// // It may answer four times for each child.
/// assert!(0 < count.children);
/// assert_eq!((count.refused, count.replaced), (4 * count.children, count.children));
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutated {
    /// Children that it was asked for.
    pub children: u32,
    /// Answers that were no genomes of the run.
    pub refused: u32,
    /// Children that the built-in operators bred instead.
    pub replaced: u32,
}

/// A case and its searches in a generation.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_learn::Evolution;
///
/// // All heaps are emptied, so those that take more nodes are harder.
/// let hardest = step(&mut Evolution::begin(policies(settings())))?.hardest;
/// assert!(hardest.iter().all(|hard| hard.solved == hard.tries));
/// assert!(hardest.is_sorted_by(|one, next| next.nodes <= one.nodes));
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HardCase {
    /// Its name.
    pub case: String,
    /// Searches.
    pub tries: u32,
    /// Searches that found a solution.
    pub solved: u32,
    /// Mean nodes of these.
    pub nodes: f64,
}

/// A genome on the validation set or, in a run without one, on the cases of its generation.
///
/// ```
/// use patience_learn::Validation;
///
/// // Fitness comes first; among equals, the number of solved cases.
/// let best = Validation { fitness: 0.4, solved: 8, cases: 10 };
/// assert!(Validation { fitness: 0.3, solved: 9, cases: 10 } < best);
/// assert!(Validation { fitness: 0.4, solved: 7, cases: 10 } < best);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Validation {
    /// The mean fitness.
    pub fitness: f64,
    /// Solved cases.
    pub solved: usize,
    /// Cases.
    pub cases: usize,
}

/// The origin of the best genome of a run.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_learn::{Evolution, Run};
///
/// let mut run = Evolution::begin(policies(settings()));
/// while !run.is_over() {
///     let line = step(&mut run)?;
///     // It is of this generation or of one before, and no worse than the best genome of this one.
///     assert!(line.champion.generation <= line.generation);
///     assert!(line.validation <= line.champion.validation);
/// }
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// Its generation.
    pub generation: u32,
    /// Its result.
    pub validation: Validation,
}
