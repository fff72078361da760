//! The game with an unseen stock.

use std::sync::Arc;

use patience_core::{Hidden, SplitMix};

use super::known_stock::{begin, face_down, seen_position};
use super::unseen_stock_world::{UnseenStockMove, UnseenStockState, UnseenStockWorld};
use super::view::{View, any, shuffled};
use crate::rules::board::Board;
use crate::rules::game::small;
use crate::{Key, Klondike, MoveSet, Position, Rules, SetupError};
use patience_cards::Card;

/// A game in which face-up cards and the turned cards of the stock are visible, and all other cards are hidden.
///
/// Until the whole stock has been turned once, a player may play the top card of the waste or turn the next cards. From then on it is the
/// game of a [`KnownStock`](super::KnownStock).
///
/// ```
/// use patience_core::{Hidden, Puzzle};
/// use patience_klondike::{Klondike, Rules, Stock, players::hidden::{UnseenStockMove, UnseenStock, UnseenStockWorld}};
///
/// let rules = Rules { stock: Stock::Unseen, ..Rules::default() };
/// let world = UnseenStockWorld::new(Klondike::of_seed(1, rules)?);
/// let table = UnseenStock::new(rules, &world.game().deal().covered(&rules))?;
/// let mut state = world.start();
/// assert_eq!(table.observe(&world, &state), table.first_view());
/// assert_eq!(table.first_view().unseen().count_ones(), 21 + 24);
/// (0..3).for_each(|_| world.apply(&mut state, UnseenStockMove::Turn));
/// assert_eq!(table.position(&table.observe(&world, &state)).waste.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UnseenStock {
    /// The rules, and no cards: those of the stock are in the views.
    board: Board,
    places: u8,
    first: UnseenStockView,
}

/// A position as seen by a player that does not know the stock.
///
/// ```
/// use patience_cards::cards_of;
/// use patience_core::Hidden;
/// use patience_klondike::players::hidden::{UnseenStock, UnseenStockMove};
/// use patience_klondike::{Klondike, Rules, Stock};
///
/// let rules = Rules { stock: Stock::Unseen, ..Rules::default() };
/// let table = UnseenStock::new(rules, &Klondike::of_seed(1, rules)?.deal().covered(&rules))?;
/// let mut view = table.first_view();
/// assert_eq!((view.state().pile(6).down(), view.unseen().count_ones()), (6, 21 + 24));
/// // A turn names one of them.
/// let card = cards_of(view.unseen()).next();
/// table.apply(&mut view, UnseenStockMove::Turn, card);
/// assert_eq!((view.state().talon().waste, view.unseen().count_ones()), (1, 21 + 23));
/// # Ok::<(), patience_klondike::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnseenStockView {
    view: View,
    stock: [Option<Card>; Card::COUNT],
    seen: u8,
    turning: u8,
}

/// The key of a [`UnseenStockView`]: that of the view with the stock known, the cards of the stock that were seen and are left, and how many are
/// still to be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnseenStockKey {
    key: Key,
    stock: [Option<Card>; Card::COUNT],
    turning: u8,
}

impl UnseenStockView {
    /// The visible position: numbers of face-down cards and of stock cards, not their names.
    #[must_use]
    pub fn state(&self) -> &crate::State {
        &self.view.state
    }

    /// The unseen cards, a bit each, by [`Card::index`].
    #[must_use]
    pub fn unseen(&self) -> u64 {
        self.view.unseen
    }

    fn as_state(&self) -> UnseenStockState {
        UnseenStockState { state: self.view.state, seen: self.seen, turning: self.turning }
    }

    /// Takes over a state after a turn.
    fn take(&mut self, state: UnseenStockState) {
        self.view.state = state.state;
        (self.seen, self.turning) = (state.seen, state.turning);
    }
}

impl UnseenStock {
    /// The game that starts from `position`. Face-down cards count as unknown even if the position names them; of the stock, all cards are known
    /// or none.
    pub fn new(rules: Rules, position: &Position) -> Result<Self, SetupError> {
        let (mut view, cards) = begin(&rules, position)?;
        let known = position.stock.iter().flatten().count();
        if known != 0 && known != position.stock.len() {
            return Err(SetupError::HalfSeen { known, cards: position.stock.len() });
        }
        let mut stock = [None; Card::COUNT];
        stock.iter_mut().zip(&cards).for_each(|(place, &card)| *place = card);
        cards.iter().flatten().for_each(|card| view.unseen &= !card.bit());
        let seen = small(cards.iter().flatten().count());
        Ok(Self {
            board: Board::new(rules, MoveSet::All, Vec::new()),
            places: small(cards.len()),
            first: UnseenStockView { view, stock, seen, turning: 0 },
        })
    }

    /// The same game with another move set, also in its worlds.
    #[must_use]
    pub fn with_moves(self, set: MoveSet) -> Self {
        Self { board: Board::new(*self.rules(), set, Vec::new()), ..self }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.board.rules()
    }

