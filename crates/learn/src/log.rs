//! What is told of every generation: one JSON line each.

use serde::{Deserialize, Serialize};

/// A generation in figures. It holds nothing that differs from machine to machine.
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
    /// Searches that its fitness came from.
    pub searches: usize,
    /// Different cases in them.
    pub cases: usize,
    /// How many of them found a solution.
    pub solved: usize,
    /// The mean of the nodes of those.
    pub nodes: f64,
    /// Genomes that differ from each other.
    pub distinct: usize,
    /// The mean number of nodes and weights of a genome.
    pub size: f64,
    /// How often each rule of the best genome, and last its default, decided: shares of 1.
    pub fired: Vec<f64>,
    /// The hardest cases, the worst first.
    pub hardest: Vec<HardCase>,
    /// How the best genome did on the validation set.
    pub validation: Validation,
    /// The best genome so far, by the validation set.
    pub champion: Champion,
    /// Where the curriculum stood; empty if it has no stages.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub stage: String,
    /// Whether time limited its searches: then nobody can repeat the run exactly.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub timed: bool,
}

/// A case and how the genomes that met it fared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HardCase {
    /// Its name.
    pub case: String,
    /// Genomes that met it.
    pub tries: u32,
    /// Those who solved it.
    pub solved: u32,
    /// The mean of their nodes.
    pub nodes: f64,
}

/// How a genome does on the validation set or, in a run without one, on the cases of its generation.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Validation {
    /// The mean fitness.
    pub fitness: f64,
    /// Cases that it solves.
    pub solved: usize,
    /// Cases of the set.
    pub cases: usize,
}

/// Where the best genome of a run came from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// The generation that it was the best of.
    pub generation: u32,
    /// How it did.
    pub validation: Validation,
}
