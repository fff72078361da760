//! The difficulty of a Microsoft deal: its rank among all of them, sorted by the nodes that HSDH takes.

use std::collections::HashMap;
use std::sync::LazyLock;

use patience_cards::{Card, microsoft_deal};
use patience_learn::Case;

use super::baselines::Baselines;
use crate::{FreeCell, Position, Rules};

/// The difficulty of a deal by its number, from 0 (easiest) to 1; `None` if the table of baselines does not contain it.
#[must_use]
pub fn of_deal(number: Case) -> Option<f64> {
    static PLACES: LazyLock<Vec<f64>> = LazyLock::new(|| Baselines::known().places());
    PLACES.get((number as usize).checked_sub(1)?).copied()
}

/// The difficulty of a game that starts from one of the deals; `None` for another start or other rules.
#[must_use]
pub fn of(game: &FreeCell) -> Option<f64> {
    static NUMBERS: LazyLock<HashMap<Vec<Card>, Case>> = LazyLock::new(|| {
        let last = Case::try_from(Baselines::known().len()).unwrap_or(Case::MAX);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_and_number_give_the_same_difficulty() {
        for number in [1, 617, 4000] {
            let game = FreeCell::microsoft(number).unwrap();
            let by_number = of_deal(Case::try_from(number).unwrap());
            assert!(by_number.is_some_and(|place| (0.0..=1.0).contains(&place)));
            assert_eq!(of(&game), by_number);
        }
    }

    #[test]
    fn ranks_follow_the_nodes_of_the_baseline() {
        let table = Baselines::parse("1 900/80 300/90 500/- 300/100 20/-").unwrap();
        assert_eq!(table.places(), [0.5, 0.0, 1.0, 0.25, 0.75]);
        assert_eq!(Baselines::parse("1 900/80").unwrap().places(), [0.0]);
        assert!(Baselines::default().places().is_empty());
    }

    #[test]
    fn other_games_have_no_difficulty() {
        assert_eq!(of_deal(0), None);
        assert_eq!(of_deal(1_000_000), None);
        let rules = Rules { cells: 3, ..Rules::default() };
        let position = Position::deal(&microsoft_deal(617).unwrap(), &rules);
        assert_eq!(of(&FreeCell::new(rules, &position).unwrap()), None);
        let mut later = FreeCell::microsoft(617).unwrap().deal().clone();
        later.cells[0] = later.columns[0].pop();
        assert_eq!(of(&FreeCell::new(Rules::default(), &later).unwrap()), None);
    }
}
