//! Safe auto-play: its moves are legal and cost no win, by a breadth-first search of single moves.

use patience_core::{Cancel, Limits};
use patience_freecell::{Board, Build, Fill, KIT, Position as Deal, Rules};
use patience_kit::{End, Kit as _, Position, Setup, Values};
use patience_laws::SplitMix;

use crate::common::shuffled;

/// Whether a position can be won; `None` if it takes too long to say.
fn is_won(position: &dyn Position) -> Option<bool> {
    let engine = KIT.prepare(&Setup { engine: Some("breadth-first"), ..Setup::default() }).unwrap();
    let limits = Limits { nodes: Some(4_000), ..Limits::default() };
    match engine.solve(position, &limits, &Cancel::new(), &mut ()).unwrap().end {
        End::Solved { .. } => Some(true),
        End::Unsolvable { .. } => Some(false),
        End::Exhausted | End::Limit(_) => None,
    }
}

/// Counts the safe moves of random games that can be won, and checks that each keeps the win.
fn check(games: u64) -> usize {
    let builds = [Build::Colour, Build::Suit, Build::Rank].into_iter().cycle();
    let fills = [Fill::Any, Fill::Kings].into_iter().cycle();
    let cells = [0, 1, 2].into_iter().cycle();
    let mut checked = 0;
    for (seed, ((build, fill), cells)) in (0..games).zip(builds.zip(fills).zip(cells)) {
        let (ranks, columns) = (5, 4);
        let rules = Rules { ranks, columns, cells, build, fill, ..Rules::default() };
        let board = Board::new(rules, Deal::deal(&shuffled(ranks, seed), &rules)).unwrap();
        let mut position =
            KIT.read(&board.to_string(), &Values::default()).unwrap().remove(0).position;
        let mut random = SplitMix::new(seed);
        for _ in 0..15 {
            let moves = position.moves();
            if let Some(mv) = position.safe_move() {
                assert!(moves.iter().any(|it| it.text == mv), "{mv}\n{board}");
                if is_won(&*position) == Some(true) {
                    checked += 1;
                    let after = position.play(&mv).unwrap();
                    assert_ne!(is_won(&*after), Some(false), "{mv}\n{board}");
                }
            }
            let Some(mv) = moves.len().checked_sub(1).map(|last| &moves[random.below(last + 1)])
            else {
                break;
            };
            position = position.play(&mv.text).unwrap();
        }
    }
    checked
}

#[test]
fn safe_moves_cost_no_win() {
    assert!(20 < check(30));
}

#[test]
#[ignore = "slow: 5,000 games"]
fn safe_moves_cost_no_win_in_many_games() {
    assert!(1_000 < check(5_000));
}

#[test]
fn cards_that_others_may_need_are_not_safe() {
    let position = |text: &str| KIT.read(text, &Values::default()).unwrap().remove(0).position;
    // A black two may lie on the red three.
    let rules = "rules: ranks 3, columns 3, cells 1\nfoundations: H-2 D-2 C-A S-A\n";
    assert_eq!(position(&format!("{rules}2C 3H\n3C 2S\n3S 3D")).safe_move().as_deref(), Some("2h"));
    let rules = "rules: ranks 3, columns 3, cells 1\nfoundations: H-2 D-2 C-A\n";
    assert_eq!(position(&format!("{rules}2C 3H\nAS 2S 3C\n3S 3D")).safe_move(), None);
}
