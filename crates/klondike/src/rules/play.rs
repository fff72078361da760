//! Klondike as a puzzle for searches: moves, legality, effects, costs, keys.

use patience_core::{Cost, Packed, Puzzle};

use crate::rules::board::Board;
use crate::{Key, Klondike, Metric, Move, Reach, State};

impl Puzzle for Klondike {
    type State = State;
    type Move = Move;
    type Key = Key;

    fn start(&self) -> State {
        self.start
    }

    fn is_goal(&self, state: &State) -> bool {
        state.foundations == [self.rules().ranks; 4]
    }

    /// Every legal move, to empty columns only the first of them: columns home, stock home, runs, stock to columns, back.
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.board.moves(state, out);
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        self.board.is_legal(state, mv)
    }

    fn apply(&self, state: &mut State, mv: Move) {
        let turned = self.turned(state, mv);
        self.board.play(state, mv);
        if let Some((column, card)) = turned {
            state.piles[usize::from(column)].turn(card);
        }
    }

    /// Without the order of columns; if turns do not count, wastes that reach the same cards are equal.
    fn key(&self, state: &State) -> Key {
        let talon = state.talon();
        let talon = match self.metric {
            Metric::Moves => talon.canonical(self.rules()),
            Metric::Turns => talon,
        };
        Key::new(state, talon)
    }

    fn cost(&self, state: &State, mv: Move) -> Cost {
        let turns = match self.metric {
            Metric::Moves => 0,
            Metric::Turns => stock_place(mv)
                .and_then(|at| state.talon().reach(at, self.rules()))
                .map_or(0, Reach::turns),
        };
        1 + turns
    }
}

impl Packed for Klondike {
    fn unpack(&self, key: Key) -> State {
        key.unpack()
    }
}

impl Klondike {
    /// The card that `mv` turns, and its column, if it turns one.
    #[inline]
    pub(crate) fn turned(&self, state: &State, mv: Move) -> Option<(u8, patience_cards::Card)> {
        let column = Board::uncovers(state, mv)?;
        let card = self.down(column).get(usize::from(state.pile(column).down()).checked_sub(1)?)?;
        Some((column, *card))
    }
}

/// The place of the stock that a move names.
pub(crate) fn stock_place(mv: Move) -> Option<u8> {
    match mv {
        Move::StockHome { at } | Move::StockColumn { at, .. } => Some(at),
        Move::Home { .. } | Move::Run { .. } | Move::Back { .. } => None,
    }
}
