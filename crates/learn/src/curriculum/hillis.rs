//! Coevolution in the manner of Hillis: sets of cases evolve, so that genomes must do well on several at once.

use patience_core::SplitMix;
use serde::{Deserialize, Serialize};

use super::tally::Tally;
use super::{Class, Meeting, deal_out, draw};
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
    pub(super) fn new(class: Class<'_>, random: &mut SplitMix) -> Self {
        let settings = &class.settings.hillis;
        let set = |_| draw(class.training, settings.cases, random);
        Self { sets: (0..settings.population).map(set).collect(), tally: Tally::default(), age: 0 }
    }

    pub(super) fn assign(
        &self,
        genomes: usize,
        class: Class<'_>,
        random: &mut SplitMix,
    ) -> Vec<Vec<Case>> {
        let hands = deal_out(genomes, class.settings.hillis.sets, self.sets.len(), random);
        let cases =
            |hand: Vec<usize>| hand.into_iter().flat_map(|at| &self.sets[at]).copied().collect();
        hands.into_iter().map(cases).collect()
    }

    pub(super) fn learn(&mut self, meetings: &[Meeting], class: Class<'_>, random: &mut SplitMix) {
        self.tally.add(meetings);
        self.age += 1;
        if class.settings.hillis.every <= self.age {
            self.sets = self.next_sets(class, random);
            (self.tally, self.age) = (Tally::default(), 0);
        }
    }

    /// The hardest set and the offspring of all.
    fn next_sets(&self, class: Class<'_>, random: &mut SplitMix) -> Vec<Vec<Case>> {
        let settings = &class.settings.hillis;
        let penalty = class.settings.penalty;
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
                // At least one case from each side, where there are two.
                let cases = one.len().min(other.len());
                let cut = if cases < 2 { cases } else { 1 + random.below(cases - 1) };
                one[cut..cases].swap_with_slice(&mut other[cut..cases]);
                next.push(other);
            } else if operator < settings.crossover + settings.mutation {
                for case in &mut one {
                    if random.chance(settings.case_mutation) {
                        *case = pick(class.training, random);
                    }
                }
            }
            next.push(one);
        }
        next.truncate(self.sets.len());
        next
    }
}
