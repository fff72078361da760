//! Klondike against the laws, against the referee, and by brute force.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use patience_core::Puzzle;
use patience_laws::{Walks, check, check_everywhere, check_packed};
use patience_puzzles::klondike::{Klondike, Metric, Rules};

const WALKS: Walks = Walks { seed: 1, count: 20, length: 150 };

/// Rules of every kind, standard ones first.
fn all_rules() -> Vec<Rules> {
    let standard = Rules::default();
    vec![
        standard,
        Rules { draw: 1, ..standard },
        Rules { draw: 5, passes: Some(2), ..standard },
        Rules { draw: 1, passes: Some(1), bring_back: false, ..standard },
        Rules { ranks: 1, columns: 1, ..standard },
        Rules { ranks: 2, columns: 2, draw: 2, ..standard },
        Rules { ranks: 4, columns: 3, passes: Some(3), ..standard },
        Rules { ranks: 6, columns: 4, draw: 2, ..standard },
        Rules { columns: 1, draw: 4, ..standard },
    ]
}

fn game(seed: u64, rules: Rules, metric: Metric) -> Klondike {
    let mut game = Klondike::of_seed(seed, rules).unwrap();
    game.metric = metric;
    game
}

#[test]
fn rules_of_every_kind_obey_the_laws() {
    for rules in all_rules() {
        for metric in [Metric::Moves, Metric::Turns] {
            for seed in 0..3 {
                let game = game(seed, rules, metric);
                check(&game, &WALKS);
                check_packed(&game, &WALKS);
            }
        }
    }
}

#[test]
fn tiny_games_obey_the_laws_everywhere() {
    let small = Rules { ranks: 2, columns: 2, ..Rules::default() };
    for draw in 1..=3 {
        for passes in [None, Some(1), Some(2), Some(3)] {
            for metric in [Metric::Moves, Metric::Turns] {
                for seed in 0..15 {
                    check_everywhere(&game(seed, Rules { draw, passes, ..small }, metric));
                }
            }
        }
    }
}

#[test]
fn states_are_small() {
    assert_eq!(size_of::<<Klondike as Puzzle>::State>(), 48);
    assert_eq!(size_of::<<Klondike as Puzzle>::Key>(), 48);
}
