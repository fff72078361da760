//! How hard cases were for the genomes that met them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Meeting;
use crate::arena::Case;

/// What is known of cases since the last time that they evolved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    cases: BTreeMap<Case, Count>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Count {
    /// Searches that solved it, and their nodes.
    solved: u32,
    cost: f64,
    /// The nodes of the baseline, or the penalty.
    baseline: f64,
}

impl Tally {
    pub(super) fn add(&mut self, meetings: &[Meeting]) {
        for meeting in meetings {
            let count = self.cases.entry(meeting.case).or_default();
            count.baseline = meeting.baseline;
            if meeting.is_solved {
                count.solved += 1;
                count.cost += meeting.cost;
            }
        }
    }

    /// How hard these cases were together: the mean of the nodes that they took those who solved them, by the mean of the baseline's. A case
    /// that nobody solved counts with the penalty; one that nobody met does not count.
    pub(super) fn difficulty(&self, cases: &[Case], penalty: f64) -> f64 {
        let (mut cost, mut baseline) = (0.0, 0.0);
        for count in cases.iter().filter_map(|case| self.cases.get(case)) {
            cost += if count.solved == 0 { penalty } else { count.cost / f64::from(count.solved) };
            baseline += count.baseline;
        }
        if baseline == 0.0 { 0.0 } else { cost / baseline }
    }

    /// Every case that was met.
    pub(super) fn cases(&self) -> impl Iterator<Item = Case> {
        self.cases.keys().copied()
    }
}
