//! The search of settled positions against searches of all moves, from deals and from the middle of games.

use patience_core::{ChildEvaluator, Node, Puzzle};
use patience_laws::{SplitMix, agreement};
use patience_search::Attempts;

use super::ByColour;
use super::space::Space;
use super::weights::Weights;
use crate::small_games::{compare, drawn};
use crate::{Build, Fill, FreeCell};

/// A game that builds by colour, after up to `most` random moves: a position that is seldom settled.
fn game(ranks: u8, seed: u64, most: usize) -> FreeCell {
    drawn((Build::Colour, &[Fill::Kings, Fill::Kings, Fill::Nothing]), ranks, seed, most)
}

#[test]
fn settled_positions_agree_with_the_reference() {
    for seed in 0..3000 {
        let game = game(if seed % 5 == 0 { 3 } else { 2 }, seed, 8);
        agreement(&game, &ByColour::of(&game).unwrap(), "by colour");
        agreement(&game, &complete(&game), "by colour, all steps");
    }
}

/// The last search alone, without those that make likely steps only.
fn complete(game: &FreeCell) -> ByColour {
    let ByColour { search } = ByColour::of(game).expect("it builds by colour");
    ByColour { search: Attempts { first: Vec::new(), ..search } }
}

#[test]
fn settled_positions_agree_with_all_moves() {
    let (won, lost) = compare(&(0..300), |ranks, seed| game(ranks, seed, 12), complete);
    assert!(100 < won && 100 < lost, "{won} won, {lost} lost");
}

#[test]
#[ignore = "slow: 20,000 games"]
fn settled_positions_agree_with_all_moves_in_many_games() {
    compare(&(1_000..6_000), |ranks, seed| game(ranks, seed, 12), complete);
}

#[test]
fn changes_of_scores_are_those_of_built_children() {
    let weights = Weights::of([3, 50, 7, 110, 13, 170, 19, 230, 29, 310]);
    let (mut plain, mut others) = (0, 0);
    for seed in 0..2000 {
        let game = game(5, seed, 12);
        let mut random = SplitMix::new(seed);
        let space = Space::new(&game, &game.start());
        let (mut state, mut steps) = (space.start(), Vec::new());
        for g in 0..20 {
            let node = Node { state: &state, g, last: None, siblings: 0 };
            let view = weights.view(&space, &node);
            steps.clear();
            space.moves(&state, &mut steps);
            for &step in &steps {
                let child = space.child(&state, step);
                let built = weights.built(&space, &child, g + 1);
                assert_eq!(
                    weights.score_child(&space, &node, &view, step),
                    built,
                    "{step:?} {state:?}"
                );
                let key = space.quick_child_key(&state, step);
                assert!(key.is_none_or(|key| key == space.key(&child)), "{step:?} {state:?}");
                *(if key.is_some() { &mut plain } else { &mut others }) += 1;
            }
            let Some(&step) = steps.get(random.below(steps.len().max(1))) else { break };
            state = space.child(&state, step);
        }
    }
    assert!(10_000 < plain && 10_000 < others, "{plain} plain steps, {others} others");
}
