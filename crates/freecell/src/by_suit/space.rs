//! Settled positions as a puzzle.

use std::fmt;

use patience_cards::{Card, cards_of};
use patience_core::Puzzle;

use super::moves::{Step, Target};
use crate::{Build, FreeCell, MAX_COLUMNS, Rules, State};

/// A settled position: its own key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Dug {
    /// How many cards of every column lie where they were dealt, six bits each.
    depths: u64,
    /// The cards at the bases of other columns.
    pub(super) bases: u64,
}

/// Bits of a number of cards.
const DEPTH: u32 = 6;

impl Dug {
    #[inline]
    pub(super) fn depth(self, column: usize) -> usize {
        // Six bits.
        #[allow(clippy::cast_possible_truncation)]
        let depth = (self.depths >> (DEPTH as usize * column)) as usize & 63;
        depth
    }

    #[inline]
    fn set_depth(&mut self, column: usize, depth: usize) {
        let shift = DEPTH as usize * column;
        self.depths = self.depths & !(63 << shift) | (depth as u64) << shift;
    }
}

/// A column of which so many cards lie where they were dealt.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    /// These cards.
    pub(super) cards: u64,
    /// The deepest card of the run on top of them,
    pub(super) head: u64,
    /// and the top card.
    pub(super) tail: u64,
    /// The base, if all is one run and its head may fill an empty column.
    founds: u64,
    /// The card that was dealt on the tail, if it fits there.
    fitting: u64,
    /// How many cards the run has.
    pub(super) length: u8,
    /// How many runs lie on others.
    loose: u8,
    /// How many runs have a card that lies above a lower card of its suit.
    forced: u8,
}

/// A position, and what follows from it once it is settled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Settled {
    pub(super) dug: Dug,
    /// The cards that lie where they were dealt.
    pub(super) in_place: u64,
    /// The deepest cards of the runs on top of them,
    pub(super) heads: u64,
    /// and the top cards.
    pub(super) tails: u64,
    /// The columns that are one run whose head may fill an empty column: their bases.
    founds: u64,
    /// The cards that were dealt on the tails and fit there.
    fitting: u64,
    pub(super) home: u64,
    /// The next cards of the foundations.
    pub(super) next: u64,
    /// The cards that lie on others, where they were not dealt.
    pub(super) attached: u64,
    pub(super) in_cells: u64,
    /// How many columns have cards where they were dealt.
    taken: u8,
    /// How many cells are empty,
    pub(super) free: u8,
    /// and how many columns.
    pub(super) empty: u8,
    /// How many runs lie on others where they were dealt,
    pub(super) loose: u8,
    /// and how many of these have a card above a lower card of its suit.
    pub(super) forced: u8,
}

impl Settled {
    const NOTHING: Self = Self {
        dug: Dug { depths: 0, bases: 0 },
        in_place: 0,
        heads: 0,
        tails: 0,
        founds: 0,
        fitting: 0,
        home: 0,
        next: 0,
        attached: 0,
        in_cells: 0,
        taken: 0,
        free: 0,
        empty: 0,
        loose: 0,
        forced: 0,
    };

    /// The cards on which others may be put, if no others are there.
    #[inline]
    pub(super) fn tops(&self) -> u64 {
        self.tails | self.dug.bases | self.attached
    }
}

impl fmt::Debug for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // All else follows from it.
        self.dug.fmt(f)
    }
}

/// Where a card was dealt.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    column: u8,
    /// How many cards lie below it.
    index: u8,
}

/// A game that builds by suit.
#[derive(Clone, Debug)]
pub(super) struct Space {
    pub(super) rules: Rules,
    /// The cards of the game,
    pub(super) deck: u64,
    /// and those that may fill empty columns.
    pub(super) fillers: u64,
    columns: usize,
    /// The levels of every column, from none of its cards.
    levels: Vec<Level>,
    /// Where those of each column begin.
    first: [usize; MAX_COLUMNS],
    spots: [Spot; Card::COUNT],
    start: Settled,
}

impl Space {
    pub(super) fn new(game: &FreeCell, root: &State) -> Self {
        let rules = *game.rules();
        debug_assert_eq!(rules.build, Build::Suit, "a card has one parent");
        let mut space = Self {
            rules,
            deck: game.deck(),
            fillers: game.fillers(),
            columns: usize::from(rules.columns),
            levels: Vec::with_capacity(Card::COUNT + MAX_COLUMNS),
            first: [0; MAX_COLUMNS],
            spots: [Spot::default(); Card::COUNT],
            start: Settled::NOTHING,
        };
        for column in 0..space.columns {
            space.add_column(column, root.column(column));
        }
        let mut start = space.start;
        space.settle(&mut start);
        space.start = start;
        space
    }

    fn add_column(&mut self, column: usize, cards: impl Iterator<Item = Card>) {
        self.first[column] = self.levels.len();
        let mut level = Level::default();
        // The cards that cannot go home before one below the run on top, and whether the run has one.
        let (mut kept, mut higher, mut is_kept) = (0, 0, false);
        let mut depth = 0;
        for card in cards {
            let fits = level.tail != 0 && card.bit() << 4 == level.tail;
            level.fitting = if fits { card.bit() } else { 0 };
            self.levels.push(level);
            if !fits {
                level.loose += u8::from(level.tail != 0);
                level.head = card.bit();
                level.length = 0;
                (kept, is_kept) = (higher, false);
            }
            level.cards |= card.bit();
            level.tail = card.bit();
            level.length += 1;
            if !is_kept && kept & card.bit() != 0 {
                is_kept = true;
                level.forced += 1;
            }
            higher |= card.higher();
            level.founds = if level.loose == 0 { level.head & self.fillers } else { 0 };
            // At most ten columns and 52 cards.
            #[allow(clippy::cast_possible_truncation)]
            let spot = Spot { column: column as u8, index: depth as u8 };
            self.spots[card.index()] = spot;
            depth += 1;
        }
        level.fitting = 0;
        self.levels.push(level);
        let mut start = self.start;
        self.change(&mut start, column, depth);
        self.start = start;
    }

