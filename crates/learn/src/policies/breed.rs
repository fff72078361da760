//! The next generation, by each method.

use patience_core::SplitMix;

use super::Policies;
use super::evaluate::Evaluated;
use crate::breed::{Breeder, Parent, roulette};
use crate::genome::Genome;
use crate::settings::Method;

impl Policies {
    /// The next population.
    pub(super) fn next_population(
        &self,
        population: &[Genome],
        evaluated: &Evaluated,
        random: &mut SplitMix,
    ) -> Vec<Genome> {
        match self.settings.method {
            Method::Evolution => self.evolved(population, evaluated, random),
            Method::RandomSearch => {
                let breeder = self.breeder();
                (0..self.settings.genomes()).map(|_| breeder.random(random)).collect()
            }
            Method::HillClimbing => self.climbed(population, evaluated, random),
        }
    }

    fn breeder(&self) -> Breeder<'_> {
        Breeder { lexicon: self.arena.lexicon(), settings: &self.settings }
    }

    /// The elite and the offspring. The operator is drawn before the parents.
    fn evolved(
        &self,
        population: &[Genome],
        evaluated: &Evaluated,
        random: &mut SplitMix,
    ) -> Vec<Genome> {
        let settings = &self.settings;
        let breeder = self.breeder();
        let parent = |at: usize| Parent { genome: &population[at], fired: &evaluated.fired[at] };
        let mut order: Vec<usize> = (0..population.len()).collect();
        order.sort_by(|&one, &other| evaluated.fitness[other].total_cmp(&evaluated.fitness[one]));
        let mut next: Vec<Genome> =
            order.iter().take(settings.elite).map(|&at| population[at].clone()).collect();
        let total = settings.reproduction + settings.crossover + settings.mutation;
        while next.len() < population.len() {
            let operator = random.unit() * total;
            let one = roulette(&evaluated.fitness, random);
            if operator < settings.crossover {
                let other = roulette(&evaluated.fitness, random);
                next.extend(breeder.cross(parent(one), parent(other), random));
            } else if operator < settings.crossover + settings.mutation {
                next.push(breeder.mutate(parent(one), random));
            } else {
                next.push(population[one].clone());
            }
        }
        next.truncate(population.len());
        next
    }

    /// The best genome and its mutations.
    fn climbed(
        &self,
        population: &[Genome],
        evaluated: &Evaluated,
        random: &mut SplitMix,
    ) -> Vec<Genome> {
        let best = last_best(&evaluated.fitness);
        let parent = Parent { genome: &population[best], fired: &evaluated.fired[best] };
        let breeder = self.breeder();
        let children = (0..self.settings.offspring).map(|_| breeder.mutate(parent, random));
        std::iter::once(population[best].clone()).chain(children).collect()
    }
}

/// The index of the best, the last of equals: in hill climbing a child replaces an equal parent, so that steps on a plateau are free.
pub(super) fn last_best(fitness: &[f64]) -> usize {
    let by_fitness = |&one: &usize, &other: &usize| fitness[one].total_cmp(&fitness[other]);
    (0..fitness.len()).max_by(by_fitness).unwrap_or(0)
}
