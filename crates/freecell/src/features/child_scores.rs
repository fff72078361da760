//! The change of a weighted sum by a move: children are scored before they are built.

// Without it, `fast` takes a twentieth more instructions.
#![allow(clippy::inline_always)]

use patience_cards::{Card, cards_of};
use patience_core::{ChildEvaluator, Node, Puzzle};

use super::blockade::Blockade;
use super::counts::{covers, next_in_columns, vacancies};
use super::stranded::Landings;
use super::weighted_sum::{WeightedSum, contains, from_home, spread};
use crate::search_space::{Movable, VisitMove};
use crate::{FreeCell, MAX_COLUMNS, Move, Place, Selection, State};

/// How many of a card and the cards on it are among `cards`.
#[inline]
fn among(state: &State, card: Card, cards: u64) -> i32 {
    let run = std::iter::successors(Some(card), |&card| state.above(card));
    run.map(|card| i32::from(contains(cards, card))).sum()
}

/// What is computed once for all children of a state.
#[derive(Clone, Copy, Debug)]
pub struct ParentView {
    /// The part of the sum for the moves of a child.
    after: i32,
    /// The sum of the state with the moves of a child.
    base: i32,
    in_cells: i32,
    empty: i32,
    /// The part of the sum for cells and columns.
    vacancy: i32,
    /// The set of the cards that auto-play sends home once they are free.
    safe: u64,
    /// The set of the next cards of the foundations in the runs on top of columns.
    next_exposed: u64,
    /// The change by one more card on top of each column.
    lay: [i32; MAX_COLUMNS],
    /// Which runs could move onto which columns; empty if stranded runs have no weight.
    landings: Landings,
    /// The runs on top of columns as blockades; empty if forced runs have no weight.
    kept: [Kept; MAX_COLUMNS],
}

/// A run on top of a column: the set of the cards that cannot go home before a card below the run, and above bit 56, how many cards of the run
/// are among them. Small, because a view is made for every expansion.
#[derive(Clone, Copy, Debug, Default)]
struct Kept(u64);

impl Kept {
    #[inline]
    fn cards(self) -> u64 {
        self.0 & ((1 << Card::COUNT) - 1)
    }

    #[inline]
    fn in_run(self) -> i32 {
        // At most 13.
        #[allow(clippy::cast_possible_truncation)]
        let in_run = (self.0 >> 56) as i32;
        in_run
    }
}

impl ParentView {
    /// Surveys the runs on top of columns as blockades.
    #[inline(never)]
    fn keep(&mut self, game: &FreeCell, state: &State) {
        for (at, kept) in self.kept.iter_mut().enumerate().take(usize::from(game.rules().columns)) {
            let Blockade { kept: cards, kept_in_run: in_run, .. } = Blockade::of(state, at);
            // At most 13.
            *kept = Kept(cards | u64::from(in_run.unsigned_abs()) << 56);
        }
    }
}

impl WeightedSum {
    /// What is computed once for all children of a state; `score` is its own score.
    #[inline(always)]
    fn view_of(&self, game: &FreeCell, state: &State, g: u32, score: i32) -> ParentView {
        let mut lay = [0; MAX_COLUMNS];
        for card in next_in_columns(game, state) {
            lay[usize::from(state.place(card))] += self.covers;
        }
        for king in cards_of(state.exposed() & state.at_bases() & game.kings()) {
            lay[usize::from(state.place(king))] += self.on_kings;
        }
        let landings = if self.stranded == 0 { Landings::NONE } else { Landings::of(game, state) };
        let safe = if game.moves.has_autoplay() { state.safe() } else { 0 };
        let next_exposed = state.next_home() & state.exposed();
        let (in_cells, empty) = vacancies(game, state);
        let vacancy = self.vacancy(game, in_cells, empty);
        let after = self.after(g.saturating_add(1));
        let base = score - self.after(g) + after;
        let kept = [Kept::default(); MAX_COLUMNS];
        let mut view = ParentView {
            after,
            base,
            in_cells,
            empty,
            vacancy,
            safe,
            next_exposed,
            lay,
            landings,
            kept,
        };
        if self.forced != 0 {
            view.keep(game, state);
        }
        view
    }

