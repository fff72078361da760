//! Beams on a graph whose edges cost different amounts.

use patience_core::{
    Blind, Built, Cancel, Cost, Evaluator, Limits, Meter, Node, Puzzle, Search, Solver, Stop,
};
use patience_search::{Beam, best_first::beam_below};

use crate::graph::Graph;

/// All nodes are equally good.
#[derive(Clone, Copy)]
struct Any;

impl Evaluator<Graph> for Any {
    fn score(&self, _: &Graph, _: &Node<'_, Graph>) -> f64 {
        0.0
    }
}

/// Steps of one or two nodes to the fourth; the longer one costs five.
fn steps() -> Graph {
    let edges = (0..5_u32).map(|from| {
        [(from + 1, 1), (from + 2, 5)].into_iter().filter(|&(to, _)| to <= 4).collect()
    });
    Graph { edges: edges.collect(), goal: 4 }
}

#[test]
fn a_limit_after_the_first_solution_ends_with_the_cheapest_one() {
    let (graph, cancel) = (steps(), Cancel::new());
    let evaluator = Built { evaluator: Any, scale: 1.0 };
    let with = |nodes: u64| {
        let (limits, mut observer) = (Limits { nodes: Some(nodes), ..Limits::default() }, ());
        let mut meter = Meter::start(&limits, &cancel, &mut observer);
        let found = beam_below(&graph, &0, (&evaluator, &Blind), 8, Cost::MAX, &mut meter);
        found.map(|solution| solution.map(|it| it.cost))
    };
    let ends: Vec<_> = (0..10).map(with).collect();
    let first = ends.iter().position(Result::is_ok).unwrap();
    assert!(0 < first && ends[..first].iter().all(|end| *end == Err(Stop::Nodes)), "{ends:?}");
    assert_eq!((&ends[first], &ends[9]), (&Ok(Some(10)), &Ok(Some(7))));
    assert!(ends[first..].is_sorted_by_key(|end| std::cmp::Reverse(end.unwrap())), "{ends:?}");
}

#[test]
fn a_later_level_may_have_a_cheaper_solution() {
    let graph = steps();
    let evaluator = Built { evaluator: Any, scale: 1.0 };
    let (limits, cancel, mut observer) = (Limits::default(), Cancel::new(), ());
    let mut meter = Meter::start(&limits, &cancel, &mut observer);
    let cost = |found: Search<usize>| found.unwrap().map(|solution| solution.cost);
    let first = Beam { evaluator, width: 8 }.search(&graph, &graph.start(), &mut meter);
    assert_eq!(cost(first), Some(10));
    let mut below = |root: u32, most| {
        cost(beam_below(&graph, &root, (&evaluator, &Blind), 8, most, &mut meter))
    };
    assert_eq!(below(0, Cost::MAX), Some(7));
    assert_eq!(below(0, 4), None);
    assert_eq!(below(4, 0), None);
}
