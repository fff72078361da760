//! Tests of proofs of loss.

use patience_core::{Cancel, Limits};
use patience_klondike::players::{Argument, LossProof, prove_loss};
use patience_klondike::{Klondike, Rules, read_position};

fn look(text: &str) -> LossProof {
    let (rules, position) = read_position(text).unwrap();
    prove_loss(&rules, &position, 1, &Limits::default(), &Cancel::new()).unwrap()
}

#[test]
fn arrangements_that_can_be_won_are_counted() {
    // The ace of spades is below its deuce, which has nowhere to go, or it is not.
    let text = "1: | 2C\n2: ?? | 2S\n3: AC AD | 2D\nstock: 2H ??";
    assert_eq!(look(text), LossProof::Open { winnable: 1, tried: 2, is_all: true });
}

#[test]
fn a_deal_is_open() {
    let rules = Rules::default();
    let deal = Klondike::of_seed(1, rules).unwrap();
    let seen = deal.deal().covered(&rules);
    let found = prove_loss(&rules, &seen, 1, &Limits::default(), &Cancel::new()).unwrap();
    let LossProof::Open { winnable, tried: 40, is_all: false } = found else { panic!("{found:?}") };
    assert!(0 < winnable && winnable <= 40);
}

#[test]
fn a_position_without_moves_is_lost_whatever_lies_face_down() {
    // Red cards do not go onto red ones, and no card of the stock goes anywhere.
    let text = "1: | 4H\n2: ?? | 4D\n3: ?? ?? | 3H\n4: ?? ?? ?? | 3D\n5: ?? ?? | 2H\n\
                stock: 4C 4S 2D\n";
    assert_eq!(look(text), LossProof::Lost(Argument::EveryChoice));
    // With a black three that can be had, something goes on.
    let text = format!("draw 1\n{}", text.replace("4S", "3S"));
    assert_ne!(look(&text), LossProof::Lost(Argument::EveryChoice));
}

#[test]
fn limits_leave_it_unknown() {
    let rules = Rules::default();
    let deal = Klondike::of_seed(1, rules).unwrap();
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let found = prove_loss(&rules, &deal.deal().covered(&rules), 1, &limits, &Cancel::new());
    assert_eq!(found, Ok(LossProof::Unknown));
}
