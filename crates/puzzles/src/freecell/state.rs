//! The state of a search: linked cards in 168 bytes, with an exact canonical key that every move updates in one step.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::position::Position;
use super::rules::{MAX_CELLS, MAX_COLUMNS};
use crate::cards::{Card, Suit};

/// Where a card is, relative to the deal. Three bits of the key.
pub(super) mod whereabouts {
    /// On the card that it was dealt on, or at the base of a column if it was dealt there.
    pub(in super::super) const DEALT: u64 = 0;
    /// In a cell.
    pub(in super::super) const CELL: u64 = 1;
    /// At the base of a column, where it was not dealt.
    pub(in super::super) const BASE: u64 = 2;
    /// On its foundation.
    pub(in super::super) const HOME: u64 = 3;
    /// On the card one rank higher of suit 0, where it was not dealt; those of the other suits follow.
    pub(in super::super) const ON_SUIT: u64 = 4;
}

/// Tells for every card where it is: on its dealt place, in a cell, at the base of a column, home, or on which suit.
///
/// That is exact, since it tells what lies below every card, and canonical, since it names neither columns nor cells. A move
/// changes the three bits of one card, however long the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key([u64; 3]);

/// Ranks of four cards that share a word of the key.
const RANKS_PER_WORD: usize = 5;

impl Key {
    pub(super) const fn dealt() -> Self {
        Self([whereabouts::DEALT; 3])
    }

    #[inline]
    const fn bits(card: Card) -> (usize, u32) {
        let index = card.index();
        let (word, within) = (index / (4 * RANKS_PER_WORD), index % (4 * RANKS_PER_WORD));
        // Below 60.
        #[allow(clippy::cast_possible_truncation)]
        let within = within as u32;
        (word, 3 * within)
    }

    #[inline]
    pub(super) const fn get(self, card: Card) -> u64 {
        let (word, shift) = Self::bits(card);
        self.0[word] >> shift & 7
    }

    #[inline]
    pub(super) const fn with(mut self, card: Card, place: u64) -> Self {
        let (word, shift) = Self::bits(card);
        self.0[word] = self.0[word] & !(7 << shift) | place << shift;
        self
    }
}

impl Hash for Key {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.iter().for_each(|&word| hasher.write_u64(word));
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:016x}{:016x}", self.0[2], self.0[1], self.0[0])
    }
}

/// A position, for searching: what lies on every card, the ends of the columns, cells and foundations, and the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State {
    key: Key,
    /// A bit for every card in a column that lies on a card with which it is no run.
    loose: u64,
    /// The card that lies on each card.
    above: [Option<Card>; Card::COUNT],
    /// The card that each card lies on.
    below: [Option<Card>; Card::COUNT],
    tops: [Option<Card>; MAX_COLUMNS],
    bases: [Option<Card>; MAX_COLUMNS],
    cells: [Option<Card>; MAX_CELLS],
    home: [u8; 4],
}

impl State {
    /// The state of a position whose key is known, under the rules that `is_run` knows.
    pub(super) fn new(position: &Position, key: Key, is_run: impl Fn(Card, Card) -> bool) -> Self {
        let mut state = Self::empty(key);
        state.home = position.foundations;
        for (index, column) in position.columns.iter().enumerate() {
            state.bases[index] = column.first().copied();
            for pair in column.windows(2) {
                state.link(pair[1], pair[0], !is_run(pair[1], pair[0]));
            }
        }
        state.cells[..position.cells.len()].copy_from_slice(&position.cells);
        state.find_tops();
        state
    }

    /// A state without cards.
    pub(super) fn empty(key: Key) -> Self {
        Self {
            key,
            loose: 0,
            above: [None; Card::COUNT],
            below: [None; Card::COUNT],
            tops: [None; MAX_COLUMNS],
            bases: [None; MAX_COLUMNS],
            cells: [None; MAX_CELLS],
            home: [0; 4],
        }
    }

    /// Puts `card` on `below`, wherever that is.
    pub(super) fn link(&mut self, card: Card, below: Card, is_loose: bool) {
        self.above[below.index()] = Some(card);
        self.below[card.index()] = Some(below);
        self.loose |= u64::from(is_loose) << card.index();
    }

