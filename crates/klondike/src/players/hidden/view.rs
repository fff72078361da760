//! What a player sees when the stock is known.

use std::fmt;

use patience_core::SplitMix;

use crate::State;
use patience_cards::{Card, cards_of};

/// A position as a player sees it, in 56 bytes without heap: a state has the number of face-down cards, not their names.
///
/// ```
/// use patience_klondike::{Klondike, Rules, players::hidden::KnownStock};
///
/// let world = Klondike::of_seed(1, Rules::default())?;
/// let view = KnownStock::new(Rules::default(), world.deal())?.first_view();
/// assert_eq!((view.state().pile(6).down(), view.unseen_cards().count()), (6, 21));
/// // They are the cards that lie face down.
/// let down = (0..7).flat_map(|column| world.down(column)).fold(0, |set, card| set | card.bit());
/// assert_eq!(view.unseen(), down);
/// # Ok::<(), patience_klondike::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) state: State,
    /// The unseen cards.
    pub(super) unseen: u64,
}

impl View {
    /// The visible position: numbers of face-down cards, not their names.
    #[must_use]
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The unseen cards, a bit each, by [`Card::index`].
    #[must_use]
    #[inline]
    pub fn unseen(&self) -> u64 {
        self.unseen
    }

    /// The unseen cards, by index.
    pub fn unseen_cards(&self) -> impl Iterator<Item = Card> {
        cards_of(self.unseen)
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} unseen {:x}", self.state, self.unseen)
    }
}

/// A random card of a set; `None` if the set is empty.
#[inline]
pub(super) fn any(set: u64, rng: &mut SplitMix) -> Option<Card> {
    let count = set.count_ones() as usize;
    if count == 0 {
        return None;
    }
    let mut rest = set;
    for _ in 0..rng.below(count) {
        rest &= rest - 1;
    }
    cards_of(rest).next()
}

/// The cards of a set in a random order.
pub(super) fn shuffled(set: u64, rng: &mut SplitMix) -> Vec<Card> {
    let mut cards = Vec::with_capacity(set.count_ones() as usize);
    cards.extend(cards_of(set));
    rng.shuffle(&mut cards);
    cards
}
