//! What shortest solutions of Klondike are found by: a lower bound, and a game without moves that they do not need.

use std::collections::HashMap;
use std::ops::Range;

use patience_core::{Cost, Heuristic, Node, Packed, Puzzle};
use patience_klondike::{DetourHeuristic, Klondike, Metric, Rules, State, Trimmed};
use patience_laws::{Walks, check, check_everywhere, check_packed, reference};

const METRICS: [Metric; 2] = [Metric::Moves, Metric::Turns];

/// Rules of games whose states can all be listed, of every kind.
fn small_rules() -> Vec<Rules> {
    let mut rules = Vec::new();
    for (ranks, columns) in [(2, 2), (3, 3), (3, 4), (4, 3), (4, 5)] {
        for draw in 1..=3 {
            for passes in [None, Some(1), Some(2)] {
                for bring_back in [true, false] {
                    let standard = Rules::default();
                    rules.push(Rules { ranks, columns, draw, passes, bring_back, ..standard });
                }
            }
        }
    }
    rules.retain(|rules| rules.check().is_ok());
    rules
}

/// All states of a game with their distances to the end; `None` if there are more than `most`.
fn listed(game: &Klondike, most: usize) -> Option<Vec<(State, Option<Cost>)>> {
    let mut places = HashMap::from([(game.start(), 0)]);
    let mut states = vec![game.start()];
    let mut parents: Vec<Vec<(usize, Cost)>> = vec![Vec::new()];
    let mut at = 0;
    let mut moves = Vec::new();
    while at < states.len() {
        let state = states[at];
        game.each_child(&state, &mut moves, |mv, child| {
            let place = *places.entry(child).or_insert_with(|| {
                states.push(child);
                parents.push(Vec::new());
                states.len() - 1
            });
            parents[place].push((at, game.cost(&state, mv)));
        });
        at += 1;
        if most < states.len() {
            return None;
        }
    }
    // Costs are small: a queue a cost.
    let mut distances = vec![None; states.len()];
    let mut queues = vec![(0..states.len()).filter(|&at| game.is_goal(&states[at])).collect()];
    let mut cost = 0;
    while cost < queues.len() {
        let queue: Vec<usize> = std::mem::take(&mut queues[cost]);
        for at in queue {
            if distances[at].is_none() {
                distances[at] = Some(Cost::try_from(cost).unwrap());
                for &(parent, price) in &parents[at] {
                    let sum = cost + price as usize;
                    queues.resize(queues.len().max(sum + 1), Vec::new());
                    queues[sum].push(parent);
                }
            }
        }
        cost += 1;
    }
    Some(states.into_iter().zip(distances).collect())
}

/// Small games of every kind that can be listed, in both metrics.
fn each_small(
    seeds: Range<u64>,
    most: usize,
    mut visit: impl FnMut(&Klondike, &[(State, Option<Cost>)]),
) {
    for rules in small_rules() {
        for seed in seeds.clone() {
            for metric in METRICS {
                let mut game = Klondike::of_seed(seed, rules).unwrap();
                game.metric = metric;
                if let Some(states) = listed(&game, most) {
                    visit(&game, &states);
                }
            }
        }
    }
}

/// Checks the estimate of every state, and one in `refined_each` refined ones, which take much longer.
fn check_estimates(seeds: Range<u64>, most: usize, refined_each: usize) -> usize {
    let (mut games, mut exact, mut all) = (0, 0, 0);
    let (mut stronger, mut winnable, mut lost, mut proven) = (0, 0, 0, 0);
    each_small(seeds, most, |game, states| {
        games += 1;
        for (at, (state, distance)) in states.iter().enumerate() {
            let estimate = DetourHeuristic.estimate(game, &Node::root(state)).unwrap();
            if let Some(distance) = *distance {
                assert!(estimate <= distance, "{estimate} > {distance}: {state:?} {game:?}");
                exact += usize::from(estimate == distance);
                all += 1;
            }
            if !at.is_multiple_of(refined_each) {
                continue;
            }
            let refined = DetourHeuristic.refine(game, &Node::root(state), estimate);
            if let Some(distance) = *distance {
                let refined = refined.expect("a state that is not lost has an estimate");
                assert!(refined <= distance, "{refined} > {distance}: {state:?} {game:?}");
                assert!(estimate <= refined);
                stronger += usize::from(estimate < refined);
                winnable += 1;
            } else {
                lost += 1;
                proven += usize::from(refined.is_none());
            }
        }
    });
    assert!(100 * stronger > winnable, "refined in {stronger} of {winnable} states");
    assert!(4 * proven > lost, "{proven} of {lost} lost states are proven to be");
    // It would not exceed anything if it were zero.
    assert!(all < 2 * exact, "right in {exact} of {all} states");
    games
}

