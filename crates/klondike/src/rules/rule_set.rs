//! The rules of Klondike as data.

use serde::{Deserialize, Serialize};

use patience_cards::Card;
use patience_kit::choices;

/// The most columns that rules may have.
pub const MAX_COLUMNS: usize = 7;

/// The rules of a game.
///
/// ```
/// use patience_klondike::Rules;
///
/// let once = Rules { draw: 1, passes: Some(1), ..Rules::default() };
/// assert!(once.check().is_ok());
/// assert_eq!(
///     Rules { ranks: 5, ..once }.check().unwrap_err().to_string(),
///     "7 columns cannot be played with 5 ranks: they need 28 cards, and there are 20",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Ranks of each suit: 13, or fewer for a smaller deck. The highest one is the king.
    pub ranks: u8,
    /// Columns of the tableau.
    pub columns: u8,
    /// Cards that are turned at once.
    pub draw: u8,
    /// Passes through the stock, one more than the redeals; `None` for no limit.
    pub passes: Option<u8>,
    /// Whether a card may come back from a foundation.
    pub bring_back: bool,
    /// What a player knows of the stock.
    pub stock: Stock,
}

choices! {
    /// What a player of the hidden game knows of the stock. Where all cards are known, it makes no difference.
    ///
    /// ```
    /// use patience_klondike::{Klondike, Rules, Stock};
    ///
    /// let game = Klondike::of_seed(1, Rules::default())?;
    /// let known = |stock| {
    ///     let seen = game.deal().covered(&Rules { stock, ..Rules::default() });
    ///     seen.stock.iter().flatten().count()
    /// };
    /// assert_eq!((known(Stock::Visible), known(Stock::Unseen)), (24, 0));
    /// # Ok::<(), patience_klondike::SetupError>(())
    /// ```
    #[derive(Default, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Stock {
        /// All of it, as if a first pass had been used to look
        #[default]
        Visible = "visible",
        /// What has been turned
        Unseen = "unseen",
    }
}

impl Default for Rules {
    /// Seven columns, draw three, unlimited passes, cards may come back.
    fn default() -> Self {
        Self {
            ranks: 13,
            columns: 7,
            draw: 3,
            passes: None,
            bring_back: true,
            stock: Stock::Visible,
        }
    }
}

impl Rules {
    /// An error if the rules cannot be played.
    pub fn check(&self) -> Result<(), RulesError> {
        let within = |name, value: u8, least: u8, most: u8| {
            let fits = (least..=most).contains(&value);
            if fits { Ok(()) } else { Err(RulesError::Range { name, value, least, most }) }
        };
        within("ranks", self.ranks, 1, 13)?;
        // There are seven.
        #[allow(clippy::cast_possible_truncation)]
        within("columns", self.columns, 1, MAX_COLUMNS as u8)?;
        within("cards at a time", self.draw, 1, 52)?;
        if let Some(passes) = self.passes {
            within("passes", passes, 1, u8::MAX)?;
        }
        if self.cards() < self.tableau_cards() {
            return Err(RulesError::Cards {
                columns: self.columns,
                ranks: self.ranks,
                needed: self.tableau_cards(),
                cards: self.cards(),
            });
        }
        Ok(())
    }

    /// Cards of the deck.
    #[must_use]
    pub const fn cards(&self) -> u8 {
        self.ranks.saturating_mul(4)
    }

    /// Cards that are dealt to the columns.
    #[must_use]
    pub const fn tableau_cards(&self) -> u8 {
        self.columns.saturating_mul(self.columns.saturating_add(1)) / 2
    }

    /// Whether the waste may be turned over after `passes` passes.
    #[must_use]
    #[inline]
    pub const fn may_redeal(&self, passes: u8) -> bool {
        match self.passes {
            Some(most) => passes < most,
            None => true,
        }
    }

    /// Whether `card` may be put on `on` in a column.
    #[must_use]
    #[inline]
    pub const fn fits(&self, card: Card, on: Card) -> bool {
        card.rank() + 1 == on.rank() && card.is_red() != on.is_red()
    }

    /// Whether `card` may be put into an empty column.
    #[must_use]
    #[inline]
    pub const fn fills(&self, card: Card) -> bool {
        card.rank() == self.ranks
    }
}

/// Rules that cannot be played.
///
/// ```
/// use patience_klondike::{Rules, RulesError};
///
/// let few = Rules { ranks: 5, ..Rules::default() };
/// let needed = RulesError::Cards { columns: 7, ranks: 5, needed: 28, cards: 20 };
/// assert_eq!(few.check(), Err(needed));
/// let none = Rules { passes: Some(0), ..Rules::default() };
/// assert!(matches!(none.check(), Err(RulesError::Range { name: "passes", value: 0, .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A number that is too small or too large.
    #[error("{value} {name} cannot be played: expected {least} to {most}")]
    Range {
        /// What is counted.
        name: &'static str,
        /// The number in the rules.
        value: u8,
        /// The least number that can be played.
        least: u8,
        /// The largest number that can be played.
        most: u8,
    },
    /// Too few cards for the columns.
    #[error(
        "{columns} columns cannot be played with {ranks} ranks: they need {needed} cards, and there are {cards}"
    )]
    Cards {
        /// The columns.
        columns: u8,
        /// The ranks.
        ranks: u8,
        /// How many cards the columns need.
        needed: u8,
        /// How many there are.
        cards: u8,
    },
}
