//! Settled positions as a puzzle.

use patience_cards::cards_of;
use patience_core::{Cost, Puzzle};

use crate::search_space::{first_empty, source};
use crate::{Build, Fill, FreeCell, Key, Metric, Move, MoveSet, Place, State};

/// A game whose moves are each followed by those that settle the position.
#[derive(Clone, Copy)]
pub(crate) struct Space<'g> {
    pub(super) game: &'g FreeCell,
}

impl<'g> Space<'g> {
    /// The settled positions of a game; `None` if runs need room to move, if its cards do not build by colour, if some cards may not fill an empty
    /// column, if its moves are not supermoves with auto-play, or if its start is sorted, so that there is nothing to search.
    pub(crate) fn of(game: &'g FreeCell) -> Option<Self> {
        let rules = game.rules();
        let is_possible = game.moves == MoveSet::AutoPlay
            && (rules.build, rules.fill, rules.relaxed) == (Build::Colour, Fill::Any, true);
        (is_possible && !is_sorted(&game.start())).then_some(Self { game })
    }

    /// Plays `mv` and the moves that settle the position, calls `visit` with each move, and returns the cost of all. From a sorted position all
    /// cards go home.
    #[inline]
    pub(crate) fn pay_each(
        &self,
        state: &mut State,
        mv: Move,
        mut visit: impl FnMut(Move),
    ) -> Cost {
        let game = self.game;
        let mut cost = 0;
        let mut next = Some(mv);
        while let Some(mv) = next {
            cost += game.own_cost(state, mv);
            visit(mv);
            game.play(state, mv);
            next = self.settling(state);
        }
        cost
    }

    /// Plays `mv` and the moves that settle the position, or sort it; calls `visit` with each move and the position before it.
    #[inline]
    pub(super) fn step(&self, state: &mut State, mv: Move, mut visit: impl FnMut(&State, Move)) {
        let mut next = Some(mv);
        while let Some(mv) = next {
            visit(state, mv);
            self.game.play(state, mv);
            next = if is_sorted(state) { None } else { self.settling(state) };
        }
    }

    /// The next move that settles a position; `None` if it is settled.
    #[inline]
    fn settling(&self, state: &State) -> Option<Move> {
        let ends = state.ends();
        let free = state.next_home() & (ends | state.held());
        if let Some(card) = cards_of(free).next() {
            return Some(Move { card, count: 1, from: source(state, card), to: Place::Home });
        }
        let heads = state.exposed() & (state.loose() | state.at_bases()) | state.held();
        let card = cards_of(heads & self.game.children(ends)).next()?;
        let on = cards_of(self.game.parents(card) & ends).next()?;
        let from = source(state, card);
        let count = if matches!(from, Place::Column(_)) { state.covers(card) + 1 } else { 1 };
        Some(Move { card, count, from, to: Place::Column(state.place(on)) })
    }

    /// Calls `visit` with every step after the move `last`: of a run to an empty column, or of a single card to a cell. A single card but a king goes to
    /// an empty column only if no cell is empty, and no card moves twice in a row.
    #[inline]
    pub(super) fn each_step(&self, state: &State, last: Option<Move>, mut visit: impl FnMut(Move)) {
        let (game, ends) = (self.game, state.ends());
        let heads = state.exposed() & (state.loose() | state.at_bases());
        // Only at the start does a run fit on a column; it goes there after the first step.
        let heads = heads & !last.map_or_else(|| game.children(ends), |last| last.card.bit());
        let cell = first_empty(&state.cells()[..usize::from(game.rules().cells)]);
        let column = first_empty(&state.tops()[..usize::from(game.rules().columns)]);
        let column_of = |card| Place::Column(state.place(card));
        if let Some(to) = column.map(Place::Column) {
            let singles = if cell.is_some() { ends & !game.kings() } else { 0 };
            for card in cards_of(heads & state.loose() & game.fillers() & !singles) {
                visit(Move { card, count: state.covers(card) + 1, from: column_of(card), to });
            }
        }
        if let Some(to) = cell.map(Place::Cell) {
            for card in cards_of(heads & ends) {
                visit(Move { card, count: 1, from: column_of(card), to });
            }
        }
    }
}

/// Whether no card lies on one with which it forms no run: then all can go home, the lowest first, since each lies in a cell or on top of a column.
#[inline]
pub(super) fn is_sorted(state: &State) -> bool {
    state.loose_cards() == 0
}

impl Puzzle for Space<'_> {
    type State = State;
    type Move = Move;
    type Key = Key;

    /// The start of the game, which is seldom settled: the first move settles it.
    fn start(&self) -> State {
        self.game.start()
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        is_sorted(state)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.each_step(state, None, |mv| out.push(mv));
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        self.game.is_legal(state, mv)
    }

    #[inline]
    fn apply(&self, state: &mut State, mv: Move) {
        self.step(state, mv, |_, _| ());
    }

    #[inline]
    fn key(&self, state: &State) -> Key {
        state.key()
    }

    /// Includes the moves home from a sorted position, without playing them.
    fn pay(&self, state: &mut State, mv: Move) -> Cost {
        let game = self.game;
        let mut cost = 0;
        self.step(state, mv, |state, mv| cost += game.own_cost(state, mv));
        if is_sorted(state) && game.metric != Metric::M3 {
            cost += Cost::from(game.rules().cards() - state.homes().iter().sum::<u8>());
        }
        cost
    }

    fn cost(&self, state: &State, mv: Move) -> Cost {
        self.pay(&mut { *state }, mv)
    }
}
