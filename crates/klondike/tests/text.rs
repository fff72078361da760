//! Klondike as text: every form reads as it was written, errors name their place, nothing panics.

use patience_core::{Puzzle, SplitMix};
use patience_klondike::{
    Foul, Klondike, Position, PositionError, Referee, Rules, Step, Stock, deal_of_seed,
    read_position, write_digits, write_json, write_position,
};
use proptest::prelude::*;

fn rules() -> impl Strategy<Value = Rules> {
    let passes = prop::option::of(1..=4_u8);
    let fields = (1..=13_u8, 1..=7_u8, 1..=5_u8, passes, any::<bool>(), any::<bool>());
    fields.prop_filter_map("too few cards", |(ranks, columns, draw, passes, bring_back, seen)| {
        let stock = if seen { Stock::Visible } else { Stock::Unseen };
        let rules = Rules { ranks, columns, draw, passes, bring_back, stock };
        rules.check().is_ok().then_some(rules)
    })
}

/// A position after some moves, with some of its cards forgotten.
fn position() -> impl Strategy<Value = (Rules, Position)> {
    (rules(), any::<u64>(), 0..60_usize, any::<bool>()).prop_map(|(rules, seed, moves, forget)| {
        let game = Klondike::of_seed(seed, rules).unwrap();
        let mut random = SplitMix::new(seed);
        let mut state = game.start();
        for _ in 0..moves {
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            if legal.is_empty() {
                break;
            }
            game.apply(&mut state, legal[random.below(legal.len())]);
        }
        let mut position = game.position(&state);
        if forget {
            let down = position.columns.iter_mut().flat_map(|column| &mut column.down);
            for card in down.chain(&mut position.stock) {
                if random.below(2) == 0 {
                    *card = None;
                }
            }
        }
        (rules, position)
    })
}

proptest! {
    #[test]
    fn positions_read_as_they_are_written((rules, position) in position()) {
        prop_assert_eq!(position.check(&rules), Ok(()));
        let text = write_position(&rules, &position);
        prop_assert_eq!(read_position(&text), Ok((rules, position)), "{}", text);
    }

    #[test]
    fn json_reads_as_it_is_written((rules, mut position) in position()) {
        // That form has no rules and does not count passes.
        let rules = Rules { ranks: rules.ranks, columns: rules.columns, ..Rules::default() };
        position.passes = 1;
        let text = write_json(&position);
        prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
        prop_assert_eq!(read_position(&text), Ok((rules, position)), "{}", text);
    }

    #[test]
    fn digits_read_as_they_are_written(seed: u64) {
        let rules = Rules::default();
        let position = Position::deal(&deal_of_seed(seed, &rules), &rules);
        prop_assert_eq!(position.dealt(), Some(deal_of_seed(seed, &rules)));
        let digits = write_digits(&position).unwrap();
        prop_assert_eq!(read_position(&digits), Ok((rules, position)));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "([0-9A-Za-z:|?#{}\\[\\]\", \n]|\\PC)*") {
        let _ = read_position(&text);
    }

    #[test]
    fn no_damaged_text_makes_the_reader_panic((rules, position) in position(), cut: usize, new: char) {
        for text in [write_position(&rules, &position), write_json(&position)] {
            let mut letters: Vec<char> = text.chars().collect();
            let at = cut % letters.len();
            letters[at] = new;
            let _ = read_position(&letters.iter().collect::<String>());
            letters.remove(at);
            let _ = read_position(&letters.iter().collect::<String>());
            letters.truncate(at);
            let _ = read_position(&letters.iter().collect::<String>());
        }
    }
}

#[track_caller]
fn assert_error(text: &str, expected: &str) {
    assert_eq!(read_position(text).unwrap_err().to_string(), expected);
}

