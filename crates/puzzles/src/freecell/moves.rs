//! Moves: what they are, which sets of them a search may use, and how they are found.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::game::FreeCell;
use super::rules::MAX_COLUMNS;
use super::state::State;
use super::supermove;
use crate::cards::{Card, Suit};

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
        self.each_move_but_to_cells(state, &mut visit);
        self.each_move_to_cells(state, visit);
    }

    /// The moves of the top cards of all columns to the first empty cell.
    #[inline]
    pub(super) fn each_move_to_cells(&self, state: &State, mut visit: impl FnMut(Move)) {
        let columns = &state.tops()[..usize::from(self.rules().columns)];
        let cells = &state.cells()[..usize::from(self.rules().cells)];
        let Some(to) = cells.iter().position(Option::is_none) else { return };
        let to = Place::Cell(small(to));
        for (at, top) in (0..).zip(columns) {
            let Some(card) = *top else { continue };
            visit(Move { card, count: 1, from: Place::Column(at), to });
        }
    }

    /// All other moves.
    #[inline]
    pub(super) fn each_move_but_to_cells(&self, state: &State, mut visit: impl FnMut(Move)) {
        let columns = &state.tops()[..usize::from(self.rules().columns)];
        let cells = &state.cells()[..usize::from(self.rules().cells)];
        let destinations = Destinations::of(columns);

        self.each_move_home(state, cells, &destinations, &mut visit);
        let mut vacant = 0;
        for (at, cell) in (0..).zip(cells) {
            let Some(card) = *cell else {
                vacant += 1;
                continue;
            };
            let from = Place::Cell(at);
            self.each_fit(card, &destinations, |to| visit(Move { card, count: 1, from, to }));
            if let Some(to) = destinations.first_empty
                && self.rules().fills(card)
            {
                visit(Move { card, count: 1, from, to });
            }
        }
        let room = Room::of(self, vacant, destinations.empty);
        for (at, top) in (0..).zip(columns) {
            let Some(top) = *top else { continue };
            self.each_run_move(state, Place::Column(at), top, &room, &destinations, &mut visit);
        }
    }

    /// The next cards of the foundations: those in cells, then those on columns.
    #[inline]
    fn each_move_home(
        &self,
        state: &State,
        cells: &[Option<Card>],
        destinations: &Destinations,
        visit: &mut impl FnMut(Move),
    ) {
        let mut from_columns = [None; 4];
        for suit in Suit::ALL {
            let rank = state.home(suit) + 1;
            if self.rules().ranks < rank {
                continue;
            }
            let card = Card::new(rank, suit);
            // What something lies on is neither on top of a column nor in a cell.
            if state.above(card).is_some() {
                continue;
            }
            if let Some(from) = destinations.column_of(card) {
                from_columns[suit as usize] = Some(Move { card, count: 1, from, to: Place::Home });
            } else if let Some(from) = cells.iter().position(|&cell| cell == Some(card)) {
                visit(Move { card, count: 1, from: Place::Cell(small(from)), to: Place::Home });
            }
        }
        from_columns.into_iter().flatten().for_each(visit);
    }

    /// The moves of the run on top of a column, as many cards of it as fit somewhere.
    #[inline]
    fn each_run_move(
        &self,
        state: &State,
        from: Place,
        top: Card,
        room: &Room,
        destinations: &Destinations,
        visit: &mut impl FnMut(Move),
    ) {
        let (mut card, mut count) = (top, 1);
        loop {
            if count <= room.onto_card {
                self.each_fit(card, destinations, |to| visit(Move { card, count, from, to }));
            }
            if let Some(to) = destinations.first_empty
                && count <= room.into_empty
                && self.rules().fills(card)
                // A card at the base of its column has no reason to go to another base.
                && state.below(card).is_some()
            {
                visit(Move { card, count, from, to });
            }
            if count == room.longest {
                return;
            }
            let Some(below) = state.run_below(card) else { return };
            card = below;
            count += 1;
        }
    }

    /// Calls `visit` with every column on whose top `card` fits.
    #[inline]
    fn each_fit(&self, card: Card, destinations: &Destinations, mut visit: impl FnMut(Place)) {
        for &parent in self.parents(card) {
            if let Some(to) = destinations.column_at(usize::from(parent)) {
                visit(to);
            }
        }
    }

    /// Whether [`each_move`](Self::each_move) names `mv`.
    pub(super) fn names(&self, state: &State, mv: Move) -> bool {
        let columns = &state.tops()[..usize::from(self.rules().columns)];
        let cells = &state.cells()[..usize::from(self.rules().cells)];
        let card_at = |place: Place| match place {
            Place::Column(at) => columns.get(usize::from(at)).copied().flatten(),
            Place::Cell(at) => cells.get(usize::from(at)).copied().flatten(),
            Place::Home => None,
        };
        // The card that moves must be that many cards from the top, in one run with them.
        let mut deepest = card_at(mv.from);
        for _ in 1..mv.count {
            deepest = deepest.and_then(|card| state.run_below(card));
        }
        if mv.count == 0 || mv.from == mv.to || deepest != Some(mv.card) {
            return false;
        }
        let first_empty =
            |places: &[Option<Card>]| places.iter().position(Option::is_none).map(small);
        let vacant = |places: &[Option<Card>]| places.iter().filter(|card| card.is_none()).count();
        match (mv.to, card_at(mv.to)) {
            (Place::Home, _) => mv.count == 1 && goes_home(state, mv.card),
            (Place::Cell(to), _) => {
                mv.count == 1
                    && matches!(mv.from, Place::Column(_))
                    && first_empty(cells) == Some(to)
            }
            (Place::Column(_), Some(on)) => {
                self.rules().fits(mv.card, on)
                    && mv.count <= Room::of(self, vacant(cells), vacant(columns)).onto_card
            }
            (Place::Column(to), None) => {
                first_empty(columns) == Some(to)
                    && self.rules().fills(mv.card)
                    && (matches!(mv.from, Place::Cell(_)) || state.below(mv.card).is_some())
                    && mv.count <= Room::of(self, vacant(cells), vacant(columns)).into_empty
            }
        }
    }
}

