//! An instance of Klondike with all cards known: rules, deal, metric; its states and positions.

use std::sync::{Arc, OnceLock};

use patience_core::Puzzle;
use patience_kit::choices;
use serde::{Deserialize, Serialize};

use crate::rules::board::Board;
use crate::rules::play::stock_place;
use crate::{
    Column, MAX_COLUMNS, Move, MoveSet, Pile, Position, PositionError, Rules, RulesError, State,
    Step,
};
use patience_cards::Card;

choices! {
    /// How the length of a solution is measured.
    ///
    /// ```
    /// use patience_core::Puzzle;
    /// use patience_klondike::{Klondike, Metric, Move, read_position};
    ///
    /// let (rules, position) = read_position("1: | AC\nstock: AD AH AS")?;
    /// let mut game = Klondike::new(rules, &position)?;
    /// // One turn brings up three cards.
    /// let costs = [Metric::Moves, Metric::Turns].map(|metric| {
    ///     game.metric = metric;
    ///     game.cost(&game.start(), Move::StockHome { at: 2 })
    /// });
    /// assert_eq!(costs, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Default, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Metric {
        /// Movements of cards; a run counts one
        #[default]
        Moves = "moves",
        /// Movements of cards and turns of the stock; turning the waste over counts one too
        Turns = "turns",
    }
}

/// A deal, or any other start position, with all cards known: *thoughtful* Klondike.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_klondike::{Klondike, Move, Rules};
///
/// let rules = Rules { ranks: 1, columns: 2, draw: 1, ..Rules::default() };
/// let game = Klondike::of_seed(1, rules)?;
/// let mut state = game.start();
/// for mv in [Move::Home { from: 0 }, Move::Home { from: 1 }, Move::Home { from: 1 }, Move::StockHome { at: 0 }] {
///     assert!(game.is_legal(&state, mv));
///     game.apply(&mut state, mv);
/// }
/// assert!(game.is_goal(&state));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Klondike {
    pub(crate) board: Arc<Board>,
    /// Computed on demand, because most games of players never need it.
    deal: OnceLock<Position>,
    pub(crate) start: State,
    /// The face-down cards at the start, column by column, the deepest first.
    down: Vec<Card>,
    /// The range of each column among them.
    ends: [u8; MAX_COLUMNS + 1],
    /// What a move costs.
    pub metric: Metric,
}

impl Klondike {
    /// A game that starts from `position`, whose cards must all be known.
    ///
    /// With unlimited passes, states do not count them.
    pub fn new(rules: Rules, position: &Position) -> Result<Self, SetupError> {
        rules.check()?;
        position.check(&rules)?;
        let known = |cards: &[Option<Card>]| -> Result<Vec<Card>, SetupError> {
            cards.iter().map(|card| card.ok_or(SetupError::Unknown)).collect()
        };
        let mut piles = [Pile::default(); MAX_COLUMNS];
        let mut down = Vec::new();
        for (pile, column) in piles.iter_mut().zip(&position.columns) {
            *pile = face_up(column);
            down.extend(known(&column.down)?);
        }
        let mut stock = position.waste.clone();
        stock.extend(known(&position.stock)?);
        let start = State {
            piles,
            foundations: position.foundations,
            left: (1 << stock.len()) - 1,
            waste: small(position.waste.len()),
            passes: counted(position.passes, &rules),
        };
        let game = Self::on(Arc::new(Board::new(rules, MoveSet::All, stock)), start, down);
        Ok(Self { deal: OnceLock::from(position.clone()), ..game })
    }

    /// A game that starts from `start`, with these face-down cards, column by column, the deepest first.
    pub(crate) fn on(board: Arc<Board>, start: State, down: Vec<Card>) -> Self {
        let mut ends = [0; MAX_COLUMNS + 1];
        for (at, pile) in start.piles.iter().enumerate() {
            ends[at + 1] = ends[at] + pile.down();
        }
        Self { board, deal: OnceLock::new(), start, down, ends, metric: Metric::default() }
    }

    /// The deal of a seed.
    pub fn of_seed(seed: u64, rules: Rules) -> Result<Self, SetupError> {
        rules.check()?;
        Self::new(rules, &Position::deal(&crate::deal_of_seed(seed, &rules), &rules))
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.board.rules()
    }

