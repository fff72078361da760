//! How promising a state is: a weighted sum of a few counts, and what a move changes in it.

use patience_core::{Evaluator, Foresight, Node, Puzzle};

use super::game::FreeCell;
use super::moves::{Move, MoveSet, Place};
use super::rules::MAX_COLUMNS;
use super::state::State;
use crate::cards::{Card, Suit};

/// Weights of the counts, lower sums being more promising. The field says what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appraisal {
    /// Cards that are not home.
    pub away: i32,
    /// Cards that lie on a card with which they are no run.
    pub loose: i32,
    /// Cards that lie on the next card of each foundation.
    pub covers: i32,
    /// Cards in cells.
    pub in_cells: i32,
    /// The square of that.
    pub in_cells_squared: i32,
    /// Empty columns.
    pub empty: i32,
    /// Whether no cell and no column is empty.
    pub stuck: i32,
    /// Cards of runs that begin with a king at the base of a column.
    pub on_kings: i32,
    /// The rank of the highest foundation minus that of the lowest.
    pub spread: i32,
    /// How many ranks the cards in cells are from home.
    pub cells_from_home: i32,
    /// Moves made.
    pub moves: i32,
}

impl Appraisal {
    /// The sum of all but the moves, with what it is made of.
    #[inline]
    fn survey(&self, game: &FreeCell, state: &State) -> Survey {
        let (rules, homes) = (game.rules(), state.homes());
        let mut survey = Survey { total: 0, in_cells: 0, empty: 0, is_king_run: [false; MAX_COLUMNS] };
        let (mut from_home, mut covers, mut on_kings) = (0, 0, 0);
        for card in state.cells()[..usize::from(rules.cells)].iter().flatten() {
            survey.in_cells += 1;
            from_home += i32::from(card.rank() - state.home(card.suit()));
        }
        let bases = &state.bases()[..usize::from(rules.columns)];
        for (base, is_king_run) in bases.iter().zip(&mut survey.is_king_run) {
            match *base {
                None => survey.empty += 1,
                Some(king) if king.rank() == rules.ranks => {
                    let (length, is_whole) = run_from(state, king);
                    on_kings += length;
                    *is_king_run = is_whole;
                }
                Some(_) => {}
            }
        }
        for suit in Suit::ALL {
            covers += covering(game, state, suit).0;
        }
        let home: u8 = homes.iter().sum();
        let highest = homes[0].max(homes[1]).max(homes[2]).max(homes[3]);
        let lowest = homes[0].min(homes[1]).min(homes[2]).min(homes[3]);
        survey.total = self.away * i32::from(rules.cards() - home)
            // There are never more than 52 of them.
            + self.loose * state.loose().cast_signed()
            + self.covers * covers
            + self.vacancy(i32::from(rules.cells), survey.in_cells, survey.empty)
            + self.on_kings * on_kings
            + self.spread * i32::from(highest - lowest)
            + self.cells_from_home * from_home;
        survey
    }

    /// What cells and columns are worth, by how many of them are taken or empty.
    #[inline]
    fn vacancy(&self, cells: i32, in_cells: i32, empty: i32) -> i32 {
        let is_stuck = i32::from(in_cells == cells && empty == 0);
        (self.in_cells + self.in_cells_squared * in_cells) * in_cells + self.empty * empty + self.stuck * is_stuck
    }

    fn after(&self, g: u32) -> i32 {
        self.moves.saturating_mul(i32::try_from(g).unwrap_or(i32::MAX))
    }
}

/// The sum of a state, and some of what it is made of.
#[derive(Clone, Copy, Debug)]
struct Survey {
    total: i32,
    in_cells: i32,
    empty: i32,
    /// Columns that are one run from a king.
    is_king_run: [bool; MAX_COLUMNS],
}

/// The cards that lie on the next card of a suit's foundation, and the card on top of them all.
#[inline]
fn covering(game: &FreeCell, state: &State, suit: Suit) -> (i32, Option<Card>) {
    let rank = state.home(suit) + 1;
    if game.rules().ranks < rank {
        return (0, None);
    }
    let mut count = 0;
    let mut card = Card::new(rank, suit);
    while let Some(above) = state.above(card) {
        count += 1;
        card = above;
    }
    (count, Some(card))
}

