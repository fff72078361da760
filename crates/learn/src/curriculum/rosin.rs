//! Coevolution after Rosin (1997): single cases evolve towards the hard ones; a hall of fame keeps the hardest.

use patience_core::SplitMix;
use serde::{Deserialize, Serialize};

use super::tally::Tally;
use super::{Context, Evaluation, distribute, draw};
use crate::arena::Case;
use crate::breed::{pick, roulette};

/// A population of cases, and a hall of fame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rosin {
    cases: Vec<Case>,
    /// The hardest first, with their difficulty when they entered.
    hall: Vec<(Case, f64)>,
}

impl Rosin {
    pub(super) fn new(context: Context<'_>, random: &mut SplitMix) -> Self {
        let count = context.settings.rosin.population;
        Self { cases: draw(context.training, count, random), hall: Vec::new() }
    }

    pub(super) fn assign(
        &self,
        genomes: usize,
        context: Context<'_>,
        random: &mut SplitMix,
    ) -> Vec<Vec<Case>> {
        let settings = &context.settings.rosin;
        let evolving = distribute(genomes, settings.cases, self.cases.len(), random);
        let famous = distribute(genomes, settings.hall_cases, self.hall.len(), random);
        let hand = |(evolving, famous): (Vec<usize>, Vec<usize>)| {
            let evolving = evolving.into_iter().map(|at| self.cases[at]);
            evolving.chain(famous.into_iter().map(|at| self.hall[at].0)).collect()
        };
        evolving.into_iter().zip(famous).map(hand).collect()
    }

    pub(super) fn learn(
        &mut self,
        evaluations: &[Evaluation],
        context: Context<'_>,
        random: &mut SplitMix,
    ) {
        let settings = &context.settings.rosin;
        let mut tally = Tally::default();
        tally.add(evaluations);
        let difficulty = |case: Case| tally.difficulty(&[case], context.settings.penalty);
        for case in tally.cases() {
            self.hall.retain(|&(famous, _)| famous != case);
            self.hall.push((case, difficulty(case)));
        }
        // The sort is stable: of equals, older ones stay.
        self.hall.sort_by(|one, other| other.1.total_cmp(&one.1));
        self.hall.truncate(settings.hall);
        let fitness: Vec<f64> = self.cases.iter().map(|&case| difficulty(case)).collect();
        let next = |_| {
            if random.chance(settings.mutation) {
                pick(context.training, random)
            } else {
                self.cases[roulette(&fitness, random)]
            }
        };
        self.cases = (0..self.cases.len()).map(next).collect();
    }
}
