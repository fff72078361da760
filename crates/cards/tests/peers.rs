//! Numbered deals of other programs: their published layouts and the answers of their own tests.

use patience_cards::{Card, microsoft_deal, names, pysol_deal, pysolfc_deal, solvitaire_deck};

/// The cards of eight columns that are dealt in turn, a column a line.
fn columns(cards: &[Card]) -> String {
    let column = |at: usize| cards.iter().skip(at).step_by(8).copied().collect::<Vec<Card>>();
    (0..8).map(|at| names(&column(at)) + "\n").collect()
}

#[test]
fn pysolfc_deals_are_those_that_it_publishes() {
    // A test of `pysol_cards`, the library that PySolFC deals with.
    assert_eq!(
        columns(&pysolfc_deal(300_000_000_000).unwrap()),
        "4S KD 6H 2D QC 4D AH\nQS 7S 5C AS KC 6S 8H\nTH JC 9S 2C 3D 4H 7D\n5S 4C 8D 7C JD 8C JS\n\
         QH TS AC KS TC 5H\n6C 9D 9H 2H JH 3C\n9C 2S 8S 3H 6D QD\nKH 3S TD 5D 7H AD\n"
    );
    // The README of the list of impossible deals of PySolFC.
    assert_eq!(
        columns(&pysolfc_deal(100_000).unwrap()),
        "5C 5S JD 7H QC 3S 3H\n2D 2H 8H 8S AH 9D 3C\n9H 6S 5H 7C 9C 7D 3D\n6D 4D QS JH 7S KS AC\n\
         TH JS 2C 6H KH AS\n4S 9S 5D 2S JC 6C\nTD QD 4C AD TC QH\n4H TS 8C KC 8D KD\n"
    );
    for number in [1, 24, 32_000] {
        assert_eq!(pysolfc_deal(number).unwrap(), microsoft_deal(number).unwrap());
    }
    assert!(pysolfc_deal(0).is_err());
}

#[test]
fn deals_of_the_first_pysol_are_those_of_its_library() {
    // Printed by `pysol_cards` 0.24.0 with its legacy deals.
    assert_eq!(
        columns(&pysol_deal(100_000).unwrap()),
        "6S 2D 7S JD 5S QS 6D\nKS 2S JH KD 8H 8C 5D\n7D 7H 4S TS AH JC 9H\n5C JS AC 7C 3S 4D QD\n\
         9D TD KH 4C 6C TC\n5H 4H TH 8S 2H AS\nQC KC 9S 2C 9C AD\n3C 3D QH 6H 8D 3H\n"
    );
    assert_eq!(
        columns(&pysol_deal(12_345_678_901_234_567_890).unwrap()),
        "KS 7H 3H QC 3C JC 6C\n8S 8H 9H 5C 4S 4H AS\n6D 6H 5D 8C TS 8D QD\nKD AD 7C 2H 2S 2C KH\n\
         AC TH 6S JD 9C JH\n4C QH 5H QS 7S KC\n7D TD AH 3D 4D 9D\nJS 5S 9S 2D 3S TC\n"
    );
}

#[test]
fn kpatience_shuffles_like_microsoft() {
    // The tests of its shuffle; it deals from the end.
    for (number, last) in [(1, "5H 7C 7H 5D JC 9H 2D JD"), (24, "7S AH 7H 2D 5D QC 5H 4C")] {
        let mut cards = microsoft_deal(number).unwrap();
        cards.reverse();
        assert_eq!(names(&cards[44..]), last);
    }
}

#[test]
fn every_deck_is_whole() {
    for seed in [0, 1, u32::MAX] {
        let mut cards = solvitaire_deck(seed);
        cards.sort_unstable();
        assert!(cards.into_iter().eq(Card::deck(13)));
    }
}
