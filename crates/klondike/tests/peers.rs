//! Deals and files of other programs, and codes that tell nothing that is hidden.

use patience_cards::Card;
use patience_core::SplitMix;
use patience_kit::{Kit as _, Values};
use patience_klondike::{Instance, KIT, Position, Rules, deal_of_seed, read_position};

fn dealt(numbering: &str, number: u64) -> String {
    KIT.deal_by(numbering, number, &Values::default()).unwrap().write("text").unwrap()
}

/// The text of a deal in the format of `PySol`.
fn of_pysol(text: &str) -> String {
    KIT.read(text, &Values::default()).unwrap().remove(0).position.write("text").unwrap()
}

#[test]
fn pysolfc_deals_are_those_that_are_published() {
    // Among the test deals of Klondike-Solver.
    let published = "Talon: TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS\n\
                     5C\n<7H> 9H\n<2D> <9S> AC\n<5D> <QH> <5S> 8C\n<QC> <2C> <JS> <3C> 7D\n\
                     <5H> <7S> <KD> <9C> <JC> 6S\n<4C> <AH> <2S> <6C> <6H> <TH> KH\n";
    assert_eq!(dealt("pysol", 24), of_pysol(published));
    assert_eq!(dealt("oldpysol", 24), of_pysol(published));
    // Printed by `pysol_cards` 0.24.0, the library that PySolFC deals with: the current deals, and the legacy ones.
    let current = "Talon: 6H 2S AD KC QC AH 9C 7S KH JC TC 8D 3S 9D 7D KS AS 6C QH KD 3H 3C 3D AC\n\
                   JH\n<4S> 7C\n<TH> <6S> 8S\n<6D> <2H> <QD> 7H\n<9H> <5S> <9S> <8H> 8C\n\
                   <2D> <4H> <JS> <JD> <QS> 4C\n<5C> <TD> <4D> <TS> <5H> <2C> 5D\n";
    assert_eq!(dealt("pysol", 100_000), of_pysol(current));
    let legacy = "Talon: 4C 8S 2C 6H 5S 8H AH 3S 6C 2H 9C 8D QS 8C JC 4D TC AS AD 3H 6D 5D 9H QD\n\
                  7C\n<5H> TS\n<9D> <7H> KD\n<5C> <2S> <KC> JD\n<7D> <2D> <4H> <JH> QH\n\
                  <KS> <3C> <TD> <7S> <AC> 9S\n<6S> <QC> <JS> <3D> <4S> <KH> TH\n";
    assert_eq!(dealt("oldpysol", 100_000), of_pysol(legacy));
}

#[test]
fn kpatience_deals_rows_from_the_left() {
    let position = read_position(&dealt("kpat", 1)).unwrap().1;
    // The end of the list in the test of its shuffle, the last card first.
    let tops: Vec<String> =
        position.columns.iter().map(|column| column.up[0].to_string()).collect();
    assert_eq!(tops[0], "JD");
    let bottoms = position.columns[1..].iter().map(|column| column.down[0].unwrap().to_string());
    assert_eq!(bottoms.collect::<Vec<_>>(), ["2D", "9H", "JC", "5D", "7H", "7C"]);
    // The first card of that list is the last one of the stock.
    assert_eq!(position.stock.last().unwrap().unwrap().to_string(), "6H");
    assert!(KIT.deal_by("kpat", 1 << 31, &Values::default()).is_err());
    assert!(KIT.deal_by("kpat", 0, &Values::default()).is_err());
}

/// The number of an order of 52 cards as Lonelybot writes it: decimal digits, the lowest first.
fn exact_number(mut cards: Vec<usize>) -> String {
    let mut digits = vec![0_usize];
    for last in (1..52).rev() {
        let place = cards[..=last].iter().position(|&card| card == last).unwrap();
        cards.swap(place, last);
        let mut carry = place;
        for digit in &mut digits {
            let sum = *digit * (last + 1) + carry;
            (*digit, carry) = (sum % 10, sum / 10);
        }
        while carry != 0 {
            digits.push(carry % 10);
            carry /= 10;
        }
    }
    digits.iter().rev().map(usize::to_string).collect()
}

#[test]
fn solvitaire_deals_are_those_that_lonelybot_computes() {
    let position = read_position(&dealt("solvitaire", 0)).unwrap().1;
    // Column by column, then the stock; suits in the order of Lonelybot.
    let columns = position.columns.iter().flat_map(|column| {
        column.down.iter().map(|card| card.unwrap()).chain(column.up.iter().copied())
    });
    let cards = columns.chain(position.stock.iter().map(|card| card.unwrap()));
    let suit = |card: Card| "HDCS".find(card.suit().letter()).unwrap();
    let cards = cards.map(|card| (usize::from(card.rank()) - 1) * 4 + suit(card)).collect();
    // A test of its shuffles.
    assert_eq!(
        exact_number(cards),
        "12954810653509400169295621394006691876957783508183809583464865425989"
    );
}

#[test]
fn lonelybot_writes_positions_that_are_read() {
    // A test of its format, with `foundation` instead of `foundations`.
    let text = r#"{"tableau piles": [
        ["KC"], ["6s","8C"], ["9s","Ah","5S"], ["5d","Js","5h","QD"], ["Ac","7c","Jc","7h","KD"],
        ["10c","3h","4d","4h","6c","QS"], ["7d","3c","6h","5c","10h","9c","3S"]
        ],"stock": ["JD","10D","7S","10S","AD","8S","JH","2D","AS","3D","9D","9H","6D","KS","QH","2H","2S","4S","4C","KH","2C","8H","8D","QC"],
        "foundation": [[],[],[],[]]}"#;
    let (rules, position) = read_position(text).unwrap();
    assert_eq!(rules, Rules::default());
    assert_eq!(position.stock[0].unwrap().to_string(), "QC");
    let begun =
        text.replace(r#""foundation": [[],"#, r#""foundation": [["AH"],"#).replace(r#""Ah","#, "");
    assert_eq!(read_position(&begun).unwrap().1.foundations, [0, 0, 1, 0]);
}

/// A deal by other rules as its player sees it, and the same with the hidden cards in another order.
fn two_worlds(seed: u64) -> [Position; 2] {
    let rules = Rules::default();
    let position = Position::deal(&deal_of_seed(seed, &rules), &rules);
    let visible = position.covered(&rules);
    let mut hidden = visible.unseen(&rules);
    SplitMix::new(seed).shuffle(&mut hidden);
    [position, visible.filled(&hidden)]
}

#[test]
fn codes_of_worlds_that_look_alike_are_equal() {
    for seed in 0..50 {
        let [one, other] = two_worlds(seed);
        assert_ne!(one, other);
        let code = |position: &Position| {
            let text = patience_klondike::write_position(&Rules::default(), position);
            KIT.read(&text, &Values::default()).unwrap().remove(0).position.code()
        };
        assert_ne!(code(&one), code(&other));
        let rules = Rules::default();
        let visible = code(&one.covered(&rules));
        assert_eq!(visible, code(&other.covered(&rules)));
        assert!(visible.len() <= 60, "{visible}");
        let again = KIT.read(&visible, &Values::default()).unwrap().remove(0).position;
        assert!(again.write("text").unwrap().contains("??"));
        assert!(Instance::of_seed(seed, rules).position.is_known());
    }
}
