//! The state of a search: linked cards, sets of cards, and an exact canonical key that every move updates in one step.
//!
//! A state has 304 bytes and no heap. It links the cards: each card knows the card above, the card below, its column and its depth; each column
//! knows its base and its top. Sets of cards, one bit each, hold the tops of columns, the runs on top, the cards in cells, and the cards that lie
//! on a card with which they form no run. The cards that can move are one set, the cards that fit on the tops of columns another, found by a few
//! shifts; only the intersection is examined card by card. This takes more bytes per copy than links alone (168) and saves more than it costs:
//! most questions need no loop with an unpredictable end.
//!
//! The key has 156 bits, three per card:
//!
//! | bits | place of the card |
//! |---|---|
//! | 0 | where it was dealt: on the same card, or at the base of a column if it was dealt there |
//! | 1 | in a cell |
//! | 2 | at the base of a column where it was not dealt |
//! | 3 | home |
//! | 4–7 | on the card one rank higher of suit 0–3, where it was not dealt |
//!
//! Eight values suffice, because play puts a card only into a cell, into an empty column, home, or onto a card one rank higher. The key is
//! *exact*: it gives what lies below every card, so it determines the position, and `unpack` rebuilds it. It is *canonical*: it names neither
//! columns nor cells, so positions that differ in their order share a key, and a card that returns to where it was dealt gets 0 again. It is
//! *incremental*: a move changes three bits, however long the run.

use std::fmt;
use std::hash::{Hash, Hasher};

use patience_cards::{Card, Suit};

use crate::{MAX_CELLS, MAX_COLUMNS, Position};

/// The place of a card relative to the deal: three bits of the key.
pub(super) mod location {
    /// On the same card as in the deal, or at the base of a column if it was dealt there.
    pub(crate) const DEALT: u64 = 0;
    /// In a cell.
    pub(crate) const CELL: u64 = 1;
    /// At the base of a column, where it was not dealt.
    pub(crate) const BASE: u64 = 2;
    /// On its foundation.
    pub(crate) const HOME: u64 = 3;
    /// On the card one rank higher of suit 0, where it was not dealt; those of the other suits follow.
    pub(crate) const ON_SUIT: u64 = 4;
}

/// The place of every card, in three words of five ranks each: where it was dealt, in a cell, at the base of a column, home, or on which suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key([u64; 3]);

/// Ranks of four cards that share a word of the key.
const RANKS_PER_WORD: usize = 5;

