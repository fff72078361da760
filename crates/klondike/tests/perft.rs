//! Perft: the number of positions at each distance, by the moves of a search and by the referee.

use std::collections::HashSet;

use patience_cards::{Card, Suit};
use patience_core::Puzzle;
use patience_klondike::{Klondike, Position, Referee, Rules, Step, read_position};
use patience_laws::{Perft, children, positions_at};

/// Identifies a position up to the order of columns and the number of passes.
fn canonical(position: &Position) -> (Vec<String>, Vec<Option<Card>>, Vec<Card>, [u8; 4]) {
    let mut columns: Vec<String> =
        position.columns.iter().map(|column| format!("{column:?}")).collect();
    columns.sort();
    (columns, position.stock.clone(), position.waste.clone(), position.foundations)
}

/// The positions after every move of cards that the referee allows: of waste cards after any number of turns, of others at once.
fn naive_children(rules: &Rules, position: &Position) -> Vec<Position> {
    let mut waste_steps = vec![Step::WasteHome];
    waste_steps.extend((0..rules.columns).map(|to| Step::WasteColumn { to }));
    let mut steps = waste_steps.clone();
    for from in 0..rules.columns {
        steps.push(Step::Home { from });
        steps.extend(Suit::ALL.map(|suit| Step::Back { suit, to: from }));
        let run =
            |to| (1..=rules.ranks).map(move |count| Step::Run { from, to, count: Some(count) });
        steps.extend((0..rules.columns).flat_map(run));
    }
    let mut children = Vec::new();
    let mut referee = Referee::new(rules, position.clone());
    let mut seen = HashSet::new();
    while seen.insert((referee.position().stock.clone(), referee.position().waste.clone())) {
        let mut next = referee.clone();
        for &step in &steps {
            if next.play(step).is_ok() {
                children.push(next.position().clone());
                next = referee.clone();
            }
        }
        steps.clone_from(&waste_steps);
        if referee.play(Step::Turn).or_else(|_| referee.play(Step::Redeal)).is_err() {
            break;
        }
    }
    children
}

#[test]
fn positions_by_distance_match_the_file() {
    for Perft { line, position, depth, count } in Perft::read(include_str!("perft.txt")) {
        let (rules, position) = read_position(&position).unwrap();
        let naive = |position: &Position| naive_children(&rules, position);
        assert_eq!(positions_at(position.clone(), depth, canonical, naive), count, "{line}");
        let game = Klondike::new(rules, &position).unwrap();
        let key = |state: &_| canonical(&game.position(state));
        let found = positions_at(game.start(), depth, key, |state| children(&game, state));
        assert_eq!(found, count, "{line}");
    }
}
