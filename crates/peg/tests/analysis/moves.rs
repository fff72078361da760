//! What one move can do: Merson regions, and the most pegs of a type that it takes.

use patience_peg::analysis::merson::{family, images, regions};
use patience_peg::analysis::{PegType, can_take, cap, caps, corners};
use patience_peg::{Board, Pegs, members};

use crate::common::rectangle;

fn board(name: &str) -> Board {
    Board::named(name).expect("a named board")
}

#[test]
fn families_of_named_boards_are_as_large_as_known() {
    let sizes = Board::NAMES.map(|name| family(&board(name)).len());
    assert_eq!(sizes, [4, 4, 4, 9]);
}

#[test]
fn families_are_disjoint_and_without_corners() {
    for board in Board::NAMES.map(board) {
        for family in images(&board, &family(&board)) {
            let all = family.iter().fold(0, |all, region| all | region);
            let holes: u32 = family.iter().map(|region| region.count_ones()).sum();
            assert_eq!(all.count_ones(), holes);
            assert_eq!(all & corners(&board), 0);
        }
    }
}

#[test]
fn every_region_has_an_end_of_every_line_through_it() {
    for board in Board::NAMES.map(board) {
        for region in regions(&board, 0) {
            let mut through = board.jumps().iter().filter(|line| region >> line.over & 1 == 1);
            assert!(through.all(|line| region & (1 << line.from | 1 << line.to) != 0));
        }
    }
}

#[test]
fn a_full_region_is_opened_from_within() {
    for board in Board::NAMES.map(board) {
        for region in regions(&board, 0) {
            for jump in board.jumps() {
                // Everything else may stand as it likes: only the line matters.
                let touches = region >> jump.from & 1 == 1 || region >> jump.over & 1 == 1;
                if touches && region >> jump.to & 1 == 0 {
                    assert!(region >> jump.from & 1 == 1);
                }
            }
        }
    }
}

#[test]
fn corners_are_the_regions_of_one_hole() {
    let board = board("french");
    let single = regions(&board, 0).into_iter().filter(|region| region.is_power_of_two());
    assert_eq!(single.fold(0, |all, region| all | region), corners(&board));
}

#[test]
fn a_square_of_eight_is_paved() {
    // Pairs along the edges, and squares of four.
    assert_eq!(family(&rectangle(8, 8)).len(), 12 + 9);
}

#[test]
fn named_boards_have_the_known_caps() {
    let caps = Board::NAMES.map(|name| caps(&board(name)));
    let known = [[4, 8, 8, 5], [4, 8, 8, 5], [5, 8, 8, 4], [5, 8, 8, 8]];
    assert_eq!(caps, known);
}

#[test]
fn caps_are_those_of_the_longest_trails_found_by_trying_all() {
    /// The most pegs of some holes on a trail from a hole over the lines whose middles are left.
    fn longest(board: &Board, taken: Pegs, at: u8, left: Pegs) -> u32 {
        let ahead = board.jumps().iter().filter(|it| it.from == at && left >> it.over & 1 == 1);
        let lengths = ahead.map(|jump| {
            let counts = u32::from(taken >> jump.over & 1 == 1);
            counts + longest(board, taken, jump.to, left & !(1 << jump.over))
        });
        lengths.max().unwrap_or(0)
    }
    let triangles = ["triangle10", "triangle15", "triangle21"].map(board);
    let rectangles =
        [rectangle(3, 4), rectangle(4, 4), rectangle(1, 7), rectangle(5, 6), rectangle(6, 6)];
    for board in rectangles.into_iter().chain(triangles) {
        for taken in PegType::ALL {
            let all = taken.takes(board.lattice()).iter().map(|&mover| {
                let holes = taken.holes(&board);
                let starts = members(mover.holes(&board));
                starts.map(|start| longest(&board, holes, start, Pegs::MAX)).max().unwrap_or(0)
            });
            assert_eq!(Some(cap(&board, taken)), all.max());
        }
    }
}

#[test]
fn long_boards_have_caps_too() {
    assert_eq!(caps(&rectangle(5, 12)), [15, 15, 12, 12]);
    assert_eq!(caps(&rectangle(3, 21)), [18, 20, 11, 10]);
}

#[test]
fn moves_from_the_corners_of_the_english_board_take_two_types() {
    let board = board("english");
    let can = PegType::ALL.map(|taken| can_take(&board, 0, taken));
    assert_eq!(can, [false, true, true, false]);
}
