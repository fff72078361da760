//! Text of FreeCell: boards, notation, reasons of the referee, and text that is none of these.

use crate::common::game;
use patience_cards::{Card, microsoft_deal};
use patience_core::Puzzle;
use patience_freecell::{FreeCell, MoveSet, Place, Position, Referee, Rules, Step, read_steps};
use patience_kit::Choice;
use proptest::prelude::*;

#[test]
fn the_referee_says_why_a_move_is_not_allowed() {
    let rules = Rules::default();
    let deal = Position::deal(&microsoft_deal(1).unwrap(), &rules);
    let printed = |before: &str, step: &str| {
        let mut referee = Referee::new(&rules, deal.clone());
        for written in read_steps(before, &rules).unwrap() {
            referee.play(written.step).unwrap();
        }
        referee.play(read_steps(step, &rules).unwrap()[0].step).unwrap_err().to_string()
    };
    assert_eq!(printed("", "1h"), "6S cannot go home: its foundation is empty");
    assert_eq!(printed("", "a1"), "cell a is empty");
    assert_eq!(printed("1a", "2a"), "cell a already holds 6S");
    assert_eq!(
        printed("", "12"),
        "6S does not go on 9C: expected the next lower rank in the other colour"
    );
    assert_eq!(printed("", "h1"), "no card may leave the foundations");
    assert_eq!(printed("", "11"), "no card moves from column 1 to column 1");
    assert_eq!(printed("1a", "ab"), "no card moves from cell a to cell b");
    assert_eq!(printed("", "1av2"), "2 cards cannot leave column 1, which has 7");
    assert_eq!(
        printed("", "12v2"),
        "6D does not go on 9C: expected the next lower rank in the other colour"
    );
    assert_eq!(printed("", "12v0"), "0 cards cannot leave column 1, which has 7");
}

#[test]
fn room_for_a_run_is_named() {
    let rules = Rules { ranks: 4, columns: 3, cells: 1, ..Rules::default() };
    let text =
        "Foundations: C-0\nFreecells: AC\n: 3D 2C AD\n: 4C\n: 2D 3C 4D AH 2H 3H 4H AS 2S 3S 4S\n";
    let mut referee = Referee::new(&rules, Position::parse(text, &rules).unwrap());
    let foul = referee
        .play(Step { from: Place::Column(0), to: Place::Column(1), count: None })
        .unwrap_err();
    assert_eq!(
        foul.to_string(),
        "3 cards cannot move at once: 0 empty cells and 0 other empty columns carry 1"
    );
}

#[test]
fn fc_solve_prose_reads_like_notation() {
    let rules = Rules::default();
    let prose = "-=-=-=-=-=-=-=-=-=-=-=-\n\nFoundations: H-0 C-0 D-0 S-0 \nFreecells:                \n: 7D TD\n\n====================\n\n\
                 Move a card from stack 6 to freecell 0\n\nMove 3 cards from stack 0 to stack 4\nMove a card from freecell 0 to the foundations\n\
                 This game is solveable.\nTotal number of states checked is 4308.\n";
    let steps: Vec<Step> =
        read_steps(prose, &rules).unwrap().iter().map(|written| written.step).collect();
    let expected: Vec<Step> =
        read_steps("7av1 15v3 ahv1", &rules).unwrap().iter().map(|w| w.step).collect();
    assert_eq!(steps, expected);
}

