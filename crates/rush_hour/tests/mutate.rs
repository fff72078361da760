//! Mutations of boards, and boards in the middle of larger ones.

use std::collections::BTreeSet;

use patience_core::SplitMix;
use patience_rush_hour::{Axis, Board, JAM, Mutation, Vehicle};
use proptest::prelude::*;

const ALL: [Mutation; 3] = [Mutation::Add, Mutation::Swap, Mutation::Delete];

fn jam(at: usize) -> Board {
    Board::parse(JAM[at].letters).unwrap()
}

#[test]
fn a_wrapped_board_stands_in_the_middle() {
    let wrapped = jam(0).wrapped(1).unwrap();
    assert_eq!((wrapped.width(), wrapped.height()), (8, 8));
    assert_eq!(wrapped.rows()[0], "........");
    assert_eq!(wrapped.rows()[3], ".DAAE.C.");
    assert_eq!(wrapped.target().row, jam(0).target().row + 1);
    let walled = Board::parse("AAx\n...\n..B\n..B").unwrap().wrapped(2).unwrap();
    assert_eq!(walled.rows()[2], "..AAx..");
}

#[test]
fn a_board_that_would_be_too_large_is_refused() {
    assert!(jam(0).wrapped(3).is_ok());
    for by in [4, 100, 255] {
        let error = jam(0).wrapped(by).unwrap_err().to_string();
        assert!(error.starts_with("a board is 2 to 12 cells wide"), "{error}");
    }
}

#[test]
fn a_full_board_gets_no_vehicle() {
    let full = Board::parse("AAB\nCCB\nDDD").unwrap();
    let mut random = SplitMix::new(1);
    assert_eq!(Mutation::Add.apply(&full, &mut random), None);
    assert!(Mutation::Swap.apply(&full, &mut random).is_some());
}

/// Every board with one more vehicle of two or three cells that does not block the exit for ever.
fn with_another(board: &Board) -> BTreeSet<String> {
    let target = board.target();
    let mut all = BTreeSet::new();
    for axis in [Axis::Horizontal, Axis::Vertical] {
        for (row, column) in (0..12).flat_map(|row| (0..12).map(move |column| (row, column))) {
            if axis == Axis::Horizontal && row == target.row && target.column < column {
                continue;
            }
            for length in [2, 3] {
                let mut vehicles = board.vehicles().to_vec();
                vehicles.push(Vehicle { letter: 'Z', axis, row, column, length });
                let size = (board.width(), board.height());
                let walls = board.walls().to_vec();
                if let Ok(board) = Board::new(size, vehicles, board.target_index(), walls) {
                    // The only other letters are those of the target and of B.
                    let is_before = column + 12 * row < 3;
                    let letters = board.letters();
                    all.insert(match (board.vehicles().len(), is_before) {
                        (3, true) => letters.replace('B', "C").replace('Z', "B"),
                        (3, false) => letters.replace('Z', "C"),
                        _ => letters.replace('Z', "B"),
                    });
                }
            }
        }
    }
    all
}

#[test]
fn every_place_comes_up_but_between_the_target_and_its_exit() {
    for letters in ["AA.B\n...B\n....\n....", "......\nAA...."] {
        let board = Board::parse(letters).unwrap();
        let mut random = SplitMix::new(3);
        let add = |_| Mutation::Add.apply(&board, &mut random).unwrap().letters();
        let seen: BTreeSet<String> = (0..2000).map(add).collect();
        assert_eq!(seen, with_another(&board));
    }
}

proptest! {
    #[test]
    fn mutants_are_boards_whose_target_stands_where_it_stood(
        card in 0..40_usize, by in 0..3_u8, seed: u64, choices in prop::collection::vec(0..3_usize, 1..60),
    ) {
        let mut random = SplitMix::new(seed);
        let first = jam(card).wrapped(by).unwrap();
        let mut board = first.clone();
        for choice in choices {
            let Some(next) = ALL[choice].apply(&board, &mut random) else { continue };
            // Reading what is written checks everything that a board must be.
            prop_assert_eq!(&Board::parse(&next.letters()).unwrap(), &next);
            let (was, is) = (first.target(), next.target());
            prop_assert_eq!((was.row, was.column, was.length), (is.row, is.column, is.length));
            let change = next.vehicles().len().cast_signed() - board.vehicles().len().cast_signed();
            prop_assert_eq!(change, [1, 0, -1][choice]);
            board = next;
        }
    }

    #[test]
    fn mirror_images_have_the_same_canonical_board(card in 0..40_usize, seed: u64) {
        let mut random = SplitMix::new(seed);
        let board = Mutation::Swap.apply(&jam(card), &mut random).unwrap();
        prop_assert_eq!(board.upside_down().upside_down(), board.clone());
        prop_assert_eq!(board.canonical(), board.upside_down().canonical());
        prop_assert_eq!(board.canonical().canonical(), board.canonical());
    }
}
