//! The rules: the laws of every puzzle, the referee, parity.

use patience_core::Puzzle;
use patience_laws::{
    Walks, check, check_backward, check_everywhere, check_features, check_packed, reference,
};
use patience_tiles::{Referee, SlidingTiles, Tile, read};

use crate::boards::{distances, every_board, sizes, wander};

const WALKS: Walks = Walks { seed: 1, count: 20, length: 50 };

#[test]
fn laws_hold_for_every_size() {
    for (width, height) in sizes() {
        let puzzle = SlidingTiles::shuffled(width, height, 1).unwrap();
        check(&puzzle, &WALKS);
        check_packed(&puzzle, &WALKS);
        check_backward(&puzzle, &WALKS);
        check_features(&puzzle, &WALKS);
    }
}

#[test]
fn laws_hold_everywhere_on_small_boards() {
    for puzzle in every_board(2, 2) {
        check_everywhere(&puzzle);
    }
}

#[test]
fn every_board_reaches_half_of_all() {
    assert!(every_board(2, 2).all(|puzzle| reference::reachable(&puzzle) == 12));
    assert!(every_board(3, 2).step_by(40).all(|puzzle| reference::reachable_keys(&puzzle) == 360));
}

#[test]
fn parity_agrees_with_exhaustive_search() {
    for (width, height) in [(2, 2), (3, 2), (2, 3)] {
        for puzzle in every_board(width, height) {
            let is_solvable = reference::cheapest(&puzzle, &puzzle.start()).is_some();
            assert_eq!(puzzle.is_solvable(), is_solvable, "{puzzle}");
        }
    }
}

/// Boards of the 8-puzzle by distance from the solved board, whose gap is in a corner: sequence A089473 of the OEIS.
const EIGHT_PUZZLE: [usize; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn the_eight_puzzle_has_the_published_number_of_boards_at_each_distance() {
    let mut counts = [0; 32];
    for distance in distances(3, 3).into_values() {
        counts[distance as usize] += 1;
    }
    assert_eq!(counts, EIGHT_PUZZLE);
}

#[test]
fn random_boards_are_solvable_and_spread_evenly() {
    for (width, height) in sizes() {
        let boards = (1..100).map(|seed| SlidingTiles::shuffled(width, height, seed).unwrap());
        assert!(boards.into_iter().all(|board| board.is_solvable()));
    }
    // Each of the 12 solvable boards of 2×2 is expected 1000 times, with a standard deviation of 30.
    let mut counts = std::collections::HashMap::new();
    for seed in 1..=12_000 {
        *counts.entry(SlidingTiles::shuffled(2, 2, seed).unwrap()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 12);
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    assert_eq!(SlidingTiles::shuffled(4, 4, 7), SlidingTiles::shuffled(4, 4, 7));
}

#[test]
fn nonsense_is_refused() {
    let seventeen: Vec<Tile> = (0..17).collect();
    for (width, tiles) in [
        (0, &[0, 1, 2, 3][..]),
        (3, &[0, 1, 2, 3]),
        (2, &[0, 1, 1, 2]),
        (2, &[0, 1, 2, 4]),
        (2, &[1, 2, 3, 4]),
        (1, &[0, 1, 2, 3]),
        (4, &[0, 1, 2, 3]),
        (2, &[0, 1]),
        (2, &[]),
        (17, &seventeen),
        (9, &seventeen),
    ] {
        assert_eq!(SlidingTiles::new(width, tiles), None, "{width} {tiles:?}");
    }
    for (width, height) in [(0, 0), (1, 9), (9, 1), (5, 4), (u32::MAX, u32::MAX)] {
        assert_eq!(SlidingTiles::shuffled(width, height, 1), None);
    }
}

/// Sequences of so many moves, by the rules that searches use.
fn perft(puzzle: &SlidingTiles, board: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut moves, mut count) = (Vec::new(), 0);
    puzzle.each_child(&board, &mut moves, |_, child| count += perft(puzzle, child, depth - 1));
    count
}

/// The same by the referee.
fn naive(referee: &Referee, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |tile| {
        let mut after = referee.clone();
        after.play(tile).unwrap();
        naive(&after, depth - 1)
    };
    referee.moves().into_iter().map(after).sum()
}

#[test]
fn sequences_of_moves_are_as_many_as_the_file_says() {
    let lines = include_str!("perft.txt").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let [board, depth, count] = fields[..] else { panic!("three fields: {line}") };
        let (depth, count) = (depth.parse().unwrap(), count.parse::<u64>().unwrap());
        let puzzle = read(board).unwrap()[0];
        assert_eq!(perft(&puzzle, puzzle.start(), depth), count, "{line}");
        if depth <= 6 {
            assert_eq!(naive(&Referee::new(&puzzle), depth), count, "{line}");
        }
    }
}

#[test]
fn the_referee_allows_what_the_rules_allow() {
    for (width, height) in sizes() {
        let start = SlidingTiles::shuffled(width, height, 3).unwrap();
        for length in 0..30 {
            let choices: Vec<u8> = (0..length).map(|at| at * 7 + length).collect();
            let puzzle = wander(&start, &choices);
            let mut moves = Vec::new();
            puzzle.moves(&puzzle.start(), &mut moves);
            for tile in 0..20 {
                let mut referee = Referee::new(&puzzle);
                let is_legal = referee.play(tile).is_ok();
                assert_eq!(is_legal, moves.contains(&tile), "{tile} in {puzzle}");
                if is_legal {
                    let rows = referee.rows().concat();
                    let after = puzzle.child(&puzzle.start(), tile);
                    assert_eq!(SlidingTiles::new(width, &rows).unwrap().start(), after);
                    assert_eq!(referee.is_solved(), puzzle.is_goal(&after));
                }
            }
        }
    }
}
