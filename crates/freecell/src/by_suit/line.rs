//! The moves of cards that make up steps.

use patience_cards::{Card, cards_of};
use patience_core::{Cost, Puzzle, Solution};

use super::moves::{Step, Target};
use crate::search_space::{State, source};
use crate::{FreeCell, Move, Place};

/// Plays steps card by card, with auto-play.
struct Player<'g> {
    game: &'g FreeCell,
    state: State,
    moves: Vec<Move>,
    cost: Cost,
}

/// The solution that steps from a settled position make up.
pub(super) fn solution(game: &FreeCell, root: &State, steps: &[Step]) -> Solution<Move> {
    // A solution has about two moves for every card that is not home.
    let moves = Vec::with_capacity(128);
    let mut player = Player { game, state: *root, moves, cost: 0 };
    player.settle();
    for &step in steps {
        player.play_step(step);
        player.settle();
    }
    Solution { moves: player.moves, cost: player.cost, optimal: false }
}

impl Player<'_> {
    fn play(&mut self, mv: Move) {
        self.cost = self.cost.saturating_add(self.game.pay(&mut self.state, mv));
        self.moves.push(mv);
    }

    /// The parent of a card, if it is on top of a column.
    fn parent(&self, card: Card) -> Option<Card> {
        cards_of(self.game.parents(card) & self.state.ends()).next()
    }

    /// Sends home what can go, and puts cards from cells onto their parents.
    fn settle(&mut self) {
        loop {
            let state = &self.state;
            let free = state.ends() | state.held();
            let fitting = self.game.children(state.ends()) & state.held();
            // After a move, auto-play has sent all cards home.
            let (card, to) = if let Some(card) = cards_of(state.next_home() & free).next() {
                (card, Place::Home)
            } else if let Some(card) = cards_of(fitting).next()
                && let Some(parent) = self.parent(card)
            {
                (card, Place::Column(state.place(parent)))
            } else {
                return;
            };
            self.play(Move { card, count: 1, from: source(state, card), to });
        }
    }

    fn play_step(&mut self, Step { card, to }: Step) {
        let from = source(&self.state, card);
        let count = match from {
            Place::Column(_) => self.state.covers(card) + 1,
            _ => 1,
        };
        let columns = &self.state.tops()[..usize::from(self.game.rules().columns)];
        let to = match to {
            Target::Parent => self.parent(card).map(|on| self.state.place(on)),
            Target::Empty => (0..).zip(columns).find(|(_, top)| top.is_none()).map(|(at, _)| at),
            Target::Cells => {
                self.play_to_cells(from, count);
                return;
            }
        };
        if let Some(to) = to {
            self.play(Move { card, count, from, to: Place::Column(to) });
        }
    }

    /// Puts the top cards of a column into cells.
    fn play_to_cells(&mut self, from: Place, count: u8) {
        let Place::Column(column) = from else { return };
        for _ in 0..count {
            let cells = &self.state.cells()[..usize::from(self.game.rules().cells)];
            let cell = (0..).zip(cells).find(|(_, card)| card.is_none()).map(|(at, _)| at);
            if let (Some(cell), Some(card)) = (cell, self.state.tops()[usize::from(column)]) {
                self.play(Move { card, count: 1, from, to: Place::Cell(cell) });
            }
        }
    }
}
