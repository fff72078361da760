//! Coevolution after Hillis (1990): sets of cases evolve, and a genome is evaluated on whole sets.

use patience_core::SplitMix;
use serde::{Deserialize, Serialize};

use super::tally::Tally;
use super::{Context, Evaluation, distribute, draw};
use crate::arena::Case;
use crate::breed::{pick, roulette};

/// A population of sets of cases, which evolves every few generations of genomes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hillis {
    sets: Vec<Vec<Case>>,
    tally: Tally,
    /// Generations of genomes since the sets evolved.
    age: u32,
}

impl Hillis {
    pub(super) fn new(context: Context<'_>, random: &mut SplitMix) -> Self {
        let settings = &context.settings.hillis;
        let set = |_| draw(context.training, settings.cases, random);
        Self { sets: (0..settings.population).map(set).collect(), tally: Tally::default(), age: 0 }
    }

    pub(super) fn assign(
        &self,
        genomes: usize,
        context: Context<'_>,
        random: &mut SplitMix,
    ) -> Vec<Vec<Case>> {
        let hands = distribute(genomes, context.settings.hillis.sets, self.sets.len(), random);
        let cases =
            |hand: Vec<usize>| hand.into_iter().flat_map(|at| &self.sets[at]).copied().collect();
        hands.into_iter().map(cases).collect()
    }

    pub(super) fn learn(
        &mut self,
        evaluations: &[Evaluation],
        context: Context<'_>,
        random: &mut SplitMix,
    ) {
        self.tally.add(evaluations);
        self.age += 1;
        if context.settings.hillis.every <= self.age {
            self.sets = self.next_sets(context, random);
            (self.tally, self.age) = (Tally::default(), 0);
        }
    }

    /// The hardest set, and the offspring of all sets.
    fn next_sets(&self, context: Context<'_>, random: &mut SplitMix) -> Vec<Vec<Case>> {
        let settings = &context.settings.hillis;
        let penalty = context.settings.penalty;
        let fitness: Vec<f64> =
            self.sets.iter().map(|set| self.tally.difficulty(set, penalty)).collect();
        let hardest =
            (0..fitness.len()).rev().max_by(|&one, &other| fitness[one].total_cmp(&fitness[other]));
        let mut next: Vec<Vec<Case>> =
            hardest.map(|at| self.sets[at].clone()).into_iter().collect();
        let total = settings.reproduction + settings.crossover + settings.mutation;
        while next.len() < self.sets.len() {
            let operator = random.unit() * total;
            let mut parent = || self.sets[roulette(&fitness, random)].clone();
            let mut one = parent();
            if operator < settings.crossover {
                let mut other = parent();
                // At least one case from each parent, if there are two.
                let cases = one.len().min(other.len());
                let cut = if cases < 2 { cases } else { 1 + random.below(cases - 1) };
                one[cut..cases].swap_with_slice(&mut other[cut..cases]);
                next.push(other);
            } else if operator < settings.crossover + settings.mutation {
                for case in &mut one {
                    if random.chance(settings.case_mutation) {
                        *case = pick(context.training, random);
                    }
                }
            }
            next.push(one);
        }
        next.truncate(self.sets.len());
        next
    }
}