    /// What is seen at the start.
    #[must_use]
    pub fn first_view(&self) -> UnseenStockView {
        self.first
    }

    /// A view as a position with unknown cards.
    #[must_use]
    pub fn position(&self, view: &UnseenStockView) -> Position {
        let card = |at: usize| view.stock[at];
        seen_position(self.rules(), &view.view.state, card, usize::from(self.places))
    }
}

impl Hidden for UnseenStock {
    type View = UnseenStockView;
    type Move = UnseenStockMove;
    type Outcome = Card;
    type Key = UnseenStockKey;
    type World = UnseenStockWorld;

    fn moves(&self, view: &UnseenStockView, out: &mut Vec<UnseenStockMove>) {
        let state = &view.view.state;
        let is_unseen = view.seen < self.places;
        if is_unseen {
            out.push(UnseenStockMove::Turn);
        }
        if view.turning == 0 {
            let is_playable = |at: u8| !is_unseen || at + 1 == state.waste;
            let card = |at: usize| view.stock[at].expect("what is playable was turned");
            self.board
                .moves_with(state, is_playable, card, |mv| out.push(UnseenStockMove::Play(mv)));
        }
    }

    fn payoff(&self, view: &UnseenStockView) -> Option<f64> {
        (view.view.state.foundations == [self.rules().ranks; 4]).then_some(1.0)
    }

    fn key(&self, view: &UnseenStockView) -> UnseenStockKey {
        let state = &view.view.state;
        let mut stock = view.stock;
        for (at, card) in stock.iter_mut().enumerate() {
            if state.left >> at & 1 == 0 {
                *card = None;
            }
        }
        let key = Key::of_view(state, state.talon().canonical(self.rules()));
        UnseenStockKey { key, stock, turning: view.turning }
    }

    fn is_open(&self, view: &UnseenStockView) -> bool {
        view.view.unseen == 0
    }

    fn reveals(&self, view: &UnseenStockView, mv: UnseenStockMove) -> bool {
        match mv {
            UnseenStockMove::Turn => true,
            UnseenStockMove::Play(mv) => Board::uncovers(&view.view.state, mv).is_some(),
        }
    }

    fn apply(&self, view: &mut UnseenStockView, mv: UnseenStockMove, outcome: Option<Card>) {
        match mv {
            UnseenStockMove::Turn => {
                view.stock[usize::from(view.seen)] = outcome;
                let mut state = view.as_state();
                state.turn(self.rules().draw, self.places);
                view.take(state);
            }
            UnseenStockMove::Play(mv) => {
                let state = &mut view.view.state;
                let column = Board::uncovers(state, mv);
                self.board.play_with(state, mv, |at| {
                    view.stock[at].expect("what is playable was turned")
                });
                if let (Some(column), Some(card)) = (column, outcome) {
                    state.piles[usize::from(column)].turn(card);
                }
            }
        }
        if let Some(card) = outcome {
            view.view.unseen &= !card.bit();
        }
    }

    fn determinise(&self, view: &UnseenStockView, rng: &mut SplitMix) -> UnseenStockWorld {
        let mut down = shuffled(view.view.unseen, rng);
        let lying = view.view.state.piles.iter().map(|pile| usize::from(pile.down())).sum();
        let mut rest = down.split_off(lying).into_iter();
        let places = &view.stock[..usize::from(self.places)];
        let stock = places.iter().filter_map(|&card| card.or_else(|| rest.next())).collect();
        let board = Arc::new(Board::new(*self.rules(), self.board.set(), stock));
        let game = Klondike::on(board, view.view.state, down);
        UnseenStockWorld { game, start: view.as_state() }
    }

    fn observe(&self, world: &UnseenStockWorld, state: &UnseenStockState) -> UnseenStockView {
        let mut stock = [None; Card::COUNT];
        let mut unseen = face_down(&world.game, &state.state);
        for (at, (place, &card)) in stock.iter_mut().zip(world.game.stock()).enumerate() {
            if at < usize::from(state.seen) {
                *place = Some(card);
            } else {
                unseen |= card.bit();
            }
        }
        let view = View { state: state.state, unseen };
        UnseenStockView { view, stock, seen: state.seen, turning: state.turning }
    }

    fn reveal(
        &self,
        world: &UnseenStockWorld,
        state: &UnseenStockState,
        mv: UnseenStockMove,
    ) -> Option<Card> {
        match mv {
            UnseenStockMove::Turn => world.game.stock().get(usize::from(state.seen)).copied(),
            UnseenStockMove::Play(mv) => world.game.turned(&state.state, mv).map(|(_, card)| card),
        }
    }

    fn draw(
        &self,
        view: &UnseenStockView,
        mv: UnseenStockMove,
        rng: &mut SplitMix,
    ) -> Option<Card> {
        if self.reveals(view, mv) { any(view.view.unseen, rng) } else { None }
    }
}
