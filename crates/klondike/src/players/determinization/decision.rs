//! The data of one decision.

use patience_core::{Meter, SplitMix, Stop};

use super::DeterminizationPlayer;
use crate::engines::exact::{AbstractState, Action, DepthFirst, KeyWord, Layout, Prunings};

/// One decision.
pub(super) struct Decision<W> {
    pub(super) player: DeterminizationPlayer,
    /// The layout of the sampled world.
    pub(super) layout: Layout,
    pub(super) root: AbstractState,
    /// The unseen cards, in the order of the sampled world: those of the columns, then those of the stock.
    cards: Vec<u8>,
    /// How many of them lie in columns.
    down: usize,
    /// For sampled worlds, with a small budget.
    search: DepthFirst<W>,
    /// The budget: abstract states.
    patience: u64,
    /// For candidates, and for the world if it is known.
    pub(super) walker: DepthFirst<W>,
    /// Sampled worlds, and the winnable ones among them.
    pub(super) worlds: u32,
    pub(super) winnable: u32,
    pub(super) stats: Vec<CandidateStats>,
}

/// The results of a candidate in the race.
#[derive(Clone, Debug)]
pub(super) struct CandidateStats {
    /// Winnable worlds that it was tried in.
    pub(super) tried: u32,
    /// Those of them that it wins.
    pub(super) wins: u32,
    /// Whether it turns a card.
    pub(super) turns: bool,
    pub(super) is_out: bool,
}

impl<W: KeyWord> Decision<W> {
    pub(super) fn new(player: DeterminizationPlayer, layout: Layout, root: AbstractState) -> Self {
        let cards = layout.lying_down(&root);
        let down = cards.len();
        Self::with_unseen(player, layout, root, cards, down)
    }

    /// A decision of a player that sees only the waste of the stock.
    pub(super) fn blind(
        player: DeterminizationPlayer,
        layout: Layout,
        root: AbstractState,
    ) -> Self {
        let mut cards = layout.lying_down(&root);
        let down = cards.len();
        cards.extend(layout.behind_waste(&root));
        Self::with_unseen(player, layout, root, cards, down)
    }

    fn with_unseen(
        player: DeterminizationPlayer,
        layout: Layout,
        root: AbstractState,
        mut cards: Vec<u8>,
        down: usize,
    ) -> Self {
        // The player does not know the order in which they lie.
        cards.sort_unstable();
        let patience = if layout.is_limited() { player.limited_patience } else { player.patience };
        Self {
            player,
            patience,
            layout,
            root,
            cards,
            down,
            search: DepthFirst::hasty(Prunings::default()),
            walker: DepthFirst::new(Prunings::default()),
            worlds: 0,
            winnable: 0,
            stats: Vec::new(),
        }
    }

    /// The candidates from the root, one for each position that they lead to.
    pub(super) fn candidates(&mut self) -> Vec<Vec<Action>> {
        let root = self.root;
        self.candidates_from(&root)
    }

    /// The candidates from a state, one for each position that they lead to.
    pub(super) fn candidates_from(&mut self, state: &AbstractState) -> Vec<Vec<Action>> {
        let mut candidates = Vec::new();
        self.walker.candidates(&self.layout, state, &mut candidates);
        let mut ends: Vec<AbstractState> = Vec::new();
        candidates.retain(|candidate| {
            let mut end = *state;
            for &action in candidate {
                self.layout.apply(&mut end, action);
            }
            let is_new = !ends.contains(&end);
            ends.push(end);
            is_new
        });
        candidates
    }

    /// Samples a world: shuffles the unseen cards.
    pub(super) fn sample_world(&mut self, rng: &mut SplitMix) {
        rng.shuffle(&mut self.cards);
        let (down, stock) = self.cards.split_at(self.down);
        self.layout.lay_down(&self.root, down);
        if !stock.is_empty() {
            self.layout.stack(&self.root, stock);
        }
        self.search.forget();
    }

    /// The number of unseen cards.
    pub(super) fn unseen(&self) -> u32 {
        // At most 52.
        #[allow(clippy::cast_possible_truncation)]
        let count = self.cards.len() as u32;
        count
    }

    /// The state after a candidate in the sampled world. Without actions, it turns the stock.
    pub(super) fn after(&mut self, state: &AbstractState, candidate: &[Action]) -> AbstractState {
        let mut end = if candidate.is_empty() { self.layout.turn(state) } else { *state };
        for &action in candidate {
            self.layout.apply(&mut end, action);
        }
        self.walker.settle(&self.layout, &mut end);
        end
    }

    /// Whether the sampled world is won from a state, as far as the budget of one search shows.
    pub(super) fn is_winnable(
        &mut self,
        state: &AbstractState,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if self.layout.is_won(state) {
            return Ok(true);
        }
        let Self { search, layout, patience, .. } = self;
        let decided = meter.within(*patience, |meter| search.run(layout, *state, meter))?;
        Ok(decided == Some(true))
    }

    /// Whether the solution of the last search begins with this candidate.
    pub(super) fn has_won_by(&self, candidate: &[Action]) -> bool {
        !candidate.is_empty() && self.search.path().starts_with(candidate)
    }

    /// The actions that win the known world, if it is winnable.
    pub(super) fn win(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<Action>>, Stop> {
        let is_won = self.walker.decide(&self.layout, self.root, meter)?;
        Ok(is_won.then(|| self.walker.path().to_vec()))
    }
}
