//! The game with a known stock whose moves are paired.

use patience_core::{Hidden, SplitMix};

use super::known_stock::KnownStock;
use super::view::{View, any};
use crate::{Key, PairedGame, PairedMove, State};
use patience_cards::Card;

/// A game with a known stock in the action space of the planner of 2007: see [`PairedGame`], the game of its worlds.
///
/// ```
/// use patience_core::Hidden;
/// use patience_klondike::players::hidden::{KnownStock, PairedStock};
/// use patience_klondike::{Klondike, Rules};
///
/// let deal = Klondike::of_seed(1, Rules::default())?;
/// let table = PairedStock::new(KnownStock::new(Rules::default(), deal.deal())?);
/// let mut actions = Vec::new();
/// table.moves(&table.first_view(), &mut actions);
/// assert!(!actions.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PairedStock {
    table: KnownStock,
}

impl PairedStock {
    /// The same game with its moves in pairs.
    #[must_use]
    pub fn new(table: KnownStock) -> Self {
        Self { table }
    }

    /// What is seen at the start.
    #[must_use]
    pub fn first_view(&self) -> View {
        self.table.first_view()
    }

    /// The game with single moves.
    #[must_use]
    pub fn table(&self) -> &KnownStock {
        &self.table
    }
}

impl Hidden for PairedStock {
    type View = View;
    type Move = PairedMove;
    type Outcome = Card;
    type Key = Key;
    type World = PairedGame;

    fn moves(&self, view: &View, out: &mut Vec<PairedMove>) {
        self.table.board.paired_moves(&view.state, out);
    }

    fn payoff(&self, view: &View) -> Option<f64> {
        self.table.payoff(view)
    }

    fn key(&self, view: &View) -> Key {
        self.table.key(view)
    }

    fn is_open(&self, view: &View) -> bool {
        self.table.is_open(view)
    }

    fn reveals(&self, view: &View, action: PairedMove) -> bool {
        self.table.board.uncovers_paired(&view.state, action).is_some()
    }

    fn apply(&self, view: &mut View, action: PairedMove, outcome: Option<Card>) {
        match action.second {
            None => self.table.apply(view, action.first, outcome),
            Some(second) => {
                self.table.apply(view, action.first, None);
                self.table.apply(view, second, outcome);
            }
        }
    }

    fn determinise(&self, view: &View, rng: &mut SplitMix) -> PairedGame {
        PairedGame::new(self.table.determinise(view, rng))
    }

    fn observe(&self, world: &PairedGame, state: &State) -> View {
        self.table.observe(&world.game, state)
    }

    fn reveal(&self, world: &PairedGame, state: &State, action: PairedMove) -> Option<Card> {
        match action.second {
            None => self.table.reveal(&world.game, state, action.first),
            Some(second) => {
                let mut next = *state;
                world.game.board.play(&mut next, action.first);
                self.table.reveal(&world.game, &next, second)
            }
        }
    }

    fn draw(&self, view: &View, action: PairedMove, rng: &mut SplitMix) -> Option<Card> {
        let column = self.table.board.uncovers_paired(&view.state, action);
        column.and_then(|_| any(view.unseen, rng))
    }
}
