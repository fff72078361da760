//! The search of settled positions against searches of all moves, from deals and from the middle of games.

use patience_cards::Card;
use patience_core::{Cancel, Limits, Outcome, Puzzle, Solver, solve};
use patience_laws::{SplitMix, agreement};
use patience_search::BestFirst;

use super::BySuit;
use crate::{Build, Fill, FreeCell, MoveSet, Position, Rules, WeightedSum};

/// A game that builds by suit, after up to `most` random moves: a position that is seldom settled.
fn game(ranks: u8, seed: u64, most: usize) -> FreeCell {
    let mut random = SplitMix::new(seed);
    let cells = [0, 1, 2, 2, 3, 4][random.below(6)];
    let rules = Rules {
        ranks,
        columns: [2, 3, 4, 5][random.below(4)],
        cells,
        build: Build::Suit,
        fill: [Fill::Any, Fill::Kings, Fill::Kings, Fill::Nothing][random.below(4)],
        dealt_to_cells: if random.below(3) == 0 { cells } else { 0 },
        relaxed: random.below(8) == 0,
    };
    let mut deck: Vec<Card> = Card::deck(rules.ranks).collect();
    random.shuffle(&mut deck);
    let position = Position::deal(&deck, &rules);
    let mut game = FreeCell::new(rules, &position).expect("small rules can be played");
    game.moves = MoveSet::Single;
    let mut state = game.start();
    for _ in 0..random.below(most + 1) {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if moves.is_empty() || game.is_goal(&state) {
            break;
        }
        game.apply(&mut state, moves[random.below(moves.len())]);
    }
    let mut game = FreeCell::new(rules, &game.position(&state)).expect("moves keep the rules");
    game.moves = MoveSet::AutoPlay;
    game
}

#[test]
fn settled_positions_agree_with_the_reference() {
    for seed in 0..3000 {
        let game = game(if seed % 5 == 0 { 3 } else { 2 }, seed, 8);
        agreement(&game, &BySuit::of(&game).unwrap(), "by suit");
    }
}

/// How many of these games can be won, and how many cannot, each by both searches.
fn compare(ranks: u8, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut won, mut lost) = (0, 0);
    for seed in seeds {
        let game = game(ranks, seed, 12);
        let settled = is_won(&game, &BySuit::of(&game).unwrap());
        let all = is_won(&game, &BestFirst { evaluator: WeightedSum::THOROUGH });
        if let (Some(settled), Some(all)) = (settled, all) {
            assert_eq!(settled, all, "seed {seed}: {game:?}");
            won += usize::from(all);
            lost += usize::from(!all);
        }
    }
    (won, lost)
}

/// Whether a game can be won; `None` if that takes too long to say.
fn is_won(game: &FreeCell, solver: &impl Solver<FreeCell>) -> Option<bool> {
    let limits = Limits { nodes: Some(30_000), ..Limits::default() };
    match solve(solver, game, &game.start(), &limits, &Cancel::new(), &mut ()).outcome {
        Outcome::Solved(solution) => {
            assert!(solution.check(game, &game.start()).is_ok(), "{game:?}");
            Some(true)
        }
        Outcome::ProvenUnsolvable => Some(false),
        _ => None,
    }
}

#[test]
fn settled_positions_agree_with_all_moves() {
    let (mut won, mut lost) = (0, 0);
    for ranks in 4..8 {
        let (more_won, more_lost) = compare(ranks, 0..300);
        (won, lost) = (won + more_won, lost + more_lost);
    }
    assert!(100 < won && 100 < lost, "{won} won, {lost} lost");
}

#[test]
#[ignore = "slow: 20,000 games"]
fn settled_positions_agree_with_all_moves_in_many_games() {
    for ranks in 4..8 {
        compare(ranks, 1_000..6_000);
    }
}
