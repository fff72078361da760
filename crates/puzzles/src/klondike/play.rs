//! How a search plays: moves, their legality, their effect, their cost, keys.

use patience_core::{Cost, Packed, Puzzle};

use super::game::{Klondike, Metric};
use super::moves::Move;
use super::state::{Key, State};
use super::talon::Reach;
use crate::cards::{Card, Suit};

impl Puzzle for Klondike {
    type State = State;
    type Move = Move;
    type Key = Key;

    fn start(&self) -> State {
        self.start
    }

    fn is_goal(&self, state: &State) -> bool {
        state.foundations == [self.rules().ranks; 4]
    }

    /// Every legal move, to empty columns only the first of them: columns home, stock home, runs, stock to columns, back.
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let columns = 0..self.rules().columns;
        for from in columns.clone() {
            if state.pile(from).top().is_some_and(|card| Self::goes_home(state, card)) {
                out.push(Move::Home { from });
            }
        }
        for (at, card) in self.playable(state) {
            if Self::goes_home(state, card) {
                out.push(Move::StockHome { at });
            }
        }
        for from in columns.clone() {
            for to in columns.clone() {
                if let Some(count) = self.run(state, from, to) {
                    out.push(Move::Run { from, to, count });
                }
            }
        }
        for (at, card) in self.playable(state) {
            let takes = |&to: &u8| self.takes(state, to, card);
            out.extend(columns.clone().filter(takes).map(|to| Move::StockColumn { at, to }));
        }
        for suit in Suit::ALL {
            let Some(card) = self.returning(state, suit) else { continue };
            let takes = |&to: &u8| self.takes(state, to, card);
            out.extend(columns.clone().filter(takes).map(|to| Move::Back { suit, to }));
        }
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        let is_column = |at: u8| at < self.rules().columns;
        let playable = |at: u8| {
            let card = self.stock_card(state, at);
            card.filter(|_| state.talon().reach(at, self.rules()).is_some())
        };
        match mv {
            Move::Home { from } => {
                is_column(from)
                    && state.pile(from).top().is_some_and(|card| Self::goes_home(state, card))
            }
            Move::StockHome { at } => playable(at).is_some_and(|card| Self::goes_home(state, card)),
            Move::Run { from, to, count } => {
                is_column(from) && is_column(to) && self.run(state, from, to) == Some(count)
            }
            Move::StockColumn { at, to } => {
                playable(at).is_some_and(|card| self.takes(state, to, card))
            }
            Move::Back { suit, to } => {
                self.returning(state, suit).is_some_and(|card| self.takes(state, to, card))
            }
        }
    }

    fn apply(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Home { from } => {
                let card = state.pile(from).top().expect("legal moves find a card");
                state.piles[usize::from(from)].take(1);
                state.foundations[card.suit() as usize] += 1;
                self.uncover(state, from);
            }
            Move::StockHome { at } => {
                let card = self.draw(state, at);
                state.foundations[card.suit() as usize] += 1;
            }
            Move::Run { from, to, count } => {
                let run = state.piles[usize::from(from)].take(count);
                state.piles[usize::from(to)].put(run);
                self.uncover(state, from);
            }
            Move::StockColumn { at, to } => {
                let card = self.draw(state, at);
                state.piles[usize::from(to)].push(card);
            }
            Move::Back { suit, to } => {
                let rank = &mut state.foundations[suit as usize];
                state.piles[usize::from(to)].push(Card::new(*rank, suit));
                *rank -= 1;
            }
        }
    }

    /// The columns in any order; and where turns do not count, wastes that reach the same cards are one.
    fn key(&self, state: &State) -> Key {
        let talon = state.talon();
        let talon = match self.metric {
            Metric::Moves => talon.canonical(self.rules()),
            Metric::Turns => talon,
        };
        Key::new(state, talon)
    }

    fn cost(&self, state: &State, mv: Move) -> Cost {
        let turns = match self.metric {
            Metric::Moves => 0,
            Metric::Turns => stock_place(mv)
                .and_then(|at| state.talon().reach(at, self.rules()))
                .map_or(0, Reach::turns),
        };
        1 + turns
    }
}

impl Packed for Klondike {
    fn unpack(&self, key: Key) -> State {
        key.unpack()
    }
}

impl Klondike {
    /// The first column without cards.
    fn first_empty(&self, state: &State) -> Option<u8> {
        (0..self.rules().columns).find(|&at| state.pile(at).is_empty())
    }

    /// Whether a card that is no part of the columns may go to a column: empty columns only the first.
    fn takes(&self, state: &State, to: u8, card: Card) -> bool {
        if self.rules().columns <= to {
            return false;
        }
        match state.pile(to).top() {
            Some(on) => self.rules().fits(card, on),
            None => self.rules().fills(card) && self.first_empty(state) == Some(to),
        }
    }

    fn goes_home(state: &State, card: Card) -> bool {
        card.rank() == state.home(card.suit()) + 1
    }

    /// How many cards may go from a column to another: there is one number at most.
    fn run(&self, state: &State, from: u8, to: u8) -> Option<u8> {
        let (source, target) = (state.pile(from), state.pile(to));
        if from == to {
            return None;
        }
        match target.top() {
            Some(on) => source.part_below(on),
            None => {
                let moves_something = 0 < source.down() && source.high() == self.rules().ranks;
                (moves_something && self.first_empty(state) == Some(to)).then(|| source.up())
            }
        }
    }

    /// The card that bringing back would take from a foundation.
    fn returning(&self, state: &State, suit: Suit) -> Option<Card> {
        let rank = state.home(suit);
        (self.rules().bring_back && 0 < rank).then(|| Card::new(rank, suit))
    }

    /// Every card of the stock that can be played, with its place.
    fn playable(&self, state: &State) -> impl Iterator<Item = (u8, Card)> {
        let talon = state.talon();
        let left = self.stock().iter().enumerate().filter(|(at, _)| state.left >> at & 1 == 1);
        let places = (0..).zip(left.map(|(_, &card)| card));
        places.filter(move |&(at, _)| talon.reach(at, self.rules()).is_some())
    }

    /// Turns the next card of a column that has no card face up.
    fn uncover(&self, state: &mut State, column: u8) {
        let pile = &mut state.piles[usize::from(column)];
        if pile.is_empty() && 0 < pile.down() {
            let card = self.down(column)[usize::from(pile.down()) - 1];
            pile.turn(card);
        }
    }

    /// Takes a card out of the stock.
    fn draw(&self, state: &mut State, at: u8) -> Card {
        let place = place(state.left, at).expect("legal moves name cards that are left");
        let talon = state.talon().without(at, self.rules());
        state.left &= !(1 << place);
        state.waste = talon.waste;
        state.passes = talon.passes;
        self.stock()[place]
    }
}

/// The place of the stock that a move names.
pub(super) fn stock_place(mv: Move) -> Option<u8> {
    match mv {
        Move::StockHome { at } | Move::StockColumn { at, .. } => Some(at),
        Move::Home { .. } | Move::Run { .. } | Move::Back { .. } => None,
    }
}

/// The index of the bit at a place among those that are set.
#[inline]
pub(super) fn place(left: u64, at: u8) -> Option<usize> {
    let rest = (0..at).fold(left, |rest, _| rest & rest.wrapping_sub(1));
    (rest != 0).then(|| rest.trailing_zeros() as usize)
}
