//! Tests of texts with several positions.

use patience_kit::{Fault, Kit, Values};
use patience_klondike::{
    KIT, Position, Rules, deal_of_seed, write_digits, write_json, write_position,
};
use proptest::prelude::*;

/// The positions of a text, in exchange text.
fn read_deals(text: &str) -> Result<Vec<String>, Fault> {
    let positions = KIT.read(text, &Values::default())?;
    Ok(positions.iter().map(|loaded| loaded.position.write("text").unwrap()).collect())
}

/// The three formats of a deal.
fn formats(seed: u64) -> [String; 3] {
    let rules = Rules::default();
    let position = Position::deal(&deal_of_seed(seed, &rules), &rules);
    [
        write_position(&rules, &position),
        write_json(&position) + "\n",
        write_digits(&position).unwrap() + "\n",
    ]
}

#[test]
fn texts_hold_several_positions_in_any_format() {
    let [text, json, digits] = formats(7);
    let [.., other] = formats(8);
    for one in [&text, &json, &digits] {
        assert_eq!(read_deals(one).unwrap().len(), 1);
    }
    let all = format!("# six\n\n{text}\n{json}{json}\n# two\n{digits}{other}\n{text}");
    let read = read_deals(&all).unwrap();
    assert_eq!(read.len(), 6);
    assert!([0, 1, 2, 3, 5].iter().all(|&at| read[at] == read[0]) && read[4] != read[0]);
    // The digits of a card may be separated from those of the next.
    let apart: Vec<&str> = (0..52).map(|card| &digits[3 * card..3 * card + 3]).collect();
    assert_eq!(read_deals(&apart.join(" ")).unwrap(), read[..1]);
}

#[test]
fn positions_may_have_blank_lines() {
    assert_eq!(read_deals("draw 1\n\n1: | AC\n\n2: AD | AH\nstock: AS\n").unwrap().len(), 1);
}

#[test]
fn errors_name_the_line_in_the_text() {
    let [text, _, digits] = formats(7);
    let wrong = text.replacen(": |", ": | XX", 1);
    let line = text.lines().count() + 1;
    let error = read_deals(&format!("{text}\n{wrong}")).unwrap_err();
    let column_one = text.lines().position(|line| line.starts_with("1:")).unwrap() + 1;
    assert_eq!(error.place, Some((line + column_one, 6)));
    let error = read_deals(&digits[3..]).unwrap_err().to_string();
    assert!(error.contains("expected 156 digits, three per card, found 153"), "{error}");
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,200}") {
        let _ = read_deals(&text);
    }

    #[test]
    fn no_near_miss_panics(text in "[0-9A-Kacdhs:#.=|?{}\"\\-\n ]{0,200}") {
        let _ = read_deals(&text);
    }
}