#[test]
fn errors_of_our_own_text_name_line_and_column() {
    for (text, expected) in [
        ("", "line 1, column 1: the text ends without columns: expected `1: | 5H`"),
        ("draw", "line 1, column 1: expected a value after `draw`"),
        (
            "draw 0",
            "line 1, column 6: expected a number of cards turned at once, such as 3, found `0`",
        ),
        ("draw 3 4", "line 1, column 8: expected the end of the line, found `4`"),
        ("draw 3\ndraw 3", "line 2, column 1: `draw` is given twice"),
        (
            "passes many",
            "line 1, column 8: expected `unlimited` or a number of passes, found `many`",
        ),
        ("bring-back maybe", "line 1, column 12: expected `yes` or `no`, found `maybe`"),
        ("stock hidden", "line 1, column 7: expected `visible` or `unseen`, found `hidden`"),
        (
            "hello: 3",
            "line 1, column 1: expected `foundations:`, `home:`, `1:`, `stock:` or `waste:`, found `hello:`",
        ),
        (
            "foundations: X3",
            "line 1, column 14: expected a foundation such as H0, SA or DQ, found `X3`",
        ),
        ("foundations: S2 S3", "line 1, column 17: the foundation S is given twice"),
        ("2: | AC", "line 1, column 1: expected the cards of column 1, `1:`, found `2:`"),
        ("1: | ??", "line 1, column 6: expected a card such as QH, found `??`"),
        (
            "1: 5H 4H",
            "line 1, column 7: 4H does not go on 5H: expected the next lower rank in the other colour, or `|` after the face-down cards",
        ),
        ("1: 5H |", "line 1, column 1: column 1 has face-down cards and no face-up card after `|`"),
        (
            "1: AC\nstock: AD AC",
            "line 2, column 11: AC is on the board twice: also at line 1, column 4",
        ),
        (
            "foundations: C2\n1: AC",
            "line 2, column 4: AC is on the board twice: also on its foundation",
        ),
        (
            "1: AC\nstock: AD AH",
            "line 2, column 1: 0 cards are unknown, but 1 of the deck are missing: AS",
        ),
        (
            "1: AC\nstock: ?? ?? ?? ??",
            "line 2, column 1: 4 cards are unknown, but 7 of the deck are missing: AD AH AS 2C 2D 2H 2S",
        ),
        (
            "pass 2\npasses 1\n1: AC\nstock: AD AH AS",
            "line 4, column 1: there is no pass 2 of the stock: expected 1 to 1",
        ),
    ] {
        assert_error(text, expected);
    }
}

#[test]
fn errors_of_other_forms_name_their_place() {
    for (text, expected) in [
        ("{", "line 1, column 1: EOF while parsing an object"),
        ("{\"stock\": []}", "line 1, column 13: missing field `tableau piles`"),
        (
            "{\"cells\": []}",
            "line 1, column 8: unknown field `cells`, expected one of `tableau piles`, `stock`, `waste`, `foundation`, `foundations`",
        ),
        (
            "{\"tableau piles\": [[\"AC\"],\n[\"XH\"]]}",
            "line 2, column 5: expected a card such as \"QH\", found `XH`",
        ),
        (
            "{\"tableau piles\": [[\"2C\", \"Ac\"]]}",
            "line 1, column 1: card 2 of column 1 is face down on a face-up card",
        ),
        (
            "{\"tableau piles\": [[\"AC\"]], \"stock\": [\"AC\", \"AD\", \"AS\"]}",
            "line 1, column 1: AC is on the board twice: card 1 of column 1, and card 3 of the stock",
        ),
        (
            "{\"tableau piles\": [[\"AC\", \"AD\"]], \"stock\": [\"AH\", \"AS\"]}",
            "line 1, column 1: AD does not go on AC in column 1: expected the next lower rank in the other colour; face-down cards have their suit in lower case",
        ),
        (
            "{\"tableau piles\": [[\"AC\"]], \"foundations\": [[\"2D\"]]}",
            "line 1, column 1: 2D is not the next card of its foundation",
        ),
        (
            "011 012 013\n015",
            "line 2, column 1: expected a rank 01 to 13 and a suit 1 to 4, such as 134 for KS, found `015`",
        ),
        ("011 012 011", "line 1, column 9: AC is on the board twice"),
        ("011 012 01", "line 1, column 11: expected 156 digits, three per card, found 8"),
    ] {
        assert_error(text, expected);
    }
}

