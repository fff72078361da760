//! The state of a search: linked cards, sets of cards, and the key.
//!
//! A state has 328 bytes and no heap. It links the cards: each card knows the card above, the card below, its column and its depth; each column
//! knows its base and its top. Sets of cards, one bit each, hold the tops of columns, the runs on top, the cards in cells, and the cards that lie
//! on a card with which they form no run. The cards that can move are one set, the cards that fit on the tops of columns another, found by a few
//! shifts; only the intersection is examined card by card. This takes more bytes per copy than links alone (168) and saves more than it costs:
//! most questions need no loop with an unpredictable end.

use std::fmt;

use patience_cards::{Card, Suit};

use super::Key;
use crate::{MAX_CELLS, MAX_COLUMNS, Position};

/// A position for searches: linked cards, the place of each card, sets of cards, and the key.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_freecell::{FreeCell, State};
///
/// let game = FreeCell::microsoft(1)?;
/// let start = game.start();
/// assert_eq!(game.position(&start), *game.deal());
/// // A copy takes no allocation.
/// let mut moves = Vec::new();
/// game.moves(&start, &mut moves);
/// let mut next: State = start;
/// game.apply(&mut next, moves[0]);
/// assert_ne!(game.key(&next), game.key(&start));
/// # Ok::<(), patience_cards::NoSuchDeal>(())
/// ```
#[derive(Clone, Copy)]
pub struct State {
    key: Key,
    /// The cards in columns that lie on a card with which they form no run.
    loose: u64,
    /// The cards of the runs on top of the columns.
    exposed: u64,
    /// The top cards of the columns.
    ends: u64,
    /// The deepest cards of the columns.
    at_bases: u64,
    /// The cards in cells.
    held: u64,
    /// The next cards of the foundations.
    next_home: u64,
    /// Those of them that auto-play sends home once they are free.
    safe: u64,
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
    /// How many cards are in cells, columns are not empty, and cards are loose: counting bits takes longer.
    cells_taken: u8,
    columns_taken: u8,
    loose_cards: u8,
}

impl State {
    /// The state of a position with its key; `is_run` says whether two cards form a run.
    pub(crate) fn new(position: &Position, key: Key, is_run: impl Fn(Card, Card) -> bool) -> Self {
        let mut state = Self::empty(key);
        for suit in Suit::ALL {
            suit.up_to(position.foundations[suit as usize]).for_each(|card| state.send_home(card));
        }
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
            at_bases: 0,
            held: 0,
            next_home: 0b1111,
            safe: 0,
            above: [None; Card::COUNT],
            below: [None; Card::COUNT],
            place: [0; Card::COUNT],
            depth: [0; Card::COUNT],
            tops: [None; MAX_COLUMNS],
            bases: [None; MAX_COLUMNS],
            cells: [None; MAX_CELLS],
            home: [0; 4],
            cells_taken: 0,
            columns_taken: 0,
            loose_cards: 0,
        }
    }

    /// Puts `card` on `below`.
    pub(crate) fn link(&mut self, card: Card, below: Card, is_loose: bool) {
        self.above[below.index()] = Some(card);
        self.below[card.index()] = Some(below);
        self.loose |= u64::from(is_loose) << card.index();
        self.loose_cards += u8::from(is_loose);
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
            self.at_bases |= self.bases[column].map_or(0, Card::bit);
            self.columns_taken += u8::from(run != 0);
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
        self.next_home
    }

    /// The set of the cards that auto-play sends home once they are free.
    #[inline]
    pub(crate) fn safe(&self) -> u64 {
        self.safe
    }

    /// The set of the top cards of the columns.
    #[inline]
    pub(crate) fn ends(&self) -> u64 {
        self.ends
    }

    /// The set of the deepest cards of the columns.
    #[inline]
    pub(crate) fn at_bases(&self) -> u64 {
        self.at_bases
    }

    /// The set of the loose cards: those of columns that lie on a card with which they form no run.
    #[inline]
    pub(crate) fn loose(&self) -> u64 {
        self.loose
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
    pub(crate) fn loose_cards(&self) -> u8 {
        self.loose_cards
    }

    /// How many cards are in cells.
    #[inline]
    pub(crate) fn cells_taken(&self) -> u8 {
        self.cells_taken
    }

    /// How many columns have cards.
    #[inline]
    pub(crate) fn columns_taken(&self) -> u8 {
        self.columns_taken
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
            self.at_bases &= !card.bit();
            self.columns_taken -= 1;
            return top;
        };
        self.above[below.index()] = None;
        self.ends |= below.bit();
        if self.is_loose(card) {
            self.loose &= !card.bit();
            self.loose_cards -= 1;
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
            self.at_bases |= card.bit();
            self.columns_taken += 1;
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
        self.cells_taken += 1;
        self.exposed &= !card.bit();
    }

    /// Takes a card from a cell.
    #[inline]
    pub(crate) fn release(&mut self, cell: u8, card: Card) {
        self.cells[usize::from(cell)] = None;
        self.held &= !card.bit();
        self.cells_taken -= 1;
    }

    /// Puts the next card of a foundation there.
    #[inline]
    pub(crate) fn send_home(&mut self, card: Card) {
        self.home[card.suit() as usize] = card.rank();
        self.next_home ^= card.bit() | card.bit() << 4;
        self.exposed &= !card.bit();
    }

    /// Notes which of the next cards of the foundations are safe: those in `safe`. Must follow a change of the foundations.
    #[inline]
    pub(crate) fn set_safe(&mut self, safe: u64) {
        self.safe = self.next_home & safe;
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
