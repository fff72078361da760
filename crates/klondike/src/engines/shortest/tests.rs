//! Inherited landmarks and forced moves against the reference, along random walks.

use std::collections::HashMap;

use patience_core::{Cancel, Cost, Limits, Outcome, Packed, Puzzle, solve};
use patience_laws::{SplitMix, reference};

use super::neighbourhoods::Neighbourhoods;
use super::tight::forced_home;
use super::trimmed::Trimmed;
use super::{BeamWeights, Whole};
use crate::features::landmarks::{Landmarks, name};
use crate::features::relaxed::Relaxed;
use crate::{DetourHeuristic, Klondike, Metric, Rules, State};

/// What a test met.
#[derive(Default)]
struct Met {
    inherited: usize,
    forced: usize,
    lost: usize,
}

/// Plays random moves of the whole game; each state inherits landmarks from the one before.
fn walk(
    game: &Klondike,
    distances: &mut HashMap<State, Option<Cost>>,
    random: &mut SplitMix,
    met: &mut Met,
) {
    let mut distance_of = |state: &State| {
        *distances.entry(*state).or_insert_with(|| reference::cheapest(game, state))
    };
    let trimmed = Trimmed { game };
    let (mut state, mut inherited) = (game.start(), Vec::new());
    let (mut sets, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        let relaxed = Relaxed::new(game, &state);
        let certain = DetourHeuristic::certain(game, &state);
        let distance = distance_of(&state);
        sets.clear();
        let found = Landmarks::find(&relaxed, &inherited, Cost::MAX, &mut sets);
        let Some(landmarks) = found else {
            assert_eq!(distance, None, "{state:?} {game:?}");
            met.lost += 1;
            return;
        };
        if let Some(distance) = distance {
            let least = certain + landmarks.cost;
            assert!(least <= distance, "{least} > {distance}: {state:?} {game:?}");
            met.inherited += inherited.len();
            // Nor if it stops as soon as it has found that there is one more.
            let enough = distance - certain + 1;
            let brief = Landmarks::find(&relaxed, &inherited, enough, &mut Vec::new()).unwrap();
            assert!(brief.cost < enough, "{state:?} {game:?}");
            moves.clear();
            trimmed.moves(&state, &mut moves);
            if least == distance
                && let Some(forced) = forced_home(&state, &moves, &relaxed, landmarks.spent)
            {
                let mut child = state;
                let price = game.pay(&mut child, forced);
                assert_eq!(distance_of(&child), Some(distance - price), "{state:?} {game:?}");
                met.forced += 1;
            }
        }
        moves.clear();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            return;
        }
        let mv = moves[random.below(moves.len())];
        let name = name(game, &state, mv);
        let extra = landmarks.cost_after(name);
        game.apply(&mut state, mv);
        if let Some(distance) = distance_of(&state) {
            let least = DetourHeuristic::certain(game, &state) + extra;
            assert!(least <= distance, "{least} > {distance}: {state:?} {game:?}");
        }
        inherited.clear();
        inherited.extend(sets.iter().filter(|&set| set & name == 0));
        // The search goes on from keys, which have lost the order of columns.
        state = game.unpack(game.key(&state));
    }
}

#[test]
fn near_solutions_are_cheaper_ones_and_never_too_cheap() {
    let (limits, cancel) = (Limits::default(), Cancel::new());
    let (mut cheaper, mut optimal) = (0, 0);
    for seed in 0..60 {
        let rules = Rules { ranks: 3, columns: 3, draw: 1, ..Rules::default() };
        let mut game = Klondike::of_seed(seed, rules).unwrap();
        game.metric = Metric::Turns;
        let trimmed = Trimmed { game: &game };
        let cost = |outcome| match outcome {
            Outcome::Solved(solution) => Some(solution.cost),
            _ => None,
        };
        let first = solve(&Whole, &trimmed, &game.start(), &limits, &cancel, &mut ());
        let near = Neighbourhoods::of(Whole, BeamWeights::BRIEF, 16);
        let near = solve(&near, &trimmed, &game.start(), &limits, &cancel, &mut ());
        let (first, near) = (cost(first.outcome), cost(near.outcome));
        let least = reference::cheapest(&game, &game.start());
        assert_eq!(near.is_some(), least.is_some(), "{game:?}");
        assert!(near <= first && least <= near, "{game:?}");
        cheaper += usize::from(near < first);
        optimal += usize::from(near == least && near.is_some());
    }
    assert!(10 < cheaper, "{cheaper} cheaper solutions");
    assert!(10 < optimal, "{optimal} optimal solutions");
}

#[test]
fn inherited_landmarks_never_exceed_the_way_to_the_end() {
    let mut met = Met::default();
    for seed in 0..40 {
        let mut random = SplitMix::new(seed);
        let (ranks, columns) = [(2, 2), (3, 3)][random.below(2)];
        let rules = Rules {
            ranks,
            columns,
            draw: [1, 2, 3][random.below(3)],
            passes: [None, None, Some(1), Some(2)][random.below(4)],
            bring_back: random.below(4) != 0,
            ..Rules::default()
        };
        let mut game = Klondike::of_seed(seed, rules).unwrap();
        game.metric = [Metric::Moves, Metric::Turns][random.below(2)];
        let mut distances = HashMap::new();
        for _ in 0..3 {
            walk(&game, &mut distances, &mut random, &mut met);
        }
    }
    assert!(10 < met.inherited, "{} inherited landmarks", met.inherited);
    assert!(10 < met.forced, "{} forced moves", met.forced);
    assert!(0 < met.lost, "{} lost states", met.lost);
}
