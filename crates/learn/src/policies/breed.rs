//! The next generation, by each method.

use super::evaluate::Evaluated;
use super::pool::Pool;
use super::{Policies, PolicyState};
use crate::breed::{Breeder, Parent};
use crate::genome::Genome;
use crate::settings::Method;

impl Policies {
    /// The next population.
    pub(super) fn next_population(
        &self,
        state: &mut PolicyState,
        evaluated: &Evaluated,
    ) -> Vec<Genome> {
        match self.settings.method {
            Method::Evolution => self.evolved(state, evaluated),
            Method::RandomSearch => {
                let breeder = self.breeder();
                let random = &mut state.random;
                (0..self.settings.genomes()).map(|_| breeder.random(random)).collect()
            }
            Method::HillClimbing => self.climbed(state, evaluated),
        }
    }

    pub(super) fn breeder(&self) -> Breeder<'_> {
        Breeder { feature_set: self.arena.feature_set(), settings: &self.settings }
    }

    /// The elite and the offspring. The operator is drawn before the parents.
    fn evolved(&self, state: &mut PolicyState, evaluated: &Evaluated) -> Vec<Genome> {
        let (settings, breeder) = (&self.settings, self.breeder());
        let mut pool = Pool::of(self, state, evaluated);
        let mut next = std::mem::take(&mut pool.elite);
        let (size, random) = (state.population.len(), &mut state.random);
        let total = settings.reproduction + settings.crossover + settings.mutation;
        while next.len() < size {
            let operator = random.unit() * total;
            let one = pool.draw(random);
            if operator < settings.crossover {
                let other = pool.draw(random);
                next.extend(breeder.cross(pool.parent(one), pool.parent(other), random));
            } else if operator < settings.crossover + settings.mutation {
                next.push(breeder.mutate(pool.parent(one), random));
            } else {
                next.push(pool.parent(one).genome.clone());
            }
        }
        next.truncate(size);
        next
    }

    /// The best genome and its mutations.
    fn climbed(&self, state: &mut PolicyState, evaluated: &Evaluated) -> Vec<Genome> {
        let best = last_best(&evaluated.fitness);
        let parent = Parent { genome: &state.population[best], fired: &evaluated.fired[best] };
        let (breeder, random) = (self.breeder(), &mut state.random);
        let children = (0..self.settings.offspring).map(|_| breeder.mutate(parent, random));
        std::iter::once(parent.genome.clone()).chain(children).collect()
    }
}

/// The index of the best, the last of equals: in hill climbing a child replaces an equal parent, so that steps on a plateau are free.
pub(super) fn last_best(fitness: &[f64]) -> usize {
    let by_fitness = |&one: &usize, &other: &usize| fitness[one].total_cmp(&fitness[other]);
    (0..fitness.len()).max_by(by_fitness).unwrap_or(0)
}
