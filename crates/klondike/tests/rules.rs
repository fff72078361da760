//! Tests of rules and deals.

use patience_cards::Card;
use patience_klondike::{Rules, deal_of_seed};

#[test]
fn rules_out_of_range_are_refused() {
    let standard = Rules::default();
    assert_eq!(standard.check(), Ok(()));
    for wrong in [
        Rules { ranks: 0, ..standard },
        Rules { ranks: 14, ..standard },
        Rules { columns: 0, ..standard },
        Rules { columns: 8, ..standard },
        Rules { draw: 0, ..standard },
        Rules { draw: 53, ..standard },
        Rules { passes: Some(0), ..standard },
        Rules { ranks: 6, ..standard },
    ] {
        assert!(wrong.check().is_err(), "{wrong:?}");
    }
}

#[test]
fn small_decks_are_played_as_long_as_the_columns_are_filled() {
    assert_eq!(Rules { ranks: 7, ..Rules::default() }.check(), Ok(()));
    assert_eq!(Rules { ranks: 1, columns: 2, ..Rules::default() }.check(), Ok(()));
}

fn deal(seed: u64, rules: &Rules) -> String {
    let cards: Vec<String> = deal_of_seed(seed, rules).iter().map(Card::to_string).collect();
    cards.join(" ")
}

#[test]
fn a_seed_gives_the_same_deal_forever() {
    let rules = Rules::default();
    assert_eq!(
        deal(0, &rules),
        "QH TC 3C JC 4H 7C QC 3D 4S AC 3H 2H 9H 2S KH TH 8H AD 8C 2C 7H 2D JH 6H 5D 9D 6C 4D \
         TD KC 3S 6S JD 5C 7S 6D AH 7D TS QD QS 5S KD 8S KS AS 9C JS 5H 8D 4C 9S"
    );
    assert_eq!(deal(u64::MAX, &Rules { ranks: 2, columns: 2, ..rules }), "2S AS 2D 2C AH 2H AD AC");
}
