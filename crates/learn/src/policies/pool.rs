//! Those who may become parents, and how they are drawn.

use patience_core::SplitMix;

use super::evaluate::Evaluated;
use super::{Policies, PolicyState};
use crate::breed::{Parent, roulette};
use crate::genome::Genome;

/// Genomes that may become parents.
pub(super) struct Pool {
    genomes: Vec<Genome>,
    fired: Vec<Vec<u64>>,
    pub(super) fitness: Vec<f64>,
    /// Whether parents are drawn uniformly, not by their fitness.
    is_uniform: bool,
    /// The genomes that pass on unchanged.
    pub(super) elite: Vec<Genome>,
}

impl Pool {
    /// The occupied cells of the archive or, without one, the population with its elite.
    pub(super) fn of(policies: &Policies, state: &PolicyState, evaluated: &Evaluated) -> Self {
        if !state.memory.archive.0.is_empty() {
            let elites: Vec<_> = state.memory.archive.elites().collect();
            return Self {
                genomes: elites.iter().map(|elite| elite.genome.clone()).collect(),
                fired: elites.iter().map(|elite| elite.fired.clone()).collect(),
                fitness: elites.iter().map(|elite| elite.figures.fitness).collect(),
                is_uniform: true,
                elite: Vec::new(),
            };
        }
        let fitness = evaluated.fitness.clone();
        let mut order: Vec<usize> = (0..fitness.len()).collect();
        order.sort_by(|&one, &other| fitness[other].total_cmp(&fitness[one]));
        let elite = order.iter().take(policies.settings.elite);
        Self {
            elite: elite.map(|&at| state.population[at].clone()).collect(),
            genomes: state.population.clone(),
            fired: evaluated.fired.clone(),
            fitness,
            is_uniform: false,
        }
    }

    /// Draws a parent.
    pub(super) fn draw(&self, random: &mut SplitMix) -> usize {
        if self.is_uniform {
            random.below(self.genomes.len())
        } else {
            roulette(&self.fitness, random)
        }
    }

    pub(super) fn parent(&self, at: usize) -> Parent<'_> {
        Parent { genome: &self.genomes[at], fired: &self.fired[at] }
    }
}
