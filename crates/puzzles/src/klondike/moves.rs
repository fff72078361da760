//! The moves of a search.

use crate::cards::Suit;

/// A movement of cards from place to place. Columns count from 0; it never names a card that is not seen.
///
/// Places of the stock count the cards of waste and stock that are left, from 0 in the order in which they are turned: those of the
/// waste first, from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The top card of a column goes home.
    Home {
        /// The column.
        from: u8,
    },
    /// A card of the stock goes home, after as many turns as it takes.
    StockHome {
        /// Its place.
        at: u8,
    },
    /// The top cards of a column go to another column.
    Run {
        /// The column that they leave.
        from: u8,
        /// The column that they go to.
        to: u8,
        /// How many.
        count: u8,
    },
    /// A card of the stock goes to a column, after as many turns as it takes.
    StockColumn {
        /// Its place.
        at: u8,
        /// The column.
        to: u8,
    },
    /// The highest card of a foundation goes to a column.
    Back {
        /// The suit of the foundation.
        suit: Suit,
        /// The column.
        to: u8,
    },
}