    /// Puts `card` at the base of a column.
    pub(super) fn found(&mut self, column: usize, card: Card) {
        debug_assert!(column < MAX_COLUMNS, "a key has no more columns than the rules");
        self.bases[column] = Some(card);
    }

    /// Finds the tops of the columns whose cards are linked.
    pub(super) fn find_tops(&mut self) {
        self.tops = std::array::from_fn(|column| self.column(column).last());
    }

    #[inline]
    pub(super) fn key(&self) -> Key {
        self.key
    }

    /// The top cards of all columns, those included that the rules do not have.
    #[inline]
    pub(super) fn tops(&self) -> &[Option<Card>; MAX_COLUMNS] {
        &self.tops
    }

    /// The deepest cards of all columns.
    #[inline]
    pub(super) fn bases(&self) -> &[Option<Card>; MAX_COLUMNS] {
        &self.bases
    }

    /// All cells, those included that the rules do not have.
    #[inline]
    pub(super) fn cells(&self) -> &[Option<Card>; MAX_CELLS] {
        &self.cells
    }

    /// The highest rank on the foundation of `suit`, 0 for none.
    #[inline]
    pub(super) fn home(&self, suit: Suit) -> u8 {
        self.home[suit as usize]
    }

    /// The highest ranks on all foundations.
    #[inline]
    pub(super) fn homes(&self) -> &[u8; 4] {
        &self.home
    }

    /// The card that lies on `card`.
    #[inline]
    pub(super) fn above(&self, card: Card) -> Option<Card> {
        self.above[card.index()]
    }

    /// The cards of a column from its base up.
    pub(super) fn column(&self, index: usize) -> impl Iterator<Item = Card> {
        std::iter::successors(self.bases[index], |&card| self.above(card))
    }

    /// The card that `card` lies on.
    #[inline]
    pub(super) fn below(&self, card: Card) -> Option<Card> {
        self.below[card.index()]
    }

    /// The card that `card` lies on, if the two are a run.
    #[inline]
    pub(super) fn run_below(&self, card: Card) -> Option<Card> {
        if self.is_loose(card) { None } else { self.below(card) }
    }

    /// Whether `card` lies on a card with which it is no run: where it was dealt, since nothing is ever put there.
    #[inline]
    pub(super) fn is_loose(&self, card: Card) -> bool {
        self.loose >> card.index() & 1 != 0
    }

    /// How many cards are loose.
    #[inline]
    pub(super) fn loose(&self) -> u32 {
        self.loose.count_ones()
    }

    /// Takes the run that begins with `card` from the top of a column; returns the run's top.
    #[inline]
    pub(super) fn lift(&mut self, column: u8, card: Card) -> Option<Card> {
        let column = usize::from(column);
        let below = std::mem::take(&mut self.below[card.index()]);
        match below {
            Some(below) => self.above[below.index()] = None,
            None => self.bases[column] = None,
        }
        self.loose &= !(1 << card.index());
        std::mem::replace(&mut self.tops[column], below)
    }

    /// Puts a run that begins with `card` and ends with `top` onto a column.
    #[inline]
    pub(super) fn lay(&mut self, column: u8, card: Card, top: Option<Card>) {
        let column = usize::from(column);
        let on = std::mem::replace(&mut self.tops[column], top);
        match on {
            Some(on) => self.above[on.index()] = Some(card),
            None => self.bases[column] = Some(card),
        }
        self.below[card.index()] = on;
    }

    #[inline]
    pub(super) fn set_cell(&mut self, cell: u8, card: Option<Card>) {
        self.cells[usize::from(cell)] = card;
    }

    #[inline]
    pub(super) fn send_home(&mut self, card: Card) {
        self.home[card.suit() as usize] = card.rank();
    }

    #[inline]
    pub(super) fn set_key(&mut self, key: Key) {
        self.key = key;
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "home {:?} cells {:?}",
            self.home,
            self.cells.map(|card| card.map(|card| card.to_string()))
        )?;
        (0..MAX_COLUMNS)
            .try_for_each(|index| write!(f, " {:?}", self.column(index).collect::<Vec<_>>()))
    }
}
