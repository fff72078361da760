//! The game with a known stock.

use std::sync::Arc;

use patience_core::{Hidden, SplitMix};

use super::view::{View, any, shuffled};
use crate::rules::board::Board;
use crate::rules::game::{counted, face_up, small};
use crate::{
    Column, Key, Klondike, MAX_COLUMNS, Move, MoveSet, Pile, Position, Rules, SetupError, State,
};
use patience_cards::Card;

/// A game in which face-up cards and the stock are visible, and face-down cards are hidden.
///
/// It holds what all players know, so no face-down cards. Its worlds are games of [`Klondike`] with the stock of this game.
///
/// ```
/// use patience_core::{Hidden, Puzzle, SplitMix};
/// use patience_klondike::{Klondike, Rules, players::hidden::KnownStock};
///
/// let world = Klondike::of_seed(1, Rules::default())?;
/// let table = KnownStock::new(Rules::default(), world.deal())?;
/// let view = table.first_view();
/// assert_eq!(table.observe(&world, &world.start()), view);
/// assert_eq!(view.unseen().count_ones(), 21);
/// // No face-down card is known.
/// assert!(table.position(&view).columns[6].down.iter().all(Option::is_none));
/// let mut moves = Vec::new();
/// table.moves(&view, &mut moves);
/// let other = table.determinise(&view, &mut SplitMix::new(7));
/// assert!(moves.iter().all(|&mv| other.is_legal(&other.start(), mv)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KnownStock {
    pub(super) board: Arc<Board>,
    first: View,
}

impl KnownStock {
    /// The game that starts from `position`. Face-down cards count as unknown even if the position names them.
    ///
    /// All cards of the stock must be known; otherwise see [`UnseenStock`](super::UnseenStock).
    pub fn new(rules: Rules, position: &Position) -> Result<Self, SetupError> {
        let (first, stock) = begin(&rules, position)?;
        let stock: Option<Vec<Card>> = stock.into_iter().collect();
        let stock = stock.ok_or(SetupError::UnknownStock)?;
        let known = stock.iter().fold(0, |set, card| set | card.bit());
        let first = View { unseen: first.unseen & !known, ..first };
        Ok(Self { board: Arc::new(Board::new(rules, MoveSet::All, stock)), first })
    }

    /// The same game with another move set, also in its worlds.
    #[must_use]
    pub fn with_moves(self, set: MoveSet) -> Self {
        let board = Board::new(*self.rules(), set, self.stock().to_vec());
        Self { board: Arc::new(board), ..self }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.board.rules()
    }

    /// The cards of waste and stock at the start, in the order in which they are turned.
    #[must_use]
    pub fn stock(&self) -> &[Card] {
        self.board.stock()
    }

    /// What is seen at the start.
    #[must_use]
    pub fn first_view(&self) -> View {
        self.first
    }

    /// A view as a position with unknown face-down cards.
    #[must_use]
    pub fn position(&self, view: &View) -> Position {
        seen_position(self.rules(), &view.state, |at| Some(self.stock()[at]), self.stock().len())
    }

    /// The card of waste and stock at a place, as moves count them.
    #[must_use]
    pub fn stock_card(&self, view: &View, at: u8) -> Option<Card> {
        self.board.stock_card(&view.state, at)
    }

    /// A world in which the unseen cards lie face down in this order, column by column, the deepest first; `None` if they
    /// are other cards than those.
    #[must_use]
    pub fn world(&self, view: &View, down: Vec<Card>) -> Option<Klondike> {
        let is_complete = down.len() == view.unseen.count_ones() as usize
            && down.iter().fold(0, |set, card| set | card.bit()) == view.unseen;
        is_complete.then(|| Klondike::on(Arc::clone(&self.board), view.state, down))
    }
}

impl Hidden for KnownStock {
    type View = View;
    type Move = Move;
    type Outcome = Card;
    type Key = Key;
    type World = Klondike;

    fn moves(&self, view: &View, out: &mut Vec<Move>) {
        self.board.moves(&view.state, out);
    }

