//! Curricula: which cases the genomes of a generation are evaluated on.

mod gradual;
mod hillis;
mod rosin;
mod tally;

use patience_core::SplitMix;
use serde::{Deserialize, Serialize};

use crate::arena::Case;
use crate::settings::{CurriculumKind, Settings};

/// A curriculum with its state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Curriculum {
    /// Random cases for each generation, the same for all genomes.
    Random,
    Gradual(gradual::Gradual),
    Rosin(rosin::Rosin),
    Hillis(hillis::Hillis),
}

/// The search of a genome on a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Evaluation {
    pub(crate) case: Case,
    pub(crate) is_solved: bool,
    /// Nodes, or the penalty.
    pub(crate) cost: f64,
    /// Nodes of the baseline, or the penalty.
    pub(crate) baseline: f64,
}

/// The settings and the training set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) training: &'a [Case],
}

/// The size of the training set.
pub(crate) fn training_size(settings: &Settings) -> usize {
    match settings.curriculum {
        CurriculumKind::Gradual => {
            settings.gradual.groups.saturating_mul(settings.gradual.group_size)
        }
        _ => settings.training,
    }
}

impl Curriculum {
    /// The initial state. Gradual difficulty sorts the training set by `cost`, the nodes of the baseline; others ignore it.
    pub(crate) fn new(
        context: Context<'_>,
        cost: impl Fn(Case) -> f64,
        random: &mut SplitMix,
    ) -> Self {
        match context.settings.curriculum {
            CurriculumKind::Random => Self::Random,
            CurriculumKind::Gradual => Self::Gradual(gradual::Gradual::new(context, cost, random)),
            CurriculumKind::Rosin => Self::Rosin(rosin::Rosin::new(context, random)),
            CurriculumKind::Hillis => Self::Hillis(hillis::Hillis::new(context, random)),
        }
    }

    /// The cases of each genome.
    pub(crate) fn assign(
        &self,
        genomes: usize,
        context: Context<'_>,
        random: &mut SplitMix,
    ) -> Vec<Vec<Case>> {
        match self {
            Self::Random => {
                let cases = draw(context.training, context.settings.random.cases, random);
                vec![cases; genomes]
            }
            Self::Gradual(state) => vec![state.cases(); genomes],
            Self::Rosin(state) => state.assign(genomes, context, random),
            Self::Hillis(state) => state.assign(genomes, context, random),
        }
    }

    /// Updates the state after a generation whose best fitness was `best`.
    pub(crate) fn learn(
        &mut self,
        evaluations: &[Evaluation],
        best: f64,
        context: Context<'_>,
        random: &mut SplitMix,
    ) {
        match self {
            Self::Random => {}
            Self::Gradual(state) => state.learn(best, context, random),
            Self::Rosin(state) => state.learn(evaluations, context, random),
            Self::Hillis(state) => state.learn(evaluations, context, random),
        }
    }

    /// Whether the curriculum is complete.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self, Self::Gradual(state) if state.is_over())
    }

    /// The current stage in a few words; empty for curricula without stages.
    pub(crate) fn stage(&self) -> String {
        match self {
            Self::Gradual(state) => state.stage(),
            _ => String::new(),
        }
    }
}

/// At most `count` different cases, at random.
pub(crate) fn draw(cases: &[Case], count: usize, random: &mut SplitMix) -> Vec<Case> {
    let mut drawn = cases.to_vec();
    random.shuffle(&mut drawn);
    drawn.truncate(count);
    drawn
}

/// Distributes the indices `0..count` to hands of `size`, evenly: no index is used again before all were.
pub(crate) fn distribute(
    hands: usize,
    size: usize,
    count: usize,
    random: &mut SplitMix,
) -> Vec<Vec<usize>> {
    let mut deck: Vec<usize> = Vec::new();
    let mut deal = || {
        let mut hand: Vec<usize> = Vec::new();
        while hand.len() < size.min(count) {
            // A new deck if the rest of the old one cannot fill the hand.
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
