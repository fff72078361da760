//! Reconstructs moves from actions: inserts the moves of runs that must get out of the way.

use patience_core::Puzzle;

use super::actions::Action;
use super::layout::index;
use crate::{Klondike, Move, State};
use patience_cards::{Card, Suit};

/// The moves of these actions from `root`.
///
/// # Panics
///
/// If an action is not possible, which is a bug of the search.
#[must_use]
pub(crate) fn reconstruct(game: &Klondike, root: &State, actions: &[Action]) -> Vec<Move> {
    let mut reconstruction =
        Reconstruction { game, state: *root, moves: Vec::with_capacity(actions.len()) };
    for &action in actions {
        reconstruction.perform(action);
    }
    reconstruction.moves
}

struct Reconstruction<'g> {
    game: &'g Klondike,
    state: State,
    moves: Vec<Move>,
}

impl Reconstruction<'_> {
    fn perform(&mut self, action: Action) {
        match action {
            Action::Home(card) => {
                let from = self.column(card);
                self.bare(from, card);
                self.play(Move::Home { from });
            }
            Action::Leave(card) => {
                let from = self.column(card);
                let count = self.depth(from, card) + 1;
                let to = self.room(card);
                self.play(Move::Run { from, to, count });
            }
            Action::StockHome(card) => {
                let at = self.place(card);
                self.play(Move::StockHome { at });
            }
            Action::StockColumn(card) => {
                let (at, to) = (self.place(card), self.room(card));
                self.play(Move::StockColumn { at, to });
            }
            Action::Back(card) => {
                let to = self.room(card);
                self.play(Move::Back { suit: Suit::ALL[usize::from(card & 3)], to });
            }
        }
    }

    fn play(&mut self, mv: Move) {
        assert!(self.game.is_legal(&self.state, mv), "reconstructed moves are legal");
        self.game.apply(&mut self.state, mv);
        self.moves.push(mv);
    }

    /// Moves the cards on a card to its twin.
    fn bare(&mut self, from: u8, card: u8) {
        let count = self.depth(from, card);
        if count > 0 {
            // The other card of its rank and colour: clubs and spades, diamonds and hearts.
            let twin = card ^ 3;
            let to = self.find(|top| index(top) == twin).expect("the twin has nothing on it");
            self.play(Move::Run { from, to, count });
        }
    }

    /// The column of a face-up card.
    fn column(&self, card: u8) -> u8 {
        let has = |&at: &u8| self.state.pile(at).run().any(|up| index(up) == card);
        (0..self.game.rules().columns).find(has).expect("the card lies face up")
    }

    /// The number of cards on a card.
    fn depth(&self, column: u8, card: u8) -> u8 {
        let on = self.state.pile(column).run().skip_while(|&up| index(up) != card).count() - 1;
        u8::try_from(on).expect("a run has at most 13 cards")
    }

    /// The column whose top card has a property.
    fn find(&self, is_such: impl Fn(Card) -> bool) -> Option<u8> {
        (0..self.game.rules().columns).find(|&at| self.state.pile(at).top().is_some_and(&is_such))
    }

    /// A column where a card may go.
    fn room(&self, card: u8) -> u8 {
        let rules = self.game.rules();
        let card = Card::deck(rules.ranks).nth(usize::from(card)).expect("a card of the deck");
        let to = if rules.fills(card) {
            (0..rules.columns).find(|&at| self.state.pile(at).is_empty())
        } else {
            self.find(|top| rules.fits(card, top))
        };
        to.expect("there is room")
    }

    /// The place of a card among those left in waste and stock.
    fn place(&self, card: u8) -> u8 {
        let at = |&at: &u8| self.game.stock_card(&self.state, at).map(index) == Some(card);
        (0..self.state.talon().cards).find(at).expect("the card is in the stock")
    }
}
