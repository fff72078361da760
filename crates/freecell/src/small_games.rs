//! Small games for the tests of searches, and what a search of all moves finds in them.

use std::ops::Range;

use patience_cards::Card;
use patience_core::{Cancel, Limits, Outcome, Puzzle, Solver, solve};
use patience_laws::SplitMix;
use patience_search::BestFirst;

use crate::{Build, Fill, FreeCell, MoveSet, Position, Rules, WeightedSum};

/// A small game that builds in this way, with one of these fills, after up to `most` random moves.
pub(crate) fn drawn(
    (build, fills): (Build, &[Fill]),
    ranks: u8,
    seed: u64,
    most: usize,
) -> FreeCell {
    let mut random = SplitMix::new(seed);
    let cells = [0, 1, 2, 2, 3, 4][random.below(6)];
    let rules = Rules {
        ranks,
        columns: [2, 3, 4, 5][random.below(4)],
        cells,
        build,
        fill: fills[random.below(fills.len())],
        dealt_to_cells: if random.below(3) == 0 { cells } else { 0 },
        relaxed: random.below(8) == 0,
    };
    played(rules, &mut random, most)
}

/// A game of these rules after up to `most` random moves: a position that is seldom settled.
pub(crate) fn played(rules: Rules, random: &mut SplitMix, most: usize) -> FreeCell {
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

/// Compares a search with one of all moves in games of four to seven ranks, made from a seed each; returns how many can be won, and how many
/// cannot.
pub(crate) fn compare<S: Solver<FreeCell>>(
    seeds: &Range<u64>,
    game: impl Fn(u8, u64) -> FreeCell,
    solver: impl Fn(&FreeCell) -> S,
) -> (usize, usize) {
    let (mut won, mut lost) = (0, 0);
    for (ranks, seed) in (4..8).flat_map(|ranks| seeds.clone().map(move |seed| (ranks, seed))) {
        let game = game(ranks, seed);
        let ours = is_won(&game, &solver(&game));
        let all = is_won(&game, &BestFirst { evaluator: WeightedSum::THOROUGH });
        if let (Some(ours), Some(all)) = (ours, all) {
            assert_eq!(ours, all, "seed {seed}: {game:?}");
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