    #[inline]
    pub(super) fn levels(&self, dug: Dug) -> impl Iterator<Item = &Level> {
        let level = move |(column, first): (usize, &usize)| &self.levels[first + dug.depth(column)];
        self.first[..self.columns].iter().enumerate().map(level)
    }

    /// Gives a column another number of cards that lie where they were dealt.
    #[inline]
    fn change(&self, at: &mut Settled, column: usize, depth: usize) {
        let first = self.first[column];
        let (old, new) = (&self.levels[first + at.dug.depth(column)], &self.levels[first + depth]);
        at.dug.set_depth(column, depth);
        // Columns have no cards in common.
        at.in_place ^= old.cards ^ new.cards;
        at.heads ^= old.head ^ new.head;
        at.tails ^= old.tail ^ new.tail;
        at.founds ^= old.founds ^ new.founds;
        at.fitting ^= old.fitting ^ new.fitting;
        at.taken = at.taken - u8::from(old.cards != 0) + u8::from(new.cards != 0);
        at.loose = at.loose - old.loose + new.loose;
        at.forced = at.forced - old.forced + new.forced;
    }

    /// Settles a position.
    #[inline]
    fn settle(&self, at: &mut Settled) {
        let displaced = loop {
            let displaced = self.deck & !at.in_place;
            at.home = lowest(displaced);
            at.next = (at.home << 4 | 0b1111) & !at.home & self.deck;
            at.dug.bases &= !at.home;
            if let Some(card) = cards_of(at.tails & at.next).next() {
                self.dig(at, card);
            } else if let Some(card) = cards_of(at.founds).next() {
                self.dig(at, card);
                at.dug.bases |= card.bit();
            } else if let Some(card) =
                cards_of(at.fitting & displaced & !at.home & !at.dug.bases).next()
            {
                let Spot { column, index } = self.spots[card.index()];
                self.change(at, usize::from(column), usize::from(index) + 1);
            } else {
                break displaced;
            }
        };
        let loose = displaced & !at.home & !at.dug.bases;
        at.attached = below(at.tails | at.dug.bases, loose);
        at.in_cells = loose & !at.attached;
        at.free = self.rules.cells.saturating_sub(count(at.in_cells));
        at.empty = self.rules.columns.saturating_sub(at.taken + count(at.dug.bases));
    }

    /// Takes a card and what lies on it from where it was dealt.
    #[inline]
    fn dig(&self, at: &mut Settled, card: Card) {
        let Spot { column, index } = self.spots[card.index()];
        self.change(at, usize::from(column), usize::from(index));
    }

    /// The position after a step.
    #[inline]
    pub(super) fn after(&self, at: &Settled, step: Step) -> Settled {
        let (mut child, card) = (*at, step.card);
        if at.in_place & card.bit() != 0 {
            self.dig(&mut child, card);
        }
        child.dug.bases &= !card.bit();
        if step.to == Target::Empty {
            child.dug.bases |= card.bit();
        }
        self.settle(&mut child);
        child
    }

    /// How many cards lie on the cards of a set that lie where they were dealt, those of runs that were put there excepted.
    #[inline]
    pub(super) fn covers(&self, dug: Dug, cards: u64) -> i32 {
        let covers = |card: Card| {
            let Spot { column, index } = self.spots[card.index()];
            let above = dug.depth(usize::from(column)) - usize::from(index) - 1;
            // At most 52.
            #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
            let above = above as i32;
            above
        };
        cards_of(cards).map(covers).sum()
    }
}

/// The cards of a set whose lower cards of the same suit are in it too.
#[inline]
fn lowest(mut set: u64) -> u64 {
    set &= set << 4 | 0xf;
    set &= set << 8 | 0xff;
    set &= set << 16 | 0xffff;
    set & (set << 32 | 0xffff_ffff)
}

/// The cards of `loose` that lie on cards of `tops`, one on the other.
#[inline]
pub(super) fn below(tops: u64, mut loose: u64) -> u64 {
    let mut reached = tops;
    let mut shift = 4;
    while shift < 64 {
        reached |= loose & reached >> shift;
        loose &= loose >> shift;
        shift *= 2;
    }
    reached & !tops
}

/// How many cards a set has.
#[inline]
pub(super) fn count(cards: u64) -> u8 {
    // At most 52.
    #[allow(clippy::cast_possible_truncation)]
    let count = cards.count_ones() as u8;
    count
}

impl Puzzle for Space {
    type State = Settled;
    type Move = Step;
    type Key = Dug;

    fn start(&self) -> Settled {
        self.start
    }

    #[inline]
    fn is_goal(&self, at: &Settled) -> bool {
        at.home == self.deck
    }

    fn moves(&self, at: &Settled, out: &mut Vec<Step>) {
        self.each_step(at, |step| out.push(step));
    }

    #[inline]
    fn apply(&self, at: &mut Settled, step: Step) {
        *at = self.after(at, step);
    }

    #[inline]
    fn key(&self, at: &Settled) -> Dug {
        at.dug
    }
}
