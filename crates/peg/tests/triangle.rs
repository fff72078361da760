//! The triangle of 15 holes against plain code: every problem with one hole empty at the start and one peg left.

use std::collections::HashMap;

use patience_core::Cost;
use patience_kit::End;
use patience_peg::{Board, Hole, Metric, Problem, members};

use crate::answers::known;
use crate::common::answer;

type Place = (i8, i8);

/// Sides of the triangle; rows have 1 to 5 holes.
const SIDE: i8 = 5;

/// The lines of three holes in both directions, in reading order of the places.
fn jumps() -> Vec<[usize; 3]> {
    let places: Vec<Place> =
        (0..SIDE).flat_map(|row| (0..=row).map(move |column| (row, column))).collect();
    let find = |place: Place| places.iter().position(|it| *it == place);
    let mut jumps = Vec::new();
    for &(row, column) in &places {
        // Along the row, and along both other sides of the triangle.
        for (down, right) in [(0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)] {
            let ahead = |by: i8| find((row + by * down, column + by * right));
            if let (Some(from), Some(over), Some(to)) = (ahead(0), ahead(1), ahead(2)) {
                jumps.push([from, over, to]);
            }
        }
    }
    jumps
}

/// For every last hole the fewest moves from the full board without a hole, by trying everything.
fn fewest(empty: usize) -> Vec<Option<Cost>> {
    let jumps = jumps();
    let full = (1_u32 << 15) - 1;
    // The pegs and the hole of the peg that jumped last, with the fewest moves.
    let mut layer: HashMap<(u32, usize), Cost> = HashMap::from([((full & !(1 << empty), 99), 0)]);
    for _ in 0..13 {
        let mut next: HashMap<(u32, usize), Cost> = HashMap::new();
        for (&(pegs, last), &moves) in &layer {
            for &[from, over, to] in &jumps {
                let has = |hole: usize| pegs >> hole & 1 == 1;
                if has(from) && has(over) && !has(to) {
                    let after = pegs ^ (1 << from | 1 << over | 1 << to);
                    let moves = moves + Cost::from(last != from);
                    let known = next.entry((after, to)).or_insert(moves);
                    *known = moves.min(*known);
                }
            }
        }
        layer = next;
    }
    let at =
        |end: usize| layer.iter().filter(move |((pegs, _), _)| *pegs == 1 << end).map(|it| *it.1);
    (0..15).map(|end| at(end).min()).collect()
}

fn board() -> Board {
    Board::named("triangle15").unwrap()
}

/// Every problem of the board that has a solution, up to symmetry, with its fewest moves.
fn catalogue() -> Vec<(u8, u8, Cost)> {
    let symmetries = board().symmetries();
    assert_eq!(symmetries.len(), 6);
    let mut catalogue = Vec::new();
    for empty in 0..15 {
        for (last, moves) in (0..15).zip(fewest(empty.into())) {
            let images =
                symmetries.iter().map(|to| (to[usize::from(empty)], to[usize::from(last)]));
            if let (Some(moves), Some(first)) = (moves, images.min())
                && first == (empty, last)
            {
                catalogue.push((empty, last, moves));
            }
        }
    }
    catalogue
}

/// 12 problems that take 9 to 11 moves.
#[test]
fn the_catalogue_of_the_15_holes_is_the_known_one() {
    let catalogue = catalogue();
    let known = known("triangle15");
    assert_eq!(catalogue.len(), 12);
    assert_eq!(known.len(), 12);
    assert_eq!(catalogue.iter().map(|it| it.2).min(), Some(9));
    assert_eq!(catalogue.iter().map(|it| it.2).max(), Some(11));
    for ((empty, last, moves), known) in catalogue.into_iter().zip(known) {
        let problem = Problem::vacancy(board(), empty, last).unwrap();
        assert_eq!((problem, moves), (known.problem, known.moves), "{}", known.row);
    }
}

#[test]
fn every_engine_agrees_on_the_15_holes() {
    let known = catalogue();
    let mut solved = 0;
    // A corner, its neighbour, the middle of a side, and a hole inside.
    for empty in [(0, 0), (1, 0), (2, 0), (2, 1)] {
        let hole = Hole { row: empty.0, column: empty.1 };
        let empty = board().number(hole).unwrap();
        for last in members(board().all()) {
            let problem = Problem::vacancy(board(), empty, last).unwrap();
            let moves = fewest(empty.into())[usize::from(last)];
            for engine in ["best", "bd-bfida", "bfida", "brute"] {
                let end = answer(&problem, Metric::Moves, engine, &[]).end;
                match moves {
                    Some(cost) => assert_eq!(end, End::Solved { cost, optimal: true }, "{engine}"),
                    None => assert!(matches!(end, End::Unsolvable { .. }), "{engine}: {end:?}"),
                }
            }
            let decided = answer(&problem, Metric::Moves, "decide", &[]).end;
            assert_eq!(matches!(decided, End::Solved { .. }), moves.is_some(), "{decided:?}");
            solved += usize::from(moves.is_some());
        }
    }
    assert!(known.len() <= solved, "{solved}");
}
