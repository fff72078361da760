//! The evaluator of beams: a weighted sum of a few counts.

use patience_core::{ChildEvaluator, Cost, Node, Puzzle};

use crate::engines::shortest::trimmed::Trimmed;
use crate::{DetourHeuristic, Klondike, Metric, Move, State};
use patience_cards::Suit;

/// Weights of the counts; lower sums are better. Each field names what is counted.
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, solve};
/// use patience_klondike::engines::Shortest;
/// use patience_klondike::{BeamWeights, Klondike, Rules};
///
/// // Bad weights make a search longer, but not its solution.
/// let bad = BeamWeights { away: -2, cost: -1, ..BeamWeights::BRIEF };
/// let game = Klondike::of_seed(3, Rules { ranks: 4, columns: 3, ..Rules::default() })?;
/// let length = |weights| {
///     let (engine, limits) = (Shortest { weights, widest: 32 }, Limits::default());
///     match solve(&engine, &game, &game.start(), &limits, &Cancel::new(), &mut ()).outcome {
///         Outcome::Solved(solution) => Some(solution.cost),
///         _ => None,
///     }
/// };
/// assert!(length(bad).is_some() && length(bad) == length(BeamWeights::BRIEF));
/// # Ok::<(), patience_klondike::SetupError>(())
/// ```
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
    /// If turns count: turns of the stock to come in this pass.
    pub turns: i32,
    /// If turns count: turns of another pass for what lies in the waste below its top.
    pub buried: i32,
}

impl BeamWeights {
    /// Weights for beams that look for short solutions.
    pub const BRIEF: Self =
        Self { away: 2, down: 3, stock: 1, detours: 3, cost: 1, turns: 1, buried: 1 };

    fn of(&self, trimmed: &Trimmed<'_>, state: &State) -> i32 {
        let game = trimmed.game;
        let home: u8 = Suit::ALL.iter().map(|&suit| state.home(suit)).sum();
        let down: u8 = (0..game.rules().columns).map(|at| state.pile(at).down()).sum();
        self.away * i32::from(game.rules().cards() - home)
            + self.down * i32::from(down)
            + self.stock * i32::from(state.talon().cards)
            + self.detours * DetourHeuristic::moves(game, state).cast_signed()
            + match game.metric {
                Metric::Moves => 0,
                Metric::Turns => self.turning(game, state),
            }
    }

    /// Without it, the best states of a level would be those that have not turned the stock yet.
    fn turning(&self, game: &Klondike, state: &State) -> i32 {
        let talon = state.talon();
        let turns = |cards: u8| i32::from(cards.div_ceil(game.rules().draw.max(1)));
        self.turns * turns(talon.cards - talon.waste)
            + self.buried * turns(talon.waste.saturating_sub(1))
    }

    /// The score of a child.
    pub(super) fn score(&self, trimmed: &Trimmed<'_>, parent: &State, cost: Cost, mv: Move) -> i32 {
        let mut child = *parent;
        let cost = cost.saturating_add(trimmed.pay(&mut child, mv));
        self.of(trimmed, &child) + self.cost * cost.cast_signed()
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
        self.score(trimmed, node.state, node.g, mv)
    }
}
