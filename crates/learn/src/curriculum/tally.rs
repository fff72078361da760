//! The difficulty of cases, from the searches of a generation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Evaluation;
use crate::arena::Case;

/// Results of cases since the cases last evolved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    cases: BTreeMap<Case, Count>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Count {
    /// Searches that solved the case, and the sum of their nodes.
    solved: u32,
    cost: f64,
    /// The nodes of the baseline, or the penalty.
    baseline: f64,
}

impl Tally {
    pub(super) fn add(&mut self, evaluations: &[Evaluation]) {
        for evaluation in evaluations {
            let count = self.cases.entry(evaluation.case).or_default();
            count.baseline = evaluation.baseline;
            if evaluation.is_solved {
                count.solved += 1;
                count.cost += evaluation.cost;
            }
        }
    }

    /// The difficulty of cases together: mean nodes of the searches that solved them, relative to the baseline's. An unsolved case counts
    /// with the penalty; a case without searches does not count.
    pub(super) fn difficulty(&self, cases: &[Case], penalty: f64) -> f64 {
        let (mut cost, mut baseline) = (0.0, 0.0);
        for count in cases.iter().filter_map(|case| self.cases.get(case)) {
            cost += if count.solved == 0 { penalty } else { count.cost / f64::from(count.solved) };
            baseline += count.baseline;
        }
        if baseline == 0.0 { 0.0 } else { cost / baseline }
    }

    /// Every case with a search.
    pub(super) fn cases(&self) -> impl Iterator<Item = Case> {
        self.cases.keys().copied()
    }
}
