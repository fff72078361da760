//! The strongest player: samples worlds, and asks the exact engine, with a small budget, whether each is winnable.
//!
//! **Candidates.** Cards that can come back go home at once, and so do safe cards. A *candidate* is a sequence of actions of which only the last
//! is permanent. What the exact engine prunes is pruned here too, since none of it reveals anything that cannot be seen later.
//!
//! **Plans.** Where the stock is known, nothing is learnt before the next card is turned, so a player may as well decide what it does until then.
//! The race has *plans*: up to three candidates that turn nothing and the one that turns a card, each of them needed for the last. A
//! candidate that turns nothing stays in the race beside the plans that begin with it. Hindsight overrates such a candidate, since it chooses
//! the right plan in every world; plans are rated by what they do.
//!
//! **Race.** In each winnable world, every candidate is tried; lost worlds say nothing about candidates. A candidate that falls more than two
//! standard deviations behind the leader is eliminated. Where the remaining candidates differed in at most one of fifty worlds, after 24
//! worlds, the race ends: many candidates differ only in the order of their actions.
//!
//! **Shared memory.** Searches of one world share what they decide, so candidates after the first are mostly looked up. Each search may
//! examine 3,000 abstract states.
//!
//! **Limited passes.** What turns less of the stock comes first, in the searches and among plans that are level. Searches find a win soon or
//! hardly ever, so each may examine 300 abstract states.
//!
//! **Order.** Searches with a small budget prefer what leaves the lowest sum of squares of dealt cards in columns. `solve` does not, because
//! hard deals take longer that way.
//!
//! **Bonus for turning a card**, five per cent of the winnable worlds. Hindsight overrates what can be decided later with knowledge that no
//! player will have.
//!
//! **Unseen stock.** See `blind`.
//!
//! **Second look** at close candidates: worlds that look the same after the first candidate must continue with the same second candidate.

mod blind;
mod decision;
mod plans;
mod racing;
mod second_look;

use patience_core::{Choice, Estimate, Hidden, Meter, Player, SplitMix, Turn};

use crate::engines::exact::{Action, DepthFirst, KeyWord, Layout, Prunings, reconstruct};
use crate::players::hidden::KnownStock;
use crate::{Klondike, Move};
use decision::Decision;

/// A player of the games with a known and with an unseen stock. The table must list all moves, as it does by default.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, play_game};
/// use patience_klondike::players::{determinization::DeterminizationPlayer, hidden::KnownStock};
/// use patience_klondike::{Klondike, Line, Rules};
///
/// let rules = Rules { ranks: 9, columns: 5, ..Rules::default() };
/// let world = Klondike::of_seed(1, rules)?;
/// let table = KnownStock::new(rules, world.deal())?;
/// let player = DeterminizationPlayer { effort: 1_000, ..DeterminizationPlayer::default() };
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let game = play_game(&table, &player, &(), &world, 1, &mut meter);
/// // It wins this game, says the referee, though it sees no face-down card.
/// assert!(Line::replay(&rules, world.deal().clone(), world.expand(&game.moves)).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeterminizationPlayer {
    /// Abstract states that the race of one decision may examine; the second look is extra.
    pub effort: u64,
    /// Abstract states that one search of a world may examine; after that the world counts as lost.
    pub patience: u64,
    /// The same where passes are limited.
    pub limited_patience: u64,
    /// The bonus for turning a card, as a share of the winnable worlds.
    pub curiosity: f64,
    /// Standard deviations behind the leader at which a candidate is eliminated.
    pub caution: f64,
    /// Worlds of the second look, times the unseen cards; 0 for no second look.
    pub second_look: u32,
    /// The share of winnable worlds by which a candidate of the second look may be behind.
    pub margin: f64,
    /// The most candidates of the second look.
    pub contenders: usize,
}

impl Default for DeterminizationPlayer {
    fn default() -> Self {
        Self {
            effort: 15_000,
            patience: 3_000,
            limited_patience: 300,
            curiosity: 0.05,
            caution: 2.0,
            second_look: 0,
            margin: 0.1,
            contenders: 3,
        }
    }
}

