//! Coevolution in the manner of Rosin: single cases evolve towards the hard ones, and a hall of fame keeps the hardest.

use patience_core::SplitMix;
use serde::{Deserialize, Serialize};

use super::tally::Tally;
use super::{Class, Meeting, deal_out, draw};
use crate::arena::Case;
use crate::breed::{pick, roulette};

/// A population of cases, and the hardest that there were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rosin {
    cases: Vec<Case>,
    /// The hardest first, with how hard they were when they came in.
    hall: Vec<(Case, f64)>,
}

impl Rosin {
    pub(super) fn new(class: Class<'_>, random: &mut SplitMix) -> Self {
        let count = class.settings.rosin.population;
        Self { cases: draw(class.training, count, random), hall: Vec::new() }
    }

    pub(super) fn assign(
        &self,
        genomes: usize,
        class: Class<'_>,
        random: &mut SplitMix,
    ) -> Vec<Vec<Case>> {
        let settings = &class.settings.rosin;
        let evolving = deal_out(genomes, settings.cases, self.cases.len(), random);
        let famous = deal_out(genomes, settings.hall_cases, self.hall.len(), random);
        let hand = |(evolving, famous): (Vec<usize>, Vec<usize>)| {
            let evolving = evolving.into_iter().map(|at| self.cases[at]);
            evolving.chain(famous.into_iter().map(|at| self.hall[at].0)).collect()
        };
        evolving.into_iter().zip(famous).map(hand).collect()
    }

    pub(super) fn learn(&mut self, meetings: &[Meeting], class: Class<'_>, random: &mut SplitMix) {
        let settings = &class.settings.rosin;
        let mut tally = Tally::default();
        tally.add(meetings);
        let difficulty = |case: Case| tally.difficulty(&[case], class.settings.penalty);
        for case in tally.cases() {
            self.hall.retain(|&(famous, _)| famous != case);
            self.hall.push((case, difficulty(case)));
        }
        // A stable sort: of equals, those who were there before stay.
        self.hall.sort_by(|one, other| other.1.total_cmp(&one.1));
        self.hall.truncate(settings.hall);
        let fitness: Vec<f64> = self.cases.iter().map(|&case| difficulty(case)).collect();
        let next = |_| {
            if random.chance(settings.mutation) {
                pick(class.training, random)
            } else {
                self.cases[roulette(&fitness, random)]
            }
        };
        self.cases = (0..self.cases.len()).map(next).collect();
    }
}
