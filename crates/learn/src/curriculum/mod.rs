//! Which cases the genomes of a generation meet, and what is learnt of the cases from that.

mod gradual;
mod hillis;
mod rosin;
mod tally;

use patience_core::SplitMix;
use serde::{Deserialize, Serialize};

use crate::arena::Case;
use crate::settings::{CurriculumKind, Settings};

/// A curriculum and where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Curriculum {
    /// So many random cases a generation, the same for all genomes.
    Random,
    Gradual(gradual::Gradual),
    Rosin(rosin::Rosin),
    Hillis(hillis::Hillis),
}

/// A genome's meeting with a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Meeting {
    pub(crate) case: Case,
    pub(crate) is_solved: bool,
    /// Nodes, or the penalty.
    pub(crate) cost: f64,
    /// The same of the baseline.
    pub(crate) baseline: f64,
}

/// What a curriculum works with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) training: &'a [Case],
}

/// How many cases the training set has.
pub(crate) fn training_size(settings: &Settings) -> usize {
    match settings.curriculum {
        CurriculumKind::Gradual => {
            settings.gradual.groups.saturating_mul(settings.gradual.group_size)
        }
        _ => settings.training,
    }
}

impl Curriculum {
    /// The beginning. Gradual difficulty sorts the training set by `cost`, what the baseline needs; the others do not look at it.
    pub(crate) fn new(class: Class<'_>, cost: impl Fn(Case) -> f64, random: &mut SplitMix) -> Self {
        match class.settings.curriculum {
            CurriculumKind::Random => Self::Random,
            CurriculumKind::Gradual => Self::Gradual(gradual::Gradual::new(class, cost, random)),
            CurriculumKind::Rosin => Self::Rosin(rosin::Rosin::new(class, random)),
            CurriculumKind::Hillis => Self::Hillis(hillis::Hillis::new(class, random)),
        }
    }

    /// The cases of each of so many genomes.
    pub(crate) fn assign(
        &self,
        genomes: usize,
        class: Class<'_>,
        random: &mut SplitMix,
    ) -> Vec<Vec<Case>> {
        match self {
            Self::Random => {
                let cases = draw(class.training, class.settings.random.cases, random);
                vec![cases; genomes]
            }
            Self::Gradual(state) => vec![state.cases(); genomes],
            Self::Rosin(state) => state.assign(genomes, class, random),
            Self::Hillis(state) => state.assign(genomes, class, random),
        }
    }

    /// Learns from the meetings of a generation, whose best fitness was `best`.
    pub(crate) fn learn(
        &mut self,
        meetings: &[Meeting],
        best: f64,
        class: Class<'_>,
        random: &mut SplitMix,
    ) {
        match self {
            Self::Random => {}
            Self::Gradual(state) => state.learn(best, class, random),
            Self::Rosin(state) => state.learn(meetings, class, random),
            Self::Hillis(state) => state.learn(meetings, class, random),
        }
    }

    /// Whether there is nothing more to learn.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self, Self::Gradual(state) if state.is_over())
    }

    /// Where it stands, in a few words; empty if there is nothing to say.
    pub(crate) fn stage(&self) -> String {
        match self {
            Self::Gradual(state) => state.stage(),
            _ => String::new(),
        }
    }
}

/// So many different cases of these at random, or all.
pub(crate) fn draw(cases: &[Case], count: usize, random: &mut SplitMix) -> Vec<Case> {
    let mut drawn = cases.to_vec();
    random.shuffle(&mut drawn);
    drawn.truncate(count);
    drawn
}

/// Deals the places `0..count` out to hands of `size`, evenly: no place is dealt again before all were.
pub(crate) fn deal_out(
    hands: usize,
    size: usize,
    count: usize,
    random: &mut SplitMix,
) -> Vec<Vec<usize>> {
    let mut deck: Vec<usize> = Vec::new();
    let mut deal = || {
        let mut hand: Vec<usize> = Vec::new();
        while hand.len() < size.min(count) {
            // A new deck when the hand could not be filled with what is left.
            if !deck.iter().any(|at| !hand.contains(at)) {
                let mut fresh: Vec<usize> = (0..count).collect();
                random.shuffle(&mut fresh);
                deck.splice(0..0, fresh);
            }
            let at = deck.iter().rposition(|at| !hand.contains(at)).unwrap_or(0);
            hand.push(deck.remove(at));
        }
        hand
    };
    (0..hands).map(|_| deal()).collect()
}

#[cfg(test)]
mod tests;