    /// The start position.
    #[must_use]
    pub fn deal(&self) -> &Position {
        self.deal.get_or_init(|| self.position(&self.start))
    }

    /// The cards of waste and stock at the start, in the order of turning.
    #[must_use]
    pub fn stock(&self) -> &[Card] {
        self.board.stock()
    }

    /// The face-down cards of a column at the start, the deepest first; none for a column that does not exist.
    #[must_use]
    #[inline]
    pub fn down(&self, column: u8) -> &[Card] {
        let column = usize::from(column);
        match self.ends.get(column..) {
            Some(&[first, end, ..]) => &self.down[usize::from(first)..usize::from(end)],
            _ => &[],
        }
    }

    /// The card of waste and stock at a place, as moves count them.
    #[must_use]
    pub fn stock_card(&self, state: &State, at: u8) -> Option<Card> {
        self.board.stock_card(state, at)
    }

    /// A state as a [`Position`].
    #[must_use]
    pub fn position(&self, state: &State) -> Position {
        let column = |at: u8| {
            let (pile, down) = (state.pile(at), self.down(at));
            Column {
                down: down.iter().take(usize::from(pile.down())).copied().map(Some).collect(),
                up: pile.run().collect(),
            }
        };
        let left = self.stock().iter().enumerate().filter(|(at, _)| state.left >> at & 1 == 1);
        let mut waste: Vec<Card> = left.map(|(_, &card)| card).collect();
        let stock = waste.split_off(usize::from(state.waste).min(waste.len()));
        Position {
            columns: (0..self.rules().columns).map(column).collect(),
            stock: stock.into_iter().map(Some).collect(),
            waste,
            foundations: state.foundations,
            passes: state.passes,
        }
    }

    /// The steps of these moves from the start, including every turn of the stock, up to the first illegal move.
    #[must_use]
    pub fn expand(&self, moves: &[Move]) -> Vec<Step> {
        self.expand_from(&self.start, moves)
    }

    /// The steps of these moves from `state`, including every turn of the stock, up to the first illegal move.
    #[must_use]
    pub fn expand_from(&self, state: &State, moves: &[Move]) -> Vec<Step> {
        let mut state = *state;
        let mut steps = Vec::with_capacity(2 * moves.len());
        for &mv in moves {
            if !self.is_legal(&state, mv) {
                break;
            }
            if let Some(reach) =
                stock_place(mv).and_then(|at| state.talon().reach(at, self.rules()))
            {
                Step::turns(reach, &mut steps);
            }
            steps.push(Step::of(mv));
            self.apply(&mut state, mv);
        }
        steps
    }
}

/// The column of a position as a pile.
pub(crate) fn face_up(column: &Column) -> Pile {
    let mut pile = Pile::covered(small(column.down.len()));
    column.up.iter().for_each(|&card| pile.push(card));
    pile
}

/// Passes as states count them: not at all if they are unlimited.
pub(crate) fn counted(passes: u8, rules: &Rules) -> u8 {
    if rules.passes.is_some() { passes } else { 1 }
}

/// A number of cards.
pub(crate) fn small(count: usize) -> u8 {
    u8::try_from(count).expect("there are 52 cards at most")
}

/// Why a game cannot be set up.
///
/// ```
/// use patience_klondike::players::hidden::KnownStock;
/// use patience_klondike::{Klondike, SetupError, read_position};
///
/// let (rules, position) = read_position("1: | AC\n2: ?? | AH\nstock: ??")?;
/// assert_eq!(Klondike::new(rules, &position).err(), Some(SetupError::Unknown));
/// assert_eq!(KnownStock::new(rules, &position).err(), Some(SetupError::UnknownStock));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The rules cannot be played.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The position does not belong to the rules.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Cards are unknown.
    #[error("cards of the position are unknown, and this game needs all of them")]
    Unknown,
    /// Cards of the stock are unknown.
    #[error("cards of the stock are unknown, and this game needs all of them")]
    UnknownStock,
    /// Cards of the stock are unknown, and the action space has no move that turns it.
    #[error("the moves of 2007 have no turn of the stock: cards of the stock must be known")]
    PairedMoves,
    /// Only some cards of the stock are known.
    #[error(
        "{known} of {cards} cards of the stock are known: expected all of them, or none before their first turn"
    )]
    HalfSeen {
        /// The number of known cards.
        known: usize,
        /// The number of cards.
        cards: usize,
    },
}
