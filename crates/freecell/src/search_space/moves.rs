//! The moves that a search makes.
//!
//! The move set is a setting of the instance, not of the algorithm. `Runs` are the moves of the original staged deepening, `Narrow` those of
//! published optimal lengths. With auto-play, every move is followed by all safe moves home: of cards that
//! no other card can need in a column any more. This loses neither solutions nor length in M1 and M2; a test compares shortest solutions with and
//! without it.

use patience_cards::{Card, cards_of};
use patience_kit::choices;
use serde::{Deserialize, Serialize};

use super::{FreeCell, State};
use crate::rules::supermove;
use crate::{MAX_COLUMNS, Move, Place};

choices! {
    /// The moves that a search makes. All sets reach the same positions, in more or fewer moves.
    ///
    /// ```
    /// use patience_core::Puzzle;
    /// use patience_freecell::{FreeCell, MoveSet, Position, Rules};
    ///
    /// // The run of two fits on the three.
    /// let rules = Rules { ranks: 3, columns: 3, ..Rules::default() };
    /// let board = "3C 2S AH\n3D\n3H 3S 2H 2D 2C AC AD AS";
    /// let mut game = FreeCell::new(rules, &Position::parse(board, &rules)?)?;
    /// let mut most_cards = |set| {
    ///     let mut moves = Vec::new();
    ///     game.moves = set;
    ///     game.moves(&game.start(), &mut moves);
    ///     moves.iter().map(|mv| mv.count).max()
    /// };
    /// assert_eq!([MoveSet::Single, MoveSet::Runs].map(&mut most_cards), [Some(1), Some(2)]);
    /// assert!(MoveSet::Narrow.has_autoplay() && !MoveSet::Supermoves.has_autoplay());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum MoveSet {
        /// one card at a time
        Single = "single",
        /// runs of at most one card more than there are vacant cells and columns
        #[default]
        Runs = "runs",
        /// runs of as many cards as single moves could carry
        Supermoves = "supermoves",
        /// supermoves, each followed by the moves home of all safe cards
        AutoPlay = "autoplay",
        /// the same, but into an empty column at most one card more than there are empty cells
        Narrow = "narrow",
    }
}

/// Which of these moves a search makes. A search that leaves moves out ends sooner, but proves nothing.
///
/// ```
/// use patience_core::Solver;
/// use patience_freecell::{FreeCell, Selection, WeightedSum};
/// use patience_search::BestFirst;
///
/// let is_complete = |selection| {
///     let evaluator = WeightedSum::THOROUGH.selecting(selection);
///     Solver::<FreeCell>::is_complete(&BestFirst { evaluator })
/// };
/// assert!(is_complete(Selection::All));
/// assert!(!is_complete(Selection::Likely));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All.
    All,
    /// Those that seldom fail to help under the standard rules.
    Likely,
}

impl MoveSet {
    /// Whether safe cards go home after every move.
    #[inline]
    #[must_use]
    pub fn has_autoplay(self) -> bool {
        matches!(self, Self::AutoPlay | Self::Narrow)
    }
}

/// What is done with moves as they are found.
///
/// Closures will do. A type of its own may ask to be inlined, so that the compiler makes a variant for every kind of move.
pub(crate) trait VisitMove {
    /// Called for every move.
    fn visit(&mut self, mv: Move);
}

impl<F: FnMut(Move)> VisitMove for F {
    #[inline]
    fn visit(&mut self, mv: Move) {
        self(mv);
    }
}

impl FreeCell {
    /// Calls `visit` with every legal move of the instance's move set, in this order: cell to foundation, column to foundation, cell to
    /// column, column to column, column to cell. Within a kind the moves are ordered by rank and suit of the card; those to cells by column.
    ///
    /// Of several empty columns or cells only the first is a destination, and a whole column never moves to an empty one: the states
    /// would have equal keys.
    #[inline]
    pub(crate) fn each_move(&self, state: &State, mut visit: impl FnMut(Move)) {
        let movable = Movable::all(state);
        self.each_move_but_to_cells(state, &movable, &mut visit);
        self.each_move_to_cells(state, &movable, |mv, _| visit(mv));
    }

