//! The actions of an abstract state.

use super::abstract_state::AbstractState;
use super::layout::Layout;

/// The lowest bit of every rank: four cards of a rank are clubs, diamonds, hearts, spades.
pub(super) const RANKS: u64 = 0x1_1111_1111_1111;
/// Clubs and spades of a rank.
const BLACK: u64 = 0b1001;
/// Diamonds and hearts of a rank.
const RED: u64 = 0b0110;

/// An action with the index of its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A card goes home from a column.
    Home(u8),
    /// A rooted card leaves for another column, with all that lies on it.
    Leave(u8),
    /// A card goes home from the stock.
    StockHome(u8),
    /// A card goes from the stock to a column.
    StockColumn(u8),
    /// A card comes back from its foundation.
    Back(u8),
}

/// The possible actions: a set of cards for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// [`Action::Home`].
    pub(super) homes: u64,
    /// [`Action::Leave`].
    pub(super) leaves: u64,
    /// [`Action::StockHome`].
    pub(super) stock_homes: u64,
    /// [`Action::StockColumn`].
    pub(super) stock_columns: u64,
    /// [`Action::Back`].
    pub(super) backs: u64,
    /// Cards for which a column has room, wherever they are.
    pub(super) room: u64,
    /// Cards in columns that nothing need lie on.
    pub(super) bare: u64,
    /// Available cards of the stock.
    pub(super) playable: u64,
}

impl Options {
    /// The actions that are not among `others`.
    #[inline]
    pub(super) fn beyond(&self, others: &Self) -> Self {
        Self {
            homes: self.homes & !others.homes,
            leaves: self.leaves & !others.leaves,
            stock_homes: self.stock_homes & !others.stock_homes,
            stock_columns: self.stock_columns & !others.stock_columns,
            backs: self.backs & !others.backs,
            ..*self
        }
    }
}

/// The ranks of a set at which each colour has some card, and at which it has both, as lowest bits.
#[derive(Clone, Copy)]
struct Counts {
    black: u64,
    both_black: u64,
    red: u64,
    both_red: u64,
}

impl Counts {
    #[inline]
    fn of(set: u64) -> Self {
        let (clubs, diamonds, hearts, spades) = (set, set >> 1, set >> 2, set >> 3);
        Self {
            black: (clubs | spades) & RANKS,
            both_black: clubs & spades & RANKS,
            red: (diamonds | hearts) & RANKS,
            both_red: diamonds & hearts & RANKS,
        }
    }
}

impl Layout {
    /// The possible actions.
    ///
    /// Only numbers count: there is room for a card if fewer cards of its rank and colour lie on others than there are cards that they can lie
    /// on; and a card can be bare if fewer cards lie on it and its twin than there are twins.
    #[inline]
    pub(super) fn options(&self, state: &AbstractState) -> Options {
        self.options_with(state, self.stock.playable(state.turned))
    }

    /// The possible actions, given the available cards of the stock.
    #[inline]
    pub(super) fn options_with(&self, state: &AbstractState, playable: u64) -> Options {
        let lying = state.visible & !state.rooted;
        let all = Counts::of(state.visible);
        let on = Counts::of(lying);
        let red_room = (all.black >> 4 & !on.red) | (all.both_black >> 4 & !on.both_red);
        let black_room = (all.red >> 4 & !on.black) | (all.both_red >> 4 & !on.both_black);
        let mut room = (red_room * RED) | (black_room * BLACK);
        if self.has_empty_column(state) {
            room |= self.kings;
        }
        let bare_black = (!(on.red << 4) | (all.both_black & !(on.both_red << 4))) & RANKS;
        let bare_red = (!(on.black << 4) | (all.both_red & !(on.both_black << 4))) & RANKS;
        let bare = state.visible & ((bare_black * BLACK) | (bare_red * RED));
        let homes = bare & state.next;
        // A card that can go home need not go to a column, if it can come back.
        let (better_home, backs) =
            if self.may_come_back { (state.next, state.next >> 4 & room) } else { (0, 0) };
        // Where playing from the stock is a link, coming back from home would take a second one.
        let kept_home = if self.stock.is_relaxed() { 0 } else { better_home };
        Options {
            homes,
            leaves: state.rooted & room & !(homes & better_home),
            stock_homes: playable & state.next,
            stock_columns: playable & room & !kept_home,
            backs,
            room,
            bare,
            playable,
        }
    }

    /// Whether a column is empty.
    #[inline]
    pub(super) fn has_empty_column(&self, state: &AbstractState) -> bool {
        let on_table = state.visible & !state.rooted & self.kings;
        on_table.count_ones() < u32::from(state.cleared)
    }

    /// Applies a possible action.
    #[inline]
    pub(crate) fn apply(&self, state: &mut AbstractState, action: Action) {
        match action {
            Action::Home(card) => {
                state.visible &= !(1 << card);
                state.send_home(card);
                if state.rooted >> card & 1 == 1 {
                    self.uproot(state, card);
                }
            }
            Action::Leave(card) => self.uproot(state, card),
            Action::StockHome(card) => {
                state.turned = self.stock.take(state.turned, card);
                state.send_home(card);
            }
            Action::StockColumn(card) => {
                state.turned = self.stock.take(state.turned, card);
                state.visible |= 1 << card;
            }
            Action::Back(card) => state.bring_back(card),
        }
    }
}

/// The cards of one rank and colour: the twins.
#[inline]
const fn twins(rank: u8, is_red: bool) -> u64 {
    (if is_red { RED } else { BLACK }) << (4 * (rank - 1))
}

/// The cards that can lie on a card.
#[inline]
pub(super) const fn riders(card: u8) -> u64 {
    if card < 4 { 0 } else { twins(card / 4, !is_red(card)) }
}

/// The cards that a card can lie on; above the king there are none of the deck.
#[inline]
pub(super) const fn carriers(card: u8) -> u64 {
    twins(card / 4 + 2, !is_red(card))
}

/// Whether a card is a diamond or a heart.
#[inline]
const fn is_red(card: u8) -> bool {
    matches!(card & 3, 1 | 2)
}

/// The set of the safe cards: no other card can need them in a column, so they may go home at once.
///
/// Only cards one rank lower and of the other colour can lie on a card; where both foundations of that colour are at most two below it,
/// they can go home instead. They could be wanted in a column for the cards of the first colour two ranks lower; of these, one is
/// home, and the other can go there where its foundation is at most three below the card.
#[inline]
pub(super) fn safe(state: &AbstractState) -> u64 {
    let (clubs, diamonds) = (state.home(0), state.home(1));
    let (hearts, spades) = (state.home(2), state.home(3));
    let (black, red) = (clubs.min(spades), diamonds.min(hearts));
    let suit = |at: u32, home: u8, other_colour: u8, twin: u8| {
        let is_safe = home < other_colour + 2 && home < twin + 3;
        if is_safe { RANKS << at } else { 0 }
    };
    let suits = suit(0, clubs, red, spades)
        | suit(1, diamonds, black, hearts)
        | suit(2, hearts, black, diamonds)
        | suit(3, spades, red, clubs);
    suits & state.next
}
