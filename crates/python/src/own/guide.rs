//! What guides a search of a Python puzzle: a feature, a policy, or nothing.

use patience_core::{Cost, Evaluator, Heuristic, Kind, Measured, Nearer, Node, Rounded};
use patience_kit::Fault;
use patience_learn::{Bound, FeatureInfo};

use super::Own;

/// A guide of one search.
pub(super) enum Guide<P> {
    /// Every state is as good as another.
    Blind,
    /// A feature, turned so that less is nearer to the goal.
    Feature(usize),
    /// A policy.
    Policy(Bound<P>),
}

impl<P> Guide<P> {
    /// The heuristic of a name, or the usual one.
    pub(super) fn named(own: &Own, name: Option<&str>) -> Result<Self, Fault> {
        let known = own.feature_set.features();
        let Some(name) = name else {
            return Ok(own.heuristic.map_or(Self::Blind, Self::Feature));
        };
        let is_it = |feature: &FeatureInfo| feature.name == name && feature.is_heuristic();
        known.iter().position(is_it).map(Self::Feature).ok_or_else(|| {
            let known =
                known.iter().filter(|feature| feature.is_heuristic()).map(|feature| feature.name);
            Fault::unknown("heuristic", name, known)
        })
    }
}

impl<P: Measured> Evaluator<P> for Guide<P> {
    fn score(&self, puzzle: &P, node: &Node<'_, P>) -> f64 {
        match self {
            Self::Blind => 0.0,
            Self::Feature(at) => {
                let (value, (least, most)) = (puzzle.measure(*at, node), puzzle.feature_range(*at));
                match puzzle.feature_kind(*at) {
                    Kind::Heuristic { nearer: Nearer::High, .. } => most - value,
                    _ => value - least.min(0.0),
                }
            }
            Self::Policy(bound) => bound.score(puzzle, node),
        }
    }
}

impl<P: Measured> Heuristic<P> for Guide<P> {
    fn estimate(&self, puzzle: &P, node: &Node<'_, P>) -> Option<Cost> {
        Rounded(self).estimate(puzzle, node)
    }

    fn is_admissible(&self, puzzle: &P) -> bool {
        match self {
            Self::Blind => true,
            Self::Feature(at) => {
                matches!(puzzle.feature_kind(*at), Kind::Heuristic { admissible: true, .. })
            }
            Self::Policy(_) => false,
        }
    }
}