#[test]
fn digits_are_dealt_row_by_row_and_the_stock_in_the_order_of_turns() {
    let deck = "072103023042094134111092051034044074114052123011083122012131091082124064014093033112\
                071104132053133102084041013073063031061043081054113062024021101022032121";
    let (_, position) = read_position(deck).unwrap();
    let text = position.to_string();
    assert!(text.contains("\n1: | 7D\n2: TH | 9D\n3: 2H 5C | 5D\n4: 4D 3S QH | AD\n"), "{text}");
    assert!(text.contains("\nstock: 7C TS KD 5H"), "{text}");
}

#[test]
fn numbers_are_ranks_in_json_and_ten_is_one() {
    let cards: Vec<String> = (1..=13)
        .flat_map(|rank| ["C", "D", "H", "S"].map(|suit| format!("\"{rank}{suit}\"")))
        .collect();
    let text =
        format!("{{\"tableau piles\": [[{}]], \"stock\": [{}]}}", cards[0], cards[1..].join(","));
    let (rules, position) = read_position(&text).unwrap();
    assert_eq!((rules.ranks, rules.columns), (13, 1));
    assert_eq!(position.stock[0].unwrap().to_string(), "KS");
    assert!(write_json(&position).contains("\"10H\""));
}

#[test]
fn wrong_positions_are_refused_by_name() {
    let rules = Rules { ranks: 2, columns: 2, ..Rules::default() };
    let right = Position::deal(&deal_of_seed(1, &rules), &rules);
    assert_eq!(right.check(&rules), Ok(()));
    let wrong = |change: &dyn Fn(&mut Position)| {
        let mut position = right.clone();
        change(&mut position);
        position.check(&rules).unwrap_err()
    };
    assert!(matches!(wrong(&|p| p.columns.truncate(1)), PositionError::Columns { .. }));
    assert!(matches!(wrong(&|p| p.passes = 0), PositionError::Passes { .. }));
    assert!(matches!(wrong(&|p| p.foundations[0] = 3), PositionError::Foundation { .. }));
    assert!(matches!(wrong(&|p| p.stock[0] = "3C".parse().ok()), PositionError::Foreign { .. }));
    assert!(matches!(wrong(&|p| p.stock[0] = p.stock[1]), PositionError::Twice { .. }));
    assert!(matches!(wrong(&|p| p.stock.truncate(3)), PositionError::Missing { .. }));
    assert!(matches!(wrong(&|p| p.stock.push(None)), PositionError::Missing { unknown: 1, .. }));
    assert!(matches!(
        wrong(&|p| {
            let card = p.columns[1].up.pop();
            p.stock.push(card);
        }),
        PositionError::Covered { column: 1 }
    ));
    assert!(matches!(
        wrong(&|p| {
            // A card lies on itself or on one that is not lower: never a run of two kings.
            let card = p.columns[0].up[0];
            let on = p.stock.iter().position(|other| other.is_some_and(|o| !rules.fits(o, card)));
            let other = p.stock.remove(on.unwrap()).unwrap();
            p.columns[0].up.push(other);
        }),
        PositionError::Broken { column: 0, .. }
    ));
}

