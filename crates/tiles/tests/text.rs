//! Boards and moves as text.

use patience_tiles::{SlidingTiles, read, read_moves};
use proptest::prelude::*;

use crate::boards::{sizes, wander};

#[test]
fn boards_are_read_in_all_their_forms() {
    let board = SlidingTiles::new(3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]).unwrap();
    for text in [
        "8 1 3\n4 . 2\n7 6 5",
        "8 1 3/4 . 2/7 6 5",
        "8 1 3 / 4 0 2 /\t7 6 5\r\n",
        "\n\n  8  1  3\r\n# in the middle\n  4  _  2\n  7  6  5\n\n",
        "8 1 3\n04 00 02\n7 6 5",
    ] {
        assert_eq!(read(text), Ok(vec![board]), "{text}");
    }
    let four = read("1 2/3 .\n1 .\n3 2\n\n# two lines\n. 1\n3 2\n2 3/1 .").unwrap();
    let four: Vec<String> = four.iter().map(SlidingTiles::to_string).collect();
    assert_eq!(four, ["1 2/3 .", "1 ./3 2", ". 1/3 2", "2 3/1 ."]);
    assert_eq!(
        read("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 .").unwrap()[0].table(),
        " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  ."
    );
}

#[test]
fn boards_that_are_wrong_get_an_error_with_its_place() {
    let size = "a board has at least 2 rows and 2 columns, and at most 16 cells, but this one has";
    let tile = "expected a tile from 1 to 3, or `.` for the gap, found";
    for (text, error) in [
        ("", "line 1, column 1: expected a board, found nothing"),
        (" \n# only a comment\n", "line 1, column 1: expected a board, found nothing"),
        ("1 2 .", &format!("line 1, column 1: {size} 1 × 3")),
        ("\n1\n.\n2", &format!("line 2, column 1: {size} 3 × 1")),
        ("1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 .", &format!("line 1, column 1: {size} 3 × 6")),
        ("1 2\n3 . 4", "line 2, column 1: this row has 3 cells, but the first one has 2"),
        ("1 2/3/.", "line 1, column 5: this row has 1 cells, but the first one has 2"),
        ("1 2/3 ./", "line 1, column 9: expected the tiles of a row, found nothing"),
        ("//", "line 1, column 1: expected the tiles of a row, found nothing"),
        ("1 2\n\u{e4} .", &format!("line 2, column 1: {tile} `\u{e4}`")),
        ("1 2/  4 .", &format!("line 1, column 7: {tile} `4`")),
        ("1 2/+3 .", &format!("line 1, column 5: {tile} `+3`")),
        ("1 2/99999999999 .", &format!("line 1, column 5: {tile} `99999999999`")),
        ("1 2\n\n1 2/2 .", &format!("line 1, column 1: {size} 1 × 2")),
        ("1 2/3 .\n\n1 2/2 .", "line 3, column 5: tile 2 is on the board twice"),
        ("1 _/3 .", "line 1, column 7: the gap is on the board twice"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), *error, "{text:?}");
    }
}

proptest! {
    #[test]
    fn every_board_that_is_written_is_read_back(
        size in 0..sizes().count(), seed: u64, choices in prop::collection::vec(any::<u8>(), 0..60), swap: bool,
    ) {
        let (width, height) = sizes().nth(size).unwrap();
        let board = wander(&SlidingTiles::shuffled(width, height, seed).unwrap(), &choices);
        // The unsolvable half, too.
        let swapped = |tile| if swap && (1..=2).contains(&tile) { 3 - tile } else { tile };
        let tiles: Vec<u32> = board.rows().concat().into_iter().map(swapped).collect();
        let board = SlidingTiles::new(width, &tiles).unwrap();
        prop_assert_eq!(board.is_solvable(), !swap);
        prop_assert_eq!(read(&board.to_string()), Ok(vec![board]));
        prop_assert_eq!(read(&board.table()), Ok(vec![board]));
        let file = format!("{board}\n{}\n\n{}\n{board}", board.table(), board.table());
        prop_assert_eq!(read(&file), Ok(vec![board; 4]));
    }

    #[test]
    fn moves_are_read_as_they_are_written(tiles in prop::collection::vec(any::<u32>(), 0..30), separator in "[ ,\n]{1,3}") {
        let text = tiles.iter().map(u32::to_string).collect::<Vec<_>>().join(&separator);
        let read: Vec<u32> = read_moves(&text).unwrap().iter().map(|written| written.tile).collect();
        prop_assert_eq!(read, tiles);
    }

    #[test]
    fn no_text_panics_a_parser(text in "\\PC{0,300}") {
        let _ = read(&text);
        let _ = read_moves(&text);
    }

    #[test]
    fn no_near_miss_panics_a_parser(text in "([0-9]{1,2}|[._0]| |/|\n|\n\n){0,60}") {
        for board in read(&text).unwrap_or_default() {
            prop_assert_eq!(read(&board.to_string()), Ok(vec![board]));
        }
    }
}
