//! The moves of a search.

use serde::{Deserialize, Serialize};

use patience_cards::Suit;

/// Which of the legal moves are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveSet {
    /// All of them.
    #[default]
    All,
    /// Those that lead on at once. A run moves only if that turns a card, empties its column or frees a card that goes home; a card
    /// comes back only if a card of the stock, or a run that lies on cards face down, can be put on it.
    ///
    /// What is left out can win in rare cases, and makes play by chance far worse: of the readings that were tried of the actions of
    /// *(Bjarnason, Fern and Tadepalli, 2009)*, which are told in words, this one comes nearest to what random and greedy play won there.
    /// Moves that are not listed are legal all the same.
    Useful,
}

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
