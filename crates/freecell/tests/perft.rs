//! Perft: the number of positions at each distance, by the moves of a search and by the referee.

use patience_cards::{Card, microsoft_deal};
use patience_core::Puzzle;
use patience_freecell::{FreeCell, MoveSet, Place, Position, Referee, Rules, Step};
use patience_kit::Choice as _;
use patience_laws::{Perft, children, positions_at};

/// Identifies a position up to the order of columns and cells.
fn canonical(position: &Position) -> (Vec<Vec<Card>>, Vec<Option<Card>>, [u8; 4]) {
    let Position { mut columns, mut cells, foundations } = position.clone();
    columns.sort();
    cells.sort();
    (columns, cells, foundations)
}

/// The positions after every single-card move that the referee allows.
fn naive_children(rules: &Rules, position: &Position) -> Vec<Position> {
    let columns = (0..rules.columns).map(Place::Column);
    let places: Vec<Place> =
        columns.chain((0..rules.cells).map(Place::Cell)).chain([Place::Home]).collect();
    let mut children = Vec::new();
    let mut referee = Referee::new(rules, position.clone());
    for (&from, &to) in places.iter().flat_map(|from| places.iter().map(move |to| (from, to))) {
        if referee.play(Step { from, to, count: Some(1) }).is_ok() {
            children.push(referee.position().clone());
            referee = Referee::new(rules, position.clone());
        }
    }
    children
}

/// Reads a variant and the number of a deal, or a position of standard rules.
fn read(text: &str) -> (Rules, Position) {
    if let Some((variant, number)) = text.split_once(' ')
        && let Some(rules) = Rules::named(variant)
    {
        let deal = microsoft_deal(number.parse().unwrap()).unwrap();
        return (rules, Position::deal(&deal, &rules));
    }
    let rules = Rules::default();
    (rules, Position::parse(text, &rules).unwrap())
}

#[test]
fn positions_by_distance_match_the_file() {
    for Perft { line, position, depth, count } in Perft::read(include_str!("perft.txt")) {
        let (rules, position) = read(&position);
        let naive = |position: &Position| naive_children(&rules, position);
        assert_eq!(positions_at(position.clone(), depth, canonical, naive), count, "{line}");
        let mut game = FreeCell::new(rules, &position).unwrap();
        game.moves = MoveSet::Single;
        let key = |state: &_| game.key(state);
        let found = positions_at(game.start(), depth, key, |state| children(&game, state));
        assert_eq!(found, count, "{line}");
    }
}