/// Whether `card`, which is free to move, is the next of its foundation.
#[inline]
pub(super) fn goes_home(state: &State, card: Card) -> bool {
    card.rank() == state.home(card.suit()) + 1
}

/// Where cards can go in the tableau.
struct Destinations {
    /// The column that each card is the top of, by index; the last of them stands for no card.
    columns: [u8; Card::COUNT + 1],
    /// How many columns are empty, and the first of them.
    empty: usize,
    first_empty: Option<Place>,
}

impl Destinations {
    const NONE: u8 = u8::MAX;

    #[inline]
    fn of(columns: &[Option<Card>]) -> Self {
        let mut destinations =
            Self { columns: [Self::NONE; Card::COUNT + 1], empty: 0, first_empty: None };
        for (column, top) in (0..).zip(columns) {
            match top {
                Some(card) => destinations.columns[card.index()] = column,
                None => {
                    destinations.empty += 1;
                    destinations.first_empty =
                        destinations.first_empty.or(Some(Place::Column(column)));
                }
            }
        }
        destinations
    }

    #[inline]
    fn column_of(&self, card: Card) -> Option<Place> {
        self.column_at(card.index())
    }

    /// The column whose top is the card of that index.
    #[inline]
    fn column_at(&self, index: usize) -> Option<Place> {
        let column = self.columns[index];
        (column != Self::NONE).then_some(Place::Column(column))
    }
}

/// How many cards may move at once.
struct Room {
    onto_card: u8,
    into_empty: u8,
    /// The larger of those that there is a destination for.
    longest: u8,
}

impl Room {
    #[inline]
    fn of(game: &FreeCell, cells: usize, columns: usize) -> Self {
        let rules = game.rules();
        // The column that the cards go to does not help to carry them.
        let others = columns.saturating_sub(1);
        // Only columns that any card may fill can lend their room.
        let lends = |columns| supermove::lending(rules, columns);
        let capacity = |columns| match game.moves {
            MoveSet::Single => 1,
            MoveSet::Runs if !rules.relaxed => cells + lends(columns) + 1,
            _ => supermove::capacity(rules, cells, columns),
        };
        let (onto_card, into_empty) = (small(capacity(columns)), small(capacity(others)));
        let longest = if columns == 0 { onto_card } else { onto_card.max(into_empty) };
        Self { onto_card, into_empty, longest }
    }
}

/// A number of cards or the index of a place: never above 52.
#[inline]
fn small(number: usize) -> u8 {
    debug_assert!(number <= 52.max(MAX_COLUMNS));
    #[allow(clippy::cast_possible_truncation)]
    let number = number as u8;
    number
}
