//! Instances of any size: the only place that distinguishes words of 64 bits from wider ones.

use crate::rules::board::Board;
use crate::rules::game::{RushHour, TooLarge};
use crate::rules::word::Wide;

/// An instance of the smallest words that hold it.
///
/// ```
/// use patience_rush_hour::{AnySize, Board};
///
/// let of_side = |side: usize| -> Result<AnySize, Box<dyn std::error::Error>> {
///     Ok(AnySize::new(Board::parse(&format!("AA{}", ".".repeat(side * side - 2)))?)?)
/// };
/// assert!(of_side(8)?.small().is_some());
/// assert!(of_side(9)?.small().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum AnySize {
    /// Up to 8×8.
    Small(RushHour<u64>),
    /// Larger.
    Large(RushHour<Wide>),
}

/// Evaluates an expression with an instance of either size.
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::AnySize::Small($game) => $body,
            $crate::AnySize::Large($game) => $body,
        }
    };
}
pub(crate) use with_game;

impl AnySize {
    /// An instance that begins with `board`.
    pub fn new(board: Board) -> Result<Self, TooLarge> {
        match RushHour::new(board.clone()) {
            Ok(small) => Ok(Self::Small(small)),
            Err(_) => RushHour::new(board).map(Self::Large),
        }
    }

    /// The instance, if it is small enough for searches that list all positions.
    #[must_use]
    pub fn small(&self) -> Option<&RushHour> {
        match self {
            Self::Small(game) => Some(game),
            Self::Large(_) => None,
        }
    }
}
