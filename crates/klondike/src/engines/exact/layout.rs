//! The constant part of a game: where cards were dealt, and the rules.

use super::abstract_state::AbstractState;
use super::stock::{Relaxation, Stock};
use crate::{Klondike, MAX_COLUMNS, State};
use patience_cards::{Card, Suit};

/// The cards that lie in columns where they were dealt, the stock, and the rules.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The dealt cards of each column that never moved, the deepest first: the face-down cards and the first face-up card.
    dealt: [[u8; Card::COUNT]; MAX_COLUMNS],
    /// The column in which each card was dealt, by index.
    column: [u8; Card::COUNT],
    /// The weight of a card of each column in [`AbstractState::downs`].
    weight: [u32; MAX_COLUMNS],
    columns: u8,
    pub(super) stock: Stock,
    pub(super) kings: u64,
    pub(super) may_come_back: bool,
    /// Homes of a game that is won.
    won: u16,
    /// The bit positions of the parts of a key.
    shifts: Shifts,
}

/// The first bits of the parts of a key after the foundations.
#[derive(Clone, Copy, Debug)]
struct Shifts {
    waste: u32,
    passes: u32,
    stock: u32,
    end: u32,
}

/// Bits for the foundations.
const HOMES: u32 = 16;

impl Layout {
    /// The layout of a game and the abstract state of one of its states.
    #[must_use]
    pub(crate) fn new(game: &Klondike, state: &State) -> (Self, AbstractState) {
        let rules = game.rules();
        let mut layout = Self {
            dealt: [[0; Card::COUNT]; MAX_COLUMNS],
            column: [u8::MAX; Card::COUNT],
            weight: [0; MAX_COLUMNS],
            columns: rules.columns,
            stock: Stock::new(&left(game, state), rules),
            kings: Suit::ALL
                .into_iter()
                .fold(0, |kings, suit| kings | Card::new(rules.ranks, suit).bit()),
            may_come_back: rules.bring_back,
            won: u16::from(rules.ranks) * 0x1111,
            shifts: Shifts { waste: 0, passes: 0, stock: 0, end: 0 },
        };
        let mut abstract_state = AbstractState {
            next: 0,
            visible: 0,
            rooted: 0,
            dealt: 0,
            downs: 0,
            turned: layout.stock.turned(usize::from(state.talon().waste), state.talon().passes),
            homes: 0,
            cleared: 0,
        };
        for suit in Suit::ALL {
            let home = state.home(suit);
            abstract_state.next |= 1 << (4 * home + suit as u8);
            abstract_state.homes |= u16::from(home) << (4 * suit as u8);
        }
        let mut weight = 1;
        for at in 0..rules.columns {
            let pile = state.pile(at);
            let down = game.down(at).iter().take(usize::from(pile.down())).copied();
            layout.weight[usize::from(at)] = weight;
            let mut count = 0;
            for card in down.chain(pile.run().next()) {
                layout.dealt[usize::from(at)][count] = index(card);
                layout.column[card.index()] = at;
                count += 1;
            }
            abstract_state.visible |= pile.run().fold(0, |set, card| set | card.bit());
            // At most 52.
            #[allow(clippy::cast_possible_truncation)]
            let count = count as u32;
            abstract_state.dealt |= u64::from(count) << (8 * at);
            abstract_state.downs += count * weight;
            weight *= count + 1;
            layout.root(&mut abstract_state, at);
        }
        let waste = HOMES + bits(weight - 1);
        let passes = waste + bits(layout.stock.places().into());
        let stock = passes + bits(layout.stock.most_passes().into());
        let end = stock + u32::from(layout.stock.places());
        layout.shifts = Shifts { waste, passes, stock, end };
        (layout, abstract_state)
    }

    /// Replaces the face-down cards, in the order of columns, the deepest first.
    pub(crate) fn lay_down(&mut self, abstract_state: &AbstractState, cards: &[u8]) {
        let mut cards = cards.iter();
        for column in 0..self.columns {
            let down = abstract_state.dealt_in(column).saturating_sub(1);
            for (slot, &card) in self.dealt[usize::from(column)]
                .iter_mut()
                .zip(cards.by_ref().take(usize::from(down)))
            {
                *slot = card;
                self.column[usize::from(card)] = column;
            }
        }
    }

    /// The face-down cards, in the order of columns, the deepest first.
    pub(crate) fn lying_down(&self, abstract_state: &AbstractState) -> Vec<u8> {
        let down = |column: u8| {
            let count = abstract_state.dealt_in(column).saturating_sub(1);
            self.dealt[usize::from(column)].iter().copied().take(usize::from(count))
        };
        (0..self.columns).flat_map(down).collect()
    }

