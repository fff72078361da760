//! Dead ends: states of which it is certain, and cheap to prove, that they cannot be won.
//!
//! **The relaxed game** has no delete effects: a card that once was face up, playable or home stays so for every later purpose. What cannot be
//! won there cannot be won.
//!
//! **Twins.** Two cards of one rank and colour, *x* and *y*, fit on the same two build cards. If one build card and a lower card of each of their
//! suits lie below *y*, then *y* waits for the other build card; and *x* never leaves it once it lies there. So the state is lost if *x* lies
//! there, or above *y* in its column, from where it must go there first. The relaxed game does not see this.

use super::value::{CLUBS, Covered, lower};
use crate::features::takers;
use crate::{Klondike, MAX_COLUMNS, Pile, State};
use patience_cards::{Card, Suit};

/// Every ace.
const ACES: u64 = 0b1111;

/// Whether it is certain that a state is lost; a negative answer proves nothing.
pub(super) fn is_dead_end(game: &Klondike, covered: &Covered, state: &State) -> bool {
    let is_covered = state.piles.iter().any(|pile| 0 < pile.down());
    is_covered && (has_locked_twins(game, covered, state) || !Relaxed::new(game, state).is_won())
}

/// Whether two twins lock each other.
pub(super) fn has_locked_twins(game: &Klondike, covered: &Covered, state: &State) -> bool {
    (0_u8..).zip(&state.piles).any(|(at, &pile)| {
        // A build card and two lower cards lie below.
        if pile.down() < 3 {
            return false;
        }
        let run = pile.run().fold(0, |set, card| set | card.bit());
        let all = covered.below(at, pile.down()) | run;
        let hidden = game.down(at).iter().copied().take(usize::from(pile.down()));
        (0..).zip(hidden.chain(pile.card(pile.high()))).any(|(depth, card)| {
            let below = covered.below(at, depth);
            let twin = twin(card);
            let open = takers(card) & !below;
            let waits =
                open.is_power_of_two() && below & lower(card) != 0 && below & lower(twin) != 0;
            let lies_above = all & !below & twin.bit() != 0;
            waits && (lies_above || lies_on(state, twin, open))
        })
    })
}

/// Whether a face-up card lies on the card of a set with one card.
fn lies_on(state: &State, card: Card, on: u64) -> bool {
    state.piles.iter().any(|pile| {
        pile.card(card.rank()) == Some(card)
            && pile.card(card.rank() + 1).is_some_and(|other| other.bit() == on)
    })
}

/// The other card of a rank and colour.
fn twin(card: Card) -> Card {
    Card::new(card.rank(), Suit::ALL[card.suit() as usize ^ 3])
}

/// The relaxed game.
struct Relaxed<'a> {
    game: &'a Klondike,
    state: &'a State,
    /// Cards that are, or were, home.
    home: u64,
    /// Cards that lie, or lay, face up in a column.
    up: u64,
    /// The face-down cards of each column that were not turned.
    down: [u8; MAX_COLUMNS],
    /// The lowest face-up card of each column, until the column is empty.
    heads: [Option<Card>; MAX_COLUMNS],
    has_room: bool,
    /// Cards of the stock that can be reached, their places, and the places of those that were taken.
    playable: u64,
    reached: u64,
    taken: u64,
}

impl<'a> Relaxed<'a> {
    fn new(game: &'a Klondike, state: &'a State) -> Self {
        let mut relaxed = Self {
            game,
            state,
            home: Suit::ALL.into_iter().fold(0, |set, suit| {
                let below = (1_u64 << (4 * u32::from(state.home(suit)))) - 1;
                set | CLUBS << (suit as u32) & below
            }),
            up: 0,
            down: state.piles.map(Pile::down),
            heads: state.piles.map(|pile| pile.card(pile.high())),
            has_room: false,
            playable: 0,
            reached: 0,
            taken: 0,
        };
        for pile in state.piles.iter().take(usize::from(game.rules().columns)) {
            relaxed.up = pile.run().fold(relaxed.up, |set, card| set | card.bit());
            relaxed.has_room |= pile.is_empty();
        }
        relaxed.reach();
        relaxed
    }

