//! The engines as they are prepared, against the reference: under all rules, in all metrics, from deals and from the middle of games.

use patience_core::{Cancel, Limits, Meter, Puzzle};
use patience_kit::{Choice, End, Setup};
use patience_laws::{SplitMix, reference};

use super::Engine;
use crate::small_games::played;
use crate::{Board, Build, Fill, Metric, Rules};

#[test]
fn fast_short_and_exact_agree_with_the_reference_under_all_rules() {
    let (mut won, mut lost, mut proven) = (0, 0, 0);
    for seed in 0..2000 {
        let mut random = SplitMix::new(seed);
        let cells = [0, 1, 1, 2, 3][random.below(5)];
        let rules = Rules {
            ranks: [1, 2, 2, 2, 3][random.below(5)],
            columns: [1, 2, 3, 4][random.below(4)],
            cells,
            build: [Build::Colour, Build::Suit, Build::Rank][random.below(3)],
            fill: [Fill::Any, Fill::Kings, Fill::Nothing][random.below(3)],
            dealt_to_cells: if random.below(3) == 0 { cells } else { 0 },
            relaxed: random.below(4) == 0,
        };
        let mut game = played(rules, &mut random, 4);
        let name;
        (game.metric, name) = Metric::ALL[random.below(3)];
        let least = reference::cheapest(&game, &game.start());
        let board = Board::new(rules, game.deal().clone()).expect("a position of play");
        for engine in ["fast", "short", "exact"] {
            let setup = Setup { metric: Some(name.name), ..Setup::default() };
            let engine_of_name = Engine::prepare(engine, &setup).expect("it needs no settings");
            let (cancel, mut observer) = (Cancel::new(), ());
            let mut meter = Meter::start(&Limits::default(), &cancel, &mut observer);
            // It replays every solution.
            match engine_of_name.solve(&board, &mut meter).expect("the rules can be played").end {
                End::Solved { cost, optimal } => {
                    let least = least.expect("it is solved");
                    let is_least = if optimal { cost == least } else { least <= cost };
                    assert!(is_least, "{engine}, seed {seed}: {cost} for {least} in {game:?}");
                    assert!(optimal || engine != "exact", "seed {seed}: {game:?}");
                    proven += usize::from(optimal && engine == "short");
                    won += 1;
                }
                End::Unsolvable { .. } => {
                    assert_eq!(least, None, "{engine}, seed {seed}: {game:?}");
                    lost += 1;
                }
                end => panic!("{engine}, seed {seed}: {end:?}"),
            }
        }
    }
    assert!(500 < won && 500 < lost && 100 < proven, "{won} won, {lost} lost, {proven} proven");
}