impl Key {
    pub(crate) const fn dealt() -> Self {
        Self([location::DEALT; 3])
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
    pub(crate) const fn get(self, card: Card) -> u64 {
        let (word, shift) = Self::bits(card);
        self.0[word] >> shift & 7
    }

    #[inline]
    pub(crate) const fn set(&mut self, card: Card, place: u64) {
        let (word, shift) = Self::bits(card);
        self.0[word] = self.0[word] & !(7 << shift) | place << shift;
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

/// A position for searches: linked cards, the place of each card, sets of cards, and the key.
#[derive(Clone, Copy)]
pub struct State {
    key: Key,
    /// The cards in columns that lie on a card with which they form no run.
    loose: u64,
    /// The cards of the runs on top of the columns.
    exposed: u64,
    /// The top cards of the columns.
    ends: u64,
    /// The cards in cells.
    held: u64,
    /// The card that lies on each card.
    above: [Option<Card>; Card::COUNT],
    /// The card that each card lies on.
    below: [Option<Card>; Card::COUNT],
    /// The column or cell of each card that is not home.
    place: [u8; Card::COUNT],
    /// How many cards of its column lie below each card.
    depth: [u8; Card::COUNT],
    tops: [Option<Card>; MAX_COLUMNS],
    bases: [Option<Card>; MAX_COLUMNS],
    cells: [Option<Card>; MAX_CELLS],
    home: [u8; 4],
}

impl State {
    /// The state of a position with its key; `is_run` says whether two cards form a run.
    pub(crate) fn new(position: &Position, key: Key, is_run: impl Fn(Card, Card) -> bool) -> Self {
        let mut state = Self::empty(key);
        state.home = position.foundations;
        for (index, column) in position.columns.iter().enumerate() {
            state.bases[index] = column.first().copied();
            for pair in column.windows(2) {
                state.link(pair[1], pair[0], !is_run(pair[1], pair[0]));
            }
        }
        for (cell, &card) in (0..).zip(&position.cells) {
            if let Some(card) = card {
                state.hold(cell, card);
            }
        }
        state.survey_columns();
        state
    }

    /// A state without cards.
    pub(crate) fn empty(key: Key) -> Self {
        Self {
            key,
            loose: 0,
            exposed: 0,
            ends: 0,
            held: 0,
            above: [None; Card::COUNT],
            below: [None; Card::COUNT],
            place: [0; Card::COUNT],
            depth: [0; Card::COUNT],
            tops: [None; MAX_COLUMNS],
            bases: [None; MAX_COLUMNS],
            cells: [None; MAX_CELLS],
            home: [0; 4],
        }
    }

    /// Puts `card` on `below`.
    pub(crate) fn link(&mut self, card: Card, below: Card, is_loose: bool) {
        self.above[below.index()] = Some(card);
        self.below[card.index()] = Some(below);
        self.loose |= u64::from(is_loose) << card.index();
    }

    /// Puts `card` at the base of a column.
    pub(crate) fn found(&mut self, column: usize, card: Card) {
        debug_assert!(column < MAX_COLUMNS, "a key has no more columns than the rules");
        self.bases[column] = Some(card);
    }

    /// Computes the places of the cards in columns after all are linked.
    pub(crate) fn survey_columns(&mut self) {
        for column in 0..MAX_COLUMNS {
            let mut next = self.bases[column];
            let (mut depth, mut run) = (0, 0);
            while let Some(card) = next {
                // At most ten columns.
                #[allow(clippy::cast_possible_truncation)]
                let place = column as u8;
                self.place[card.index()] = place;
                self.depth[card.index()] = depth;
                run = card.bit() | if self.is_loose(card) { 0 } else { run };
                self.tops[column] = next;
                depth += 1;
                next = self.above(card);
            }
            self.exposed |= run;
            self.ends |= self.tops[column].map_or(0, Card::bit);
        }
    }

    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.key
    }

    /// The top cards of all columns, including columns that the rules do not have.
    #[inline]
    pub(crate) fn tops(&self) -> &[Option<Card>; MAX_COLUMNS] {
        &self.tops
    }

    /// The deepest cards of all columns.
    #[inline]
    pub(crate) fn bases(&self) -> &[Option<Card>; MAX_COLUMNS] {
        &self.bases
    }

    /// All cells, including cells that the rules do not have.
    #[inline]
    pub(crate) fn cells(&self) -> &[Option<Card>; MAX_CELLS] {
        &self.cells
    }

    /// The highest rank on the foundation of `suit`, 0 for none.
    #[inline]
    pub(crate) fn home(&self, suit: Suit) -> u8 {
        self.home[suit as usize]
    }

    /// The highest ranks on all foundations.
    #[inline]
    pub(crate) fn homes(&self) -> &[u8; 4] {
        &self.home
    }

    /// The set of the next cards of the foundations. A finished foundation adds a bit that belongs to no card of the game.
    #[inline]
    pub(crate) fn next_home(&self) -> u64 {
        let [clubs, diamonds, hearts, spades] = self.home;
        1 << (4 * clubs) | 2 << (4 * diamonds) | 4 << (4 * hearts) | 8 << (4 * spades)
    }

    /// The set of the top cards of the columns.
    #[inline]
    pub(crate) fn ends(&self) -> u64 {
        self.ends
    }

    /// The set of the cards in cells.
    #[inline]
    pub(crate) fn held(&self) -> u64 {
        self.held
    }

    /// The set of the cards of the runs on top of the columns.
    #[inline]
    pub(crate) fn exposed(&self) -> u64 {
        self.exposed
    }

    /// The column or cell of a card that is not home.
    #[inline]
    pub(crate) fn place(&self, card: Card) -> u8 {
        self.place[card.index()]
    }

    /// How many cards of its column lie below a card of a column.
    #[inline]
    pub(crate) fn depth(&self, card: Card) -> u8 {
        self.depth[card.index()]
    }

    /// How many cards lie on a card of a column.
    #[inline]
    pub(crate) fn covers(&self, card: Card) -> u8 {
        let top = self.tops[usize::from(self.place(card))];
        top.map_or(0, |top| self.depth(top) - self.depth(card))
    }

    /// The card that lies on `card`.
    #[inline]
    pub(crate) fn above(&self, card: Card) -> Option<Card> {
        self.above[card.index()]
    }

    /// The cards of a column from its base up.
    pub(crate) fn column(&self, index: usize) -> impl Iterator<Item = Card> {
        std::iter::successors(self.bases[index], |&card| self.above(card))
    }

    /// The card that `card` lies on.
    #[inline]
    pub(crate) fn below(&self, card: Card) -> Option<Card> {
        self.below[card.index()]
    }

    /// The card that `card` lies on, if the two form a run.
    #[inline]
    pub(crate) fn run_below(&self, card: Card) -> Option<Card> {
        if self.is_loose(card) { None } else { self.below(card) }
    }

    /// Whether `card` lies on a card with which it forms no run. That is where it was dealt: no move puts a card there.
    #[inline]
    pub(crate) fn is_loose(&self, card: Card) -> bool {
        self.loose & card.bit() != 0
    }

    /// How many cards are loose.
    #[inline]
    pub(crate) fn loose(&self) -> u32 {
        self.loose.count_ones()
    }

    /// Takes the run that begins with `card` from the top of a column; returns the run's top.
    ///
    /// Its cards stay exposed, because they go to another column; [`hold`](Self::hold) and [`send_home`](Self::send_home) correct that.
    #[inline]
    pub(crate) fn lift(&mut self, column: u8, card: Card) -> Option<Card> {
        let column = usize::from(column);
        let below = std::mem::take(&mut self.below[card.index()]);
        let top = std::mem::replace(&mut self.tops[column], below);
        self.ends &= !top.map_or(0, Card::bit);
        let Some(below) = below else {
            self.bases[column] = None;
            return top;
        };
        self.above[below.index()] = None;
        self.ends |= below.bit();
        if self.is_loose(card) {
            self.loose &= !card.bit();
            let mut run = Some(below);
            while let Some(card) = run {
                self.exposed |= card.bit();
                run = self.run_below(card);
            }
        }
        top
    }

    /// Puts a run that begins with `card` and ends with `top` onto a column.
    #[inline]
    pub(crate) fn lay(&mut self, column: u8, card: Card, top: Option<Card>) {
        let on = std::mem::replace(&mut self.tops[usize::from(column)], top);
        self.below[card.index()] = on;
        let mut depth = 0;
        if let Some(on) = on {
            self.above[on.index()] = Some(card);
            self.ends &= !on.bit();
            depth = self.depth(on) + 1;
        } else {
            self.bases[usize::from(column)] = Some(card);
        }
        self.ends |= top.map_or(0, Card::bit);
        self.exposed |= card.bit();
        let mut run = Some(card);
        while let Some(card) = run {
            self.place[card.index()] = column;
            self.depth[card.index()] = depth;
            depth += 1;
            run = self.above(card);
        }
    }

    /// Puts a card into a cell.
    #[inline]
    pub(crate) fn hold(&mut self, cell: u8, card: Card) {
        self.cells[usize::from(cell)] = Some(card);
        self.place[card.index()] = cell;
        self.held |= card.bit();
        self.exposed &= !card.bit();
    }

    /// Takes a card from a cell.
    #[inline]
    pub(crate) fn release(&mut self, cell: u8, card: Card) {
        self.cells[usize::from(cell)] = None;
        self.held &= !card.bit();
    }

    #[inline]
    pub(crate) fn send_home(&mut self, card: Card) {
        self.home[card.suit() as usize] = card.rank();
        self.exposed &= !card.bit();
    }

    /// Sets the key bits of `card` to `place`, one of [`location`].
    #[inline]
    pub(crate) fn set_location(&mut self, card: Card, place: u64) {
        self.key.set(card, place);
    }
}

impl PartialEq for State {
    /// The key does not contain the order of columns and cells.
    fn eq(&self, other: &Self) -> bool {
        let parts = |state: &Self| (state.key, state.bases, state.cells);
        parts(self) == parts(other)
    }
}

impl Eq for State {}

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
