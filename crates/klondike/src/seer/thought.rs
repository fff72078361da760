//! What a player keeps in mind while it thinks about one decision.

use patience_core::{Meter, SplitMix, Stop};

use super::Seer;
use crate::engine::{Act, Hunt, Layout, Omissions, Sketch, Word};

/// One decision.
pub(super) struct Thought<W> {
    pub(super) seer: Seer,
    /// The layout with the cards of the world that is looked at.
    pub(super) layout: Layout,
    pub(super) root: Sketch,
    /// The cards that nobody has seen, in the order of the world that is looked at.
    cards: Vec<u8>,
    /// For worlds that may be: it is soon out of patience.
    hunt: Hunt<W>,
    /// For what needs no search, and for the world that is known.
    walker: Hunt<W>,
    /// Worlds looked at, and those of them that can be won.
    pub(super) worlds: u32,
    pub(super) winnable: u32,
    pub(super) runners: Vec<Runner>,
}

/// How a way fares in the race.
#[derive(Clone, Debug)]
pub(super) struct Runner {
    /// Winnable worlds that it was tried in.
    pub(super) tried: u32,
    /// Those of them that it wins.
    pub(super) wins: u32,
    /// Whether it turns a card.
    pub(super) turns: bool,
    pub(super) is_out: bool,
}

impl<W: Word> Thought<W> {
    pub(super) fn new(seer: Seer, layout: Layout, root: Sketch) -> Self {
        let mut cards = layout.lying_down(&root);
        // The order in which they lie is nobody's to know.
        cards.sort_unstable();
        Self {
            seer,
            layout,
            root,
            cards,
            hunt: Hunt::hasty(Omissions::default()),
            walker: Hunt::new(Omissions::default()),
            worlds: 0,
            winnable: 0,
            runners: Vec::new(),
        }
    }

    /// The ways from the root, one for each position that they lead to.
    pub(super) fn ways(&mut self) -> Vec<Vec<Act>> {
        let root = self.root;
        self.ways_from(&root)
    }

    /// The ways from a sketch, one for each position that they lead to.
    pub(super) fn ways_from(&mut self, sketch: &Sketch) -> Vec<Vec<Act>> {
        let mut ways = Vec::new();
        self.walker.ways(&self.layout, sketch, &mut ways);
        let mut ends: Vec<Sketch> = Vec::new();
        ways.retain(|way| {
            let mut end = *sketch;
            for &act in way {
                self.layout.act(&mut end, act);
            }
            let is_new = !ends.contains(&end);
            ends.push(end);
            is_new
        });
        ways
    }

    /// Lays the cards down in another order.
    pub(super) fn imagine(&mut self, rng: &mut SplitMix) {
        rng.shuffle(&mut self.cards);
        self.layout.lay_down(&self.root, &self.cards);
        self.hunt.forget();
    }

    /// How many cards nobody has seen.
    pub(super) fn unseen(&self) -> u32 {
        // At most 52.
        #[allow(clippy::cast_possible_truncation)]
        let count = self.cards.len() as u32;
        count
    }

    /// What a way leads to in the world that is looked at.
    pub(super) fn after(&mut self, sketch: &Sketch, way: &[Act]) -> Sketch {
        let mut end = *sketch;
        for &act in way {
            self.layout.act(&mut end, act);
        }
        self.walker.settle(&self.layout, &mut end);
        end
    }

    /// Whether the world that is looked at is won from a sketch, as far as patience goes.
    pub(super) fn is_winnable(
        &mut self,
        sketch: &Sketch,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        if self.layout.is_won(sketch) {
            return Ok(true);
        }
        let Self { hunt, layout, seer, .. } = self;
        let decided = meter.within(seer.patience, |meter| hunt.pursue(layout, *sketch, meter))?;
        Ok(decided == Some(true))
    }

    /// Whether the search that has just won began with this way.
    pub(super) fn has_won_by(&self, way: &[Act]) -> bool {
        self.hunt.path().starts_with(way)
    }

    /// The acts that win the one world that there is, if it can be won.
    pub(super) fn win(&mut self, meter: &mut Meter<'_>) -> Result<Option<Vec<Act>>, Stop> {
        let is_won = self.walker.decide(&self.layout, self.root, meter)?;
        Ok(is_won.then(|| self.walker.path().to_vec()))
    }
}
