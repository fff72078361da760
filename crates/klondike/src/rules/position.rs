//! A position: columns with face-down and face-up cards, stock, waste, foundations.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Rules, Stock};
use patience_cards::{Card, Suit, deserialize_foundations, names, serialize_foundations};

/// A position of Klondike; face-down cards and cards of the stock may be unknown.
///
/// ```
/// use patience_klondike::{Position, Rules, deal_of_seed};
///
/// let rules = Rules::default();
/// let position = Position::deal(&deal_of_seed(1, &rules), &rules);
/// assert_eq!(position.columns[6].down.len(), 6);
/// assert_eq!(position.columns[6].up.len(), 1);
/// assert_eq!(position.stock.len(), 24);
/// assert_eq!(position.check(&rules), Ok(()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The columns.
    pub columns: Vec<Column>,
    /// The cards of the stock, the next one first; `None` is an unknown card.
    pub stock: Vec<Option<Card>>,
    /// The cards of the waste, the top card last.
    pub waste: Vec<Card>,
    /// The highest rank on each foundation, 0 for none, in the order of [`Suit::ALL`].
    #[serde(
        serialize_with = "serialize_foundations",
        deserialize_with = "deserialize_foundations"
    )]
    pub foundations: [u8; 4],
    /// The number of the current pass through the stock, from 1.
    pub passes: u8,
}

/// A column of the tableau.
///
/// ```
/// use patience_klondike::{Column, read_position};
///
/// let (_, position) = read_position("1: | AC\n2: ?? | AH\nstock: AS")?;
/// assert_eq!(position.columns[1], Column { down: vec![None], up: vec!["AH".parse()?] });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Column {
    /// The face-down cards, the deepest first; `None` is an unknown card.
    pub down: Vec<Option<Card>>,
    /// The face-up cards on them, the deepest first.
    pub up: Vec<Card>,
}

impl Default for Position {
    /// No cards, and no column.
    fn default() -> Self {
        let (columns, stock, waste) = (Vec::new(), Vec::new(), Vec::new());
        Self { columns, stock, waste, foundations: [0; 4], passes: 1 }
    }
}

impl Position {
    /// Deals `cards` in rows: one to each column, the first of them face up; then one to each but the first column, the first of
    /// them face up; and so on. The other cards are the stock, the next one to be turned first.
    #[must_use]
    pub fn deal(cards: &[Card], rules: &Rules) -> Self {
        let width = usize::from(rules.columns);
        let mut columns = vec![Column::default(); width];
        let mut cards = cards.iter().copied();
        for row in 0..width {
            for (at, column) in columns.iter_mut().enumerate().skip(row) {
                match cards.next() {
                    Some(card) if at == row => column.up.push(card),
                    Some(card) => column.down.push(Some(card)),
                    None => {}
                }
            }
        }
        Self { columns, stock: cards.map(Some).collect(), ..Self::default() }
    }

    /// The inverse of [`deal`](Self::deal): the cards in dealing order; `None` if the position is not a deal, or has unknown cards.
    #[must_use]
    pub fn dealt(&self) -> Option<Vec<Card>> {
        let is_dealt =
            |(at, column): (usize, &Column)| column.down.len() == at && column.up.len() == 1;
        let is_start = self.waste.is_empty() && self.foundations == [0; 4] && self.passes == 1;
        if !is_start || !self.columns.iter().enumerate().all(is_dealt) {
            return None;
        }
        let card = |row: usize, column: &Column| match column.down.get(row) {
            Some(&card) => card,
            None => column.up.first().copied(),
        };
        let rows = (0..self.columns.len())
            .flat_map(|row| self.columns.iter().skip(row).map(move |column| card(row, column)));
        rows.chain(self.stock.iter().copied()).collect()
    }

    /// An error unless the position holds every card of the deck once, known or not, the face-up cards of each column are a run, and no column
    /// has face-down cards only.
    pub fn check(&self, rules: &Rules) -> Result<(), PositionError> {
        if self.columns.len() != usize::from(rules.columns) {
            return Err(PositionError::Columns {
                found: self.columns.len(),
                expected: rules.columns,
            });
        }
        if self.passes == 0 || rules.passes.is_some_and(|most| most < self.passes) {
            return Err(PositionError::Passes { found: self.passes, most: rules.passes });
        }
        self.check_cards(rules)?;
        for (at, column) in (0..).zip(&self.columns) {
            if column.up.is_empty() && !column.down.is_empty() {
                return Err(PositionError::Covered { column: at });
            }
            if let Some(pair) = column.up.windows(2).find(|pair| !rules.fits(pair[1], pair[0])) {
                let (lower, upper) = (pair[0], pair[1]);
                return Err(PositionError::Broken { column: at, upper, lower });
            }
        }
        Ok(())
    }

