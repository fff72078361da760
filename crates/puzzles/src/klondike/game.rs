//! An instance of Klondike with all cards known: rules, deal, metric; its states and positions.

use patience_core::Puzzle;
use serde::{Deserialize, Serialize};

use super::moves::Move;
use super::pile::Pile;
use super::play::{place, stock_place};
use super::position::{Column, Position, PositionError};
use super::rules::{MAX_COLUMNS, Rules, RulesError};
use super::state::State;
use super::step::Step;
use crate::cards::Card;

/// How long a solution is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// Movements of cards; a run that moves at once counts one.
    #[default]
    Moves,
    /// Movements of cards and turns of the stock; turning the waste over counts one too.
    Turns,
}

impl Metric {
    /// The name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Turns => "turns",
        }
    }
}

/// One deal, or any other position to begin with, all of whose cards are known: the *thoughtful* game.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_puzzles::klondike::{Klondike, Move, Rules};
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
    rules: Rules,
    deal: Position,
    pub(super) start: State,
    /// The cards face down at the start of every column, the deepest first.
    down: Vec<Vec<Card>>,
    /// The cards of waste and stock at the start, in the order in which they are turned.
    stock: Vec<Card>,
    /// What a move costs.
    pub metric: Metric,
}

impl Klondike {
    /// A game that begins with `position`, all of whose cards must be known.
    ///
    /// Without a limit of passes, they are not counted: the states of the game all have one.
    pub fn new(rules: Rules, position: &Position) -> Result<Self, SetupError> {
        rules.check()?;
        position.check(&rules)?;
        let known = |cards: &[Option<Card>]| -> Result<Vec<Card>, SetupError> {
            cards.iter().map(|card| card.ok_or(SetupError::Unknown)).collect()
        };
        let mut piles = [Pile::default(); MAX_COLUMNS];
        let mut down = Vec::with_capacity(position.columns.len());
        for (pile, column) in piles.iter_mut().zip(&position.columns) {
            *pile = face_up(column);
            down.push(known(&column.down)?);
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
        let metric = Metric::default();
        Ok(Self { rules, deal: position.clone(), start, down, stock, metric })
    }

    /// The deal of a seed.
    pub fn of_seed(seed: u64, rules: Rules) -> Result<Self, SetupError> {
        rules.check()?;
        Self::new(rules, &Position::deal(&super::deal_of_seed(seed, &rules), &rules))
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position that the game begins with.
    #[must_use]
    pub fn deal(&self) -> &Position {
        &self.deal
    }

    /// The cards of waste and stock at the start, in the order in which they are turned.
    #[must_use]
    pub fn stock(&self) -> &[Card] {
        &self.stock
    }

    /// The cards that lie face down in a column at the start, the deepest first; none where there is no such column.
    #[must_use]
    #[inline]
    pub fn down(&self, column: u8) -> &[Card] {
        self.down.get(usize::from(column)).map_or(&[], Vec::as_slice)
    }

    /// The card of waste and stock at a place, as moves count them.
    #[must_use]
    pub fn stock_card(&self, state: &State, at: u8) -> Option<Card> {
        self.stock.get(place(state.left, at)?).copied()
    }

    /// The position of a state of this game, as people see it.
    #[must_use]
    pub fn position(&self, state: &State) -> Position {
        let column = |(pile, down): (&Pile, &Vec<Card>)| Column {
            down: down.iter().take(usize::from(pile.down())).copied().map(Some).collect(),
            up: pile.run().collect(),
        };
        let left = self.stock.iter().enumerate().filter(|(at, _)| state.left >> at & 1 == 1);
        let mut waste: Vec<Card> = left.map(|(_, &card)| card).collect();
        let stock = waste.split_off(usize::from(state.waste).min(waste.len()));
        Position {
            columns: state.piles.iter().zip(&self.down).map(column).collect(),
            stock: stock.into_iter().map(Some).collect(),
            waste,
            foundations: state.foundations,
            passes: state.passes,
        }
    }

    /// The state of a position that play from this deal can have: the cards face down are those of the deal, as many as are left, and
    /// so are the cards of waste and stock, in their order.
    pub fn state(&self, position: &Position) -> Result<State, NotOfThisDeal> {
        position.check(&self.rules)?;
        let mut piles = [Pile::default(); MAX_COLUMNS];
        for ((at, pile), (column, down)) in
            (0..).zip(&mut piles).zip(position.columns.iter().zip(&self.down))
        {
            let is_dealt = |(index, card): (usize, &Option<Card>)| down.get(index) == card.as_ref();
            if !column.down.iter().enumerate().all(is_dealt) {
                return Err(NotOfThisDeal::Column { column: at });
            }
            *pile = face_up(column);
        }
        let mut left = 0;
        let mut next = 0;
        let waste = position.waste.iter().copied().map(Some);
        for (index, card) in waste.chain(position.stock.iter().copied()).enumerate() {
            let found = self.stock.iter().skip(next).position(|&dealt| Some(dealt) == card);
            let Some(skipped) = found else { return Err(NotOfThisDeal::Stock { at: index }) };
            left |= 1 << (next + skipped);
            next += skipped + 1;
        }
        Ok(State {
            piles,
            foundations: position.foundations,
            left,
            waste: small(position.waste.len()),
            passes: counted(position.passes, &self.rules),
        })
    }

    /// Everything that is done at the table when these moves are played from the start, every turn of the stock included.
    ///
    /// Moves that are not legal are left out with all that follow.
    #[must_use]
    pub fn expand(&self, moves: &[Move]) -> Vec<Step> {
        self.expand_from(&self.start, moves)
    }

    /// Everything that is done at the table when these moves are played from `state`, every turn of the stock included.
    ///
    /// Moves that are not legal are left out with all that follow.
    #[must_use]
    pub fn expand_from(&self, state: &State, moves: &[Move]) -> Vec<Step> {
        let mut state = *state;
        let mut steps = Vec::with_capacity(2 * moves.len());
        for &mv in moves {
            if !self.is_legal(&state, mv) {
                break;
            }
            if let Some(reach) = stock_place(mv).and_then(|at| state.talon().reach(at, &self.rules))
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
fn face_up(column: &Column) -> Pile {
    let mut pile = Pile::covered(small(column.down.len()));
    column.up.iter().for_each(|&card| pile.push(card));
    pile
}

/// Passes as states count them: without a limit they make no difference.
fn counted(passes: u8, rules: &Rules) -> u8 {
    if rules.passes.is_some() { passes } else { 1 }
}

/// A number of cards.
fn small(count: usize) -> u8 {
    u8::try_from(count).expect("there are 52 cards at most")
}

/// What cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The rules cannot.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The position does not belong to the rules.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Cards are not known.
    #[error("cards of the position are not known, and this game is played with all of them known")]
    Unknown,
}

/// A position that play from this deal cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotOfThisDeal {
    /// It does not belong to the rules.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Other cards lie face down.
    #[error("column {} has other cards face down than were dealt there", .column + 1)]
    Column {
        /// The column, from 0.
        column: usize,
    },
    /// Other cards are in waste and stock, or in another order.
    #[error("card {} of waste and stock is not where it was dealt", .at + 1)]
    Stock {
        /// Its place, from 0.
        at: usize,
    },
}