#[test]
fn boards_that_are_wrong_get_an_error_with_its_place() {
    let rules = Rules::default();
    let board = Position::deal(&microsoft_deal(617).unwrap(), &rules).to_string();
    let printed = |text: &str| Position::parse(text, &rules).unwrap_err().to_string();
    assert_eq!(
        printed(&board.replace("2D AS", "7D AS")),
        "line 7, column 1: 7D is on the board twice: also at line 1, column 1"
    );
    assert_eq!(
        printed(&board.replace("AD 7S", "7S")),
        "line 8, column 1: the board ends with cards missing: AD"
    );
    assert_eq!(
        printed(&format!("{board}AC")),
        "line 9, column 1: too many columns: the rules have 8"
    );
    assert_eq!(
        printed(&format!("Freecells: - - - - -\n{board}")),
        "line 1, column 20: too many cells: the rules have 4"
    );
    assert_eq!(
        printed(&format!("Foundations: H-A\n{board}")),
        "line 9, column 1: AH is on the board twice: also on its foundation"
    );
    assert_eq!(
        printed(&format!("Foundations: H-11\n{board}")),
        "line 1, column 14: expected a foundation such as H-0 or S-Q, found `H-11`"
    );
    assert_eq!(
        printed(&format!("{board}FC: AC")),
        "line 9, column 1: the line of the cells must come before the columns"
    );
    assert_eq!(
        printed("Founds: H-0\nFoundations: H-0"),
        "line 2, column 1: the foundations are given twice"
    );
    assert!(printed("").starts_with("line 1, column 1: the board ends with cards missing: AC AD"));
}

#[test]
fn positions_that_do_not_fit_the_rules_are_refused() {
    let rules = Rules::default();
    let deal = Position::deal(&microsoft_deal(1).unwrap(), &rules);
    let mut doubled = deal.clone();
    doubled.columns[0][0] = doubled.columns[1][0];
    assert_eq!(
        FreeCell::new(rules, &doubled).unwrap_err().to_string(),
        "the position does not hold 2D as often as the deck"
    );
    let mut wide = deal.clone();
    wide.columns.push(Vec::new());
    assert!(FreeCell::new(rules, &wide).is_err());
    assert!(FreeCell::new(Rules { columns: 11, ..rules }, &wide).is_err());
    assert!(FreeCell::new(Rules { ranks: 12, ..rules }, &deal).is_err());
    let mut beyond = deal;
    beyond.foundations = [255; 4];
    assert!(FreeCell::new(rules, &beyond).is_err());
}

proptest! {
    #[test]
    fn positions_are_read_back(seed: u64, choices in prop::collection::vec(any::<u8>(), 0..120), preset in 0..Rules::ALL.len()) {
        let rules = Rules::ALL[preset].0;
        let game = game(rules, seed, MoveSet::Single);
        let mut state = game.start();
        let mut moves = Vec::new();
        for choice in choices {
            moves.clear();
            game.moves(&state, &mut moves);
            if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
                game.apply(&mut state, mv);
            }
        }
        let position = game.position(&state);
        prop_assert_eq!(Position::parse(&position.to_string(), &rules), Ok(position));
    }

    #[test]
    fn no_text_panics_a_parser(text in "\\PC{0,300}") {
        let _ = Position::parse(&text, &Rules::default());
        let _ = read_steps(&text, &Rules::default());
        let _ = text.parse::<Card>();
    }

    #[test]
    fn no_near_miss_panics_a_parser(text in "(Foundations: |Freecells: |FC: |Move |Move: |from |stack |to |:|[A2-9TJQK0-9][CDHScdhs]|[HCDS]-[0AK]|[0-9a-i]{2}(v[0-9a-f]{0,3})?|[ \n-]){0,60}") {
        let _ = Position::parse(&text, &Rules::default());
        if let Ok(steps) = read_steps(&text, &Rules::default()) {
            let rules = Rules::default();
            let mut referee = Referee::new(&rules, Position::deal(&microsoft_deal(1).unwrap(), &rules));
            for written in steps {
                let _ = referee.play(written.step);
                referee.auto_play();
            }
        }
    }

    #[test]
    fn truncated_boards_are_errors_not_panics(number in 1..=8_589_934_591_u64, keep in 0.0..1.0_f64) {
        let rules = Rules::default();
        let board = Position::deal(&microsoft_deal(number).unwrap(), &rules).to_string();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let end = (keep * (board.trim_end().len() - 1) as f64) as usize;
        prop_assert!(Position::parse(&board[..end], &rules).is_err());
    }

    #[test]
    fn every_number_deals_every_card_once(number in 1..=8_589_934_591_u64) {
        let mut cards = microsoft_deal(number).unwrap();
        cards.sort_unstable();
        prop_assert!(cards.into_iter().eq(Card::deck(13)));
    }
}
