//! A weighted sum of counts, which guides searches for any solution.

use patience_core::{Evaluator, Node};

use super::counts::{COUNT, counts_of};
use crate::{Klondike, PairedGame, State};

/// A weighted sum of the counts of a state, in the order of the features; lower is better.
///
/// ```
/// use patience_core::{Evaluator, Node, Puzzle};
/// use patience_klondike::{WeightedSum, Klondike, Rules};
///
/// let game = Klondike::of_seed(1, Rules::default())?;
/// assert!(0.0 < WeightedSum::default().score(&game, &Node::root(&game.start())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightedSum {
    /// The weight of each count.
    pub weights: [f64; COUNT],
}

impl Default for WeightedSum {
    /// Found by hill climbing on the number of 2,000 deals with all cards known that a rollout of level 0 wins. Before rounding, they won 704
    /// of 5,000 other deals.
    fn default() -> Self {
        Self { weights: [1.2, 11.0, -0.5, 1.5, 4.0, -0.7, 5.7, 0.6, 0.3] }
    }
}

impl WeightedSum {
    fn of(&self, game: &Klondike, state: &State) -> f64 {
        counts_of(game, state).iter().zip(&self.weights).map(|(count, weight)| count * weight).sum()
    }
}

impl Evaluator<Klondike> for WeightedSum {
    fn score(&self, game: &Klondike, node: &Node<'_, Klondike>) -> f64 {
        self.of(game, node.state)
    }
}

impl Evaluator<PairedGame> for WeightedSum {
    fn score(&self, paired: &PairedGame, node: &Node<'_, PairedGame>) -> f64 {
        self.of(&paired.game, node.state)
    }
}
