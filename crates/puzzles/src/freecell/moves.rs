//! Moves: what they are, which sets of them a search may use, and how they are found.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::game::FreeCell;
use super::rules::MAX_COLUMNS;
use super::state::State;
use super::supermove;
use crate::cards::Card;

/// A place that cards move from and to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A column of the tableau, from 0.
    Column(u8),
    /// A free cell, from 0.
    Cell(u8),
    /// The foundations.
    Home,
}

/// A move of one card, or of a run of cards at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The card that moves; of a run the deepest, which is the one that must fit.
    pub card: Card,
    /// How many cards move.
    pub count: u8,
    /// Where they come from.
    pub from: Place,
    /// Where they go.
    pub to: Place,
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{} {:?}→{:?}", self.card, self.count, self.from, self.to)
    }
}

/// Which moves a search may make. Every set can reach what the others can, in more or fewer moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveSet {
    /// One card at a time.
    Single,
    /// Runs of at most one card more than there are vacant cells and columns: what the original staged deepening plays.
    #[default]
    Runs,
    /// Runs of as many cards as single moves could carry.
    Supermoves,
    /// Supermoves; after each one every card that is safe on its foundation goes there.
    AutoPlay,
}

impl MoveSet {
    /// Every set with its name.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("single", Self::Single),
        ("runs", Self::Runs),
        ("supermoves", Self::Supermoves),
        ("autoplay", Self::AutoPlay),
    ];
}

impl FromStr for MoveSet {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|&(_, set)| set).ok_or_else(|| {
            let known = Self::NAMES.map(|(known, _)| known).join(", ");
            format!("unknown move set `{name}` (known: {known})")
        })
    }
}

impl FreeCell {
    /// Calls `visit` with every legal move of the instance's move set: cell to foundation, column to foundation, cell to
    /// column, column to column, column to cell.
    ///
    /// Of several empty columns or cells only the first is named as a destination, and a whole column never moves to an empty
    /// one: the states would have equal keys.
    #[inline]
    pub(super) fn each_move(&self, state: &State, mut visit: impl FnMut(Move)) {
        let columns = &state.tops()[..usize::from(self.rules().columns)];
        let cells = &state.cells()[..usize::from(self.rules().cells)];

        for (from, card) in filled(cells) {
            if self.goes_home(state, card) {
                visit(Move { card, count: 1, from: Place::Cell(from), to: Place::Home });
            }
        }
        for (from, card) in filled(columns) {
            if self.goes_home(state, card) {
                visit(Move { card, count: 1, from: Place::Column(from), to: Place::Home });
            }
        }
        for (from, card) in filled(cells) {
            for (to, on) in filled(columns) {
                if self.rules().fits(card, on) {
                    visit(Move { card, count: 1, from: Place::Cell(from), to: Place::Column(to) });
                }
            }
            if let Some(to) = first_empty(columns)
                && self.rules().fills(card)
            {
                visit(Move { card, count: 1, from: Place::Cell(from), to: Place::Column(to) });
            }
        }
        self.each_run_move(state, columns, &Room::of(self, cells, columns), &mut visit);
        if let Some(to) = first_empty(cells) {
            for (from, card) in filled(columns) {
                visit(Move { card, count: 1, from: Place::Column(from), to: Place::Cell(to) });
            }
        }
    }

    #[inline]
    fn each_run_move(
        &self,
        state: &State,
        columns: &[Option<Card>],
        room: &Room,
        visit: &mut impl FnMut(Move),
    ) {
        let empty = first_empty(columns);
        for (from, top) in filled(columns) {
            // The cards of the run from the top down, as far as any destination could take them.
            let mut run = [top; 13];
            let mut length = 1;
            let longest = room.onto_card.max(if empty.is_some() { room.into_empty } else { 0 });
            while length < longest
                && let Some(card) = self.run_below(state, run[length - 1])
            {
                run[length] = card;
                length += 1;
            }
            for (to, on) in filled(columns) {
                // Only one length can fit: the one that ends a rank below the destination.
                let count = usize::from(on.rank()).wrapping_sub(usize::from(top.rank()));
                if 1 <= count && count <= length.min(room.onto_card) && self.rules().fits(run[count - 1], on)
                {
                    let (from, to) = (Place::Column(from), Place::Column(to));
                    visit(Move { card: run[count - 1], count: small(count), from, to });
                }
            }
            let Some(to) = empty else { continue };
            for count in 1..=length.min(room.into_empty) {
                let card = run[count - 1];
                if self.rules().fills(card) && self.below(state, card).is_some() {
                    let (from, to) = (Place::Column(from), Place::Column(to));
                    visit(Move { card, count: small(count), from, to });
                }
            }
        }
    }

    /// Whether `card`, which is free to move, is the next of its foundation.
    #[inline]
    pub(super) fn goes_home(&self, state: &State, card: Card) -> bool {
        card.rank() == state.home(card.suit()) + 1
    }
}

/// How many cards may move at once.
struct Room {
    onto_card: usize,
    into_empty: usize,
}

impl Room {
    #[inline]
    fn of(game: &FreeCell, cells: &[Option<Card>], columns: &[Option<Card>]) -> Self {
        let (rules, empty_cells) = (game.rules(), vacant(cells));
        let empty_columns = vacant(columns);
        let others = empty_columns.saturating_sub(1);
        match game.moves {
            MoveSet::Single => Self { onto_card: 1, into_empty: 1 },
            MoveSet::Runs if !rules.relaxed => {
                // Only columns that any card may fill can lend their room.
                let lends = |columns| supermove::lending(rules, columns);
                Self {
                    onto_card: empty_cells + lends(empty_columns) + 1,
                    into_empty: empty_cells + lends(others) + 1,
                }
            }
            _ => Self {
                onto_card: supermove::capacity(rules, empty_cells, empty_columns),
                into_empty: supermove::capacity(rules, empty_cells, others),
            },
        }
    }
}

/// The places that hold a card.
#[inline]
fn filled(places: &[Option<Card>]) -> impl Iterator<Item = (u8, Card)> {
    (0..).zip(places).filter_map(|(index, card)| card.map(|card| (index, card)))
}

#[inline]
fn first_empty(places: &[Option<Card>]) -> Option<u8> {
    places.iter().position(Option::is_none).map(small)
}

#[inline]
fn vacant(places: &[Option<Card>]) -> usize {
    places.iter().filter(|card| card.is_none()).count()
}

/// A number of cards or the index of a place: never above 52.
#[inline]
fn small(number: usize) -> u8 {
    debug_assert!(number <= 52.max(MAX_COLUMNS));
    #[allow(clippy::cast_possible_truncation)]
    let number = number as u8;
    number
}