    /// An error unless every card occurs at most once, and as many cards are unknown as are missing.
    fn check_cards(&self, rules: &Rules) -> Result<(), PositionError> {
        for (suit, &rank) in Suit::ALL.into_iter().zip(&self.foundations) {
            if rules.ranks < rank {
                return Err(PositionError::Foundation { suit, rank, ranks: rules.ranks });
            }
        }
        let mut found: [Option<Spot>; Card::COUNT] = [None; Card::COUNT];
        let mut unknown = 0;
        for (spot, card) in self.every_card() {
            let Some(card) = card else {
                unknown += 1;
                continue;
            };
            if rules.ranks < card.rank() {
                return Err(PositionError::Foreign { card, spot, ranks: rules.ranks });
            }
            if let Some(first) = found[card.index()].replace(spot) {
                return Err(PositionError::Twice { card, first, second: spot });
            }
        }
        let missing: Vec<Card> =
            Card::deck(rules.ranks.min(13)).filter(|card| found[card.index()].is_none()).collect();
        if missing.len() == unknown {
            Ok(())
        } else {
            Err(PositionError::Missing { missing, unknown })
        }
    }

    /// Every card of the position with its place: foundations, columns, waste, stock; `None` for unknown cards.
    pub fn every_card(&self) -> impl Iterator<Item = (Spot, Option<Card>)> {
        let home = Suit::ALL.into_iter().flat_map(|suit| {
            let cards = suit.up_to(self.foundations[suit as usize]);
            cards.map(move |card| (Spot::Foundation(suit), Some(card)))
        });
        let columns = (0..).zip(&self.columns).flat_map(|(at, column)| {
            let down = column.down.iter().copied();
            let cards = down.chain(column.up.iter().copied().map(Some));
            (0..).zip(cards).map(move |(depth, card)| (Spot::Column { column: at, depth }, card))
        });
        let waste = (0..).zip(&self.waste).map(|(at, &card)| (Spot::Waste(at), Some(card)));
        let stock = (0..).zip(&self.stock).map(|(at, &card)| (Spot::Stock(at), card));
        home.chain(columns).chain(waste).chain(stock)
    }

    /// The cards of the rules' deck that the position does not show: the unknown cards are these.
    #[must_use]
    pub fn unseen(&self, rules: &Rules) -> Vec<Card> {
        let seen = self.every_card().filter_map(|(_, card)| card).fold(0, |set, c| set | c.bit());
        Card::deck(rules.ranks.min(13)).filter(|card| seen & card.bit() == 0).collect()
    }

    /// The position as a player sees it: no face-down card of a column is known, nor any card of an unseen stock before its first redeal.
    #[must_use]
    pub fn covered(&self, rules: &Rules) -> Self {
        let mut position = self.clone();
        position.columns.iter_mut().for_each(|column| column.down.fill(None));
        // After a first pass, every card of the stock has been seen.
        if rules.stock == Stock::Unseen && self.passes == 1 {
            position.stock.fill(None);
        }
        position
    }

    /// The position with `cards` in the places of unknown ones: column by column, the deepest first, then the stock. If there are too few cards,
    /// the last places stay unknown.
    ///
    /// ```
    /// use patience_klondike::read_position;
    ///
    /// let (rules, position) = read_position("1: | AC\n2: ?? | AH\nstock: ??")?;
    /// let filled = position.filled(&position.unseen(&rules));
    /// assert!(filled.is_known());
    /// assert_eq!(filled.check(&rules), Ok(()));
    /// # Ok::<(), patience_core::text::ParseError>(())
    /// ```
    #[must_use]
    pub fn filled(&self, cards: &[Card]) -> Self {
        let mut position = self.clone();
        let down = position.columns.iter_mut().flat_map(|column| &mut column.down);
        let unknown = down.chain(&mut position.stock).filter(|card| card.is_none());
        unknown.zip(cards).for_each(|(place, &card)| *place = Some(card));
        position
    }