    /// The moves of top cards of columns to the first empty cell, with the columns; those of selective searches by card, which takes fewer
    /// steps.
    #[inline]
    pub(crate) fn each_move_to_cells(
        &self,
        state: &State,
        movable: &Movable,
        mut visit: impl FnMut(Move, u8),
    ) {
        let columns = &state.tops()[..usize::from(self.rules().columns)];
        let cells = &state.cells()[..usize::from(self.rules().cells)];
        let Some(to) = first_empty(cells).map(Place::Cell) else { return };
        // One branch per move, not per column.
        let goes = |top: Option<Card>| top.map_or(0, |card| movable.to_cells >> card.index() & 1);
        let mut sources = if movable.by_card {
            movable.to_cells
        } else {
            columns.iter().rev().fold(0_u64, |sources, &top| sources << 1 | goes(top))
        };
        while let Some(source) = cards_of(sources).next() {
            sources &= sources - 1;
            let card = if movable.by_card { Some(source) } else { columns[source.index()] };
            let Some(card) = card else { continue };
            let at = state.place(card);
            visit(Move { card, count: 1, from: Place::Column(at), to }, at);
        }
    }

    /// All other moves.
    #[inline]
    pub(crate) fn each_move_but_to_cells(
        &self,
        state: &State,
        movable: &Movable,
        visit: &mut impl VisitMove,
    ) {
        let (ends, next) = (state.ends(), state.next_home());
        for card in cards_of(next & state.held()) {
            visit.visit(Move {
                card,
                count: 1,
                from: Place::Cell(state.place(card)),
                to: Place::Home,
            });
        }
        for card in cards_of(next & ends) {
            visit.visit(Move {
                card,
                count: 1,
                from: Place::Column(state.place(card)),
                to: Place::Home,
            });
        }
        let wanted = self.children(ends);
        let room = Room::of(self, state);
        let columns = &state.tops()[..usize::from(self.rules().columns)];
        let into_empty = if room.into_empty == 0 { None } else { first_empty(columns) };
        let fillers = if into_empty.is_some() { self.fillers() } else { 0 };

        for card in cards_of(movable.held & wanted | movable.held_into_empty & fillers) {
            let from = Place::Cell(state.place(card));
            for on in cards_of(self.parents(card) & ends) {
                visit.visit(Move { card, count: 1, from, to: Place::Column(state.place(on)) });
            }
            if let Some(to) = into_empty
                && fillers & movable.held_into_empty & card.bit() != 0
            {
                visit.visit(Move { card, count: 1, from, to: Place::Column(to) });
            }
        }
        let fillers = fillers & movable.into_empty;
        for card in cards_of(movable.onto_cards & wanted | fillers) {
            let (from, count) = (Place::Column(state.place(card)), state.covers(card) + 1);
            if count <= room.onto_card {
                for on in cards_of(self.parents(card) & ends) {
                    visit.visit(Move { card, count, from, to: Place::Column(state.place(on)) });
                }
            }
            if let Some(to) = into_empty
                && fillers & card.bit() != 0
                && count <= room.into_empty
            {
                visit.visit(Move { card, count, from, to: Place::Column(to) });
            }
        }
    }

    /// Whether [`each_move`](Self::each_move) names `mv`.
    pub(crate) fn names(&self, state: &State, mv: Move) -> bool {
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
        match (mv.to, card_at(mv.to)) {
            (Place::Home, _) => mv.count == 1 && goes_home(state, mv.card),
            (Place::Cell(to), _) => {
                mv.count == 1
                    && matches!(mv.from, Place::Column(_))
                    && first_empty(cells) == Some(to)
            }
            (Place::Column(_), Some(on)) => {
                self.rules().fits(mv.card, on) && mv.count <= Room::of(self, state).onto_card
            }
            (Place::Column(to), None) => {
                first_empty(columns) == Some(to)
                    && self.rules().fills(mv.card)
                    && (matches!(mv.from, Place::Cell(_)) || state.below(mv.card).is_some())
                    && mv.count <= Room::of(self, state).into_empty
            }
        }
    }
}

