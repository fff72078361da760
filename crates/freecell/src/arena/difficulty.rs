//! The difficulty of a Microsoft deal: its rank among all of them, sorted by the nodes that HSDH takes.

use std::collections::HashMap;
use std::sync::LazyLock;

use patience_cards::{Card, microsoft_deal};
use patience_learn::Case;

use super::baselines::Baselines;
use crate::{FreeCell, Position, Rules};

/// The difficulty of a deal by its number, from 0 (easiest) to 1; `None` if the table of baselines does not contain it.
///
/// ```
/// use patience_freecell::arena::difficulty::of_deal;
///
/// // Nobody can solve deal 11982, and the table has 32,000 deals.
/// assert!(of_deal(1).is_some());
/// assert!(of_deal(1) < of_deal(11_982));
/// assert_eq!(of_deal(32_001), None);
/// ```
#[must_use]
pub fn of_deal(number: Case) -> Option<f64> {
    static PLACES: LazyLock<Vec<f64>> = LazyLock::new(|| Baselines::known().places());
    PLACES.get((number as usize).checked_sub(1)?).copied()
}

/// The difficulty of a game that starts from one of the deals; `None` for another start or other rules.
///
/// ```
/// use patience_freecell::FreeCell;
/// use patience_freecell::arena::difficulty::{of, of_deal};
///
/// // The cards say which deal it is.
/// let game = FreeCell::microsoft(617)?;
/// assert!(of(&game).is_some());
/// assert_eq!(of(&game), of_deal(617));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn of(game: &FreeCell) -> Option<f64> {
    static NUMBERS: LazyLock<HashMap<Vec<Card>, Case>> = LazyLock::new(|| {
        let last = Case::try_from(Baselines::known().deals()).unwrap_or(Case::MAX);
        let deal = |number: Case| {
            let cards = microsoft_deal(number.into()).ok()?;
            Some((Position::deal(&cards, &Rules::default()).columns.concat(), number))
        };
        (1..=last).filter_map(deal).collect()
    });
    if *game.rules() != Rules::default() {
        return None;
    }
    // A position with cards in cells or at home has fewer cards in its columns.
    of_deal(*NUMBERS.get(&game.deal().columns.concat())?)
}