    /// Whether every card is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.every_card().all(|(_, card)| card.is_some())
    }

    /// Whether every card of the rules' deck is on its foundation.
    #[must_use]
    pub fn is_solved(&self, rules: &Rules) -> bool {
        self.foundations.iter().all(|&rank| rank == rules.ranks)
    }
}

/// The place of a card.
///
/// ```
/// use patience_klondike::{Spot, read_position};
///
/// let (_, position) = read_position("1: | AC\n2: ?? | AH\nstock: AS")?;
/// let unknown = position.every_card().find(|(_, card)| card.is_none()).map(|(spot, _)| spot);
/// assert_eq!(unknown, Some(Spot::Column { column: 1, depth: 0 }));
/// assert_eq!(Spot::Column { column: 1, depth: 0 }.to_string(), "card 1 of column 2");
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// On its foundation.
    Foundation(Suit),
    /// In a column, from 0, on this many cards.
    Column {
        /// The column.
        column: usize,
        /// How many cards lie below it.
        depth: usize,
    },
    /// In the waste, on this many cards.
    Waste(usize),
    /// In the stock, behind this many cards.
    Stock(usize),
}

impl fmt::Display for Spot {
    /// Counts from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foundation(_) => f.write_str("its foundation"),
            Self::Column { column, depth } => {
                write!(f, "card {} of column {}", depth + 1, column + 1)
            }
            Self::Waste(at) => write!(f, "card {} of the waste", at + 1),
            Self::Stock(at) => write!(f, "card {} of the stock", at + 1),
        }
    }
}

/// A position that does not belong to the rules.
///
/// ```
/// use patience_klondike::{PositionError, Spot, read_position};
///
/// let (rules, mut position) = read_position("1: | AC\n2: AD | AH\nstock: AS")?;
/// let card = position.columns[0].up[0];
/// position.waste.push(card);
/// let (first, second) = (Spot::Column { column: 0, depth: 0 }, Spot::Waste(0));
/// assert_eq!(position.check(&rules), Err(PositionError::Twice { card, first, second }));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// More or fewer columns than the rules have.
    #[error("the position has {found} columns, and the rules have {expected}")]
    Columns {
        /// Those of the position.
        found: usize,
        /// Those of the rules.
        expected: u8,
    },
    /// A pass that the rules do not have.
    #[error("there is no pass {found} of the stock: expected 1 to {}", .most.unwrap_or(u8::MAX))]
    Passes {
        /// The passes of the position.
        found: u8,
        /// Those of the rules.
        most: Option<u8>,
    },
    /// A foundation that is higher than the deck.
    #[error("the foundation {} ends at rank {rank}, and the deck at {ranks}", .suit.letter())]
    Foundation {
        /// Its suit.
        suit: Suit,
        /// Its highest rank.
        rank: u8,
        /// The highest rank of the deck.
        ranks: u8,
    },
    /// A card of a rank that the deck does not have.
    #[error("{card}, {spot}, is not in a deck of {ranks} ranks")]
    Foreign {
        /// The card.
        card: Card,
        /// Where it lies.
        spot: Spot,
        /// The highest rank of the deck.
        ranks: u8,
    },
    /// A card that is on the board twice.
    #[error("{card} is on the board twice: {first}, and {second}")]
    Twice {
        /// The card.
        card: Card,
        /// Where it lies.
        first: Spot,
        /// Where it also lies.
        second: Spot,
    },
    /// The number of unknown cards differs from the number of missing cards.
    #[error("{unknown} cards are unknown, but {} are missing{}", .missing.len(), list(.missing))]
    Missing {
        /// The missing cards.
        missing: Vec<Card>,
        /// The number of unknown cards.
        unknown: usize,
    },
    /// A column with face-down cards only.
    #[error("column {} has face-down cards and no face-up card", .column + 1)]
    Covered {
        /// The column, from 0.
        column: usize,
    },
    /// Face-up cards that are not a run.
    #[error(
        "{upper} does not go on {lower} in column {}: expected the next lower rank in the other colour", .column + 1
    )]
    Broken {
        /// The column, from 0.
        column: usize,
        /// The card on top.
        upper: Card,
        /// The card below it.
        lower: Card,
    },
}

fn list(cards: &[Card]) -> String {
    if cards.is_empty() { String::new() } else { format!(": {}", names(cards)) }
}
