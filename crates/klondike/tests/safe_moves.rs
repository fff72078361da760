//! Safe auto-play: its moves are legal and cost no win, by a search that leaves nothing out.

use patience_core::SplitMix;
use patience_kit::{Kit as _, Values};
use patience_klondike::{KIT, Klondike, read_position, write_position};

use crate::exact::{middle_position, plainly, small_rules};

/// Whether the game of a text can be won; `None` if it has too many states.
fn is_won(text: &str) -> Option<bool> {
    let (rules, position) = read_position(text).unwrap();
    plainly(&Klondike::new(rules, &position).unwrap())
}

/// Counts the safe moves of that many positions that can be won, and checks that each keeps the win.
fn check(positions: usize, seed: u64) -> usize {
    let mut rng = SplitMix::new(seed);
    let mut checked = 0;
    for _ in 0..positions {
        let rules = small_rules(&mut rng);
        let text = write_position(&rules, &middle_position(&rules, &mut rng));
        let position = KIT.read(&text, &Values::default()).unwrap().remove(0).position;
        let Some(mv) = position.safe_move() else { continue };
        assert!(position.moves().iter().any(|it| it.text == mv), "{mv}\n{text}");
        let after = position.play(&mv).unwrap().write(KIT.about().exchange).unwrap();
        if is_won(&text) == Some(true) {
            checked += 1;
            assert_ne!(is_won(&after), Some(false), "{mv}\n{text}");
        }
    }
    checked
}

#[test]
fn safe_moves_cost_no_win() {
    assert!(20 < check(300, 1));
}

#[test]
#[ignore = "slow: 100,000 positions"]
fn safe_moves_cost_no_win_in_many_positions() {
    assert!(1_000 < check(100_000, 2));
}

#[test]
fn cards_of_the_waste_are_safe_only_where_each_card_of_the_stock_is_turned() {
    let text = "foundations: CA DA HA SA\n1: | 3C\nwaste: 2C\nstock: 2D 2H 2S 3D 3H 3S";
    for (draw, safe) in [("draw 1\n", Some("w-h")), ("draw 3\n", None)] {
        let text = format!("{draw}{text}");
        let position = KIT.read(&text, &Values::default()).unwrap().remove(0).position;
        assert_eq!(position.safe_move().as_deref(), safe, "{text}");
    }
}