    /// Replaces the cards of the stock behind the waste, in the order of turning. All cards of the stock must be left.
    pub(crate) fn stack(&mut self, abstract_state: &AbstractState, cards: &[u8]) {
        self.stock.fill(abstract_state.turned.waste, cards);
    }

    /// The cards of the stock behind the waste, in the order of turning. All cards of the stock must be left.
    pub(crate) fn behind_waste(&self, abstract_state: &AbstractState) -> Vec<u8> {
        self.stock.order(abstract_state.turned.waste).collect()
    }

    /// The state after the next cards of the stock are turned.
    pub(crate) fn turn(&self, abstract_state: &AbstractState) -> AbstractState {
        AbstractState { turned: self.stock.turn(abstract_state.turned), ..*abstract_state }
    }

    /// The same layout with a relaxed stock.
    pub(super) fn relaxed(&self, relaxation: Relaxation) -> Self {
        Self { stock: self.stock.relaxed(relaxation), ..self.clone() }
    }

    /// Whether the number of passes is limited.
    pub(crate) fn is_limited(&self) -> bool {
        self.stock.is_limited()
    }

    /// How much of limited passes is spent: the less, the more is left. 0 where passes are not limited.
    #[inline]
    pub(crate) fn spent(&self, abstract_state: &AbstractState) -> u32 {
        self.stock.spent(abstract_state.turned)
    }

    /// Whether the game is won.
    #[inline]
    pub(crate) fn is_won(&self, abstract_state: &AbstractState) -> bool {
        abstract_state.homes == self.won
    }

    /// The number of bits of a key.
    pub(crate) fn key_bits(&self) -> u32 {
        self.shifts.end
    }

    /// The parts of a key: the low bits, the stock, and the position of the stock bits.
    #[inline]
    pub(super) fn key(&self, abstract_state: &AbstractState) -> (u64, u64, u32) {
        let low = u64::from(abstract_state.homes)
            | u64::from(abstract_state.downs) << HOMES
            | u64::from(abstract_state.turned.waste) << self.shifts.waste
            | u64::from(abstract_state.turned.passes) << self.shifts.passes;
        (low, abstract_state.turned.left, self.shifts.stock)
    }

    /// The set of the rooted cards that have nothing below them.
    #[inline]
    pub(super) fn on_table(&self, abstract_state: &AbstractState) -> u64 {
        let is_last = |&at: &u8| abstract_state.dealt_in(at) == 1;
        let last = (0..self.columns).filter(is_last).map(|at| self.dealt[usize::from(at)][0]);
        last.fold(0, |set, card| set | 1 << card) & abstract_state.rooted
    }

    /// Removes a rooted card from its place, and turns the card below.
    #[inline]
    pub(super) fn uproot(&self, abstract_state: &mut AbstractState, card: u8) {
        abstract_state.rooted &= !(1 << card);
        let column = self.column[usize::from(card)];
        self.lose(abstract_state, column);
        self.root(abstract_state, column);
    }

    /// Removes one dealt card from a column.
    #[inline]
    fn lose(&self, abstract_state: &mut AbstractState, column: u8) {
        abstract_state.dealt -= 1 << (8 * column);
        abstract_state.downs -= self.weight[usize::from(column)];
    }

    /// Turns the last dealt card of a column; it is rooted unless it is a king on the table.
    #[inline]
    fn root(&self, abstract_state: &mut AbstractState, column: u8) {
        let count = abstract_state.dealt_in(column);
        if count == 0 {
            abstract_state.cleared += 1;
            return;
        }
        let card = self.dealt[usize::from(column)][usize::from(count) - 1];
        abstract_state.visible |= 1 << card;
        if count == 1 && self.kings >> card & 1 == 1 {
            self.lose(abstract_state, column);
            abstract_state.cleared += 1;
        } else {
            abstract_state.rooted |= 1 << card;
        }
    }
}

/// The cards left in waste and stock, in the order of turning.
fn left(game: &Klondike, state: &State) -> Vec<Card> {
    let is_left = |&(place, _): &(usize, &Card)| state.left() >> place & 1 == 1;
    game.stock().iter().enumerate().filter(is_left).map(|(_, &card)| card).collect()
}

/// The number of bits for numbers up to this one.
const fn bits(most: u32) -> u32 {
    32 - most.leading_zeros()
}

/// The index of a card.
#[allow(clippy::cast_possible_truncation)] // Below 52.
pub(super) const fn index(card: Card) -> u8 {
    card.index() as u8
}
