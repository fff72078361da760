//! A position: cards in columns, in cells and on foundations.

use patience_cards::{Card, Suit, deserialize_foundations, serialize_foundations};
use serde::{Deserialize, Serialize};

use super::Rules;

/// A position of any game of the FreeCell family.
///
/// This is the form for people: reading, writing, drawing and judging use it; searches use [`State`](crate::State). Its text has one line
/// per column, the deepest card first, after optional lines for foundations and cells:
///
/// ```
/// use patience_freecell::{Position, Rules};
///
/// let text = "Foundations: H-K C-K D-K S-J\nFreecells: KS - - -\n: QS\n:\n:\n:\n:\n:\n:\n:\n";
/// let position = Position::parse(text, &Rules::default())?;
/// assert_eq!(position.columns[0].len(), 1);
/// assert_eq!(position.to_string(), text);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The cards of every column, the deepest first.
    pub columns: Vec<Vec<Card>>,
    /// The card in every cell.
    pub cells: Vec<Option<Card>>,
    /// The highest rank on each foundation, 0 for none, in the order of [`Suit::ALL`].
    #[serde(
        serialize_with = "serialize_foundations",
        deserialize_with = "deserialize_foundations"
    )]
    pub foundations: [u8; 4],
}

impl Position {
    /// Deals `cards` one to each column in turn, and the last ones to cells if the rules say so.
    #[must_use]
    pub fn deal(cards: &[Card], rules: &Rules) -> Self {
        let to_columns = cards.len().saturating_sub(usize::from(rules.dealt_to_cells));
        let (columns, cells) = cards.split_at(to_columns);
        let width = usize::from(rules.columns);
        let column = |index| columns.iter().skip(index).step_by(width).copied().collect();
        let mut cells: Vec<Option<Card>> = cells.iter().copied().map(Some).collect();
        cells.resize(usize::from(rules.cells), None);
        Self { columns: (0..width).map(column).collect(), cells, foundations: [0; 4] }
    }

    /// An error unless the position holds every card of the rules' deck once, in places that the rules have.
    pub fn check(&self, rules: &Rules) -> Result<(), PositionError> {
        if usize::from(rules.columns) < self.columns.len()
            || usize::from(rules.cells) < self.cells.len()
        {
            return Err(PositionError::Places);
        }
        let mut found = [0_u8; Card::COUNT];
        let cards = self.columns.iter().flatten().chain(self.cells.iter().flatten());
        cards.for_each(|card| found[card.index()] = found[card.index()].saturating_add(1));
        for (suit, &rank) in Suit::ALL.into_iter().zip(&self.foundations) {
            (1..=rank.min(13)).for_each(|rank| found[Card::new(rank, suit).index()] += 1);
        }
        match Card::deck(13)
            .find(|card| found[card.index()] != u8::from(card.rank() <= rules.ranks))
        {
            Some(card) => Err(PositionError::Card(card)),
            None => Ok(()),
        }
    }

    /// Whether a card is home or in a cell. Then the text has lines for foundations and cells.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        self.foundations != [0; 4] || self.cells.iter().any(Option::is_some)
    }

    /// Whether every card of the rules' deck is on its foundation.
    #[must_use]
    pub fn is_solved(&self, rules: &Rules) -> bool {
        self.foundations.iter().all(|&rank| rank == rules.ranks)
    }
}

/// A position that does not belong to the rules.
///
/// ```
/// use patience_cards::microsoft_deal;
/// use patience_freecell::{Position, PositionError, Rules};
///
/// let rules = Rules::default();
/// let mut position = Position::deal(&microsoft_deal(1)?, &rules);
/// let lost = position.columns[0].split_off(6);
/// assert_eq!(position.check(&rules), Err(PositionError::Card(lost[0])));
/// position.columns.push(lost);
/// assert_eq!(position.check(&rules), Err(PositionError::Places));
/// # Ok::<(), patience_cards::NoSuchDeal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// More columns or cells than the rules have.
    #[error("the position has more columns or cells than the rules")]
    Places,
    /// A card is missing, present twice, or not in the deck.
    #[error("the position does not hold {0} as often as the deck")]
    Card(Card),
}
