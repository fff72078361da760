//! Paired moves: a move that the next one could undo exists only together with a second move.

use patience_core::Puzzle;

use crate::rules::board::Board;
use crate::{Key, Klondike, Move, MoveSet, State};
use patience_cards::Suit;

/// An action of the planner of 2007: one move, or two that belong together.
///
/// The first move of a pair turns no card, so an action turns at most one.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_klondike::{Klondike, Move, PairedGame, PairedMove, read_position};
///
/// // The red ace leaves the black two only if the two then goes home.
/// let text = "foundations: CA D0 H0 S0\n1: | 2C AH\n2: | 2S\nstock: AD AS 2D 2H";
/// let (rules, position) = read_position(text)?;
/// let game = PairedGame::new(Klondike::new(rules, &position)?);
/// let mut actions = Vec::new();
/// game.moves(&game.start(), &mut actions);
/// let first = Move::Run { from: 0, to: 1, count: 1 };
/// let pair = PairedMove { first, second: Some(Move::Home { from: 0 }) };
/// assert!(actions.contains(&pair) && !actions.contains(&PairedMove { first, second: None }));
/// assert_eq!(pair.moves().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairedMove {
    /// The first move.
    pub first: Move,
    /// The second move, which the first one makes possible.
    pub second: Option<Move>,
}

impl PairedMove {
    /// The one or two moves.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        std::iter::once(self.first).chain(self.second)
    }
}

/// A game with all cards known whose moves are actions *(Bjarnason, Tadepalli and Fern, 2007)*, in the order of their classes.
///
/// Two kinds of moves could be undone at once, and exist in pairs only:
/// - A run that leaves a face-up card behind; then that card goes home.
/// - A card that comes back from a foundation; then a card of the stock, all face-up cards of a column or another card of a foundation is put
///   on it. An ace or a two does not come back, nor does a card when all cards two ranks lower are home.
///
/// *(2007)* describes the pairs in words; of the interpretations that were tried, this one comes nearest to the published rates of random and
/// greedy play and of the planner. A few games cannot be won with these actions.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_klondike::{Klondike, PairedGame, Rules};
///
/// let game = PairedGame::new(Klondike::of_seed(1, Rules::default())?);
/// let mut actions = Vec::new();
/// game.moves(&game.start(), &mut actions);
/// // Nothing is home yet, and every column has one face-up card.
/// assert!(actions.iter().all(|action| action.second.is_none()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PairedGame {
    /// The game.
    pub game: Klondike,
}

impl PairedGame {
    /// The game with its moves in pairs.
    #[must_use]
    pub fn new(game: Klondike) -> Self {
        Self { game }
    }
}

impl Puzzle for PairedGame {
    type State = State;
    type Move = PairedMove;
    type Key = Key;

    fn start(&self) -> State {
        self.game.start()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.game.is_goal(state)
    }

    fn moves(&self, state: &State, out: &mut Vec<PairedMove>) {
        self.game.board.paired_moves(state, out);
    }

    fn apply(&self, state: &mut State, action: PairedMove) {
        action.moves().for_each(|mv| self.game.apply(state, mv));
    }

    fn key(&self, state: &State) -> Key {
        self.game.key(state)
    }
}

impl Board {
    /// The actions of a state, by the class of their first move.
    pub(crate) fn paired_moves(&self, state: &State, out: &mut Vec<PairedMove>) {
        let mut firsts = Vec::with_capacity(32);
        self.list(state, MoveSet::All, &mut firsts);
        let begin = out.len();
        for first in firsts {
            match first {
                Move::Run { from, count, .. } if count < state.pile(from).up() => {
                    let second = Move::Home { from };
                    let mut next = *state;
                    self.play(&mut next, first);
                    if self.is_legal(&next, second) {
                        out.push(PairedMove { first, second: Some(second) });
                    }
                }
                Move::Back { suit, to } if may_return(state, suit) => {
                    self.pairs_of_return(state, suit, to, out);
                }
                Move::Back { .. } => {}
                _ => out.push(PairedMove { first, second: None }),
            }
        }
        out[begin..].sort_by_key(|action| class(state, action.first));
    }

    /// The pairs that begin with a card that comes back to column `to`.
    fn pairs_of_return(&self, state: &State, suit: Suit, to: u8, out: &mut Vec<PairedMove>) {
        let first = Move::Back { suit, to };
        let mut next = *state;
        self.play(&mut next, first);
        let mut seconds = Vec::new();
        self.list(&next, MoveSet::All, &mut seconds);
        let completes = |&second: &Move| match second {
            Move::StockColumn { to: on, .. } => on == to,
            Move::Run { from, to: on, count } => on == to && count == next.pile(from).up(),
            Move::Back { suit, to: on } => on == to && may_return(&next, suit),
            Move::Home { .. } | Move::StockHome { .. } => false,
        };
        let pairs = seconds.into_iter().filter(completes);
        out.extend(pairs.map(|second| PairedMove { first, second: Some(second) }));
    }

    /// The column in which an action turns a card, if it does.
    #[inline]
    pub(crate) fn uncovers_paired(&self, state: &State, action: PairedMove) -> Option<u8> {
        let Some(second) = action.second else { return Self::uncovers(state, action.first) };
        let mut next = *state;
        self.play(&mut next, action.first);
        Self::uncovers(&next, second)
    }
}

/// Whether the highest card of a foundation may come back.
fn may_return(state: &State, suit: Suit) -> bool {
    let rank = state.home(suit);
    2 < rank && state.foundations.iter().any(|home| home + 2 < rank)
}

/// The class of a move in the order of preference of Bjarnason, Fern and Tadepalli (2009), from 1, the best.
#[inline]
pub(crate) fn class(state: &State, mv: Move) -> u32 {
    let turns = Board::uncovers(state, mv).is_some();
    match mv {
        Move::Home { .. } if turns => 1,
        Move::Home { .. } | Move::StockHome { .. } => 2,
        Move::Run { .. } if turns => 3,
        Move::StockColumn { .. } => 4,
        Move::Back { .. } => 5,
        Move::Run { .. } => 6,
    }
}
