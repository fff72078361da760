//! Cards in arrays, for programs that learn to play: cells, foundations and columns as piles of numbers.

use patience_cards::numbers::{number, rank, suit};
use patience_cards::{Card, Suit};
use patience_kit::{ArrayGame, ArrayPiles, Fault};

use crate::{Board, Build, Fill, Rules};

/// The most cards that a place can hold: what is dealt to a column, and a run on it; all cards of a suit lie on its foundation.
pub(super) fn depth(rules: &Rules) -> usize {
    let ranks = usize::from(rules.ranks);
    (4 * ranks).div_ceil(usize::from(rules.columns).max(1)) + ranks
}

/// A game on piles of numbers.
pub(super) struct CardArrays {
    rules: Rules,
    piles: ArrayPiles,
    cells: usize,
    /// The first column: the foundations are before it.
    first: usize,
    places: usize,
}

impl CardArrays {
    pub(super) fn new(board: &Board) -> Option<Self> {
        let (rules, position) = (*board.rules(), board.position());
        let cells = position.cells.len();
        let first = cells + Suit::ALL.len();
        let places = first + position.columns.len();
        let mut piles = ArrayPiles::new(places, depth(&rules));
        for (at, &card) in position.cells.iter().enumerate() {
            piles.fill(at, card.map(number)).ok()?;
        }
        for (at, (suit, &rank)) in Suit::ALL.into_iter().zip(&position.foundations).enumerate() {
            piles.fill(cells + at, suit.up_to(rank).map(number)).ok()?;
        }
        for (at, column) in position.columns.iter().enumerate() {
            piles.fill(first + at, column.iter().map(|card: &Card| number(*card))).ok()?;
        }
        Some(Self { rules, piles, cells, first, places })
    }

    /// The action that moves so many cards.
    #[inline]
    fn action(&self, from: usize, to: usize, count: usize) -> u32 {
        let action = (from * self.places + to) * usize::from(self.rules.ranks) + count - 1;
        // There are at most 22 places.
        #[allow(clippy::cast_possible_truncation)]
        let action = action as u32;
        action
    }

    #[inline]
    fn builds(&self, card: u8, on: u8) -> bool {
        let suits = match self.rules.build {
            Build::Colour => suit(card).is_red() != suit(on).is_red(),
            Build::Suit => suit(card) == suit(on),
            Build::Rank => true,
        };
        suits && rank(card) + 1 == rank(on)
    }

    #[inline]
    fn fills(&self, card: u8) -> bool {
        match self.rules.fill {
            Fill::Any => true,
            Fill::Kings => rank(card) == self.rules.ranks,
            Fill::Nothing => false,
        }
    }

    /// How many of the last cards of a column are in order.
    #[inline]
    fn run(&self, cards: &[u8]) -> usize {
        1 + cards.windows(2).rev().take_while(|pair| self.builds(pair[1], pair[0])).count()
    }

    /// The most cards that may move together to a column that is not empty, and to one that is.
    #[inline]
    fn capacities(&self) -> (usize, usize) {
        let count =
            |piles: std::ops::Range<usize>| piles.filter(|&pile| self.piles.is_empty(pile)).count();
        let (cells, columns) = (count(0..self.cells), count(self.first..self.places));
        match (self.rules.relaxed, self.rules.fill) {
            (true, _) => (usize::MAX, usize::MAX),
            (false, Fill::Any) => {
                ((cells + 1) << columns, (cells + 1) << columns.saturating_sub(1))
            }
            (false, _) => (cells + 1, cells + 1),
        }
    }

    /// Adds the moves of a card to its foundation and to columns; of a column, also those of the cards below it in order.
    fn leave(&self, from: usize, (onto, into): (usize, usize), actions: &mut Vec<u32>) {
        let cards = self.piles.pile(from);
        let Some(&top) = cards.last() else { return };
        let home = self.cells + suit(top) as usize;
        if usize::from(rank(top)) == self.piles.len(home) + 1 {
            actions.push(self.action(from, home, 1));
        }
        let run = self.run(cards);
        for to in (self.first..self.places).filter(|&to| to != from) {
            match self.piles.top(to) {
                // The run must end a rank below the card that it goes on, so one number of cards can fit.
                Some(on) => {
                    let count = usize::from(rank(on).saturating_sub(rank(top)));
                    let fits = (1..=run.min(onto)).contains(&count);
                    if fits && self.builds(cards[cards.len() - count], on) {
                        actions.push(self.action(from, to, count));
                    }
                }
                None => {
                    let counts = 1..=run.min(into);
                    let fitting = counts.filter(|count| self.fills(cards[cards.len() - count]));
                    actions.extend(fitting.map(|count| self.action(from, to, count)));
                }
            }
        }
    }
}

impl ArrayGame for CardArrays {
    fn observation(&self) -> &[u8] {
        self.piles.cells()
    }

    fn legal(&self, actions: &mut Vec<u32>) {
        let capacities = self.capacities();
        for from in self.first..self.places {
            self.leave(from, capacities, actions);
            if !self.piles.is_empty(from) {
                let free = (0..self.cells).filter(|&cell| self.piles.is_empty(cell));
                actions.extend(free.map(|cell| self.action(from, cell, 1)));
            }
        }
        (0..self.cells).for_each(|cell| self.leave(cell, capacities, actions));
    }

    fn play(&mut self, action: u32) -> Result<(), Fault> {
        let (action, ranks) = (action as usize, usize::from(self.rules.ranks));
        let (pair, count) = (action / ranks, action % ranks + 1);
        self.piles.carry(pair / self.places, pair % self.places, count)
    }

    fn is_solved(&self) -> bool {
        (self.cells..self.first).all(|home| self.piles.len(home) == usize::from(self.rules.ranks))
    }
}
