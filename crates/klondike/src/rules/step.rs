//! Steps: every turn of the stock, every movement of cards.

use crate::{Move, Reach};
use patience_cards::Suit;

/// A step of a player. Columns count from 0.
///
/// ```
/// use patience_klondike::{Rules, Step, read_steps};
///
/// let run = Step::Run { from: 4, to: 1, count: Some(3) };
/// assert_eq!(run.to_string(), "5-2x3");
/// assert_eq!(read_steps("5-2x3", &Rules::default())?[0].step, run);
/// assert!(Step::Redeal.is_turn() && !run.is_turn());
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Turns the next cards of the stock onto the waste.
    Turn,
    /// Turns the waste over: it becomes the stock.
    Redeal,
    /// Moves the top card of the waste to its foundation.
    WasteHome,
    /// Moves the top card of the waste to a column.
    WasteColumn {
        /// The column.
        to: u8,
    },
    /// Moves the top card of a column to its foundation.
    Home {
        /// The column.
        from: u8,
    },
    /// Moves the top cards of a column to another column.
    Run {
        /// The column that they leave.
        from: u8,
        /// The column that they go to.
        to: u8,
        /// How many; `None` for as many as fit, which is always one number.
        count: Option<u8>,
    },
    /// Moves the highest card of a foundation to a column.
    Back {
        /// The suit of the foundation.
        suit: Suit,
        /// The column.
        to: u8,
    },
}

impl Step {
    /// Whether it is a turn of the stock or of the waste.
    #[must_use]
    pub fn is_turn(self) -> bool {
        matches!(self, Self::Turn | Self::Redeal)
    }

    /// Appends the turns of a reach.
    pub(crate) fn turns(reach: Reach, out: &mut Vec<Self>) {
        let turns = |count: u8| (0..count).map(|_| Self::Turn);
        out.extend(turns(reach.before));
        if let Some(after) = reach.redeal {
            out.push(Self::Redeal);
            out.extend(turns(after));
        }
    }

    /// The movement of cards of a move, without its turns.
    pub(crate) fn of(mv: Move) -> Self {
        match mv {
            Move::Home { from } => Self::Home { from },
            Move::StockHome { .. } => Self::WasteHome,
            Move::Run { from, to, count } => {
                Self::Run { from, to, count: (1 < count).then_some(count) }
            }
            Move::StockColumn { to, .. } => Self::WasteColumn { to },
            Move::Back { suit, to } => Self::Back { suit, to },
        }
    }
}
