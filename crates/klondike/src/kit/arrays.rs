//! Cards in arrays, for programs that learn to play: what a player sees as piles of numbers, and what it does not see apart from them.

use patience_cards::Suit;
use patience_cards::numbers::{fits, number, rank, suit};
use patience_kit::{ArrayGame, ArrayPiles, Fault};

use super::Instance;
use crate::rules::game::counted;
use crate::{Rules, Stock, Talon};

const STOCK: usize = 0;
const WASTE: usize = 1;
const HOMES: usize = 2;
const COLUMNS: usize = HOMES + Suit::ALL.len();

/// The most cards that a place can hold: the last column with a whole run, or all cards of the stock.
pub(super) fn depth(rules: &Rules) -> usize {
    let (cards, tableau) = (usize::from(rules.cards()), usize::from(rules.tableau_cards()));
    cards.saturating_sub(tableau).max(usize::from(rules.columns) + usize::from(rules.ranks))
}

/// A game on piles of numbers, open or hidden.
pub(crate) struct CardArrays {
    rules: Rules,
    /// Whether it is the hidden game, which is stuck where turns of the stock lead nowhere. The arrays show no face-down card in either.
    hides: bool,
    seen: ArrayPiles,
    /// The face-down cards of every column.
    down: ArrayPiles,
    /// The cards of waste and stock, in the order of turning.
    talon: Vec<u8>,
    passes: u8,
    places: usize,
}

impl CardArrays {
    /// `None` if a card is unknown, or if a place holds too many.
    pub(crate) fn new(Instance { rules, position }: &Instance, hides: bool) -> Option<Self> {
        let (columns, back) = (position.columns.len(), rules.cards() + 1);
        let places = COLUMNS + columns;
        let mut seen = ArrayPiles::new(places, depth(rules));
        let mut down = ArrayPiles::new(columns, depth(rules));
        let waste = position.waste.iter().map(|card| number(*card));
        let stock = position.stock.iter().map(|card| card.map(number));
        let talon: Vec<u8> = waste.clone().map(Some).chain(stock).collect::<Option<_>>()?;
        seen.fill(STOCK, position.stock.iter().map(|_| back)).ok()?;
        seen.fill(WASTE, waste).ok()?;
        for (at, (suit, &rank)) in Suit::ALL.into_iter().zip(&position.foundations).enumerate() {
            seen.fill(HOMES + at, suit.up_to(rank).map(number)).ok()?;
        }
        for (at, column) in position.columns.iter().enumerate() {
            for card in &column.down {
                down.push(at, number((*card)?)).ok()?;
                seen.push(COLUMNS + at, back).ok()?;
            }
            seen.fill(COLUMNS + at, column.up.iter().map(|card| number(*card))).ok()?;
        }
        let passes = position.passes;
        Some(Self { rules: *rules, hides, seen, down, talon, passes, places })
    }

    #[inline]
    fn action(&self, from: usize, to: usize) -> u32 {
        // There are at most 13 places.
        #[allow(clippy::cast_possible_truncation)]
        let action = (from * self.places + to) as u32;
        action
    }

    /// The face-up cards of a column.
    #[inline]
    fn up(&self, place: usize) -> &[u8] {
        &self.seen.pile(place)[self.down.len(place - COLUMNS)..]
    }

    #[inline]
    fn home(card: u8) -> usize {
        HOMES + suit(card) as usize
    }

    #[inline]
    fn goes_home(&self, card: u8) -> bool {
        usize::from(rank(card)) == self.seen.len(Self::home(card)) + 1
    }

    /// Whether a card may go to a column.
    #[inline]
    fn goes(&self, card: u8, to: usize) -> bool {
        match self.seen.top(to) {
            Some(on) => fits(card, on),
            None => rank(card) == self.rules.ranks,
        }
    }

    /// How many cards of a column go to another; 0 if none do.
    #[inline]
    fn run(&self, from: usize, to: usize) -> usize {
        let up = self.up(from);
        let count = match (up.last(), self.seen.top(to)) {
            (Some(top), Some(on)) => usize::from(rank(on).saturating_sub(rank(*top))),
            _ => up.len(),
        };
        let is_there = 0 < count && count <= up.len();
        if is_there && self.goes(up[up.len() - count], to) { count } else { 0 }
    }