    /// Plays everything that is possible until nothing is new.
    fn is_won(&mut self) -> bool {
        let ranks = u32::from(self.game.rules().ranks);
        let all = u64::MAX >> (64 - 4 * ranks);
        let kings = ACES << (4 * (ranks - 1));
        loop {
            let before = (self.home, self.up, self.down, self.has_room, self.taken);
            loop {
                let next = (self.home << 4 | ACES) & (self.up | self.playable) & !self.home;
                if next == 0 {
                    break;
                }
                self.home |= next;
            }
            if self.home == all {
                return true;
            }
            let fitting = fitting(self.up) | if self.has_room { kings } else { 0 };
            self.up |= self.playable & fitting;
            if self.game.rules().bring_back {
                self.up |= self.home & fitting;
            }
            self.uncover(fitting | self.home);
            self.take(fitting | self.home);
            if before == (self.home, self.up, self.down, self.has_room, self.taken) {
                return false;
            }
        }
    }

    /// Moves every column whose lowest face-up card may move, and turns the next one.
    fn uncover(&mut self, movable: u64) {
        for (at, column) in (0..MAX_COLUMNS).zip(0..) {
            while let Some(head) = self.heads[at].filter(|head| movable & head.bit() != 0) {
                debug_assert!(self.up & head.bit() != 0);
                self.heads[at] = match self.down[at].checked_sub(1) {
                    Some(left) => {
                        self.down[at] = left;
                        self.game.down(column).get(usize::from(left)).copied()
                    }
                    None => {
                        self.has_room = true;
                        None
                    }
                };
                self.up |= self.heads[at].map_or(0, Card::bit);
            }
        }
    }

    /// Takes every card of the stock that may move.
    fn take(&mut self, movable: u64) {
        let before = self.taken;
        for place in bits(self.reached & !self.taken) {
            if movable & self.game.stock()[place].bit() != 0 {
                self.taken |= 1 << place;
            }
        }
        if before != self.taken {
            self.reach();
        }
    }

    /// Finds the places that can be reached if any of those that were taken may have left the stock.
    fn reach(&mut self) {
        let rules = self.game.rules();
        let (talon, draw) = (self.state.talon(), rules.draw.max(1));
        let mut gone = 0;
        for (at, place) in (0..).zip(bits(self.state.left)) {
            let behind = self.state.left & !((2_u64 << place) - 1);
            let is_met =
                |cards: u8, gone: u8| (0..=gone).any(|gone| (cards - gone).is_multiple_of(draw));
            let is_reached = self.reached >> place & 1 == 1
                || talon.reach(at, rules).is_some()
                // From an empty waste, after some of the cards before it have left.
                || is_met(at + 1, gone)
                // It is the last card, or on top of the waste because the next one has left.
                || behind & !self.taken == 0
                || self.taken >> behind.trailing_zeros() & 1 == 1
                || self.follows(place, is_met);
            if is_reached && self.reached >> place & 1 == 0 {
                self.reached |= 1 << place;
                self.playable |= self.game.stock()[place].bit();
            }
            gone += u8::from(self.taken >> place & 1 == 1);
        }
    }

    /// Whether turns reach a place from the waste below a card that has left, and others between them may have left.
    fn follows(&self, place: usize, is_met: impl Fn(u8, u8) -> bool) -> bool {
        let mut rest = self.state.left & ((1_u64 << place) - 1);
        let (mut cards, mut gone) = (1, 0);
        while rest != 0 {
            let last = rest.ilog2();
            if self.taken >> last & 1 == 1 {
                if is_met(cards, gone) {
                    return true;
                }
                gone += 1;
            }
            cards += 1;
            rest &= !(1 << last);
        }
        false
    }
}

/// The cards that fit on some card of a set.
#[inline]
fn fitting(set: u64) -> u64 {
    let (reds, blacks) = ((set >> 1 | set >> 2) & CLUBS, (set | set >> 3) & CLUBS);
    (reds | reds << 3 | blacks << 1 | blacks << 2) >> 4
}

/// The places of the bits of a set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            at
        })
    })
}
