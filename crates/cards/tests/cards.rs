//! Tests of cards and deals.

use patience_cards::{Card, LAST_DEAL, NoSuchDeal, UnknownCard, microsoft_deal};

#[test]
fn every_card_is_read_back() {
    for card in Card::deck(13) {
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
        assert_eq!(Card::deck(13).nth(card.index()), Some(card));
    }
    assert_eq!(Card::deck(13).count(), 52);
}

#[test]
fn other_text_is_not_a_card() {
    for text in
        ["", "A", "C", "AX", "1", "10", "0C", "11C", "TTC", "éC", "A☆", "A--C", " AC", "ACC"]
    {
        assert_eq!(text.parse::<Card>(), Err(UnknownCard), "{text}");
    }
}

fn first_column(number: u64) -> String {
    let cards = microsoft_deal(number).unwrap();
    let column: Vec<String> = cards.iter().step_by(8).map(Card::to_string).collect();
    column.join(" ")
}

#[test]
fn known_deals() {
    assert_eq!(first_column(1), "JD KD 2S 4C 3S 6D 6S");
    assert_eq!(first_column(617), "7D TD TH KD 4C 4S JD");
    assert_eq!(first_column(11982), "AH 3D KD JC 6C JD KC");
    assert_eq!(first_column(2_147_483_648), "QH 3H 7D 4D TS QD 6D");
    assert_eq!(first_column(4_294_967_296), "TS 3S KC 4H 9H 3H 4D");
    assert_eq!(first_column(8_589_934_591), "TC 8S 8C 6C 5H 5C 9C");
}

#[test]
fn numbers_outside_are_refused() {
    for number in [0, LAST_DEAL + 1, u64::MAX] {
        assert_eq!(microsoft_deal(number), Err(NoSuchDeal(number)));
    }
}
