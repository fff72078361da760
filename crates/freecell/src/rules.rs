//! The rules of the FreeCell family as data.

use serde::{Deserialize, Serialize};

use patience_cards::Card;

/// The most columns that rules may ask for.
pub const MAX_COLUMNS: usize = 10;
/// The most cells that rules may ask for.
pub const MAX_CELLS: usize = 8;

/// What is dealt and what is allowed.
///
/// ```
/// use patience_freecell::{Build, Rules};
///
/// let bakers = Rules { build: Build::Suit, ..Rules::default() };
/// assert_eq!(Rules::preset("bakers-game").map(|preset| preset.rules), Some(bakers));
/// assert!(Rules { cells: 9, ..bakers }.check().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Ranks of each suit: 13, or fewer for a smaller deck.
    pub ranks: u8,
    /// Columns of the tableau.
    pub columns: u8,
    /// Free cells.
    pub cells: u8,
    /// How cards are built on each other.
    pub build: Build,
    /// What may fill an empty column.
    pub fill: Fill,
    /// Cards that the deal puts into cells; the others go to the columns.
    pub dealt_to_cells: u8,
    /// Whether a run of any length moves at once, without room for its cards.
    pub relaxed: bool,
}

/// How cards are built on each other in a column: always one rank down, and …
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Build {
    /// … of the other colour.
    Colour,
    /// … of the same suit.
    Suit,
    /// … of any suit.
    Rank,
}

/// What may fill an empty column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fill {
    /// Any card.
    Any,
    /// The highest rank only.
    Kings,
    /// Nothing.
    Nothing,
}

impl Default for Rules {
    /// Standard FreeCell.
    fn default() -> Self {
        STANDARD
    }
}

impl Rules {
    /// The rules of that name.
    #[must_use]
    pub fn preset(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// Refuses rules that cannot be played.
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

    /// How many cards there are.
    #[must_use]
    pub const fn cards(&self) -> u8 {
        4 * self.ranks
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{value} {name} cannot be played: expected {least} to {most}")]
pub struct RulesError {
    name: &'static str,
    value: u8,
    least: u8,
    most: u8,
}

/// Rules with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name on the command line.
    pub name: &'static str,
    /// What is different from standard FreeCell.
    pub summary: &'static str,
    /// The rules.
    pub rules: Rules,
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

/// Every named set of rules.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "freecell",
        summary: "eight columns, four cells, alternating colours",
        rules: STANDARD,
    },
    Preset {
        name: "bakers-game",
        summary: "built by suit",
        rules: Rules { build: Build::Suit, ..STANDARD },
    },
    Preset {
        name: "eight-off",
        summary: "eight cells, four of them filled, built by suit, kings fill empty columns",
        rules: Rules {
            cells: 8,
            build: Build::Suit,
            fill: Fill::Kings,
            dealt_to_cells: 4,
            ..STANDARD
        },
    },
    Preset {
        name: "seahaven-towers",
        summary: "ten columns, two cells filled, built by suit, kings fill empty columns",
        rules: Rules {
            columns: 10,
            build: Build::Suit,
            fill: Fill::Kings,
            dealt_to_cells: 2,
            ..STANDARD
        },
    },
    Preset {
        name: "relaxed-freecell",
        summary: "runs of any length move at once",
        rules: Rules { relaxed: true, ..STANDARD },
    },
    Preset {
        name: "forecell",
        summary: "all four cells filled, kings fill empty columns",
        rules: Rules { fill: Fill::Kings, dealt_to_cells: 4, ..STANDARD },
    },
];