#[test]
fn the_estimate_never_exceeds_the_way_from_any_state_of_small_games() {
    let games = check_estimates(0..6, 4_000, 8);
    assert!(300 < games, "{games} games");
}

#[test]
#[ignore = "slow: a minute"]
fn the_estimate_never_exceeds_the_way_from_any_state_of_larger_games() {
    let games = check_estimates(10..16, 60_000, 1);
    assert!(500 < games, "{games} games");
}

fn check_trimmed(seeds: Range<u64>, most: usize) -> usize {
    let mut games = 0;
    each_small(seeds, most, |game, states| {
        games += 1;
        let trimmed = Trimmed { game };
        // Distances in the trimmed game: each state needs a trimmed move that loses nothing.
        let distances: HashMap<State, Option<Cost>> = states.iter().copied().collect();
        let mut moves = Vec::new();
        for (state, distance) in states {
            let Some(distance) = *distance else { continue };
            if game.is_goal(state) {
                continue;
            }
            let mut best = None;
            trimmed.each_child(state, &mut moves, |mv, child| {
                let way = distances[&child].map(|left| left + game.cost(state, mv));
                best = best.into_iter().chain(way).min();
            });
            assert_eq!(best, Some(distance), "{state:?} {:?}", game.deal());
            keys_of_children(&trimmed, state);
        }
    });
    games
}

/// States of one key have children of the same keys.
fn keys_of_children(trimmed: &Trimmed<'_>, state: &State) {
    let keys = |state: &State| {
        let (mut keys, mut moves) = (Vec::new(), Vec::new());
        trimmed.each_child(state, &mut moves, |_, child| keys.push(trimmed.key(&child)));
        keys.sort_unstable();
        keys.dedup();
        keys
    };
    assert_eq!(keys(state), keys(&trimmed.unpack(trimmed.key(state))), "{state:?}");
}

#[test]
fn shortest_solutions_from_every_state_are_as_short_in_the_trimmed_game() {
    let games = check_trimmed(0..6, 4_000);
    assert!(300 < games, "{games} games");
}

#[test]
#[ignore = "slow: a minute"]
fn shortest_solutions_from_every_state_are_as_short_in_larger_trimmed_games() {
    let games = check_trimmed(10..20, 60_000);
    assert!(500 < games, "{games} games");
}

#[test]
fn trimmed_games_are_as_short_as_the_reference_finds_whole_ones() {
    for seed in 0..60 {
        for rules in [
            Rules { ranks: 3, columns: 3, draw: 2, ..Rules::default() },
            Rules { ranks: 3, columns: 4, draw: 1, ..Rules::default() },
        ] {
            for metric in METRICS {
                let mut game = Klondike::of_seed(seed, rules).unwrap();
                game.metric = metric;
                let trimmed = Trimmed { game: &game };
                let start = game.start();
                assert_eq!(
                    reference::cheapest(&trimmed, &start),
                    reference::cheapest(&game, &start),
                    "seed {seed}, {rules:?}"
                );
            }
        }
    }
}

#[test]
fn trimmed_games_obey_the_laws() {
    let walks = Walks { seed: 1, count: 8, length: 100 };
    for metric in METRICS {
        for seed in 0..3 {
            let mut game = Klondike::of_seed(seed, Rules::default()).unwrap();
            game.metric = metric;
            check(&Trimmed { game: &game }, &walks);
            check_packed(&Trimmed { game: &game }, &walks);
            let tiny = Rules { ranks: 2, columns: 2, ..Rules::default() };
            let mut game = Klondike::of_seed(seed, tiny).unwrap();
            game.metric = metric;
            check_everywhere(&Trimmed { game: &game });
        }
    }
}
