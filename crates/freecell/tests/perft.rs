//! Perft: the number of positions at each distance, by the moves of a search and by the referee.

use std::collections::HashSet;
use std::hash::Hash;

use patience_cards::{Card, microsoft_deal};
use patience_core::Puzzle;
use patience_freecell::{FreeCell, MoveSet, Place, Position, Referee, Rules, Step};

/// The number of nodes, up to equal keys, at this distance from `start`.
fn at_distance<N, K: Eq + Hash>(
    start: N,
    distance: u32,
    key: impl Fn(&N) -> K,
    children: impl Fn(&N) -> Vec<N>,
) -> usize {
    let mut seen = HashSet::from([key(&start)]);
    let mut layer = vec![start];
    for _ in 0..distance {
        let next = layer.iter().flat_map(&children);
        layer = next.filter(|node| seen.insert(key(node))).collect();
    }
    layer.len()
}

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

/// Reads a preset and the number of a deal, or a position of standard rules with `/` between its lines.
fn read(text: &str) -> (Rules, Position) {
    if let Some((preset, number)) = text.split_once(' ')
        && let Some(preset) = Rules::preset(preset)
    {
        let deal = microsoft_deal(number.parse().unwrap()).unwrap();
        return (preset.rules, Position::deal(&deal, &preset.rules));
    }
    let rules = Rules::default();
    (rules, Position::parse(&text.replace('/', "\n"), &rules).unwrap())
}

#[test]
fn positions_by_distance_match_the_file() {
    let lines = include_str!("perft.txt").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let [position, depth, count] = fields[..] else { panic!("three fields: {line}") };
        let (depth, count) = (depth.parse().unwrap(), count.parse::<usize>().unwrap());
        let (rules, position) = read(position);
        let children = |position: &Position| naive_children(&rules, position);
        assert_eq!(at_distance(position.clone(), depth, canonical, children), count, "{line}");
        let mut game = FreeCell::new(rules, &position).unwrap();
        game.moves = MoveSet::Single;
        let children = |state: &_| {
            let mut children = Vec::new();
            game.each_child(state, &mut Vec::new(), |_, child| children.push(child));
            children
        };
        let key = |state: &_| game.key(state);
        assert_eq!(at_distance(game.start(), depth, key, children), count, "{line}");
    }
}