    #[inline]
    fn payoff(&self, view: &View) -> Option<f64> {
        (view.state.foundations == [self.rules().ranks; 4]).then_some(1.0)
    }

    /// The order of columns does not matter: those with equally many face-down cards are alike.
    #[inline]
    fn key(&self, view: &View) -> Key {
        Key::of_view(&view.state, view.state.talon().canonical(self.rules()))
    }

    #[inline]
    fn is_open(&self, view: &View) -> bool {
        view.unseen == 0
    }

    #[inline]
    fn reveals(&self, view: &View, mv: Move) -> bool {
        Board::uncovers(&view.state, mv).is_some()
    }

    #[inline]
    fn apply(&self, view: &mut View, mv: Move, outcome: Option<Card>) {
        let column = Board::uncovers(&view.state, mv);
        self.board.play(&mut view.state, mv);
        if let (Some(column), Some(card)) = (column, outcome) {
            view.state.piles[usize::from(column)].turn(card);
            view.unseen &= !card.bit();
        }
    }

    fn determinise(&self, view: &View, rng: &mut SplitMix) -> Klondike {
        Klondike::on(Arc::clone(&self.board), view.state, shuffled(view.unseen, rng))
    }

    fn observe(&self, world: &Klondike, state: &State) -> View {
        View { state: *state, unseen: face_down(world, state) }
    }

    fn reveal(&self, world: &Klondike, state: &State, mv: Move) -> Option<Card> {
        world.turned(state, mv).map(|(_, card)| card)
    }

    #[inline]
    fn draw(&self, view: &View, mv: Move, rng: &mut SplitMix) -> Option<Card> {
        Board::uncovers(&view.state, mv).and_then(|_| any(view.unseen, rng))
    }
}

/// The set of the face-down cards of a state of a world.
pub(super) fn face_down(world: &Klondike, state: &State) -> u64 {
    let down = (0..)
        .zip(&state.piles)
        .flat_map(|(at, pile)| world.down(at).iter().take(usize::from(pile.down())));
    down.fold(0, |set, card| set | card.bit())
}

/// The first view of a position, in which waste and stock count as unseen, and the cards of waste and stock as far as they are known.
pub(super) fn begin(
    rules: &Rules,
    position: &Position,
) -> Result<(View, Vec<Option<Card>>), SetupError> {
    rules.check()?;
    position.check(rules)?;
    let mut piles = [Pile::default(); MAX_COLUMNS];
    let mut unseen = Card::deck(rules.ranks).fold(0, |set, card| set | card.bit());
    for (pile, column) in piles.iter_mut().zip(&position.columns) {
        *pile = face_up(column);
        column.up.iter().for_each(|card| unseen &= !card.bit());
    }
    for (suit, &rank) in patience_cards::Suit::ALL.into_iter().zip(&position.foundations) {
        (1..=rank).for_each(|rank| unseen &= !Card::new(rank, suit).bit());
    }
    let waste = position.waste.iter().copied().map(Some);
    let stock: Vec<Option<Card>> = waste.chain(position.stock.iter().copied()).collect();
    let state = State {
        piles,
        foundations: position.foundations,
        left: (1 << stock.len()) - 1,
        waste: small(position.waste.len()),
        passes: counted(position.passes, rules),
    };
    Ok((View { state, unseen }, stock))
}

/// A position with unknown face-down cards; `card` gives the card at a place of the stock.
pub(super) fn seen_position(
    rules: &Rules,
    state: &State,
    card: impl Fn(usize) -> Option<Card>,
    places: usize,
) -> Position {
    let column = |pile: &Pile| Column {
        down: vec![None; usize::from(pile.down())],
        up: pile.run().collect(),
    };
    let mut left = (0..places).filter(|at| state.left >> at & 1 == 1).map(card);
    Position {
        columns: state.piles.iter().take(usize::from(rules.columns)).map(column).collect(),
        waste: left.by_ref().take(usize::from(state.waste)).flatten().collect(),
        stock: left.collect(),
        foundations: state.foundations,
        passes: state.passes,
    }
}
