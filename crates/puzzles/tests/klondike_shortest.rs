//! What shortest solutions of Klondike are found by: a lower bound, and a game without moves that they do not need.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use std::collections::HashMap;

use patience_core::{Cost, Heuristic, Node, Puzzle};
use patience_laws::{Walks, check, check_everywhere, check_packed, reference};
use patience_puzzles::klondike::{Detours, Klondike, Metric, Rules, State, Trimmed};

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

/// More states than this are not listed.
const MOST: usize = 60_000;

/// A game, and all its states with their distances to the end; `None` if there are too many.
fn listed(game: &Klondike) -> Option<Vec<(State, Option<Cost>)>> {
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
        if MOST < states.len() {
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
    seeds: std::ops::Range<u64>,
    mut visit: impl FnMut(&Klondike, &[(State, Option<Cost>)]),
) {
    for rules in small_rules() {
        for seed in seeds.clone() {
            for metric in METRICS {
                let mut game = Klondike::of_seed(seed, rules).unwrap();
                game.metric = metric;
                if let Some(states) = listed(&game) {
                    visit(&game, &states);
                }
            }
        }
    }
}

#[test]
fn the_estimate_never_exceeds_the_way_from_any_state_of_small_games() {
    let (mut games, mut exact, mut all) = (0, 0, 0);
    each_small(0..6, |game, states| {
        games += 1;
        for (state, distance) in states {
            let estimate = Detours.estimate(game, &Node::root(state)).unwrap();
            if let Some(distance) = *distance {
                assert!(estimate <= distance, "{estimate} > {distance}: {state:?} {game:?}");
                exact += usize::from(estimate == distance);
                all += 1;
            }
        }
    });
    // It would not exceed anything if it were zero.
    assert!(400 < games, "{games} games");
    assert!(all < 2 * exact, "right in {exact} of {all} states");
}

#[test]
fn shortest_solutions_from_every_state_are_as_short_in_the_trimmed_game() {
    let mut games = 0;
    each_small(6..10, |game, states| {
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
        }
    });
    assert!(250 < games, "{games} games");
}

#[test]
fn trimmed_games_are_as_short_as_the_reference_finds_whole_ones() {
    for seed in 0..60 {
        for rules in [
            Rules { ranks: 3, columns: 3, draw: 2, ..Rules::default() },
            Rules { ranks: 4, columns: 4, draw: 1, ..Rules::default() },
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
