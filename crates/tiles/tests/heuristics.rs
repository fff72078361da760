//! Heuristics: never more than the true distance, and what each of them counts.

use patience_core::{ByFeature, Features, Heuristic, Kind, Node, Puzzle, Reading};
use patience_laws::{Walks, check_admissible_features, check_heuristic};
use patience_tiles::{Manhattan, SlidingTiles, read};

use crate::boards::{distances, every_board};

#[test]
fn admissible_heuristics_keep_the_laws_on_tiny_boards() {
    let walks = Walks { seed: 1, count: 20, length: 50 };
    for puzzle in every_board(2, 2).chain(every_board(3, 2).step_by(40)) {
        check_heuristic(&puzzle, &Manhattan, &walks);
        check_admissible_features(&puzzle, &walks);
    }
}

#[test]
fn admissible_heuristics_never_exceed_the_true_distance_of_any_board() {
    for (width, height) in [(3, 2), (2, 3), (4, 2), (2, 4), (3, 3)] {
        let puzzle = SlidingTiles::shuffled(width, height, 1).unwrap();
        let distances = distances(width, height);
        let mut checked = 0;
        for feature in SlidingTiles::features() {
            if !matches!(feature.kind, Kind::Heuristic { admissible: true, .. }) {
                continue;
            }
            let heuristic = ByFeature { feature, reading: Reading::Distance };
            for (board, &distance) in &distances {
                let estimate = heuristic.estimate(&puzzle, &Node::root(board)).unwrap();
                assert!(estimate <= distance, "{}: {estimate}, {distance}", feature.name);
            }
            checked += 1;
        }
        assert_eq!(checked, 3);
    }
}

#[test]
fn features_count_what_they_say() {
    let measure = |board: &str, name: &str| {
        let puzzle = read(board).unwrap()[0];
        let feature = SlidingTiles::feature(name).unwrap();
        (feature.measure)(&puzzle, &Node::root(&puzzle.start()))
    };
    for (board, name, value) in [
        ("1 2 3/4 5 6/7 8 .", "Misplaced", 0.0),
        ("1 2 3/4 5 6/7 . 8", "Misplaced", 1.0),
        ("8 1 3/4 . 2/7 6 5", "Misplaced", 5.0),
        // 1: 1, 2: 2, 5: 2, 6: 2, 8: 3.
        ("8 1 3/4 . 2/7 6 5", "Manhattan", 10.0),
        // Only 1 and 3 share their row, only 4 and 7 their column, and both pairs are in order.
        ("8 1 3/4 . 2/7 6 5", "LinearConflict", 10.0),
        // Two tiles must leave the first row: 2 + 2 moves away and back, beside 2 + 2 moves along it.
        ("3 2 1/4 5 6/7 8 .", "Manhattan", 4.0),
        ("3 2 1/4 5 6/7 8 .", "LinearConflict", 8.0),
        // One leaves the first column, another the second.
        ("4 5 3/1 2 6/7 8 .", "LinearConflict", 8.0),
        // Of 2, 3, 1 only the 1 must leave.
        ("2 3 1/4 5 6/7 8 .", "LinearConflict", 6.0),
        ("3 2 1/4 5 6/7 8 .", "Inversions", 3.0),
        // 8: 7, 3: 1, 4: 1, 7: 2, 6: 1.
        ("8 1 3/4 . 2/7 6 5", "Inversions", 12.0),
        ("1 2 3/4 6 5/7 8 .", "InOrder", 4.0),
        ("1 2 3/4 5 6/7 8 .", "InOrder", 8.0),
        (". 2 3/4 5 6/7 8 1", "InOrder", 0.0),
        (". 2 3/4 5 6/7 8 1", "GapDistance", 4.0),
        (". 2 3/4 5 6/7 8 1", "GapHome", 0.0),
        ("1 2 3/4 5 6/7 8 .", "GapHome", 1.0),
    ] {
        let found = measure(board, name);
        assert!((found - value).abs() < f64::EPSILON, "{name} of {board}: {found}, not {value}");
    }
}