/// The cards of the run that begins with the card at a base, and whether that is the whole column.
#[inline]
fn run_from(state: &State, base: Card) -> (i32, bool) {
    let mut length = 1;
    let mut card = base;
    while let Some(above) = state.above(card) {
        if state.is_loose(above) {
            return (length, false);
        }
        length += 1;
        card = above;
    }
    (length, true)
}

impl Evaluator<FreeCell> for Appraisal {
    fn score(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> f64 {
        f64::from(self.survey(game, node.state).total.saturating_add(self.after(node.g)))
    }
}

/// What the children of a state have in common.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    survey: Survey,
    /// What the moves that a child has made add to its sum.
    after: i32,
    /// Cards that are the next of their foundation, a column.
    next: [i32; MAX_COLUMNS],
}

impl Foresight<FreeCell> for Appraisal {
    type View = Outlook;

    #[inline]
    fn view(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> Outlook {
        let state = node.state;
        let mut next = [0; MAX_COLUMNS];
        for suit in Suit::ALL {
            let (_, top) = covering(game, state, suit);
            // A card in a cell is on top of no column.
            if let Some(column) = state.tops().iter().position(|&card| card.is_some() && card == top) {
                next[column] += 1;
            }
        }
        Outlook { survey: self.survey(game, state), after: self.after(node.g.saturating_add(1)), next }
    }

    #[inline]
    fn foresee(&self, game: &FreeCell, node: &Node<'_, FreeCell>, view: &Outlook, mv: Move) -> i32 {
        let state = node.state;
        let below = match mv.from {
            Place::Column(_) => state.below(mv.card),
            _ => None,
        };
        let changes_homes = mv.to == Place::Home
            || (game.moves == MoveSet::AutoPlay
                // Before the first move, cards may be waiting to go home.
                && (node.last.is_none() || below.is_some_and(|card| game.goes_home_safely(state, card))));
        if changes_homes {
            return self.survey(game, &game.child(state, mv)).total + view.after;
        }
        let count = i32::from(mv.count);
        let survey = &view.survey;
        let (mut in_cells, mut empty, mut covers, mut on_kings) = (survey.in_cells, survey.empty, 0, 0);
        let mut change = 0;
        match mv.from {
            Place::Column(from) => {
                let from = usize::from(from);
                covers -= count * (view.next[from] - next_in_run(state, mv.card));
                on_kings -= if survey.is_king_run[from] { count } else { 0 };
                empty += i32::from(below.is_none());
                change -= if state.is_loose(mv.card) { self.loose } else { 0 };
            }
            _ => {
                in_cells -= 1;
                change -= self.cells_from_home * from_home(state, mv.card);
            }
        }
        match mv.to {
            Place::Column(to) => {
                let to = usize::from(to);
                covers += count * view.next[to];
                let is_empty = state.tops()[to].is_none();
                empty -= i32::from(is_empty);
                let extends = survey.is_king_run[to] || (is_empty && mv.card.rank() == game.rules().ranks);
                on_kings += if extends { count } else { 0 };
            }
            _ => {
                in_cells += 1;
                change += self.cells_from_home * from_home(state, mv.card);
            }
        }
        let cells = i32::from(game.rules().cells);
        let vacancy = self.vacancy(cells, in_cells, empty) - self.vacancy(cells, survey.in_cells, survey.empty);
        survey.total + view.after + change + vacancy + self.covers * covers + self.on_kings * on_kings
    }
}

/// How many of a card and the cards on it are the next of their foundations.
#[inline]
fn next_in_run(state: &State, card: Card) -> i32 {
    let cards = std::iter::successors(Some(card), |&card| state.above(card));
    cards.map(|card| i32::from(card.rank() == state.home(card.suit()) + 1)).sum()
}

#[inline]
fn from_home(state: &State, card: Card) -> i32 {
    i32::from(card.rank() - state.home(card.suit()))
}
