//! Tests of what players recommend.

use patience_core::{Cancel, Limits};
use patience_kit::Choice as _;
use patience_klondike::players::{PlayerKind, PlayerSettings, Suggestions, ask};
use patience_klondike::{
    Klondike, Position, Referee, Rules, SetupError, Step, Stock, read_position,
};

fn ask_of(kind: PlayerKind, rules: &Rules, seen: &Position) -> Result<Suggestions, SetupError> {
    let usual = kind.usual();
    let player = PlayerSettings {
        trees: usual.trees.min(2),
        trajectories: usual.trajectories.min(20),
        samples: usual.samples.min(2),
        ..usual
    };
    ask(&player, rules, seen, 1, &Limits::default(), &Cancel::new())
}

#[test]
fn every_suggestion_of_every_player_is_legal() {
    for stock in [Stock::Visible, Stock::Unseen] {
        for seed in 0..5 {
            let rules = Rules { stock, ..Rules::default() };
            let deal = Klondike::of_seed(seed, rules).unwrap();
            let seen = deal.deal().covered(&rules);
            for &(kind, _) in PlayerKind::ALL {
                let advice = ask_of(kind, &rules, &seen).unwrap();
                assert!(!advice.moves.is_empty(), "{kind:?} suggests a move");
                for suggestion in &advice.moves {
                    let mut referee = Referee::new(&rules, deal.deal().clone());
                    let mut found = None;
                    for &step in suggestion.steps.iter().chain(&suggestion.then) {
                        found = Some(referee.play(step).expect("advice is allowed"));
                    }
                    let found = found.expect("every move is a step at least");
                    if suggestion.then.is_empty() && suggestion.steps != [Step::Turn] {
                        assert_eq!(found.turned.is_some(), suggestion.reveals, "{kind:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn suggestions_are_sorted_by_chance() {
    let rules = Rules::default();
    let deal = Klondike::of_seed(1, rules).unwrap();
    let advice = ask_of(PlayerKind::EnsembleUct, &rules, &deal.deal().covered(&rules)).unwrap();
    let chances: Vec<f64> =
        advice.moves.iter().map(|suggestion| suggestion.chance.unwrap_or(-1.0)).collect();
    assert!(1 < chances.len() && chances.is_sorted_by(|one, other| one >= other), "{chances:?}");
}

#[test]
fn the_best_player_looks_at_the_stock_where_that_is_free() {
    for (passes, is_free) in [(None, true), (Some(1), false)] {
        let rules = Rules { stock: Stock::Unseen, passes, ..Rules::default() };
        // No card of this deal goes home at once.
        let deal = Klondike::of_seed(2, rules).unwrap();
        let seen = deal.deal().covered(&rules);
        let suggestions = ask_of(PlayerKind::Best, &rules, &seen).unwrap().moves;
        assert_eq!(suggestions.len() == 1, is_free, "{suggestions:?}");
        assert!(suggestions.iter().any(|one| one.steps == [Step::Turn]), "{suggestions:?}");
    }
}

#[test]
fn a_game_that_is_over_needs_no_advice() {
    let (rules, solved) = read_position("foundations: CA DA HA SA\n1: |\n2: |").unwrap();
    let advice = ask_of(PlayerKind::Best, &rules, &solved).unwrap();
    assert_eq!(advice, Suggestions { moves: Vec::new(), stopped: None });
}
