//! The moves of a search.

use serde::{Deserialize, Serialize};

use patience_cards::{Card, Suit};

/// Which of the legal moves are listed.
///
/// ```
/// use patience_core::Hidden;
/// use patience_klondike::players::hidden::KnownStock;
/// use patience_klondike::{Move, MoveSet, read_position};
///
/// // The red three can go from one black four to the other, which changes nothing.
/// let stock = "AC AD AH AS 2C 2D 2H 2S 3C 3D 3S 4D 4H";
/// let (rules, position) = read_position(&format!("1: | 4S 3H\n2: | 4C\nstock: {stock}"))?;
/// let table = KnownStock::new(rules, &position)?;
/// let is_listed = |set| {
///     let mut moves = Vec::new();
///     table.clone().with_moves(set).moves(&table.first_view(), &mut moves);
///     moves.contains(&Move::Run { from: 0, to: 1, count: 1 })
/// };
/// assert!(is_listed(MoveSet::All) && !is_listed(MoveSet::Useful));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveSet {
    /// All of them.
    #[default]
    All,
    /// Moves that are useful at once. A run moves only if that turns a card, empties its column or frees a card that goes home; a card
    /// comes back only if it can carry a card of the stock, or a run that lies on face-down cards.
    ///
    /// Other moves win in rare cases, and make random play far worse. *(Bjarnason, Fern and Tadepalli, 2009)* describe their actions in words;
    /// of the interpretations that were tried, this one comes nearest to their results of random and greedy play.
    /// Moves that are not listed are still legal.
    Useful,
}

/// A movement of cards. Columns count from 0. A move never names a card, so it reveals no hidden one.
///
/// Places of the stock number the cards left in waste and stock from 0, in the order of turning: the waste from its bottom, then the stock.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_klondike::{Klondike, Move, read_position};
///
/// let (rules, position) = read_position("draw 1\n1: | AC\nstock: AD AH AS")?;
/// let game = Klondike::new(rules, &position)?;
/// assert_eq!(game.stock_card(&game.start(), 1), Some("AH".parse()?));
/// // When a card leaves the stock, the later ones move up.
/// let next = game.child(&game.start(), Move::StockHome { at: 0 });
/// assert_eq!(game.stock_card(&next, 1), Some("AS".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The top card of a column goes home.
    Home {
        /// The column.
        from: u8,
    },
    /// A card of the stock goes home, after the necessary turns.
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
    /// A card of the stock goes to a column, after the necessary turns.
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

/// Whether no card can need `card` in a column, given the highest rank of each suit that is home.
///
/// Both cards that could lie on it can go home instead, and so can the card of its colour that could lie on those.
#[inline]
pub(crate) fn is_safe(card: Card, home: impl Fn(Suit) -> u8) -> bool {
    // The other suit of its colour.
    let twin = Suit::ALL[3 - card.suit() as usize];
    let others = Suit::ALL.into_iter().filter(|suit| suit.is_red() != card.is_red());
    let lowest = others.map(&home).min().unwrap_or(0);
    card.rank() <= lowest + 2 && card.rank() <= home(twin) + 3
}
