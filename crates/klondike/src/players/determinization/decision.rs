//! What a player keeps in mind while it thinks about one decision.

use patience_core::{Meter, SplitMix, Stop};

use super::DeterminizationPlayer;
use crate::engines::exact::{AbstractState, Action, DepthFirst, KeyWord, Layout, Prunings};

/// One decision.
pub(super) struct Decision<W> {
    pub(super) player: DeterminizationPlayer,
    /// The layout with the cards of the world that is looked at.
    pub(super) layout: Layout,
    pub(super) root: AbstractState,
    /// The cards that nobody has seen, in the order of the world that is looked at.
    cards: Vec<u8>,
    /// For worlds that may be: it is soon out of patience.
    search: DepthFirst<W>,
    /// For what needs no search, and for the world that is known.
    walker: DepthFirst<W>,
    /// Worlds looked at, and those of them that can be won.
    pub(super) worlds: u32,
    pub(super) winnable: u32,
    pub(super) stats: Vec<CandidateStats>,
}

/// How a candidate fares in the race.
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
        let mut cards = layout.lying_down(&root);
        // The order in which they lie is nobody's to know.
        cards.sort_unstable();
        Self {
            player,
            layout,
            root,
            cards,
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

    /// Lays the cards down in another order.
    pub(super) fn sample_world(&mut self, rng: &mut SplitMix) {
        rng.shuffle(&mut self.cards);
        self.layout.lay_down(&self.root, &self.cards);
        self.search.forget();
    }

    /// How many cards nobody has seen.
    pub(super) fn unseen(&self) -> u32 {
        // At most 52.
        #[allow(clippy::cast_possible_truncation)]
        let count = self.cards.len() as u32;
        count
    }

    /// What a candidate leads to in the world that is looked at.
    pub(super) fn after(&mut self, state: &AbstractState, candidate: &[Action]) -> AbstractState {
        let mut end = *state;
        for &action in candidate {
            self.layout.apply(&mut end, action);
        }
        self.walker.settle(&self.layout, &mut end);
        end
    }

    /// Whether the world that is looked at is won from a state, as far as patience goes.
    pub(super) fn is_winnable(
        &mut self,
        state: &AbstractState,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if self.layout.is_won(state) {
            return Ok(true);
        }
        let Self { search, layout, player, .. } = self;
        let decided = meter.within(player.patience, |meter| search.run(layout, *state, meter))?;
        Ok(decided == Some(true))
    }

    /// Whether the search that has just won began with this candidate.
    pub(super) fn has_won_by(&self, candidate: &[Action]) -> bool {
        self.search.path().starts_with(candidate)
    }

    /// The actions that win the one world that there is, if it can be won.
    pub(super) fn win(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<Action>>, Stop> {
        let is_won = self.walker.decide(&self.layout, self.root, meter)?;
        Ok(is_won.then(|| self.walker.path().to_vec()))
    }
}
