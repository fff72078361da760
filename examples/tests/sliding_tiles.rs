//! The tests of the sliding-tile example: what a new puzzle should come with.

use patience_core::{ByFeature, Features, Limits, Puzzle, Reading};
use patience_laws::{
    SplitMix, Walks, agreement, check, check_admissible_features, check_backward, check_everywhere,
    check_features, check_heuristic, check_packed, reference, soundness,
};
use patience_search::{IdaStar, IterativeDeepening, StagedDeepening};
use sliding_tiles::{Manhattan, SlidingTiles, Tile};

#[allow(dead_code, reason = "the tests do not run the example's `main`")]
#[path = "../sliding_tiles.rs"]
pub mod sliding_tiles;

/// Every board of this size, the unsolvable half included.
fn every_board(width: u32, height: u32) -> impl Iterator<Item = SlidingTiles> {
    let mut orders: Vec<Vec<Tile>> = vec![Vec::new()];
    for tile in 0..width * height {
        let with_tile = |order: &Vec<Tile>, at| [&order[..at], &[tile], &order[at..]].concat();
        let longer = |order| (0..=Vec::len(order)).map(move |at| with_tile(order, at));
        orders = orders.iter().flat_map(longer).collect();
    }
    let puzzle = move |tiles: Vec<Tile>| SlidingTiles::new(width, &tiles);
    orders.into_iter().map(move |tiles| puzzle(tiles).expect("every tile is there once"))
}

/// A board of every size up to 4x4, shuffled.
fn every_size() -> impl Iterator<Item = SlidingTiles> {
    let mut random = SplitMix::new(1);
    let sizes = (1..=4).flat_map(|width| (1..=4).map(move |height| (width, height)));
    sizes.filter(|&size| size != (1, 1)).map(move |(width, height)| {
        let mut tiles: Vec<Tile> = (0..width * height).collect();
        random.shuffle(&mut tiles);
        SlidingTiles::new(width, &tiles).expect("every tile is there once")
    })
}

#[test]
fn laws_hold_for_every_size() {
    let walks = Walks { seed: 1, count: 20, length: 50 };
    for puzzle in every_size() {
        check(&puzzle, &walks);
        check_packed(&puzzle, &walks);
        check_backward(&puzzle, &walks);
        check_features(&puzzle, &walks);
    }
}

#[test]
fn laws_hold_everywhere_on_small_boards() {
    for puzzle in every_board(2, 2) {
        check_everywhere(&puzzle);
    }
}

#[test]
fn heuristics_are_admissible() {
    let walks = Walks { seed: 1, count: 20, length: 50 };
    for puzzle in every_board(2, 2).chain(every_board(3, 2).step_by(40)) {
        check_heuristic(&puzzle, &Manhattan, &walks);
        check_admissible_features(&puzzle, &walks);
    }
}

#[test]
fn every_board_reaches_half_of_all() {
    assert!(every_board(2, 2).all(|puzzle| reference::reachable(&puzzle) == 12));
    assert!(every_board(3, 2).step_by(40).all(|puzzle| reference::reachable_keys(&puzzle) == 360));
}

#[test]
fn half_of_the_boards_are_solvable_and_complete_solvers_know_which() {
    let is_solvable =
        |puzzle: &SlidingTiles| reference::cheapest(puzzle, &puzzle.start()).is_some();
    let boards = every_board(2, 2).chain(every_board(3, 2));
    let (solvable, unsolvable): (Vec<_>, Vec<_>) = boards.partition(is_solvable);
    assert_eq!((solvable.len(), unsolvable.len()), (12 + 360, 12 + 360));
    for puzzle in solvable.iter().chain(unsolvable.iter()) {
        agreement(puzzle, &IterativeDeepening::default(), "iterative deepening");
        agreement(puzzle, &IdaStar::new(Manhattan), "IDA*");
    }
}

#[test]
fn staged_deepening_claims_nothing_wrong() {
    let feature = SlidingTiles::feature("Manhattan").unwrap();
    let solver = StagedDeepening::new(ByFeature { feature, reading: Reading::Distance });
    for puzzle in every_board(2, 2).chain(every_board(3, 2)) {
        soundness(&puzzle, &solver, &Limits::default(), "staged deepening");
    }
}

#[test]
fn nonsense_is_refused() {
    for (width, tiles) in
        [(0, &[0, 1][..]), (2, &[0, 1, 2]), (2, &[0, 1, 1, 2]), (1, &[0]), (1, &[])]
    {
        assert!(SlidingTiles::new(width, tiles).is_none(), "{width} {tiles:?}");
    }
    let seventeen: Vec<Tile> = (0..17).collect();
    assert!(SlidingTiles::new(17, &seventeen).is_none());
}
