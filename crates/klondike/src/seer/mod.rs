//! The strongest player: it looks at worlds that may lie behind what it sees, and finds out what wins in them.
//!
//! **Ways.** Moves that nothing hangs on are not weighed: cards that can come back go home at once, and so do those that nothing needs.
//! A *way* is a row of acts of which only the last is lasting; what the exact engine leaves out is left out here too, since none
//! of it brings anything to light that could not be seen later.
//!
//! **Race.** Cards that nobody has seen are laid down at random, and the exact engine, with a small budget, tells whether the game can be
//! won there. If so, every way is tried in that same world; worlds that are lost already tell nothing about ways. A way that falls
//! behind the leader by more than chance explains is out. The searches of one world share what they find out. Where the ways that are left have hardly
//! ever had different ends, the race is over: many ways differ in nothing but the order of their acts.
//!
//! **What clairvoyance overlooks.** In a known world it makes no difference whether a card is turned now or later. A player who does not know
//! it should rather turn it now. So ways that turn a card get a bonus.
//!
//! **A second look.** Ways that are close after the race are compared two decisions deep: after the first, the worlds that look the same
//! have to make do with one second way.

mod race;
mod second_look;
mod thought;

use patience_core::{Choice, Estimate, Hidden, Meter, Player, SplitMix, Turn};

use super::engine::{Act, Hunt, Layout, Omissions, Word, retell};
use super::game::Klondike;
use super::hidden::Table;
use super::moves::Move;
use thought::Thought;

/// A player of the game with a known stock. The table must list all moves, as it does by default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seer {
    /// Sketches of positions that may be looked into for the race of one decision; the second look comes on top of that.
    pub effort: u64,
    /// Sketches that may be looked into for one world and one way; the world counts as lost then.
    pub patience: u64,
    /// What a way gets for turning a card: the share of winnable worlds that it may win less.
    pub curiosity: f64,
    /// Standard deviations by which a way must fall behind to be out.
    pub caution: f64,
    /// Worlds of the second look, times the cards that nobody has seen; 0 for no second look.
    pub second_look: u32,
    /// The share of winnable worlds by which a way may be behind and still be looked at a second time.
    pub margin: f64,
    /// The most ways that are looked at a second time.
    pub contenders: usize,
}

impl Default for Seer {
    fn default() -> Self {
        Self {
            effort: 15_000,
            patience: 3_000,
            curiosity: 0.05,
            caution: 2.0,
            second_look: 0,
            margin: 0.1,
            contenders: 3,
        }
    }
}

/// Worlds that are tried, all lost, before the game is given up for lost.
const LOST_WORLDS: u32 = 100;

impl Player<Table> for Seer {
    fn choose(
        &self,
        game: &Table,
        turn: &Turn<'_, Table>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<Move> {
        // Any world does to tell ways: none of them depends on what is hidden.
        let world = game.determinise(turn.view, rng);
        let (layout, _) = Layout::new(&world, turn.view.state());
        let desk = Desk { turn, world: &world, is_open: game.is_open(turn.view) };
        if layout.key_bits() <= <u64 as Word>::BITS {
            self.think::<u64>(&desk, rng, meter)
        } else {
            self.think::<u128>(&desk, rng, meter)
        }
    }
}

/// What lies before a player when it is asked.
struct Desk<'a> {
    turn: &'a Turn<'a, Table>,
    world: &'a Klondike,
    is_open: bool,
}

impl Desk<'_> {
    /// The moves of these acts.
    fn moves(&self, acts: &[Act]) -> Vec<Move> {
        retell(self.world, self.turn.view.state(), acts)
    }

    /// The choice of these moves in a row.
    fn planned(&self, mut moves: Vec<Move>) -> Choice<Move> {
        match moves.first() {
            Some(&first) if self.turn.moves.contains(&first) => {
                moves.remove(0);
                Choice { then: moves, ..Choice::plain(first) }
            }
            _ => self.anything(),
        }
    }

    /// The choice of a player that has no hope.
    fn anything(&self) -> Choice<Move> {
        Choice::plain(self.turn.moves[0])
    }
}

impl Seer {
    fn think<W: Word>(
        &self,
        desk: &Desk<'_>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<Move> {
        let (layout, sketch) = Layout::new(desk.world, desk.turn.view.state());
        let acts = Hunt::<W>::new(Omissions::default()).first_acts(&layout, sketch);
        if !acts.is_empty() {
            return desk.planned(desk.moves(&acts));
        }
        let mut thought = Thought::<W>::new(*self, layout, sketch);
        if desk.is_open {
            return match thought.win(meter) {
                Ok(Some(acts)) => desk.planned(desk.moves(&acts)),
                Ok(None) => desk.anything(),
                Err(stop) => Choice { stopped: Some(stop), ..desk.anything() },
            };
        }
        let ways = thought.ways();
        let plans: Vec<Vec<Move>> = ways.iter().map(|way| desk.moves(way)).collect();
        if plans.is_empty() {
            return desk.anything();
        }
        let raced = thought.race(&ways, rng, meter);
        let (best, stopped) = match raced.and_then(|()| thought.choose(&ways, rng, meter)) {
            Ok(best) => (best, None),
            Err(stop) => (thought.leader(), Some(stop)),
        };
        let estimates = estimates(desk.turn, &plans, &thought);
        Choice { estimates, stopped, ..desk.planned(plans[best].clone()) }
    }
}

/// What is thought of every move: of the ways that begin with it, the best.
fn estimates<W: Word>(
    turn: &Turn<'_, Table>,
    plans: &[Vec<Move>],
    thought: &Thought<W>,
) -> Vec<Estimate<Move>> {
    let of = |&mv: &Move| {
        let mine = plans.iter().enumerate().filter(|(_, plan)| plan.first() == Some(&mv));
        let tried = mine.map(|(at, _)| thought.standing(at));
        let none = Estimate { mv, visits: 0, mean: 0.0 };
        tried.fold(none, |best, (visits, mean)| {
            if best.visits == 0 || best.mean < mean { Estimate { mv, visits, mean } } else { best }
        })
    };
    turn.moves.iter().map(of).collect()
}
