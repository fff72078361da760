//! Staged rollouts on graphs whose answers follow by hand.

use patience_core::{Cancel, Limits, Outcome, SplitMix, solve};

use super::*;
use crate::toy_graph::{Graph, Scores};

fn run(graph: &Graph, stages: Vec<Stage<Scores>>, dead: u8, cache: usize) -> Option<Vec<u8>> {
    let is_dead_end = move |_: &Graph, state: &u8| *state == dead;
    let solver = StagedRollout { stages, is_dead_end, cache };
    let report = solve(&solver, graph, &0, &Limits::default(), &Cancel::new(), &mut ());
    match report.outcome {
        Outcome::Solved(solution) => Some(solution.moves),
        _ => None,
    }
}

fn one(scores: [i32; 10], level: u32) -> Vec<Stage<Scores>> {
    vec![Stage { evaluator: Scores(scores), level }]
}

/// Two branches: 1 to 3, and 5 to 7. The goal lies behind 7, on a way that level 1 does not see from 0.
const BRANCHES: Graph =
    Graph(&[(0, &[1, 5]), (1, &[2]), (2, &[3]), (5, &[6]), (6, &[8, 7]), (7, &[9])]);

#[test]
fn the_last_state_counts_not_the_best() {
    // State 2 is the best of all, but 3, where that branch ends, is worse than 8, where the other one ends.
    let scores = [9, 5, 0, 8, 9, 6, 6, 7, 4, 0];
    assert_eq!(run(&BRANCHES, one(scores, 0), 99, 0), None);
    assert_eq!(run(&BRANCHES, one(scores, 1), 99, 0), Some(vec![5, 6, 7, 9]));
    // Where the first branch ends better, level 1 follows it.
    let tempting = [9, 5, 0, 3, 9, 6, 6, 7, 4, 0];
    assert_eq!(run(&BRANCHES, one(tempting, 1), 99, 0), None);
}

#[test]
fn dead_ends_are_left_out() {
    let scores = [9, 5, 0, 8, 9, 6, 6, 7, 4, 0];
    assert_eq!(run(&BRANCHES, one(scores, 0), 1, 0), None);
    let direct = [9, 5, 0, 8, 9, 6, 6, 3, 4, 0];
    assert_eq!(run(&BRANCHES, one(direct, 0), 1, 0), Some(vec![5, 6, 7, 9]));
}

#[test]
fn ties_go_to_the_earlier_move() {
    let graph = Graph(&[(0, &[1, 2]), (1, &[9]), (2, &[])]);
    assert_eq!(run(&graph, one([5; 10], 0), 99, 0), Some(vec![1, 9]));
    let swapped = Graph(&[(0, &[2, 1]), (1, &[9]), (2, &[])]);
    assert_eq!(run(&swapped, one([5; 10], 0), 99, 0), None);
}

#[test]
fn the_next_stage_takes_over_where_the_first_one_finds_nothing_better() {
    let graph = Graph(&[(0, &[1]), (1, &[2, 3]), (3, &[9])]);
    let climbs = Scores([5, 1, 2, 3, 0, 0, 0, 0, 0, 0]);
    let down = Scores([5, 4, 3, 2, 0, 0, 0, 0, 0, 0]);
    let stage = |evaluator| Stage { evaluator, level: 0 };
    assert_eq!(run(&graph, vec![stage(climbs)], 99, 0), None);
    assert_eq!(run(&graph, vec![stage(climbs), stage(down)], 99, 0), Some(vec![1, 3, 9]));
}

#[test]
fn paths_do_not_repeat_states() {
    let graph = Graph(&[(0, &[1]), (1, &[0, 2]), (2, &[0, 1])]);
    assert_eq!(run(&graph, one([5; 10], 2), 99, 0), None);
}

/// A random graph without cycles; its moves lead upwards.
struct Layers(u64);

impl Puzzle for Layers {
    type State = u32;
    type Move = u32;
    type Key = u32;

    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 60
    }

    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        let mut rng = SplitMix::new(self.0 ^ u64::from(*state) << 20);
        let steps = [1, 2, 3, 4, 5].into_iter().filter(|_| rng.below(2) == 0);
        out.extend(steps.map(|step| state + step).filter(|&to| to <= 60));
    }

    fn apply(&self, state: &mut u32, mv: u32) {
        *state = mv;
    }

    fn key(&self, state: &u32) -> u32 {
        *state
    }
}

/// A random score for each state.
struct Noise(u64);

impl Evaluator<Layers> for Noise {
    fn score(&self, _: &Layers, node: &Node<'_, Layers>) -> f64 {
        SplitMix::new(self.0 + u64::from(*node.state)).below(100) as f64
    }
}

#[test]
fn a_cache_saves_work_and_changes_no_answer_where_states_do_not_repeat() {
    let (mut wins, mut saved) = (0, 0);
    for seed in 0..200 {
        let run = |cache| {
            let stage = |salt, level| Stage { evaluator: Noise(seed << 32 | salt), level };
            let stages = vec![stage(0, 1), stage(1_000, 2)];
            let solver = StagedRollout { stages, is_dead_end: |_: &Layers, _: &u32| false, cache };
            solve(&solver, &Layers(seed), &0, &Limits::default(), &Cancel::new(), &mut ())
        };
        let plain = run(0);
        for cache in [1, 10, 1_000] {
            let cached = run(cache);
            assert_eq!(cached.outcome, plain.outcome, "{seed} {cache}");
            assert!(cached.stats.expanded <= plain.stats.expanded);
            saved += plain.stats.expanded - cached.stats.expanded;
        }
        wins += usize::from(matches!(plain.outcome, Outcome::Solved(_)));
    }
    assert!(0 < wins && wins < 200 && 0 < saved, "{wins} {saved}");
}

#[test]
fn without_stages_nothing_is_found() {
    assert_eq!(run(&BRANCHES, Vec::new(), 99, 0), None);
}