    /// Whether a move of these columns changes nothing: a king with all its cards, from one end of the table to another.
    fn is_pointless(&self, from: usize, to: usize) -> bool {
        COLUMNS <= from
            && self.seen.is_empty(to)
            && self.down.is_empty(from - COLUMNS)
            && COLUMNS <= to
    }

    /// Whether a card of waste or stock can be played, now or after turns.
    fn has_stock_move(&self) -> bool {
        // There are at most 52.
        let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
        let passes = counted(self.passes, &self.rules);
        let waste = small(self.seen.len(WASTE));
        let talon = Talon { cards: small(self.talon.len()), waste, passes };
        let playable =
            |card: u8| self.goes_home(card) || (COLUMNS..self.places).any(|to| self.goes(card, to));
        (0..)
            .zip(&self.talon)
            .any(|(at, &card)| playable(card) && talon.reach(at, &self.rules).is_some())
    }
}

impl ArrayGame for CardArrays {
    fn observation(&self) -> &[u8] {
        self.seen.cells()
    }

    fn legal(&self, actions: &mut Vec<u32>) {
        let columns = COLUMNS..self.places;
        if !self.seen.is_empty(STOCK) {
            actions.push(self.action(STOCK, WASTE));
        } else if !self.seen.is_empty(WASTE) && self.rules.may_redeal(self.passes) {
            actions.push(self.action(WASTE, STOCK));
        }
        if let Some(card) = self.seen.top(WASTE) {
            if self.goes_home(card) {
                actions.push(self.action(WASTE, Self::home(card)));
            }
            let takers = columns.clone().filter(|&to| self.goes(card, to));
            actions.extend(takers.map(|to| self.action(WASTE, to)));
        }
        for from in columns.clone() {
            let Some(top) = self.seen.top(from) else { continue };
            if self.goes_home(top) {
                actions.push(self.action(from, Self::home(top)));
            }
            let takers = columns.clone().filter(|&to| to != from && 0 < self.run(from, to));
            actions.extend(takers.map(|to| self.action(from, to)));
        }
        for from in (HOMES..COLUMNS).filter(|_| self.rules.bring_back) {
            let Some(card) = self.seen.top(from) else { continue };
            let takers = columns.clone().filter(|&to| self.goes(card, to));
            actions.extend(takers.map(|to| self.action(from, to)));
        }
    }

    fn play(&mut self, action: u32) -> Result<(), Fault> {
        let (from, to) = (action as usize / self.places, action as usize % self.places);
        let waste = self.seen.len(WASTE);
        match (from, to) {
            (STOCK, _) => {
                let turned = usize::from(self.rules.draw).min(self.seen.len(STOCK));
                for &card in self.talon.iter().skip(waste).take(turned) {
                    self.seen.pop(STOCK);
                    self.seen.push(WASTE, card)?;
                }
            }
            (WASTE, STOCK) => {
                for _ in 0..waste {
                    self.seen.pop(WASTE);
                    self.seen.push(STOCK, self.rules.cards() + 1)?;
                }
                self.passes = self.passes.saturating_add(1);
            }
            _ => {
                let count = if COLUMNS <= from.min(to) { self.run(from, to) } else { 1 };
                if from == WASTE && 0 < waste {
                    self.talon.remove(waste - 1);
                }
                self.seen.carry(from, to, count)?;
                if COLUMNS <= from
                    && self.seen.len(from) == self.down.len(from - COLUMNS)
                    && let Some(card) = self.down.pop(from - COLUMNS)
                {
                    self.seen.pop(from);
                    self.seen.push(from, card)?;
                }
            }
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        (HOMES..COLUMNS).all(|home| self.seen.len(home) == usize::from(self.rules.ranks))
    }

    /// A hidden game is stuck if no card can be played, now or after turns of the stock. A stock that was never seen can always be turned.
    fn is_stuck(&self, legal: &[u32]) -> bool {
        if !self.hides {
            return legal.is_empty() && !self.is_solved();
        }
        if self.rules.stock == Stock::Unseen && self.passes == 1 && !self.seen.is_empty(STOCK) {
            return false;
        }
        let plays = |&action: &u32| {
            let (from, to) = (action as usize / self.places, action as usize % self.places);
            WASTE < from.max(to) && !self.is_pointless(from, to)
        };
        !legal.iter().any(plays) && !self.has_stock_move()
    }
}