#[test]
fn every_foul_has_a_message_of_its_own() {
    let text = "draw 2\npasses 1\nbring-back no\nfoundations: CA D0 H0 S0\n1: | 3C 2D\n2: ?? | 3H\n3: |\nstock: AD AH AS ?? ?? ??\nwaste: 2H\n";
    let (rules, position) = read_position(text).unwrap();
    let foul = |steps: &[Step], rules: &Rules| {
        let mut referee = Referee::new(rules, position.clone());
        let (last, before) = steps.split_last().unwrap();
        for &step in before {
            referee.play(step).unwrap();
        }
        let was = referee.position().clone();
        let foul = referee.play(*last).unwrap_err();
        assert_eq!(referee.position(), &was, "a foul changes nothing");
        foul.to_string()
    };
    let run = |from, to, count| Step::Run { from, to, count };
    let clubs = patience_cards::Suit::Clubs;
    let free = Rules { bring_back: true, ..rules };
    for (steps, rules, expected) in [
        (
            &[Step::Redeal][..],
            &rules,
            "the waste is turned over only when the stock is empty, and 6 cards are left in it",
        ),
        (&[Step::Turn, Step::Turn], &rules, "the card that is turned from the stock is unknown"),
        (&[Step::WasteHome], &rules, "2H cannot go home: its foundation is empty"),
        (
            &[Step::WasteColumn { to: 0 }],
            &rules,
            "2H does not go on 2D: expected the next lower rank in the other colour",
        ),
        (
            &[Step::WasteColumn { to: 2 }],
            &rules,
            "2H does not go into the empty column 3: only 3 does",
        ),
        (&[Step::WasteColumn { to: 3 }], &rules, "there is no column 4: the rules have 3"),
        (&[Step::Home { from: 2 }], &rules, "column 3 is empty"),
        (&[run(0, 0, None)], &rules, "no card moves from column 1 to itself"),
        (&[run(0, 2, Some(3))], &rules, "3 cards cannot leave column 1, in which 2 lie face up"),
        (&[run(0, 2, Some(1))], &rules, "2D does not go into the empty column 3: only 3 does"),
        (&[run(1, 2, None)], &rules, "the card that is turned in column 2 is unknown"),
        (
            &[Step::Back { suit: clubs, to: 0 }],
            &rules,
            "the rules do not let cards come back from the foundations",
        ),
        (
            &[Step::Back { suit: patience_cards::Suit::Spades, to: 0 }],
            &free,
            "no card of that suit is home: S",
        ),
        (
            &[Step::Back { suit: clubs, to: 0 }, Step::Home { from: 0 }, Step::WasteHome],
            &free,
            "2H cannot go home: its foundation is empty",
        ),
    ] {
        assert_eq!(foul(steps, rules), expected);
    }
    let (rules, position) = read_position("draw 1\npasses 1\n1: AC\nstock: AD AH AS").unwrap();
    let mut referee = Referee::new(&rules, position);
    assert_eq!(referee.play(Step::WasteHome), Err(Foul::WasteEmpty));
    for _ in 0..3 {
        referee.play(Step::Turn).unwrap();
    }
    assert_eq!(referee.play(Step::Turn), Err(Foul::StockEmpty));
    assert_eq!(referee.play(Step::Redeal), Err(Foul::Passes(1)));
}

#[test]
fn positions_and_rules_are_json_that_programs_read() {
    let (rules, position) = read_position("1: | AC\n2: ?? | AH\nstock: AS").unwrap();
    assert_eq!(
        serde_json::to_string(&position).unwrap(),
        r#"{"columns":[{"down":[],"up":["AC"]},{"down":[null],"up":["AH"]}],"stock":["AS"],"waste":[],"foundations":{"C":0,"D":0,"H":0,"S":0},"passes":1}"#
    );
    assert_eq!(
        serde_json::to_string(&rules).unwrap(),
        r#"{"ranks":1,"columns":2,"draw":3,"passes":null,"bring_back":true,"stock":"visible"}"#
    );
    let read: Rules = serde_json::from_str(r#"{"draw":1,"stock":"unseen"}"#).unwrap();
    assert_eq!(read, Rules { draw: 1, stock: Stock::Unseen, ..Rules::default() });
}