    /// Change by taking the run that begins with `card` from its column.
    #[inline(always)]
    fn lift(&self, state: &State, view: &ParentView, mv: Move, from: u8) -> i32 {
        let (card, count, from) = (mv.card, i32::from(mv.count), usize::from(from));
        let next = if count == 1 {
            i32::from(contains(view.next_exposed, card))
        } else {
            among(state, card, view.next_exposed)
        };
        let uncovered = view.lay[from] - self.covers * next;
        let mut change = -(count * uncovered + self.loose * i32::from(state.is_loose(card)));
        if self.forced != 0 {
            let kept = among(state, card, view.kept[from].cards());
            change -= self.forced * i32::from(kept != 0 && kept == view.kept[from].in_run());
        }
        change
    }

    /// Change by runs that are stranded after a move, or no longer.
    #[inline(always)]
    fn strand(&self, game: &FreeCell, state: &State, view: &ParentView, mv: Move) -> i32 {
        if self.stranded == 0 {
            return 0;
        }
        let card = mv.card;
        let revealed = if state.is_loose(card) { game.revealed(card) } else { 0 };
        let bared = match mv.from {
            Place::Column(_) => state.below(card),
            _ => None,
        };
        let landings = &view.landings;
        let change = match (mv.from, mv.to) {
            (Place::Column(_), Place::Column(to)) => match state.tops()[usize::from(to)] {
                Some(on) => landings.change(game, Some(on), bared, card.bit(), revealed),
                // The run is counted in its new column too, even if it was a part of one.
                None => landings.change(game, None, bared, 0, revealed | card.bit()),
            },
            (_, Place::Column(to)) => match state.tops()[usize::from(to)] {
                Some(on) => landings.change(game, Some(on), Some(card), card.bit(), 0),
                None => landings.change(game, None, Some(card), 0, 0),
            },
            (_, Place::Cell(_)) => {
                landings.change(game, Some(card), bared, 0, revealed | card.bit())
            }
            (Place::Column(_), Place::Home) => {
                landings.change(game, Some(card), bared, card.bit(), revealed)
            }
            (_, Place::Home) => landings.change(game, None, None, card.bit(), 0),
        };
        self.stranded * change
    }

    /// Change by putting a run that begins with `card` onto a column.
    #[inline(always)]
    fn lay(&self, game: &FreeCell, state: &State, view: &ParentView, mv: Move, to: u8) -> i32 {
        let (card, count, to) = (mv.card, i32::from(mv.count), usize::from(to));
        let mut change = count * view.lay[to];
        if self.forced != 0 {
            let kept = among(state, card, view.kept[to].cards());
            change += self.forced * i32::from(kept != 0 && view.kept[to].in_run() == 0);
        }
        let is_king_at_base = state.tops()[to].is_none() && card.rank() == game.rules().ranks;
        if is_king_at_base { change + count * self.on_kings } else { change }
    }

    /// The score of a child after a card has gone home; `None` if auto-play may send others home, or runs are no longer forced.
    fn send_home(
        &self,
        game: &FreeCell,
        state: &State,
        view: &ParentView,
        mv: Move,
    ) -> Option<i32> {
        let (card, mut homes) = (mv.card, *state.homes());
        homes[card.suit() as usize] += 1;
        let follower = cards_of(card.bit() << 4 & game.deck()).next();
        let next = state.next_home() & !card.bit() | follower.map_or(0, Card::bit);
        let free = state.ends() | state.held() | state.below(card).map_or(0, Card::bit);
        let waits = game.moves.has_autoplay() && next & game.safe_above(homes) & free != 0;
        if waits || self.forced != 0 {
            return None;
        }
        let (mut in_cells, mut empty) = (view.in_cells, view.empty);
        let mut change = self.spread * (spread(homes) - spread(*state.homes())) - self.away;
        // Cards of the suit in cells are one rank nearer.
        let suit = cards_of(state.held()).filter(|held| held.suit() == card.suit()).map(|_| 1);
        change -= self.cells_from_home * suit.sum::<i32>();
        let mut covering = follower
            .filter(|&card| !contains(state.held(), card))
            .map_or(0, |card| covers(state, card));
        match mv.from {
            Place::Column(from) => {
                change += self.lift(state, view, mv, from);
                empty += i32::from(state.below(card).is_none());
                let is_above = |follower: Card| state.place(follower) == from;
                covering -= i32::from(covering != 0 && follower.is_some_and(is_above));
            }
            _ => in_cells -= 1,
        }
        change += self.covers * covering;
        change += self.strand(game, state, view, mv);
        Some(view.base + change + self.vacancy(game, in_cells, empty) - view.vacancy)
    }

