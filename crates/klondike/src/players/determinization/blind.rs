//! The same player where the stock is unseen.
//!
//! **Unlimited passes.** To turn the whole stock costs nothing and hides nothing: every card comes again in the same order. So the player turns
//! it before anything else, and plays the game with a known stock from then on.
//!
//! **Limited passes.** Until the stock was turned once, turning it is a candidate like the others, and worlds are samples of all unseen cards.
//! There is no second look, since an abstract state does not say which cards of the stock were turned.

use patience_core::{Choice, Estimate, Hidden, Meter, Player, SplitMix, Turn};

use super::decision::Decision;
use super::{DeterminizationPlayer, estimates};
use crate::engines::exact::{DepthFirst, KeyWord, Layout, Prunings, reconstruct};
use crate::players::hidden::{
    KnownStock, UnseenStock, UnseenStockMove, UnseenStockView, UnseenStockWorld,
};
use crate::{Klondike, Move};

impl Player<UnseenStock> for DeterminizationPlayer {
    fn choose(
        &self,
        game: &UnseenStock,
        turn: &Turn<'_, UnseenStock>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<UnseenStockMove> {
        let position = game.position(turn.view);
        if let Ok(table) = KnownStock::new(*game.rules(), &position) {
            return self.with_known_stock(&table, turn, rng, meter);
        }
        let is_forced = turn.moves == [UnseenStockMove::Turn];
        if is_forced || game.rules().passes.is_none() {
            return Choice::plain(UnseenStockMove::Turn);
        }
        let world = game.determinise(turn.view, rng);
        let (layout, _) = Layout::new(world.game(), turn.view.state());
        let situation = Situation { game, turn, world: &world };
        if layout.key_bits() <= <u64 as KeyWord>::BITS {
            self.decide_blind::<u64>(&situation, rng, meter)
        } else {
            self.decide_blind::<u128>(&situation, rng, meter)
        }
    }
}

/// The position in which the player is asked, with a world that it allows.
struct Situation<'a> {
    game: &'a UnseenStock,
    turn: &'a Turn<'a, UnseenStock>,
    world: &'a UnseenStockWorld,
}

impl Situation<'_> {
    fn world(&self) -> &Klondike {
        self.world.game()
    }

    /// Whether these moves can be played without turning the stock, as far as nothing else is turned.
    fn is_playable(&self, moves: &[Move]) -> bool {
        let mut view: UnseenStockView = *self.turn.view;
        let mut legal = Vec::new();
        moves.iter().all(|&mv| {
            let mv = UnseenStockMove::Play(mv);
            legal.clear();
            self.game.moves(&view, &mut legal);
            let is_legal = legal.contains(&mv);
            if is_legal {
                self.game.apply(&mut view, mv, None);
            }
            is_legal
        })
    }

    /// The choice of a sequence of moves; without any, of a turn of the stock.
    fn planned(&self, moves: &[Move]) -> Choice<UnseenStockMove> {
        match moves.split_first() {
            Some((&first, then)) if self.turn.moves.contains(&UnseenStockMove::Play(first)) => {
                let then = then.iter().map(|&mv| UnseenStockMove::Play(mv)).collect();
                Choice { then, ..Choice::plain(UnseenStockMove::Play(first)) }
            }
            _ => Choice::plain(self.turn.moves[0]),
        }
    }
}

impl DeterminizationPlayer {
    /// Plays on where the whole stock was seen.
    fn with_known_stock(
        &self,
        table: &KnownStock,
        turn: &Turn<'_, UnseenStock>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<UnseenStockMove> {
        let play = |mv: &UnseenStockMove| match mv {
            UnseenStockMove::Play(mv) => Some(*mv),
            UnseenStockMove::Turn => None,
        };
        let moves: Vec<Move> = turn.moves.iter().filter_map(play).collect();
        let view = table.first_view();
        let known = Turn { view: &view, moves: &moves, seen: &[] };
        let Choice { mv, then, estimates, stopped } = self.choose(table, &known, rng, meter);
        let estimate = |it: Estimate<Move>| Estimate {
            mv: UnseenStockMove::Play(it.mv),
            visits: it.visits,
            mean: it.mean,
        };
        Choice {
            mv: UnseenStockMove::Play(mv),
            then: then.into_iter().map(UnseenStockMove::Play).collect(),
            estimates: estimates.into_iter().map(estimate).collect(),
            stopped,
        }
    }

    fn decide_blind<W: KeyWord>(
        &self,
        situation: &Situation<'_>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<UnseenStockMove> {
        let root = situation.turn.view.state();
        let (layout, abstract_state) = Layout::new(situation.world(), root);
        let actions =
            DepthFirst::<W>::new(Prunings::default()).first_actions(&layout, abstract_state);
        let moves = reconstruct(situation.world(), root, &actions);
        if !moves.is_empty() && situation.is_playable(&moves) {
            return situation.planned(&moves);
        }
        let mut decision = Decision::<W>::blind(*self, layout, abstract_state);
        let planned = decision.candidates().into_iter().filter_map(|candidate| {
            let plan = reconstruct(situation.world(), root, &candidate);
            situation.is_playable(&plan).then_some((candidate, plan))
        });
        let (mut candidates, mut plans): (Vec<_>, Vec<_>) = planned.unzip();
        // Without actions: a turn of the stock. Of equal candidates the first is the leader.
        candidates.push(Vec::new());
        plans.push(Vec::new());
        let raced = decision.race(&candidates, rng, meter);
        let best = decision.leader();
        let begins = |mv: &UnseenStockMove, plan: &[Move]| match mv {
            UnseenStockMove::Turn => plan.is_empty(),
            UnseenStockMove::Play(mv) => plan.first() == Some(mv),
        };
        let estimates = estimates(situation.turn.moves, &plans, &decision, begins);
        Choice { estimates, stopped: raced.err(), ..situation.planned(&plans[best]) }
    }
}
