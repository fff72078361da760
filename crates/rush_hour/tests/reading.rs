//! Boards in files and on the command line: names, figures, comments, errors with their place.

use patience_kit::{Kit, Values};
use patience_rush_hour::KIT;
use proptest::prelude::*;

fn names(text: &str) -> Vec<String> {
    let boards = KIT.read(text, &Values::default()).unwrap().into_iter();
    boards.map(|loaded| loaded.name.unwrap_or_else(|| "grid".to_owned())).collect()
}

const LETTERS: &str = "BB...C..D..CAAD..CE.D..FE..GGFE.HH.F";

#[test]
fn lines_have_names_or_figures_around_the_board() {
    for (line, name) in [
        (LETTERS.to_owned(), LETTERS),
        (format!("easy {LETTERS}"), "easy"),
        (format!("easy {LETTERS} 8 16 1078"), "easy"),
        (format!("60 {LETTERS} 2332"), LETTERS),
        (format!("60 {LETTERS}"), LETTERS),
        (format!("{LETTERS} 60"), LETTERS),
        (format!("{LETTERS} # easy"), LETTERS),
        ("jam-1".to_owned(), "JAM01"),
        ("wide AA.../....B/....B".to_owned(), "wide"),
    ] {
        assert_eq!(names(&line), [name], "{line}");
    }
}

#[test]
fn files_hold_lines_grids_and_comments() {
    let text = format!(
        "# two\nJAM01\nJAM02\n\nAA.B # a grid\n...B\n# its end:\n....\n\n{LETTERS}\n\nAAB\n..B"
    );
    assert_eq!(names(&text), ["JAM01", "JAM02", "grid", LETTERS, "grid"]);
    assert_eq!(names("AA.B\n...B\n....\n"), ["grid"]);
    assert_eq!(names("AA.B/...B\nAA../...."), ["AA.B/...B", "AA../...."]);
}

#[test]
fn errors_name_the_place_in_the_file() {
    for (text, error) in [
        ("\n# one\nAA.B\n..BB\n....\n....\n", "line 4, column 3: "),
        ("easy AA..\neasy AA.B", "line 2, column 9: "),
        ("easy AA.. 8 x", "line 1, column 13: expected nothing but numbers behind the board"),
        ("é AA..\né AA?.", "line 2, column 5: "),
        ("wide AA.../....B/....", "line 1, column 18: this row has 4 cells"),
        ("wide AA.../....B/....B/....C", "line 1, column 28: row 4, column 5: "),
    ] {
        let message = KIT.read(text, &Values::default()).err().unwrap().to_string();
        assert!(message.starts_with(error), "{message}");
    }
}

#[test]
fn ranges_of_cards_have_a_first_and_a_last() {
    let count =
        |text: &str| KIT.named(text, &Values::default()).map(|cards| cards.map(|it| it.len()));
    assert_eq!(count("jam-1"), Some(Ok(1)));
    assert_eq!(count("JAM02..=JAM40"), Some(Ok(39)));
    assert_eq!(count("JAM02-JAM40"), Some(Ok(39)));
    assert_eq!(count("jam-2-jam-4"), Some(Ok(3)));
    assert!(matches!(count("JAM05..=JAM01"), Some(Err(_))));
    assert!(matches!(count("JAM05..=JAM04"), Some(Err(_))));
    assert_eq!(count("JAM41"), None);
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,200}") {
        let _ = (KIT.read(&text, &Values::default()), KIT.named(&text, &Values::default()));
    }

    #[test]
    fn no_near_miss_panics(text in "[AB.ox/#0-9J \n]{0,100}") {
        let _ = KIT.read(&text, &Values::default());
    }
}
