//! An instance of Klondike with all cards known: how a search plays it.

use patience_core::{Cost, Packed, Puzzle};
use serde::{Deserialize, Serialize};

use super::moves::Move;
use super::pile::Pile;
use super::position::{Column, Position, PositionError};
use super::rules::{MAX_COLUMNS, Rules, RulesError};
use super::state::{Key, State};
use super::step::Step;
use super::talon::Reach;
use crate::cards::{Card, Suit};

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
    start: State,
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

    /// The first column without cards.
    fn first_empty(&self, state: &State) -> Option<u8> {
        (0..self.rules.columns).find(|&at| state.pile(at).is_empty())
    }

    /// Whether a card that is no part of the columns may go to a column: empty columns only the first.
    fn takes(&self, state: &State, to: u8, card: Card) -> bool {
        if self.rules.columns <= to {
            return false;
        }
        match state.pile(to).top() {
            Some(on) => self.rules.fits(card, on),
            None => self.rules.fills(card) && self.first_empty(state) == Some(to),
        }
    }

    fn goes_home(state: &State, card: Card) -> bool {
        card.rank() == state.home(card.suit()) + 1
    }

    /// How many cards may go from a column to another: there is one number at most.
    fn run(&self, state: &State, from: u8, to: u8) -> Option<u8> {
        let (source, target) = (state.pile(from), state.pile(to));
        if from == to {
            return None;
        }
        match target.top() {
            Some(on) => source.part_below(on),
            None => {
                let moves_something = 0 < source.down() && source.high() == self.rules.ranks;
                (moves_something && self.first_empty(state) == Some(to)).then(|| source.up())
            }
        }
    }

    /// The card that bringing back would take from a foundation.
    fn returning(&self, state: &State, suit: Suit) -> Option<Card> {
        let rank = state.home(suit);
        (self.rules.bring_back && 0 < rank).then(|| Card::new(rank, suit))
    }

    /// Every card of the stock that can be played, with its place.
    fn playable(&self, state: &State) -> impl Iterator<Item = (u8, Card)> {
        let talon = state.talon();
        let left = self.stock.iter().enumerate().filter(|(at, _)| state.left >> at & 1 == 1);
        let places = (0..).zip(left.map(|(_, &card)| card));
        places.filter(move |&(at, _)| talon.reach(at, &self.rules).is_some())
    }

    /// Turns the next card of a column that has no card face up.
    fn uncover(&self, state: &mut State, column: u8) {
        let pile = &mut state.piles[usize::from(column)];
        if pile.is_empty() && 0 < pile.down() {
            let card = self.down[usize::from(column)][usize::from(pile.down()) - 1];
            pile.turn(card);
        }
    }

    /// Takes a card out of the stock.
    fn draw(&self, state: &mut State, at: u8) -> Card {
        let place = place(state.left, at).expect("legal moves name cards that are left");
        let talon = state.talon().without(at, &self.rules);
        state.left &= !(1 << place);
        state.waste = talon.waste;
        state.passes = talon.passes;
        self.stock[place]
    }
}

/// The place of the stock that a move names.
fn stock_place(mv: Move) -> Option<u8> {
    match mv {
        Move::StockHome { at } | Move::StockColumn { at, .. } => Some(at),
        Move::Home { .. } | Move::Run { .. } | Move::Back { .. } => None,
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

/// The index of the bit at a place among those that are set.
#[inline]
fn place(left: u64, at: u8) -> Option<usize> {
    let rest = (0..at).fold(left, |rest, _| rest & rest.wrapping_sub(1));
    (rest != 0).then(|| rest.trailing_zeros() as usize)
}

impl Puzzle for Klondike {
    type State = State;
    type Move = Move;
    type Key = Key;

    fn start(&self) -> State {
        self.start
    }

    fn is_goal(&self, state: &State) -> bool {
        state.foundations == [self.rules.ranks; 4]
    }

    /// Every legal move, to empty columns only the first of them: columns home, stock home, runs, stock to columns, back.
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let columns = 0..self.rules.columns;
        for from in columns.clone() {
            if state.pile(from).top().is_some_and(|card| Self::goes_home(state, card)) {
                out.push(Move::Home { from });
            }
        }
        for (at, card) in self.playable(state) {
            if Self::goes_home(state, card) {
                out.push(Move::StockHome { at });
            }
        }
        for from in columns.clone() {
            for to in columns.clone() {
                if let Some(count) = self.run(state, from, to) {
                    out.push(Move::Run { from, to, count });
                }
            }
        }
        for (at, card) in self.playable(state) {
            let takes = |&to: &u8| self.takes(state, to, card);
            out.extend(columns.clone().filter(takes).map(|to| Move::StockColumn { at, to }));
        }
        for suit in Suit::ALL {
            let Some(card) = self.returning(state, suit) else { continue };
            let takes = |&to: &u8| self.takes(state, to, card);
            out.extend(columns.clone().filter(takes).map(|to| Move::Back { suit, to }));
        }
    }

    fn is_legal(&self, state: &State, mv: Move) -> bool {
        let is_column = |at: u8| at < self.rules.columns;
        let playable = |at: u8| {
            let card = self.stock_card(state, at);
            card.filter(|_| state.talon().reach(at, &self.rules).is_some())
        };
        match mv {
            Move::Home { from } => {
                is_column(from)
                    && state.pile(from).top().is_some_and(|card| Self::goes_home(state, card))
            }
            Move::StockHome { at } => playable(at).is_some_and(|card| Self::goes_home(state, card)),
            Move::Run { from, to, count } => {
                is_column(from) && is_column(to) && self.run(state, from, to) == Some(count)
            }
            Move::StockColumn { at, to } => {
                playable(at).is_some_and(|card| self.takes(state, to, card))
            }
            Move::Back { suit, to } => {
                self.returning(state, suit).is_some_and(|card| self.takes(state, to, card))
            }
        }
    }

    fn apply(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Home { from } => {
                let card = state.pile(from).top().expect("legal moves find a card");
                state.piles[usize::from(from)].take(1);
                state.foundations[card.suit() as usize] += 1;
                self.uncover(state, from);
            }
            Move::StockHome { at } => {
                let card = self.draw(state, at);
                state.foundations[card.suit() as usize] += 1;
            }
            Move::Run { from, to, count } => {
                let run = state.piles[usize::from(from)].take(count);
                state.piles[usize::from(to)].put(run);
                self.uncover(state, from);
            }
            Move::StockColumn { at, to } => {
                let card = self.draw(state, at);
                state.piles[usize::from(to)].push(card);
            }
            Move::Back { suit, to } => {
                let rank = &mut state.foundations[suit as usize];
                state.piles[usize::from(to)].push(Card::new(*rank, suit));
                *rank -= 1;
            }
        }
    }

    /// The columns in any order; and where turns do not count, wastes that reach the same cards are one.
    fn key(&self, state: &State) -> Key {
        let talon = state.talon();
        let talon = match self.metric {
            Metric::Moves => talon.canonical(&self.rules),
            Metric::Turns => talon,
        };
        Key::new(state, talon)
    }

    fn cost(&self, state: &State, mv: Move) -> Cost {
        let turns = match self.metric {
            Metric::Moves => 0,
            Metric::Turns => stock_place(mv)
                .and_then(|at| state.talon().reach(at, &self.rules))
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
