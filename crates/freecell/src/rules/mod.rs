//! The rules of the FreeCell family as data, and what follows from them: positions, moves, the referee.

mod foul;
mod line;
mod moves;
mod position;
mod referee;
pub(crate) mod supermove;

use patience_cards::Card;
use patience_kit::{Choice, Named, choices};
use serde::{Deserialize, Serialize};

pub use foul::Foul;
pub(crate) use line::step;
pub use line::{Line, NotASolution};
pub use moves::{Move, Place};
pub use position::{Position, PositionError};
pub use referee::{Lengths, Referee};

/// The most columns that rules may have.
pub const MAX_COLUMNS: usize = 10;
/// The most cells that rules may have.
pub const MAX_CELLS: usize = 8;

/// The rules of a game of the family. The variants with a name are [`Choice::ALL`].
///
/// ```
/// use patience_freecell::{Build, Rules};
/// use patience_kit::Choice;
///
/// let bakers = Rules { build: Build::Suit, ..Rules::default() };
/// assert_eq!(Rules::named("bakers-game"), Some(bakers));
/// assert!(Rules { cells: 9, ..bakers }.check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Ranks of each suit: 13, or fewer in a smaller deck.
    pub ranks: u8,
    /// Columns of the tableau.
    pub columns: u8,
    /// Free cells.
    pub cells: u8,
    /// How cards build on each other.
    pub build: Build,
    /// What may fill an empty column.
    pub fill: Fill,
    /// Cards that are dealt to cells; the others go to the columns.
    pub dealt_to_cells: u8,
    /// Whether a run of any length moves at once, however few cells are empty.
    pub relaxed: bool,
}

choices! {
    /// How cards build on each other in a column.
    ///
    /// ```
    /// use patience_freecell::{Build, Rules};
    ///
    /// let (seven, red, black) = ("7S".parse()?, "6H".parse()?, "6S".parse()?);
    /// let fits = |build, card| Rules { build, ..Rules::default() }.fits(card, seven);
    /// assert!(fits(Build::Colour, red) && !fits(Build::Colour, black));
    /// assert!(fits(Build::Suit, black) && !fits(Build::Suit, red));
    /// assert!(fits(Build::Rank, red) && fits(Build::Rank, black));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Build {
        /// One rank down, alternating colours
        Colour = "colour",
        /// One rank down, same suit
        Suit = "suit",
        /// One rank down, any suit
        Rank = "rank",
    }
}

choices! {
    /// What may fill an empty column.
    ///
    /// ```
    /// use patience_freecell::{Fill, Rules};
    ///
    /// let (king, queen) = ("KH".parse()?, "QH".parse()?);
    /// let fills = |fill, card| Rules { fill, ..Rules::default() }.fills(card);
    /// assert!(fills(Fill::Any, king) && fills(Fill::Any, queen));
    /// assert!(fills(Fill::Kings, king) && !fills(Fill::Kings, queen));
    /// assert!(!fills(Fill::Nothing, king));
    /// # Ok::<(), patience_cards::UnknownCard>(())
    /// ```
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Fill {
        /// Any card
        Any = "any",
        /// Kings only
        Kings = "kings",
        /// No card
        Nothing = "nothing",
    }
}

impl Default for Rules {
    /// Standard FreeCell.
    fn default() -> Self {
        STANDARD
    }
}

impl Rules {
    /// An error if the rules cannot be played.
    pub fn check(&self) -> Result<(), RulesError> {
        // Both are small.
        #[allow(clippy::cast_possible_truncation)]
        let (most_columns, most_cells) = (MAX_COLUMNS as u8, MAX_CELLS as u8);
        let within = |name, value: u8, least: u8, most: u8| {
            let fits = (least..=most).contains(&value);
            if fits { Ok(()) } else { Err(RulesError { name, value, least, most }) }
        };
        within("ranks", self.ranks, 1, 13)?;
        within("columns", self.columns, 1, most_columns)?;
        within("cells", self.cells, 0, most_cells)?;
        within("cards dealt to cells", self.dealt_to_cells, 0, self.cells.min(4 * self.ranks))
    }

    /// Cards of the deck.
    #[must_use]
    pub const fn cards(&self) -> u8 {
        self.ranks.saturating_mul(4)
    }

    /// Whether `card` may be put on `on` in a column.
    #[must_use]
    #[inline]
    pub fn fits(&self, card: Card, on: Card) -> bool {
        card.rank() + 1 == on.rank()
            && match self.build {
                Build::Colour => card.is_red() != on.is_red(),
                Build::Suit => card.suit() == on.suit(),
                Build::Rank => true,
            }
    }

    /// Whether `card` may be put into an empty column.
    #[must_use]
    #[inline]
    pub fn fills(&self, card: Card) -> bool {
        match self.fill {
            Fill::Any => true,
            Fill::Kings => card.rank() == self.ranks,
            Fill::Nothing => false,
        }
    }
}

/// Rules that cannot be played.
///
/// ```
/// use patience_freecell::Rules;
///
/// let error = Rules { cells: 9, ..Rules::default() }.check().unwrap_err();
/// assert_eq!(error.to_string(), "9 cells cannot be played: expected 0 to 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{value} {name} cannot be played: expected {least} to {most}")]
pub struct RulesError {
    name: &'static str,
    value: u8,
    least: u8,
    most: u8,
}

const STANDARD: Rules = Rules {
    ranks: 13,
    columns: 8,
    cells: 4,
    build: Build::Colour,
    fill: Fill::Any,
    dealt_to_cells: 0,
    relaxed: false,
};

/// The named variants, the standard rules first.
impl Choice for Rules {
    const ALL: &'static [(Self, Named)] = &[
        (STANDARD, Named::new("freecell", "eight columns, four cells, alternating colours")),
        (Self { build: Build::Suit, ..STANDARD }, Named::new("bakers-game", "built by suit")),
        (
            Self { cells: 8, build: Build::Suit, fill: Fill::Kings, dealt_to_cells: 4, ..STANDARD },
            Named::new(
                "eight-off",
                "eight cells, four of them filled, built by suit, kings fill empty columns",
            ),
        ),
        (
            Self {
                columns: 10,
                build: Build::Suit,
                fill: Fill::Kings,
                dealt_to_cells: 2,
                ..STANDARD
            },
            Named::new(
                "seahaven-towers",
                "ten columns, two cells filled, built by suit, kings fill empty columns",
            ),
        ),
        (
            Self { relaxed: true, ..STANDARD },
            Named::new("relaxed-freecell", "runs of any length move at once"),
        ),
        (
            Self { fill: Fill::Kings, dealt_to_cells: 4, ..STANDARD },
            Named::new("forecell", "all four cells filled, kings fill empty columns"),
        ),
    ];
}
