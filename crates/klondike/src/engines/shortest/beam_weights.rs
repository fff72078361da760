//! The evaluator of beams: a weighted sum of a few counts.

use patience_core::{ChildEvaluator, Node, Puzzle};

use crate::engines::shortest::trimmed::Trimmed;
use crate::{DetourHeuristic, Move, State};
use patience_cards::Suit;

/// Weights of the counts; lower sums are better. Each field names what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeamWeights {
    /// Cards that are not home.
    pub away: i32,
    /// Cards that lie face down.
    pub down: i32,
    /// Cards in waste and stock.
    pub stock: i32,
    /// Additional moves by [`DetourHeuristic`].
    pub detours: i32,
    /// The cost so far.
    pub cost: i32,
}

impl BeamWeights {
    /// Weights for beams that look for short solutions.
    pub const BRIEF: Self = Self { away: 2, down: 3, stock: 1, detours: 3, cost: 1 };

    fn of(&self, trimmed: &Trimmed<'_>, state: &State) -> i32 {
        let game = trimmed.game;
        let home: u8 = Suit::ALL.iter().map(|&suit| state.home(suit)).sum();
        let down: u8 = (0..game.rules().columns).map(|at| state.pile(at).down()).sum();
        self.away * i32::from(game.rules().cards() - home)
            + self.down * i32::from(down)
            + self.stock * i32::from(state.talon().cards)
            + self.detours * DetourHeuristic::moves(game, state).cast_signed()
    }
}

impl<'g> ChildEvaluator<Trimmed<'g>> for BeamWeights {
    type View = ();

    fn view(&self, _: &Trimmed<'g>, _: &Node<'_, Trimmed<'g>>) {}

    fn score_child(
        &self,
        trimmed: &Trimmed<'g>,
        node: &Node<'_, Trimmed<'g>>,
        (): &(),
        mv: Move,
    ) -> i32 {
        let mut child = *node.state;
        let cost = node.g.saturating_add(trimmed.pay(&mut child, mv));
        self.of(trimmed, &child) + self.cost * cost.cast_signed()
    }
}
