//! Tests of reading written solutions that do not say how many cards move.

use patience_freecell::KIT;
use patience_kit::{Kit, Values};

/// What the steps mean on the board, in notation with counts.
fn meaning(board: &str, steps: &str) -> (Vec<String>, Option<usize>) {
    let board = KIT.read(board, &Values::default()).unwrap().remove(0).position;
    let read = board.replay(steps, &Values::default()).unwrap();
    (read.line.notation(), read.refused.map(|refused| refused.step - 1))
}

const BOARD: &str = "rules: ranks 3, columns 4, cells 2\nAH AD\nAC AS 2H 3C 2D\n2C 3H 3D 2S 3S\n:";

#[test]
fn one_card_goes_where_one_is_enough() {
    assert_eq!(meaning(BOARD, "24 4a"), (vec!["24".to_owned(), "4a".to_owned()], None));
}

#[test]
fn several_cards_go_where_one_is_not_enough() {
    assert_eq!(meaning(BOARD, "24 2a 2h").0, ["24v2", "2a", "2h"]);
    assert_eq!(meaning(BOARD, "24 21").0, ["24"]);
}

#[test]
fn in_a_text_with_counts_a_step_without_one_means_one_card() {
    assert_eq!(meaning(BOARD, "24v1 2a 2b 2h").1, None);
    assert_eq!(meaning(BOARD, "24 2av1 2h").1, Some(2));
}

#[test]
fn the_reading_that_gets_furthest_names_the_foul() {
    assert_eq!(meaning(BOARD, "24 2a 2h 2h 3h").1, Some(4));
}
