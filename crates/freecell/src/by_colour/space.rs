//! Settled positions as a puzzle.

use patience_cards::{Card, cards_of};
use patience_core::Puzzle;

use super::steps::{Step, Target};
use crate::search_space::{first_empty, source};
use crate::{FreeCell, Key, Move, Place, Selection, State};

/// A game whose positions are settled.
#[derive(Debug)]
pub(super) struct Space<'g> {
    pub(super) game: &'g FreeCell,
    start: State,
}

/// The next cards of the foundations on which no card ever needs to lie: the cards that fit there are home, or could go home instead, and so could those
/// that fit on them (Horne's rule). More than auto-play sends home.
#[inline]
pub(super) fn going(state: &State) -> u64 {
    let [clubs, diamonds, hearts, spades] = *state.homes();
    let (black, red) = (clubs.min(spades), diamonds.min(hearts));
    let up_to = |rank: u8, card: u32| {
        let bits = (1_u64 << (4 * rank.min(13))) - 1;
        bits & 0x1111_1111_1111_1111 << card
    };
    let needless = up_to(red + 1 + u8::from(red < spades + 2), 0)
        | up_to(black + 1 + u8::from(black < hearts + 2), 1)
        | up_to(black + 1 + u8::from(black < diamonds + 2), 2)
        | up_to(red + 1 + u8::from(red < clubs + 2), 3);
    needless & state.next_home()
}

impl<'g> Space<'g> {
    pub(super) fn new(game: &'g FreeCell, root: &State) -> Self {
        let mut space = Self { game, start: *root };
        let mut start = *root;
        space.settle(&mut start, &mut |_, _| ());
        space.start = start;
        space
    }

    /// Plays a move with auto-play.
    #[inline]
    fn play(&self, state: &mut State, mv: Move, visit: &mut impl FnMut(&State, Move)) {
        visit(state, mv);
        self.game.apply(state, mv);
    }

    /// Sends safe cards home, and puts cards from cells onto cards and into empty columns.
    #[inline]
    pub(super) fn settle(&self, state: &mut State, visit: &mut impl FnMut(&State, Move)) {
        let game = self.game;
        loop {
            let ends = state.ends();
            let held = state.held();
            let fitting = game.children(ends) & held;
            let free = state.next_home() & (ends | held);
            let (card, to) = if free != 0
                && let Some(card) = cards_of(free & going(state)).next()
            {
                (card, Place::Home)
            } else if let Some(card) = cards_of(fitting).next()
                && let Some(on) = cards_of(game.parents(card) & ends).next()
            {
                (card, Place::Column(state.place(on)))
            } else if held & game.fillers() != 0
                && let Some(to) = first_empty(self.columns(state))
                && let Some(card) = cards_of(held & game.fillers()).next()
            {
                (card, Place::Column(to))
            } else {
                return;
            };
            self.play(state, Move { card, count: 1, from: source(state, card), to }, visit);
        }
    }

    fn columns<'s>(&self, state: &'s State) -> &'s [Option<Card>] {
        &state.tops()[..usize::from(self.game.rules().columns)]
    }

    /// Whether a step from a settled position moves the cards of one run only: onto a card on which nothing lies, or a single card to a cell.
    /// Nothing goes home and no card leaves a cell.
    ///
    /// `going` are the cards that go home once they are free.
    #[inline]
    pub(super) fn is_plain(&self, state: &State, going: u64, Step { card, to }: Step) -> bool {
        let is_one_move = match to {
            Target::On(on) => state.ends() & on.bit() != 0,
            Target::Cells => state.ends() & card.bit() != 0,
            _ => false,
        };
        is_one_move
            && match state.below(card) {
                Some(below) => {
                    going & below.bit() == 0 && self.game.fit_on(below) & state.held() == 0
                }
                None => self.game.fillers() & state.held() == 0,
            }
    }

    /// Plays a step.
    #[inline]
    pub(super) fn step(
        &self,
        state: &mut State,
        Step { card, to }: Step,
        visit: &mut impl FnMut(&State, Move),
    ) {
        let to = match to {
            Target::On(on) => {
                let to = state.place(on);
                if let Some(there) = state.above(on) {
                    self.clear(state, there, visit);
                }
                Place::Column(to)
            }
            Target::BaseOf(there) => {
                let to = state.place(there);
                self.clear(state, there, visit);
                Place::Column(to)
            }
            Target::Empty => {
                let Some(to) = first_empty(self.columns(state)) else { return };
                Place::Column(to)
            }
            Target::Cells => {
                self.clear(state, card, visit);
                self.settle(state, visit);
                return;
            }
            Target::Home => {
                if let Some(there) = state.above(card) {
                    self.clear(state, there, visit);
                }
                Place::Home
            }
        };
        let from = source(state, card);
        let count = if matches!(from, Place::Column(_)) { state.covers(card) + 1 } else { 1 };
        self.play(state, Move { card, count, from, to }, visit);
        self.settle(state, visit);
    }

    /// Puts a card and those on it into cells.
    #[inline]
    fn clear(&self, state: &mut State, card: Card, visit: &mut impl FnMut(&State, Move)) {
        let column = state.place(card);
        let from = Place::Column(column);
        loop {
            let cells = &state.cells()[..usize::from(self.game.rules().cells)];
            let (Some(top), Some(cell)) = (state.tops()[usize::from(column)], first_empty(cells))
            else {
                return;
            };
            let mv = Move { card: top, count: 1, from, to: Place::Cell(cell) };
            self.play(state, mv, visit);
            if top == card {
                return;
            }
        }
    }
}

impl Puzzle for Space<'_> {
    type State = State;
    type Move = Step;
    type Key = Key;

    fn start(&self) -> State {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        self.game.is_goal(state)
    }

    fn moves(&self, state: &State, out: &mut Vec<Step>) {
        self.each_step(state, Selection::All, |step| out.push(step));
    }

    #[inline]
    fn apply(&self, state: &mut State, step: Step) {
        self.step(state, step, &mut |_, _| ());
    }

    #[inline]
    fn key(&self, state: &State) -> Key {
        self.game.key(state)
    }

    /// That of a plain step.
    #[inline]
    fn quick_child_key(&self, state: &State, step: Step) -> Option<Key> {
        self.is_plain(state, going(state), step).then(|| match step.to {
            Target::On(on) => self.game.key_on(state, step.card, Some(on)),
            _ => self.game.key_on(state, step.card, None),
        })
    }
}
