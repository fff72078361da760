//! Landmarks: sets of moves of which every solution makes at least one.

use patience_core::Cost;

use crate::features::relaxed::Relaxed;
use crate::{Klondike, Move, State};
use patience_cards::Card;

/// Landmarks that together are a lower bound on the cost of extra moves, because no move is charged more than it costs.
///
/// Each charges its extra moves with what is left of the cheapest of them *(Helmert and Domshlak, 2009)*. First come the units that must leave, then
/// the landmarks that a state inherits. Then, while the extra moves that are charged in full, all of them, do not lead to the end of the
/// [relaxed game](Relaxed): a least set without which all others do not either.
///
/// A child inherits all landmarks of its parent that the move between them is not in: every solution from the parent makes another move of
/// them, and a move keeps its name until it is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landmarks {
    /// What they cost together.
    pub(crate) cost: Cost,
    /// The extra moves that are charged in full.
    pub(crate) spent: u64,
    /// Those that cost two, and those of them that are not charged at all.
    double: u64,
    whole: u64,
}

impl Landmarks {
    /// Appends landmarks to `sets`, except units that must leave; `None` if the game is lost. Where they cost `enough`, that is all that it finds out.
    pub(crate) fn find(
        game: &Relaxed,
        inherited: &[u64],
        enough: Cost,
        sets: &mut Vec<u64>,
    ) -> Option<Self> {
        let mut found = Self {
            cost: game.leaving.count_ones(),
            spent: game.leaving,
            double: game.double,
            whole: game.double,
        };
        for &set in inherited {
            if set & found.spent == 0 {
                found.charge(set);
                sets.push(set);
            }
        }
        let mut reach = game.root;
        while found.cost < enough && !game.close(&mut reach, found.spent) {
            if found.cost + 1 == enough {
                // There is another landmark, or the game is lost.
                found.cost = enough;
                break;
            }
            let (mut grown, mut granted) = (reach, found.spent);
            let mut possible = game.possible(&grown);
            let mut left = game.extra & !found.spent;
            while left != 0 {
                let bit = 1 << left.ilog2();
                left ^= bit;
                if possible & bit == 0 {
                    granted |= bit;
                    continue;
                }
                let mut next = grown;
                if !game.close(&mut next, granted | bit) {
                    granted |= bit;
                    grown = next;
                    possible = game.possible(&grown);
                }
            }
            let set = game.extra & !granted;
            if set == 0 {
                return None;
            }
            found.charge(set);
            sets.push(set);
        }
        Some(found)
    }

    /// Charges the moves of a landmark, none of which is charged in full.
    fn charge(&mut self, set: u64) {
        let cheap = set & !self.whole;
        self.spent |= if cheap == 0 { set } else { cheap };
        self.whole &= !set;
        self.cost += if cheap == 0 { 2 } else { 1 };
    }

    /// What is left of the cost after a move of this name: at least that much is in landmarks that the move is not in.
    pub(crate) fn cost_after(&self, name: u64) -> Cost {
        let is_double = self.double & name != 0;
        let charged = if self.spent & name != 0 {
            1 + Cost::from(is_double)
        } else {
            Cost::from(is_double && self.whole & name == 0)
        };
        self.cost - charged
    }
}

/// The card that names a move among the extra moves, as a bit; 0 for moves home.
pub(crate) fn name(game: &Klondike, state: &State, mv: Move) -> u64 {
    let card = match mv {
        Move::Run { from, .. } => state.pile(from).card(state.pile(from).high()),
        Move::StockColumn { at, .. } => game.stock_card(state, at),
        Move::Back { suit, .. } => Some(Card::new(state.home(suit), suit)),
        Move::Home { .. } | Move::StockHome { .. } => None,
    };
    card.map_or(0, Card::bit)
}