/// Lost worlds in a row after which the race gives up.
const LOST_WORLDS: u32 = 100;

impl Player<KnownStock> for DeterminizationPlayer {
    fn choose(
        &self,
        game: &KnownStock,
        turn: &Turn<'_, KnownStock>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<Move> {
        // Candidates do not depend on hidden cards, so any world will do.
        let world = game.determinise(turn.view, rng);
        let (layout, _) = Layout::new(&world, turn.view.state());
        let situation = Situation { turn, world: &world, is_open: game.is_open(turn.view) };
        if layout.key_bits() <= <u64 as KeyWord>::BITS {
            self.decide::<u64>(&situation, rng, meter)
        } else {
            self.decide::<u128>(&situation, rng, meter)
        }
    }
}

/// The position in which a player is asked, with a world that it allows.
struct Situation<'a> {
    turn: &'a Turn<'a, KnownStock>,
    world: &'a Klondike,
    is_open: bool,
}

impl Situation<'_> {
    /// The moves of these actions.
    fn moves(&self, actions: &[Action]) -> Vec<Move> {
        reconstruct(self.world, self.turn.view.state(), actions)
    }

    /// The choice of a sequence of moves.
    fn planned(&self, mut moves: Vec<Move>) -> Choice<Move> {
        match moves.first() {
            Some(&first) if self.turn.moves.contains(&first) => {
                moves.remove(0);
                Choice { then: moves, ..Choice::plain(first) }
            }
            _ => self.anything(),
        }
    }

    /// The choice of a player that sees no win.
    fn anything(&self) -> Choice<Move> {
        Choice::plain(self.turn.moves[0])
    }
}

impl DeterminizationPlayer {
    fn decide<W: KeyWord>(
        &self,
        situation: &Situation<'_>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<Move> {
        let (layout, abstract_state) = Layout::new(situation.world, situation.turn.view.state());
        let actions =
            DepthFirst::<W>::new(Prunings::default()).first_actions(&layout, abstract_state);
        if !actions.is_empty() {
            return situation.planned(situation.moves(&actions));
        }
        let mut decision = Decision::<W>::new(*self, layout, abstract_state);
        if situation.is_open {
            return match decision.win(meter) {
                Ok(Some(actions)) => situation.planned(situation.moves(&actions)),
                Ok(None) => situation.anything(),
                Err(stop) => Choice { stopped: Some(stop), ..situation.anything() },
            };
        }
        let candidates = decision.plans();
        let plans: Vec<Vec<Move>> =
            candidates.iter().map(|candidate| situation.moves(candidate)).collect();
        if plans.is_empty() {
            return situation.anything();
        }
        let raced = decision.race(&candidates, rng, meter);
        let (best, stopped) = match raced.and_then(|()| decision.choose(&candidates, rng, meter)) {
            Ok(best) => (best, None),
            Err(stop) => (decision.leader(), Some(stop)),
        };
        let begins = |mv: &Move, plan: &[Move]| plan.first() == Some(mv);
        let estimates = estimates(situation.turn.moves, &plans, &decision, begins);
        Choice { estimates, stopped, ..situation.planned(plans[best].clone()) }
    }
}

/// The estimate of every move: that of the best candidate that begins with it.
fn estimates<M: Copy, W: KeyWord>(
    moves: &[M],
    plans: &[Vec<Move>],
    decision: &Decision<W>,
    begins: impl Fn(&M, &[Move]) -> bool,
) -> Vec<Estimate<M>> {
    let of = |&mv: &M| {
        let mine = plans.iter().enumerate().filter(|(_, plan)| begins(&mv, plan));
        let tried = mine.map(|(at, _)| decision.standing(at));
        let none = Estimate { mv, visits: 0, mean: 0.0 };
        tried.fold(none, |best, (visits, mean)| {
            if best.visits == 0 || best.mean < mean { Estimate { mv, visits, mean } } else { best }
        })
    };
    moves.iter().map(of).collect()
}
