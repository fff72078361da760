//! The log of a run: one JSON line per generation.

use serde::{Deserialize, Serialize};

/// The figures of a generation. They are the same on every machine.
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Archived {
    /// Occupied cells.
    pub cells: usize,
    /// The mean fitness of their genomes when they entered.
    pub mean: f64,
}

/// The children of a program that breeds.
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// Its generation.
    pub generation: u32,
    /// Its result.
    pub validation: Validation,
}
