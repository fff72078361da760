//! Gradual difficulty: a window over groups of cases moves from the easiest to the hardest.

use patience_core::SplitMix;
use serde::{Deserialize, Serialize};

use super::Context;
use crate::arena::Case;
use crate::breed::pick;

/// A window over groups of increasing difficulty: one case of each group in it, and one case of a group before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Gradual {
    groups: Vec<Vec<Case>>,
    /// The first group of the window.
    first: usize,
    /// The case of each group in the window.
    current: Vec<Case>,
    /// The case of a group before it.
    dropped: Option<Case>,
    /// Generations since the window moved.
    age: u32,
    is_over: bool,
}

impl Gradual {
    pub(super) fn new(
        context: Context<'_>,
        cost: impl Fn(Case) -> f64,
        random: &mut SplitMix,
    ) -> Self {
        let settings = &context.settings.gradual;
        let mut sorted = context.training.to_vec();
        sorted.sort_by(|&one, &other| cost(one).total_cmp(&cost(other)).then(one.cmp(&other)));
        // With too few cases, groups are smaller.
        let (cases, groups) = (sorted.len(), settings.groups.min(sorted.len()));
        let group = |at: usize| sorted[at * cases / groups..(at + 1) * cases / groups].to_vec();
        let groups: Vec<Vec<Case>> = (0..groups).map(group).collect();
        let current =
            groups.iter().take(settings.current).map(|group| pick(group, random)).collect();
        Self { groups, first: 0, current, dropped: None, age: 0, is_over: false }
    }

    pub(super) fn cases(&self) -> Vec<Case> {
        self.current.iter().copied().chain(self.dropped).collect()
    }

    pub(super) fn learn(&mut self, best: f64, context: Context<'_>, random: &mut SplitMix) {
        let settings = &context.settings.gradual;
        self.age += 1;
        if self.age < settings.patience && best < settings.target {
            return;
        }
        let Some(next) = self.groups.get(self.first + self.current.len()) else {
            self.is_over = true;
            return;
        };
        self.current.remove(0);
        self.current.push(pick(next, random));
        self.first += 1;
        self.age = 0;
        let behind = random.below(self.first);
        self.dropped = Some(pick(&self.groups[behind], random));
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn stage(&self) -> String {
        let last = self.first + self.current.len();
        format!("groups {} to {last} of {}", self.first + 1, self.groups.len())
    }
}