    /// The score of a child that is built because its foundations change.
    #[inline(never)]
    fn build(&self, game: &FreeCell, state: &State, view: &ParentView, mv: Move) -> i32 {
        let mut child = *state;
        game.apply(&mut child, mv);
        self.total(game, &child) + view.after
    }
}

/// Scores the children of a state as their moves are found.
struct Scored<'a, 'n, V> {
    weights: &'a WeightedSum,
    game: &'a FreeCell,
    node: &'a Node<'n, FreeCell>,
    view: &'a ParentView,
    visit: &'a mut V,
}

impl<V: FnMut(Move, i32)> VisitMove for Scored<'_, '_, V> {
    #[inline(always)]
    fn visit(&mut self, mv: Move) {
        (self.visit)(mv, self.weights.score_child(self.game, self.node, self.view, mv));
    }
}

impl ChildEvaluator<FreeCell> for WeightedSum {
    type View = ParentView;

    fn view(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> ParentView {
        self.view_of(game, node.state, node.g, self.sum(game, node))
    }

    fn is_complete(&self) -> bool {
        self.selection == Selection::All
    }

    #[inline(always)]
    fn score_child(
        &self,
        game: &FreeCell,
        node: &Node<'_, FreeCell>,
        view: &ParentView,
        mv: Move,
    ) -> i32 {
        let (state, card) = (node.state, mv.card);
        let (mut in_cells, mut empty) = (view.in_cells, view.empty);
        let mut change = 0;
        // Before the first move, cards may be waiting to go home.
        let mut sends_home = mv.to == Place::Home || (node.last.is_none() && view.safe != 0);
        match mv.from {
            Place::Column(from) => {
                let below = state.below(card);
                sends_home |= below.is_some_and(|card| contains(view.safe, card));
                empty += i32::from(below.is_none());
                change += self.lift(state, view, mv, from);
            }
            _ => {
                in_cells -= 1;
                change -= self.cells_from_home * from_home(state, card);
            }
        }
        if sends_home {
            let direct = if node.last.is_none() || mv.to != Place::Home {
                None
            } else {
                self.send_home(game, state, view, mv)
            };
            return direct.unwrap_or_else(|| self.build(game, state, view, mv));
        }
        match mv.to {
            Place::Column(to) => {
                empty -= i32::from(state.tops()[usize::from(to)].is_none());
                change += self.lay(game, state, view, mv, to);
            }
            _ => {
                in_cells += 1;
                change += self.cells_from_home * from_home(state, card);
            }
        }
        change += self.strand(game, state, view, mv);
        view.base + change + self.vacancy(game, in_cells, empty) - view.vacancy
    }

    #[inline]
    fn each_child(
        &self,
        game: &FreeCell,
        node: &Node<'_, FreeCell>,
        score: Option<i32>,
        _: &mut Vec<Move>,
        mut visit: impl FnMut(Move, i32),
    ) {
        let state = node.state;
        let score = score.unwrap_or_else(|| self.sum(game, node));
        let view = self.view_of(game, state, node.g, score);
        let movable = Movable::selected(game, state, node.last, self.selection);
        let mut scored = Scored { weights: self, game, node, view: &view, visit: &mut visit };
        game.each_move_but_to_cells(state, &movable, &mut scored);
        // Most moves go to a cell. Their changes differ only by the card and its column.
        let taken = |empty| self.vacancy(game, view.in_cells + 1, empty) - view.vacancy;
        let (rest, last_card) = (view.base + taken(view.empty), view.base + taken(view.empty + 1));
        let is_open = node.last.is_none();
        game.each_move_to_cells(state, &movable, |mv, from| {
            let below = state.below(mv.card);
            let sends_home = below.is_some_and(|card| contains(view.safe, card)) || is_open;
            let score = if sends_home {
                self.build(game, state, &view, mv)
            } else {
                let base = if below.is_none() { last_card } else { rest };
                let lift = self.lift(state, &view, mv, from);
                base + lift
                    + self.strand(game, state, &view, mv)
                    + self.cells_from_home * from_home(state, mv.card)
            };
            visit(mv, score);
        });
    }
}