/// The cards that may move other than home, by source and destination.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Movable {
    /// From cells onto cards.
    held: u64,
    /// From cells into empty columns.
    held_into_empty: u64,
    /// From columns onto cards.
    onto_cards: u64,
    /// From columns into empty ones.
    into_empty: u64,
    /// From columns into cells.
    to_cells: u64,
    /// Whether moves to cells come by card instead of by column.
    by_card: bool,
}

impl Movable {
    /// The cards that a search with this selection moves after the move `last`.
    #[inline]
    pub(crate) fn selected(
        game: &FreeCell,
        state: &State,
        last: Option<Move>,
        selection: Selection,
    ) -> Self {
        match selection {
            Selection::All => Self::all(state),
            Selection::Likely => Self::likely(game, state, last),
        }
    }

    /// All cards.
    #[inline]
    pub(crate) fn all(state: &State) -> Self {
        Self {
            held: state.held(),
            held_into_empty: state.held(),
            onto_cards: state.exposed(),
            // Moving a whole column to an empty one changes nothing.
            into_empty: state.exposed() & !state.at_bases(),
            to_cells: state.ends(),
            by_card: false,
        }
    }

    /// Without moves that seldom help: of a card that has just moved, of a part of a run to a cell or an empty column, of a card that fits on a
    /// column to a cell or an empty column, and of a single card but a king into an empty column while a cell is empty.
    #[inline]
    fn likely(game: &FreeCell, state: &State, last: Option<Move>) -> Self {
        let all = Self::all(state);
        let others = !last.map_or(0, |last| last.card.bit());
        let has_cell = state.cells_taken() < game.rules().cells;
        let singles = if has_cell { state.ends() & !game.kings() } else { 0 };
        // Better there than in a cell or an empty column.
        let fitting = game.children(state.ends());
        Self {
            held: all.held & others,
            held_into_empty: all.held & others & !fitting,
            onto_cards: all.onto_cards & others,
            into_empty: all.into_empty & others & state.loose() & !singles & !fitting,
            to_cells: all.to_cells & others & (state.loose() | state.at_bases()) & !fitting,
            by_card: true,
        }
    }
}

/// Whether `card`, which is free to move, is the next of its foundation.
#[inline]
fn goes_home(state: &State, card: Card) -> bool {
    card.rank() == state.home(card.suit()) + 1
}

/// The place of a card that is free to move.
#[inline]
pub(crate) fn source(state: &State, card: Card) -> Place {
    let place = state.place(card);
    if state.held() & card.bit() != 0 { Place::Cell(place) } else { Place::Column(place) }
}

/// The first place without a card.
#[inline]
pub(crate) fn first_empty(places: &[Option<Card>]) -> Option<u8> {
    places.iter().position(Option::is_none).map(small)
}

/// How many cards may move at once.
struct Room {
    onto_card: u8,
    /// 0 where no column is empty.
    into_empty: u8,
}

impl Room {
    #[inline]
    fn of(game: &FreeCell, state: &State) -> Self {
        let rules = game.rules();
        let cells = usize::from(rules.cells - state.cells_taken());
        let columns = usize::from(rules.columns - state.columns_taken());
        // Empty columns help only if any card may fill them.
        let lends = |columns| supermove::lending(rules, columns);
        let capacity = |columns| match game.moves {
            MoveSet::Single => 1,
            MoveSet::Runs if !rules.relaxed => small(cells + lends(columns) + 1),
            _ => small(supermove::capacity(rules, cells, columns)),
        };
        // The destination does not help to carry the cards.
        let into_empty = columns.checked_sub(1).map_or(0, |others| match game.moves {
            MoveSet::Narrow if !rules.relaxed => small((cells + 1).min(13)),
            _ => capacity(others),
        });
        Self { onto_card: capacity(columns), into_empty }
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
