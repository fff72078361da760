//! FreeCell as searches see it: moves, costs and keys of states.

use patience_cards::{Card, Suit, cards_of};
use patience_core::{Cost, Packed, Puzzle};

use super::key::location;
use super::{FreeCell, Key, Metric, State};
use crate::{Move, Place};

/// The card below `card` in `place`.
#[inline]
fn on_suit(card: Card, place: u64) -> Option<Card> {
    let suit = place.checked_sub(location::ON_SUIT)?;
    // `place` has three bits, so this has two.
    #[allow(clippy::cast_possible_truncation)]
    let suit = suit as usize & 3;
    Some(Card::new(card.rank() + 1, Suit::ALL[suit]))
}

impl Puzzle for FreeCell {
    type State = State;
    type Move = Move;
    type Key = Key;

    fn start(&self) -> State {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        *state.homes() == [self.rules.ranks; 4]
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.each_move(state, |mv| out.push(mv));
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        self.names(state, mv)
    }

    #[inline]
    fn apply(&self, state: &mut State, mv: Move) {
        self.play(state, mv);
        if self.moves.has_autoplay() {
            self.play_safe(state, |_| ());
        }
    }

    #[inline]
    fn key(&self, state: &State) -> Key {
        state.key()
    }

    /// `None` if auto-play may follow.
    #[inline]
    fn quick_child_key(&self, state: &State, mv: Move) -> Option<Key> {
        if self.moves.has_autoplay() {
            let freed = state.below(mv.card).map_or(0, Card::bit);
            let free = state.ends() | state.held() | freed;
            if mv.to == Place::Home || state.safe() & free != 0 {
                return None;
            }
        }
        let mut key = state.key();
        key.set(mv.card, self.place_after(state, mv));
        Some(key)
    }

    fn pay(&self, state: &mut State, mv: Move) -> Cost {
        self.pay_each(state, mv, |_| ())
    }

    fn cost(&self, state: &State, mv: Move) -> Cost {
        match (self.metric, self.moves) {
            (Metric::M1 | Metric::M2, set)
                if set.has_autoplay() && self.quick_child_key(state, mv).is_none() =>
            {
                self.pay(&mut { *state }, mv)
            }
            _ => self.own_cost(state, mv),
        }
    }
}

impl Packed for FreeCell {
    /// Columns and cells are ordered by their deepest cards, so their order may change.
    fn unpack(&self, key: Key) -> State {
        let mut state = State::empty(key);
        let (mut columns, mut cells) = (0, 0);
        for card in cards_of(self.deck()) {
            let (below, is_loose) = match key.get(card) {
                location::CELL => {
                    state.hold(cells, card);
                    cells += 1;
                    continue;
                }
                location::HOME => {
                    // Ranks come in order, so the highest is the last.
                    state.send_home(card);
                    continue;
                }
                location::DEALT => {
                    (self.dealt_on[card.index()], self.start.loose() & card.bit() != 0)
                }
                // Play puts cards only where they form a run.
                place => (on_suit(card, place), false),
            };
            match below {
                Some(below) => state.link(card, below, is_loose),
                None => {
                    state.found(columns, card);
                    columns += 1;
                }
            }
        }
        state.survey_columns();
        state.set_safe(self.safe_above(*state.homes()));
        state
    }
}
