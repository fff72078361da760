//! The state of a search, and its key.

use std::fmt;

use crate::{MAX_COLUMNS, Pile, Talon};
use patience_cards::Suit;

/// A state of a search: 48 bytes without heap. The game knows the face-down cards and the stock.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_cards::Suit;
/// use patience_klondike::{Klondike, Rules, State, Talon};
///
/// let game = Klondike::of_seed(1, Rules::default())?;
/// let start: State = game.start();
/// assert_eq!((start.pile(6).down(), start.home(Suit::Spades)), (6, 0));
/// assert_eq!(start.left().count_ones(), 24);
/// assert_eq!(start.talon(), Talon { cards: 24, waste: 0, passes: 1 });
/// assert_eq!(game.position(&start), *game.deal());
/// # Ok::<(), patience_klondike::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) piles: [Pile; MAX_COLUMNS],
    pub(crate) foundations: [u8; 4],
    /// The cards of stock and waste that are left, a bit each, by their places in the game's stock.
    pub(crate) left: u64,
    pub(crate) waste: u8,
    pub(crate) passes: u8,
}

impl State {
    /// A column, from 0. Those that the rules do not have are empty.
    ///
    /// # Panics
    ///
    /// If `at` is 7 or more.
    #[must_use]
    #[inline]
    pub fn pile(&self, at: u8) -> Pile {
        self.piles[usize::from(at)]
    }

    /// The highest rank that is home; 0 for none.
    #[must_use]
    #[inline]
    pub fn home(&self, suit: Suit) -> u8 {
        self.foundations[suit as usize]
    }

    /// The cards of stock and waste that are left, a bit each, by their places in [`Klondike::stock`](crate::Klondike::stock).
    #[must_use]
    #[inline]
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Stock and waste as numbers.
    #[must_use]
    #[inline]
    pub fn talon(&self) -> Talon {
        // At most 52.
        #[allow(clippy::cast_possible_truncation)]
        let cards = self.left.count_ones() as u8;
        Talon { cards, waste: self.waste, passes: self.passes }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piles, foundations, left, waste, passes } = self;
        write!(f, "{piles:?} home {foundations:?} left {left:x} waste {waste} passes {passes}")
    }
}

/// The key of a state, 40 bytes: everything except the order of columns, and turns that make no difference.
///
/// A column with face-down cards is identified by its number; the place of a column without them does not matter.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_klondike::{Klondike, read_position};
///
/// let key = |columns: &str| {
///     let (rules, position) = read_position(&format!("{columns}\nstock: AC AD AH AS 2D 2S"))?;
///     let game = Klondike::new(rules, &position)?;
///     Ok::<_, Box<dyn std::error::Error>>(game.key(&game.start()))
/// };
/// assert_eq!(key("1: | 2C\n2: | 2H")?, key("1: | 2H\n2: | 2C")?);
/// assert_ne!(key("1: 2C | 2H\n2: |")?, key("1: |\n2: 2C | 2H")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    left: u64,
    /// Sorted; the highest bits are the number of a column with face-down cards.
    columns: [u32; MAX_COLUMNS],
    /// The highest rank of each suit that is home, four bits each, clubs lowest.
    home: u16,
    waste: u8,
    passes: u8,
}

/// The first bit of the number of a column, after the bits of its [`Pile`].
const NUMBER: u32 = 28;

impl Key {
    pub(crate) fn new(state: &State, talon: Talon) -> Self {
        let mut columns = [0; MAX_COLUMNS];
        for ((number, word), pile) in (0..).zip(&mut columns).zip(&state.piles) {
            *word = if 0 < pile.down() { pile.0 | number << NUMBER } else { pile.0 };
        }
        Self::sorted(state, talon, columns)
    }

    /// The key of a view: a column has the number of its face-down cards, because their names are hidden.
    #[inline]
    pub(crate) fn of_view(state: &State, talon: Talon) -> Self {
        let mut columns = [0; MAX_COLUMNS];
        for (word, pile) in columns.iter_mut().zip(&state.piles) {
            *word = pile.0;
        }
        Self::sorted(state, talon, columns)
    }

    #[inline]
    fn sorted(state: &State, talon: Talon, mut columns: [u32; MAX_COLUMNS]) -> Self {
        sort(&mut columns);
        Self {
            left: state.left,
            columns,
            home: state.foundations.iter().rev().fold(0, |home, &rank| home << 4 | u16::from(rank)),
            waste: talon.waste,
            passes: talon.passes,
        }
    }

    /// A state of this key: columns with face-down cards where they were dealt, the others in the remaining places, empty ones last.
    pub(crate) fn unpack(&self) -> State {
        let mut piles = [None; MAX_COLUMNS];
        let pile = |word: u32| Pile(word & ((1 << NUMBER) - 1));
        for &word in self.columns.iter().filter(|&&word| 0 < pile(word).down()) {
            piles[(word >> NUMBER) as usize] = Some(pile(word));
        }
        // The highest words first, so that empty columns, and columns that the rules do not have, come last.
        let mut others = self.columns.iter().rev().filter(|&&word| pile(word).down() == 0);
        let piles = piles.map(|known| {
            known.unwrap_or_else(|| others.next().map_or(Pile::default(), |&word| pile(word)))
        });
        State {
            piles,
            // Four bits each.
            foundations: [0, 4, 8, 12].map(|bits| (self.home >> bits & 15) as u8),
            left: self.left,
            waste: self.waste,
            passes: self.passes,
        }
    }
}

/// Sorts by an optimal network of 16 exchanges, which take no branch: a key is made for every state that a player enters.
#[inline]
fn sort(columns: &mut [u32; MAX_COLUMNS]) {
    #[rustfmt::skip]
    const EXCHANGES: [(usize, usize); 16] = [
        (0, 6), (2, 3), (4, 5), (0, 2), (1, 4), (3, 6), (0, 1), (2, 5),
        (3, 4), (1, 2), (4, 6), (2, 3), (4, 5), (1, 2), (3, 4), (5, 6),
    ];
    for (low, high) in EXCHANGES {
        let (a, b) = (columns[low], columns[high]);
        (columns[low], columns[high]) = (a.min(b), a.max(b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network that sorts all zeros and ones sorts everything.
    #[test]
    fn the_network_sorts_zeros_and_ones() {
        for bits in 0_u32..1 << MAX_COLUMNS {
            let mut columns = std::array::from_fn(|at| bits >> at & 1);
            let mut expected = columns;
            expected.sort_unstable();
            sort(&mut columns);
            assert_eq!(columns, expected);
        }
    }
}
